/** The ornaments of a base by rank, in a disc of radius 1: rays behind a picture, notches in the rim, a bust where there is no picture. */
export interface Ornament {
  /** So many rays. */
  rays: number;
  /** So many cuts in the rim; 0: it is whole. */
  notches: number;
}

export const ORNAMENTS: Readonly<Record<string, Ornament>> = {
  leader: { rays: 12, notches: 12 },
  master: { rays: 8, notches: 8 },
  henchman: { rays: 4, notches: 4 },
  enforcer: { rays: 0, notches: 2 },
  minion: { rays: 0, notches: 0 },
  totem: { rays: 0, notches: 24 },
};

/** Narrow rays from near the middle to the rim. */
export function raysOf(count: number): string {
  const at = (angle: number, r: number) => `${(r * Math.sin(angle)).toFixed(2)} ${(-r * Math.cos(angle)).toFixed(2)}`;
  const half = (Math.PI / count) * 0.45;
  return Array.from({ length: count }, (_, n) => {
    const angle = (n * 2 * Math.PI) / count;
    return `M${at(angle, 0.18)}L${at(angle - half, 0.84)}L${at(angle + half, 0.84)}z`;
  }).join("");
}

/** Dashes of a rim of radius r with so many cuts. */
export function rimOf(notches: number, r: number): string | null {
  if (!notches) return null;
  const part = (2 * Math.PI * r) / notches;
  const cut = Math.min(part * 0.4, r * 0.16);
  return `${part - cut} ${cut}`;
}

export const BUST = "M-.3-.32a.3.3 0 1 0 .6 0a.3.3 0 1 0-.6 0zM-.66.66C-.64.16-.34.06 0 .06S.64.16.66.66A.94.94 0 0 1-.66.66z";
