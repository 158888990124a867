/** The heights at which the sheet of a phone stands: the question alone, at most half of the page, all of it. */
export const STOPS = ["line", "half", "full"] as const;
export type Stop = (typeof STOPS)[number];

/** A sheet that is let go runs on for so many milliseconds. */
const RUN = 160;
/** What is no higher than the lowest stop by this much shows no more than that. */
const SLACK = 16;

/** What was pulled before this many milliseconds says nothing of how fast it is let go. */
const RECENT = 80;

/** Where a finger was, and when. */
export interface Point {
  y: number;
  at: number;
}

/** The points that still count at a time. */
export const recent = (points: readonly Point[], now: number): Point[] => points.filter(({ at }) => now - at < RECENT);

/** How many pixels it rises in a millisecond by the points that a finger came by until now. */
export function speedOf(points: readonly Point[], now: number): number {
  const past = recent(points, now);
  const [first, last] = [past[0], past.at(-1)];
  return first && last && last.at > first.at ? (first.y - last.y) / (last.at - first.at) : 0;
}

/** Where a sheet comes to rest that is let go at a height, as it rises by so many pixels in a millisecond: at the stop nearest to where it runs. */
export function restOf(heights: readonly number[], height: number, speed: number): Stop {
  const far = heights.map((stop) => Math.abs(stop - height - speed * RUN));
  return STOPS[far.indexOf(Math.min(...far))] ?? "half";
}

/** What a sheet shows while it is held at a height. */
export const shownAt = ([line = 0, half = 0]: readonly number[], height: number): Stop => (height < line + SLACK ? "line" : height <= half ? "half" : "full");
