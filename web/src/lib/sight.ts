/** What a camera sees of a map: the arithmetic of its window, the same for grids, rings, boards and grounds to scale. */

/** A point of a map, in units of the map. */
export type At = readonly [number, number];

export interface Size {
  width: number;
  height: number;
}

/** The window on a map: the point in its middle, in units, and pixels for a unit. */
export interface Window {
  x: number;
  y: number;
  scale: number;
}

/** A rectangle, from its left upper corner to its right lower one. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A map as a camera needs it. Scales are pixels for a unit. */
export interface World {
  /** Round what lies there. */
  box: Box;
  /** How far the window may go, where that is farther than what lies there. */
  bounds?: Box;
  /** Smaller than this nothing can be read. */
  least: number;
  /** It is never shown smaller than that, however much is asked about: what has no room is scrolled to. */
  firm?: boolean;
  /** The whole is shown no larger than this. */
  most: number;
  /** Nobody comes nearer than this. */
  closest: number;
  /** Pixels round what is shown. */
  rim: number;
  /** It is drawn so many times as high as it says: by that the units of its height are smaller. */
  ratio?: number;
  /** Where it begins if not all of it can be read; else in the middle. */
  start?: At;
}

export const RIM = 16;
/** One press of a button makes a map so much larger. */
export const STEP = 1.3;
/** By so much numbers may be off. */
const ROUND = 1e-9;
/** Two views that differ by no more than this are the same: a share of the scale, and pixels. */
const ALIKE = 0.02;
const NEAR = 8;
/** A thing that somebody goes to takes no more than this share of the window. */
const SHARE = 0.6;

const middle = ([left, top, right, bottom]: Box): At => [(left + right) / 2, (top + bottom) / 2];

/** The rectangle round some others; null round none. */
export function around(boxes: readonly Box[]): Box | null {
  if (!boxes.length) return null;
  const edge = (index: 0 | 1 | 2 | 3, pick: (...values: number[]) => number) => pick(...boxes.map((box) => box[index]));
  return [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)];
}

/** The scale at which a rectangle fills a window in one direction and fits in the other. */
function fitting([left, top, right, bottom]: Box, { width, height }: Size, rim: number): number {
  return Math.min(Math.max(1, width - 2 * rim) / (right - left || 1), Math.max(1, height - 2 * rim) / (bottom - top || 1));
}

/** The scale below which nothing more would come into sight. */
const farthest = ({ box, bounds = box, rim, most }: World, size: Size): number => Math.min(most, fitting(bounds, size, rim));

/** The window that shows all that lies there. */
export function whole(world: World, size: Size): Window {
  const [x, y] = middle(world.box);
  return hold(world, size, { x, y, scale: Math.min(world.most, fitting(world.box, size, world.rim)) });
}

/** A window kept on the map: neither too far nor too near, and no emptier than it has to be. */
export function hold(world: World, size: Size, to: Window): Window {
  const bounds = world.bounds ?? world.box;
  const far = farthest(world, size);
  const scale = Math.min(Math.max(far, world.closest), Math.max(far, to.scale));
  const inside = (at: number, low: number, high: number, room: number) => {
    const [half, rim] = [room / scale / 2, world.rim / scale];
    return half * 2 >= high - low + 2 * rim - ROUND * (high - low) ? (low + high) / 2 : Math.min(high + rim - half, Math.max(low - rim + half, at));
  };
  return { x: inside(to.x, bounds[0], bounds[2], size.width), y: inside(to.y, bounds[1], bounds[3], size.height), scale };
}

/** All of it, where it can be read then; else as near as reading needs, where what is asked about is seen. */
export function home(world: World, size: Size, about: readonly Box[]): Window {
  const all = whole(world, size);
  if (all.scale >= world.least) return all;
  const [x, y] = world.start ?? middle(around(about) ?? world.box);
  const begun = hold(world, size, { x, y, scale: world.least });
  return asked(world, size, begun, about) ?? begun;
}

/** The window after a zoom by a factor that leaves a place of the map where it is. */
export function zoomed(world: World, size: Size, from: Window, by: number, at: At): Window {
  const { scale } = hold(world, size, { ...from, scale: from.scale * by });
  const keep = 1 - from.scale / scale;
  return hold(world, size, { x: from.x + (at[0] - from.x) * keep, y: from.y + (at[1] - from.y) * keep, scale });
}

/** The window that shows a rectangle with a margin in units, no nearer than a scale. */
export function framed(world: World, size: Size, [left, top, right, bottom]: Box, margin = 0, most = Infinity): Window {
  const wide: Box = [left - margin, top - margin, right + margin, bottom + margin];
  const [x, y] = middle(wide);
  return hold(world, size, { x, y, scale: Math.min(most, fitting(wide, size, world.rim)) });
}

/** Whether a window shows all of a rectangle. */
export function shows({ x, y, scale }: Window, { width, height }: Size, [left, top, right, bottom]: Box): boolean {
  const [dx, dy] = [width / scale / 2, height / scale / 2];
  const off = 0.5 / scale;
  return left >= x - dx - off && right <= x + dx + off && top >= y - dy - off && bottom <= y + dy + off;
}

