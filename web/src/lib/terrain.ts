/** What lies on a table to scale, drawn from above within its edge: trees, roofs, stones, ripples. The edge itself is the rules'. */
import type { At } from "./ground";
import { corners, type Layers, Pen, round } from "./pen";

/** A piece on the page: its corners, or a middle and a radius; `unit` is a measure. */
export interface Lot {
  kind: string;
  id: string;
  points: readonly At[];
  at: At;
  radius: number;
  unit: number;
}

type Draw = (pen: Pen, lot: Lot) => void;

const SIDES = 24;

/** Its corners; of a disc as many as make it round. */
const ring = ({ points, at, radius }: Lot): readonly At[] =>
  points.length ? points : Array.from({ length: SIDES }, (_, n): At => [at[0] + radius * Math.cos((n * 2 * Math.PI) / SIDES), at[1] + radius * Math.sin((n * 2 * Math.PI) / SIDES)]);

function middle(edge: readonly At[]): At {
  return [edge.reduce((sum, [x]) => sum + x, 0) / edge.length, edge.reduce((sum, [, y]) => sum + y, 0) / edge.length];
}

/** How deep a point lies within an edge; less than 0 outside. */
export function depth(edge: readonly At[], [x, y]: At): number {
  let inside = false;
  let near = Infinity;
  for (const [at, [ax, ay]] of edge.entries()) {
    const [bx, by] = edge[(at + 1) % edge.length]!;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    const along = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2 || 1)));
    near = Math.min(near, Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)));
  }
  return inside ? near : -near;
}

/** The edge moved inwards by a length. */
function inset(edge: readonly At[], by: number): At[] {
  const [cx, cy] = middle(edge);
  return edge.map(([x, y]) => {
    const far = Math.hypot(x - cx, y - cy) || 1;
    const keep = Math.max(0, far - by * 1.3) / far;
    return [cx + (x - cx) * keep, cy + (y - cy) * keep];
  });
}

/** Spots within the edge, of some size each, apart from each other. */
function strewn(pen: Pen, edge: readonly At[], step: number, low: number, high: number, draw: (x: number, y: number, r: number) => void): void {
  const [xs, ys] = [edge.map(([x]) => x), edge.map(([, y]) => y)];
  for (let y = Math.min(...ys) + step / 2; y < Math.max(...ys); y += step)
    for (let x = Math.min(...xs) + step / 2; x < Math.max(...xs); x += step) {
      const [at, r] = [[x + pen.between(-0.25, 0.25) * step, y + pen.between(-0.25, 0.25) * step] as At, pen.between(low, high)];
      if (depth(edge, at) > r * 0.9) draw(...at, r);
    }
}

/** The four corners of a lengthwise part of a box, from and to as parts of its length and breadth. */
function box(edge: readonly At[]): (u: number, v: number) => At {
  const [a, b, , d] = edge as [At, At, At, At];
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) >= Math.hypot(d[0] - a[0], d[1] - a[1]);
  const [along, across] = long ? [b, d] : [d, b];
  return (u, v) => [a[0] + u * (along[0] - a[0]) + v * (across[0] - a[0]), a[1] + u * (along[1] - a[1]) + v * (across[1] - a[1])];
}
const isBox = (edge: readonly At[]): boolean => edge.length === 4;
const lengthOf = (at: (u: number, v: number) => At, u: number, v: number): number => Math.hypot(at(u, v)[0] - at(0, 0)[0], at(u, v)[1] - at(0, 0)[1]);

