/** Where tags beside discs stand: on the first free side, so that none lies on another one or on a disc. */
import type { Box } from "./ground";

export interface Tagged {
  /** The middle of the disc and its radius, on the page. */
  x: number;
  y: number;
  radius: number;
  width: number;
  height: number;
}

const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one[2], other[2]) - Math.max(one[0], other[0])) * Math.max(0, Math.min(one[3], other[3]) - Math.max(one[1], other[1]));

/** The left upper corner of each tag, in order: below, above, right or left of its disc, where it covers least. */
export function placed(tags: readonly Tagged[], discs: readonly { x: number; y: number; radius: number }[], gap: number): { x: number; y: number }[] {
  const taken: Box[] = discs.map(({ x, y, radius }) => [x - radius, y - radius, x + radius, y + radius]);
  return tags.map(({ x, y, radius, width, height }) => {
    const far = radius + gap;
    const sides: Box[] = [
      [x - width / 2, y + far, x + width / 2, y + far + height],
      [x - width / 2, y - far - height, x + width / 2, y - far],
      [x + far, y - height / 2, x + far + width, y + height / 2],
      [x - far - width, y - height / 2, x - far, y + height / 2],
    ];
    const covers = (side: Box) => taken.reduce((sum, box) => sum + overlap(side, box), 0);
    const best = sides.reduce((least, side) => (covers(side) < covers(least) ? side : least));
    taken.push(best);
    return { x: best[0], y: best[1] };
  });
}
