/** A table to scale: what of it is to be seen, the way from points of the game to the page and back, the edge of an area. */
import type { Aim, Ground } from "./scene";
import type { At, Box, World } from "./sight";

export type { At, Box };

/** An inch, or what else a game measures in, is so many pixels where all of the table is shown; for a finger that sets a point it is broader. */
const MIN_SCALE = 16;
const TOUCHED = 9;
const POINTED = 29;
/** By itself a table is shown no nearer than this, and for whoever comes near. */
const MAX_SCALE = 60;
const CLOSEST = 140;
/** So many pixels lie round it. */
const RIM = 10;

/** So often the corners of a raster go nearer to their neighbours. */
const SMOOTH = 6;

export const pair = (at: readonly number[]): At => [at[0] ?? 0, at[1] ?? 0];

/** Where a point of the game lies on the page: y grows upwards there, and the upper seat sees the table from its side. */
export function onPage({ size, turned }: Ground, at: readonly number[]): At {
  const [[x, y], [width, height]] = [pair(at), pair(size)];
  return turned ? [width - x, y] : [x, height - y];
}

/** The point of the game at a place of the page: the two are each other's mirror. */
export const inGame = (ground: Ground, at: At): At => onPage(ground, at);

export const outline = (ground: Ground, points: readonly number[][]): string => `M${points.map((point) => onPage(ground, point).join(" ")).join("L")}`;

/** A disc of the game that is to be seen. */
export interface Disc {
  at: readonly number[];
  radius?: number;
}

/** A table as a camera needs it, with what stands on it: on the page, in units. */
export function worldOf(ground: Ground, discs: readonly Disc[], touch: boolean): World {
  const [width, height] = pair(ground.size);
  const bounds: Box = [0, 0, width, height];
  const drawn = [...(ground.areas ?? []), ...(ground.terrain ?? [])].flatMap(({ points = [], at = [], radius = 0 }): Disc[] => (points.length ? points.map((point) => ({ at: point })) : at.length ? [{ at, radius }] : []));
  const [left, top, right, bottom] = around(ground, [...discs, ...drawn]) ?? bounds;
  const { measure } = ground;
  return {
    box: [Math.max(0, left), Math.max(0, top), Math.min(width, right), Math.min(height, bottom)],
    bounds,
    least: (touch ? TOUCHED : MIN_SCALE) / measure,
    most: MAX_SCALE / measure,
    closest: CLOSEST / measure,
    rim: RIM,
  };
}

/** The least scale for a finger that sets a point. */
export const pointed = ({ measure }: Ground): number => POINTED / measure;

/** The rectangle round some discs of the game; null round none. */
export function around(ground: Ground, discs: readonly Disc[]): Box | null {
  if (!discs.length) return null;
  const spots = discs.map(({ at, radius = 0 }) => ({ spot: onPage(ground, at), radius }));
  const edge = (axis: 0 | 1, sign: 1 | -1) => sign * Math.max(...spots.map(({ spot, radius }) => sign * spot[axis] + radius));
  return [edge(0, -1), edge(1, -1), edge(0, 1), edge(1, 1)];
}

export const apart = (one: At, other: At): number => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** A length in measures, as people read it: one decimal. */
export const measured = ({ measure }: Ground, length: number): string => String(Math.round((length / measure) * 10) / 10);

/** A point as texts call it: how far across and down, in hundredths of a measure. */
export const called = ({ measure }: Ground, [x = 0, y = 0]: readonly number[]): { x: string; y: string } => {
  const of = (length: number) => String(Math.round((length / measure) * 100) / 100);
  return { x: of(x), y: of(y) };
};

/** The point that is meant: the nearest one to snap to, if it is near enough; else in hundredths of a measure. */
export function meant(ground: Ground, aim: Aim | null, at: At, near: number): At {
  const snaps = (aim?.snaps ?? []).map((snap) => pair(snap.at)).sort((one, other) => apart(one, at) - apart(other, at));
  const [first] = snaps;
  if (first && apart(first, at) <= near) return first;
  const fine = Math.max(1, Math.round(ground.measure / 100));
  const [width, height] = pair(ground.size);
  const on = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value / fine) * fine));
  return [on(at[0], width), on(at[1], height)];
}

/** The same point, or where the way to it ends if what is left does not suffice: on the straight line, a whole unit short of it at most. */
export function reached({ start, legs, allowance = -1 }: Aim, at: At): At {
  const from = legs?.at(-1)?.at ?? start;
  const left = legs?.at(-1)?.left ?? allowance;
  if (!from?.length || left < 0) return at;
  const [x, y] = pair(from);
  const far = apart([x, y], at);
  return far <= left ? at : [x + Math.trunc(((at[0] - x) * left) / far), y + Math.trunc(((at[1] - y) * left) / far)];
}

/** The edge of an area that is told in rows of runs, its stairs smoothed: an SVG path on the page. */
export function edge(ground: Ground, { step = 0, reach = [] }: Aim): string {
  const full = new Set<string>();
  for (const [row, ...ends] of reach) for (let at = 0; at < ends.length; at += 2) for (let i = ends[at]!; i <= ends[at + 1]!; i++) full.add(`${i},${row}`);
  // Every side of a square beyond which there is none, with the area on its left.
  const next = new Map<string, At[]>();
  for (const key of full) {
    const [i = 0, j = 0] = key.split(",").map(Number);
    const sides: [At, At, At][] = [[[i, j], [i + 1, j], [0, -1]], [[i + 1, j], [i + 1, j + 1], [1, 0]], [[i + 1, j + 1], [i, j + 1], [0, 1]], [[i, j + 1], [i, j], [-1, 0]]];
    for (const [from, to, [di, dj]] of sides) if (!full.has(`${i + di},${j + dj}`)) next.set(String(from), [...(next.get(String(from)) ?? []), to]);
  }
  let path = "";
  while (next.size) {
    const [start] = next.keys();
    let loop: At[] = [];
    for (let at = start!; next.has(at); ) {
      const to = next.get(at)!.pop()!;
      if (!next.get(at)!.length) next.delete(at);
      loop.push(to);
      at = String(to);
    }
    for (let round = 0; round < SMOOTH; round++) loop = loop.map((at, place) => smoothed(loop.at(place - 1)!, at, loop[(place + 1) % loop.length]!));
    path += `${outline(ground, loop.map(([i, j]) => [Math.round((i - 0.5) * step), Math.round((j - 0.5) * step)]))}Z`;
  }
  return path;
}

/** The corner of an edge, nearer to its neighbours. */
const smoothed = ([ax, ay]: At, [x, y]: At, [bx, by]: At): At => [(ax + 2 * x + bx) / 4, (ay + 2 * y + by) / 4];