const DRAWS: Record<string, Draw> = {
  wood(pen, lot) {
    strewn(pen, ring(lot), lot.unit * 0.86, lot.unit * 0.36, lot.unit * 0.58, (x, y, r) => {
      pen.add("low", pen.blob(x + r * 0.22, y + r * 0.3, r * 0.95, r * 0.95, 0.2));
      pen.add("high", pen.blob(x, y, r, r, 0.2));
      pen.add("mark", pen.blob(x - r * 0.25, y - r * 0.28, r * 0.4, r * 0.34, 0.25));
    });
  },
  building(pen, lot) {
    const edge = ring(lot);
    const roof = inset(edge, lot.unit * 0.3);
    pen.add("mark", corners(edge) + corners([...roof].reverse()));
    if (!isBox(edge)) {
      const top = middle(roof);
      for (const [at, from] of roof.entries()) pen.add(at % 2 ? "high" : "low", corners([from, roof[(at + 1) % roof.length]!, top]));
      return;
    }
    const at = box(roof);
    const [wide, deep] = [lengthOf(at, 1, 0), lengthOf(at, 0, 1)];
    const hip = Math.min(0.34, (deep / wide) * 0.5);
    const [left, right] = [at(hip, 0.5), at(1 - hip, 0.5)];
    pen.add("high", corners([at(0, 0), at(1, 0), right, left]));
    pen.add("low", corners([at(0, 1), left, right, at(1, 1)]) + corners([at(1, 0), at(1, 1), right]));
    for (const v of [0.14, 0.28, 0.4]) for (const side of [v, 1 - v]) pen.add("line", corners([at(hip * 2 * v, side), at(1 - hip * 2 * v, side)], false));
    pen.add("line", corners([left, right], false));
    const [cx, cy] = at(pen.between(0.3, 0.7), 0.3);
    const c = lot.unit * 0.22;
    pen.add("mark", corners([[cx - c, cy - c], [cx + c, cy - c], [cx + c, cy + c], [cx - c, cy + c]]));
  },
  wall(pen, lot) {
    const edge = ring(lot);
    if (!isBox(edge)) return;
    const at = box(edge);
    const stones = Math.max(2, Math.round(lengthOf(at, 1, 0) / (lot.unit * 0.7)));
    for (let n = 0; n < stones; n++) {
      for (const row of [0, 1]) {
        const [from, to] = [(n + row * 0.5) / stones, (n + row * 0.5 + 0.94) / stones];
        if (to > 1.01) continue;
        pen.add(pen.roll() < 0.5 ? "high" : "mark", corners([at(from, row * 0.5 + 0.06), at(to, row * 0.5 + 0.06), at(to, row * 0.5 + 0.46), at(from, row * 0.5 + 0.46)]));
      }
    }
  },
  rubble(pen, lot) {
    strewn(pen, ring(lot), lot.unit * 0.56, lot.unit * 0.14, lot.unit * 0.36, (x, y, r) => {
      const turn = pen.roll() * 6;
      const stone = (dx: number, dy: number, size: number, seed: readonly number[]) => corners(seed.map((far, n): At => [x + dx + size * far * Math.cos(turn + n * 1.26), y + dy + size * far * Math.sin(turn + n * 1.26)]));
      const seed = [1, 2, 3, 4, 5].map(() => pen.between(0.6, 1.1));
      pen.add("low", stone(r * 0.25, r * 0.35, r, seed));
      pen.add("high", stone(0, 0, r, seed));
      pen.add("mark", stone(-r * 0.15, -r * 0.18, r * 0.5, seed));
    });
  },
  water(pen, lot) {
    const edge = ring(lot);
    pen.add("low", corners(inset(edge, lot.unit * 0.35)));
    pen.add("high", corners(inset(edge, lot.unit * 0.8)));
    strewn(pen, edge, lot.unit * 0.85, lot.unit * 0.3, lot.unit * 0.44, (x, y, r) => {
      pen.add("line", `M${round(x - r)} ${round(y)}q${round(r / 2)} ${round(-r * 0.6)} ${round(r)} 0t${round(r)} 0`);
    });
  },
  crate(pen, lot) {
    const edge = ring(lot);
    if (!isBox(edge)) return;
    const at = box(edge);
    for (let n = 0; n < 5; n++) pen.add(n % 2 ? "low" : "high", corners([at(0.06, 0.06 + n * 0.176), at(0.94, 0.06 + n * 0.176), at(0.94, 0.22 + n * 0.176), at(0.06, 0.22 + n * 0.176)]));
    for (const [u, v] of [[0.06, 0.94], [0.94, 0.06]] as const) pen.add("mark", corners([at(u, 0.06), at(u + (u < 0.5 ? 0.12 : -0.12), 0.06), at(v, 0.94), at(v + (v < 0.5 ? 0.12 : -0.12), 0.94)]));
    pen.add("line", corners([at(0.06, 0.06), at(0.94, 0.06), at(0.94, 0.94), at(0.06, 0.94)]));
  },
  smoke(pen, lot) {
    strewn(pen, ring(lot), lot.unit, lot.unit * 0.45, lot.unit * 0.75, (x, y, r) => {
      pen.add("high", pen.blob(x, y, r, r * 0.8, 0.2));
      pen.add("line", `M${round(x - r * 0.6)} ${round(y)}a${round(r * 0.6)} ${round(r * 0.6)} 0 0 1 ${round(r * 1.2)} 0a${round(r * 0.4)} ${round(r * 0.4)} 0 0 1 ${round(-r * 0.7)} ${round(r * 0.2)}`);
    });
  },
};

/** What is drawn of a piece; nothing of one that nobody has drawn, which has its ground and edge all the same. */
export function terrainOf(lot: Lot): Layers {
  const pen = new Pen(`${lot.kind} ${lot.id}`, 0, 0);
  DRAWS[lot.kind]?.(pen, lot);
  return pen.layers;
}

export const isDrawn = (kind: string): boolean => kind in DRAWS;