/** Whether two windows show the same. */
export const alike = (one: Window, other: Window): boolean =>
  Math.abs(one.scale / other.scale - 1) < ALIKE && Math.hypot(one.x - other.x, one.y - other.y) * one.scale < NEAR;

/**
 * Where a question takes the window: nowhere if all that it is about is seen and can be read. Else it shows all of it, as
 * near as the window is and as reading needs; farther away where it does not fit, so that nothing of it is left out, but for a map that is read: of that where most of it is, else its beginning.
 */
export function asked(world: World, size: Size, now: Window, about: readonly Box[], least = world.least, margin = 0): Window | null {
  const all = around(about);
  if (!all) return null;
  const legible = now.scale >= least * (1 - ALIKE);
  if (legible && about.every((box) => shows(now, size, box))) return null;
  const wide = framed(world, size, all, margin, Math.max(now.scale, least));
  // What lies round it gives way before it cannot be read.
  const near = margin && wide.scale < least ? framed(world, size, all, 0, least) : wide;
  const room = size.height / least;
  const held = (start: number) => about.filter(([, top, , bottom]) => top >= start && bottom <= start + room).length;
  const start = about.map(([, top]) => top).sort((one, other) => held(other) - held(one) || one - other)[0] ?? all[1];
  const top = { x: near.x, y: start + room / 2, scale: least };
  const to = world.firm && near.scale < least ? hold(world, size, top) : near;
  return alike(to, now) ? null : to;
}

/** The window near a thing. */
export function beside(world: World, size: Size, now: Window, thing: Box): Window {
  const { width, height } = size;
  const near = fitting(thing, { width: width * SHARE, height: height * SHARE }, 0);
  const [x, y] = middle(thing);
  return hold(world, size, { x, y, scale: Math.max(now.scale, Math.min(near, world.closest, 2 * Math.max(world.least, whole(world, size).scale))) });
}

/** A window on the way from one to another, at a share of the way. */
export function between(from: Window, to: Window, share: number): Window {
  const part = 1 - (1 - share) ** 3;
  const mid = (one: number, other: number) => one + (other - one) * part;
  return { x: mid(from.x, to.x), y: mid(from.y, to.y), scale: from.scale * (to.scale / from.scale) ** part };
}

export const SIDES = ["left", "top", "right", "bottom"] as const;
export type Side = (typeof SIDES)[number];

/** What lies beyond an edge of a window: how many things, all of them, and how far along the edge their middle is, from 0 to 1. */
export interface Beyond {
  side: Side;
  boxes: Box[];
  along: number;
}

/** Of some things those whose middle is out of sight, by the edge beyond which they lie. */
export function beyond({ x, y, scale }: Window, { width, height }: Size, boxes: readonly Box[]): Beyond[] {
  const found = new Map<Side, Box[]>();
  const spot = (box: Box): At => {
    const [mx, my] = middle(box);
    return [((mx - x) * scale) / width + 0.5, ((my - y) * scale) / height + 0.5];
  };
  for (const box of boxes) {
    const [across, down] = spot(box);
    const off: [Side, number][] = [["left", -across], ["right", across - 1], ["top", -down], ["bottom", down - 1]];
    const [side, far] = off.reduce((one, other) => (other[1] > one[1] ? other : one));
    if (far > 0) found.set(side, [...(found.get(side) ?? []), box]);
  }
  return [...found].map(([side, there]) => {
    const axis = side === "left" || side === "right" ? 1 : 0;
    const along = there.reduce((sum, box) => sum + spot(box)[axis], 0) / there.length;
    return { side, boxes: there, along: Math.min(1, Math.max(0, along)) };
  });
}

/** A thing on the screen: its middle, how large it is, and how large it is at least for a finger. */
export type Spot = Size & { x: number; y: number; least: number };

/** Which of some things claim the point where a finger is, the one whose middle is nearest first. */
export function claims(things: readonly Spot[], x: number, y: number): number[] {
  return things
    .map((thing, index) => ({ thing, index, dx: Math.abs(x - thing.x), dy: Math.abs(y - thing.y) }))
    .filter(({ thing, dx, dy }) => dx <= Math.max(thing.width, thing.least) / 2 && dy <= Math.max(thing.height, thing.least) / 2)
    .sort((one, other) => Math.hypot(one.dx, one.dy) - Math.hypot(other.dx, other.dy))
    .map(({ index }) => index);
}

/** Which of some things a finger means; -1 for none. */
export const meant = (things: readonly Spot[], x: number, y: number): number => claims(things, x, y)[0] ?? -1;

/** By how much a map is drawn higher than it is wide, so that it fills a window in both directions: never so much that it looks wrong. */
export function stretch([left, top, right, bottom]: Box, { width, height }: Size, rim: number, [low, high]: readonly [number, number]): number {
  const ratio = (Math.max(1, height - 2 * rim) * (right - left)) / (Math.max(1, width - 2 * rim) * (bottom - top || 1));
  return Math.min(high, Math.max(low, ratio));
}
