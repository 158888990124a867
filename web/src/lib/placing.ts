/** Where a tip lies: beside what it explains, never over it, never over what can be chosen. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP = 12;
const EDGE = 8;
/** Below the bar of the page. */
const BAR = 62;
/** From this share of a side on a box is not really beside the other. */
const ROUGH = 0.5;

const shared = (a: number, b: number, c: number, d: number): number => Math.max(0, Math.min(a + b, c + d) - Math.max(a, c));
const overlap = (one: Box, other: Box): number => shared(one.x, one.width, other.x, other.width) * shared(one.y, one.height, other.y, other.height);
/** A value, or the bound it goes beyond; the lower one where they cross. */
export const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** Where a large box lies that is read beside a table: at its right edge, at its left where the anchor would be under it, else beside the anchor. */
export function aside(anchor: Box, size: { width: number; height: number }, screen: { width: number; height: number }): Box {
  const { width, height } = size;
  const y = Math.max(EDGE, Math.min(BAR, screen.height - height - EDGE));
  const [right, left] = [screen.width - width - EDGE, EDGE];
  if (anchor.x + anchor.width + GAP <= right) return { x: right, y, width, height };
  if (left + width + GAP <= anchor.x) return { x: left, y, width, height };
  return placing(anchor, size, [], screen);
}

/** The best place for a box of a size beside an anchor: below, above, right, left; the one that hides least of `avoid`. */
export function placing(anchor: Box, size: { width: number; height: number }, avoid: readonly Box[], screen: { width: number; height: number }): Box {
  const { width, height } = size;
  const [right, bottom] = [screen.width - width - EDGE, screen.height - height - EDGE];
  const centre = clamp(anchor.x + anchor.width / 2 - width / 2, EDGE, right);
  const middle = clamp(anchor.y + anchor.height / 2 - height / 2, EDGE, bottom);
  const sides: [number, number][] = [
    [centre, anchor.y + anchor.height + GAP],
    [centre, anchor.y - height - GAP],
    [anchor.x + anchor.width + GAP, middle],
    [anchor.x - width - GAP, middle],
  ];
  // The same four sides again, slid along the anchor, where something lies in the way.
  for (const way of [-ROUGH, ROUGH]) {
    for (const side of [1, -1]) {
      sides.push([clamp(centre + way * width, EDGE, right), side > 0 ? anchor.y + anchor.height + GAP : anchor.y - height - GAP]);
      sides.push([side > 0 ? anchor.x + anchor.width + GAP : anchor.x - width - GAP, clamp(middle + way * height, EDGE, bottom)]);
    }
  }
  let best: Box = { x: centre, y: clamp(anchor.y + anchor.height + GAP, EDGE, bottom), width, height };
  let least = Infinity;
  for (const [x, y] of sides) {
    const box = { x: clamp(x, EDGE, right), y: clamp(y, EDGE, bottom), width, height };
    const cost = overlap(box, anchor) * 1_000 + avoid.reduce((sum, one) => sum + overlap(box, one), 0);
    if (cost < least) [least, best] = [cost, box];
    if (!cost) break;
  }
  return best;
}
