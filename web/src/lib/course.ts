/** The way to victory as orbits round a sun: their sizes, and where on them each seat stands. */
export interface Orbit {
  rx: number;
  ry: number;
  /** Steps that whoever is on it has come. */
  step: number;
  /** Its number has room below the orbit within it. */
  named: boolean;
}

export interface Spot {
  seat: number;
  x: number;
  y: number;
}

export interface Way {
  x: number;
  y: number;
  orbits: Orbit[];
  spots: Spot[];
}

/** What the outermost orbit keeps from the rim, so that a mark on it stays within. */
const RIM = 15;
/** Part of the outermost orbit that the innermost is, at least. */
const MIN_RADIUS = 0.2;
/** Marks on the innermost orbit have room above each other. */
const INNER = 10;
const INNER_X = 50;
/** Height of a number. */
const LINE = 12;

/** So far up and down seats stand at the sides of the sun, in degrees; not alike, so that nobody stands just below another. */
const [UP, DOWN] = [-52, 38];

/** Where round the sun a seat stands, in degrees: not below it, where the numbers are, nor above, where it is said what goes on. */
export function angleOf(place: number, seats: number): number {
  const right = Math.ceil(seats / 2);
  const [at, of] = place < right ? [place, right] : [place - right, seats - right];
  return (place < right ? 0 : 180) + (of > 1 ? UP + ((DOWN - UP) * at) / (of - 1) : 0);
}

/** Part of the outermost orbit that the orbit of a step is; in the sun it is next to nothing. */
function part(step: number, most: number, inner: number): number {
  if (step >= most) return inner * 0.45;
  return most < 2 ? 1 : 1 - ((1 - inner) * step) / (most - 1);
}

/** Where a seat may stand instead on its orbit, in degrees, the nearest first. */
const ASIDE = Array.from({ length: 46 }, (_, n) => (n % 2 ? -4 : 4) * n);

/** The orbits of a course in a frame; `reached` is by seat, `order` says in which order the seats go round, `aside` what they keep from both sides, `mark` how far apart they are. */
export function wayOf(width: number, height: number, most: number, reached: readonly number[], order: readonly number[], aside = 40, mark = 0): Way {
  const [x, y] = [width / 2, height / 2];
  const [rx, ry] = [Math.max(0, x - aside), Math.max(0, y - RIM)];
  const inner = Math.min(1, Math.max(MIN_RADIUS, ry ? INNER / ry : 1, rx ? INNER_X / rx : 1));
  const between = most > 1 ? (ry * (1 - inner)) / (most - 1) : ry;
  const every = Math.max(1, Math.ceil(LINE / Math.max(1, between)));
  const orbits = Array.from({ length: most }, (_, step) => {
    const of = part(step, most, inner);
    return { step, rx: rx * of, ry: ry * of, named: step % every === 0 };
  });
  const spots: Spot[] = [];
  for (const [place, seat] of order.entries()) {
    const of = part(reached[seat] ?? 0, most, inner);
    const at = (by: number): Spot => {
      const angle = ((angleOf(place, order.length) + by) * Math.PI) / 180;
      return { seat, x: x + rx * of * Math.cos(angle), y: y + ry * of * Math.sin(angle) };
    };
    const room = (by: number): number => Math.min(mark, ...spots.map((other) => Math.hypot(at(by).x - other.x, at(by).y - other.y)));
    const widest = Math.max(...ASIDE.map(room));
    spots.push(at(ASIDE.find((by) => room(by) === widest) ?? 0));
  }
  return { x, y, orbits, spots };
}

/** A line from one seat to another, bent away from the sun, which begins and ends beside their marks. */
export function lineBetween(from: Spot, to: Spot, mark: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const gap = Math.min(mark, length / 3);
  const bend = length * 0.12;
  const [mx, my] = [(from.x + to.x) / 2 + uy * bend, (from.y + to.y) / 2 - ux * bend];
  const at = (value: number): string => value.toFixed(1);
  return `M${at(from.x + ux * gap)} ${at(from.y + uy * gap)}Q${at(mx)} ${at(my)} ${at(to.x - ux * gap)} ${at(to.y - uy * gap)}`;
}

/** Small stars of a sky, the same at each drawing. */
export function stars(width: number, height: number, count: number): { x: number; y: number; r: number; light: number }[] {
  return Array.from({ length: count }, (_, n) => ({
    x: ((n * 7919 + 131) % 1009) / 1009 * width,
    y: ((n * 6271 + 57) % 997) / 997 * height,
    r: 0.7 + (n % 3) * 0.35,
    light: 0.18 + (n % 4) * 0.09,
  }));
}
