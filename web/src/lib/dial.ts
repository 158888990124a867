/** Where things stand on a dial of 270 degrees in a box of 100, its gap below. */
const RADIUS = 44;
const START = 135;
const SWEEP = 270;

export interface Spot {
  x: number;
  y: number;
}

/** The place of a value on the rim. */
export function knob(value: number, most: number): Spot {
  const share = most > 0 ? Math.min(1, Math.max(0, value / most)) : 0;
  const angle = ((START + SWEEP * share) * Math.PI) / 180;
  const rounded = (part: number) => Math.round((50 + RADIUS * part) * 10) / 10;
  return { x: rounded(Math.cos(angle)), y: rounded(Math.sin(angle)) };
}

/** The path along the rim between two values. */
export function arc(from: number, to: number, most: number): string {
  const [a, b] = [knob(from, most), knob(to, most)];
  const large = (SWEEP * Math.min(1, (to - from) / (most || 1))) > 180 ? 1 : 0;
  return `M${a.x} ${a.y}A${RADIUS} ${RADIUS} 0 ${large} 1 ${b.x} ${b.y}`;
}
