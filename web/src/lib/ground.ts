/** A table to scale: its window, the way from points of the game to the page and back, the edge of an area. */
import type { Aim, Ground } from "./scene";

/** A point of the game, or on the page. */
export type At = readonly [number, number];

/** The window on a ground: the point of the page in its middle, in units, and pixels for a unit. */
export interface Window {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

/** So much of its size lies round the table where all of it is seen. */
const MARGIN = 0.006;
const CLOSEST = 8;
/** One press of a button makes it so much larger. */
export const STEP = 1.3;
/** By so much of the table numbers may be off. */
const ROUND = 1e-9;
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

/** The window that shows all. */
export function whole({ size }: Ground, { width, height }: Size): Window {
  const [w, h] = pair(size);
  return { x: w / 2, y: h / 2, scale: Math.min((width || 1) / w, (height || 1) / h) / (1 + 2 * MARGIN) };
}

/** A window kept on the table: no farther away than all of it, and its middle on it. */
export function held(ground: Ground, box: Size, to: Window): Window {
  const [w, h] = pair(ground.size);
  const all = whole(ground, box);
  const scale = Math.min(all.scale * CLOSEST, Math.max(all.scale, to.scale));
  const inside = (at: number, size: number, room: number) => {
    const half = room / scale / 2;
    const rim = size * MARGIN;
    return half * 2 >= size * (1 + 2 * MARGIN) - ROUND * size ? size / 2 : Math.min(size + rim - half, Math.max(half - rim, at));
  };
  return { x: inside(to.x, w, box.width), y: inside(to.y, h, box.height), scale };
}

/** The window after a zoom by a factor that leaves a place of the page where it is. */
export function zoomed(ground: Ground, box: Size, from: Window, by: number, at: At): Window {
  const all = whole(ground, box).scale;
  const scale = Math.min(all * CLOSEST, Math.max(all, from.scale * by));
  const keep = 1 - from.scale / scale;
  return held(ground, box, { x: from.x + (at[0] - from.x) * keep, y: from.y + (at[1] - from.y) * keep, scale });
}

/** A rectangle of the page, from its left upper corner to its right lower one. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** The rectangle round some discs of the game; null round none. */
export function around(ground: Ground, discs: readonly { at: readonly number[]; radius?: number }[]): Box | null {
  if (!discs.length) return null;
  const spots = discs.map(({ at, radius = 0 }) => ({ spot: onPage(ground, at), radius }));
  const edge = (axis: 0 | 1, sign: 1 | -1) => sign * Math.max(...spots.map(({ spot, radius }) => sign * spot[axis] + radius));
  return [edge(0, -1), edge(1, -1), edge(0, 1), edge(1, 1)];
}

/** The window that shows a rectangle with a margin, no nearer than a scale. */
export function framed(ground: Ground, box: Size, [left, top, right, bottom]: Box, margin: number, most = Infinity): Window {
  const scale = Math.min(most, (box.width || 1) / (right - left + 2 * margin || 1), (box.height || 1) / (bottom - top + 2 * margin || 1));
  return held(ground, box, { x: (left + right) / 2, y: (top + bottom) / 2, scale });
}

/** Whether a window shows all of a rectangle. */
export function shows({ x, y, scale }: Window, { width, height }: Size, [left, top, right, bottom]: Box): boolean {
  const [dx, dy] = [width / scale / 2 + ROUND, height / scale / 2 + ROUND];
  return left >= x - dx && right <= x + dx && top >= y - dy && bottom <= y + dy;
}

/** A window on the way from one to another, at a share of the way. */
export function between(from: Window, to: Window, share: number): Window {
  const part = 1 - (1 - share) ** 3;
  const mid = (one: number, other: number) => one + (other - one) * part;
  return { x: mid(from.x, to.x), y: mid(from.y, to.y), scale: from.scale * (to.scale / from.scale) ** part };
}

export const apart = (one: At, other: At): number => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** A length in measures, as people read it: one decimal. */
export const measured = ({ measure }: Ground, length: number): string => String(Math.round((length / measure) * 10) / 10);

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
