/** What lies over a table to scale, in pixels of its window: where the name of an area is not covered, and where the glass over a finger has room. */
import type { Box } from "./ground";

/** How wide the glass is, and how much larger it shows what is under the finger. */
export const GLASS = 124;
export const LARGER = 2;
/** So far is the glass from the point that is meant, and from the edge. */
const GAP = 24;
const EDGE = 4;
/** So far a line of small text reaches above its foot, and below it. */
const ABOVE = 13;
const BELOW = 4;
/** So far from the edges is what lies in a corner. */
export const NEAR = 10;

const meet = ([al, at, ar, ab]: Box, [bl, bt, br, bb]: Box): boolean => al < br && bl < ar && at < bb && bt < ab;

/**
 * Where a name ends that stands in a part of the window from `left` to `right`: at its right, else in its middle, else
 * at its left, the first place that nothing covers, else beside what covers it; null where it is covered everywhere.
 */
export function ends(left: number, right: number, size: { width: number; top: number; bottom: number }, taken: readonly Box[]): number | null {
  const { width, top, bottom } = size;
  const isFree = (end: number) => !taken.some((box) => meet([end - width, top, end, bottom], box));
  const within = [right, (left + right + width) / 2, left + width].find((end) => end <= right && end - width >= left && isFree(end));
  return within ?? taken.map(([from]) => from - EDGE).find((end) => end <= right && end >= width && isFree(end)) ?? null;
}

/** Where a name ends whose foot is at one of some heights: the first place that nothing covers, else at the right of the first. */
export function firstFree(places: readonly { left: number; right: number; foot: number }[], width: number, taken: readonly Box[]): { end: number; foot: number } {
  for (const { left, right, foot } of places) {
    const end = ends(left, right, { width, top: foot - ABOVE, bottom: foot + BELOW }, taken);
    if (end !== null) return { end, foot };
  }
  return { end: places[0]!.right, foot: places[0]!.foot };
}

/**
 * In which corner of the window something lies that is read beside the table: left above, right above, left below, right
 * below; where it covers least of what is there, and where it was as long as no other one is better.
 */
export function corner(size: { width: number; height: number }, room: { width: number; height: number }, taken: readonly Box[], last: { left: number; top: number } | null): { left: number; top: number } {
  const [lefts, tops] = [[NEAR, room.width - size.width - NEAR], [NEAR, room.height - size.height - NEAR]];
  const all = tops.flatMap((top) => lefts.map((left) => ({ left, top })));
  const covers = ({ left, top }: { left: number; top: number }) =>
    taken.reduce((sum, [l, t, r, b]) => sum + Math.max(0, Math.min(r, left + size.width) - Math.max(l, left)) * Math.max(0, Math.min(b, top + size.height) - Math.max(t, top)), 0);
  const was = all.find(({ left, top }) => left === last?.left && top === last.top);
  return [...(was ? [was] : []), ...all].reduce((best, one) => (covers(one) < covers(best) ? one : best));
}

/** Where the left upper corner of the glass lies: above the point, where the hand is not; beside it where it has no room there. */
export function glass(point: { left: number; top: number }, room: { width: number; height: number }): { left: number; top: number } {
  const within = (at: number, most: number) => Math.max(EDGE, Math.min(most - GLASS - EDGE, at));
  const above = point.top - GAP - GLASS;
  if (above >= EDGE) return { left: within(point.left - GLASS / 2, room.width), top: above };
  const beside = point.left > room.width / 2 ? point.left - 2 * GAP - GLASS : point.left + 2 * GAP;
  return { left: within(beside, room.width), top: within(point.top - GLASS / 2, room.height) };
}
