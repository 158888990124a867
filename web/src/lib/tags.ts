/** Where tags beside discs stand: on the first free side, so that none lies on another one or on a disc. */
import { onPage, type At, type Box } from "./ground";
import type { Ground, Leg, Piece } from "./scene";

export interface Tagged {
  /** The middle of the disc and its radius, on the page. */
  x: number;
  y: number;
  radius: number;
  width: number;
  height: number;
  /** It may lie on its middle, which is no disc but a line. */
  over?: boolean;
}

const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one[2], other[2]) - Math.max(one[0], other[0])) * Math.max(0, Math.min(one[3], other[3]) - Math.max(one[1], other[1]));

type Disc = Pick<Tagged, "x" | "y" | "radius">;

/** The left upper corner of each tag, in order: below, above, right or left of its disc, where it covers least; that of a line also farther off. */
export function placed(tags: readonly Tagged[], discs: readonly Disc[], gap: number, laid: readonly Box[] = []): { x: number; y: number }[] {
  const taken: Box[] = [...laid, ...discs.map(({ x, y, radius }): Box => [x - radius, y - radius, x + radius, y + radius])];
  return tags.map(({ x, y, radius, width, height, over }) => {
    const beside = (far: number): Box[] => [
      [x - width / 2, y + far, x + width / 2, y + far + height],
      [x - width / 2, y - far - height, x + width / 2, y - far],
      [x + far, y - height / 2, x + far + width, y + height / 2],
      [x - far - width, y - height / 2, x - far, y + height / 2],
    ];
    const near = beside(radius + gap);
    const sides: Box[] = over ? [[x - width / 2, y - height / 2, x + width / 2, y + height / 2], ...near, ...beside(radius + gap + height)] : near;
    const covers = (side: Box) => taken.reduce((sum, box) => sum + overlap(side, box), 0);
    const best = sides.reduce((least, side) => (covers(side) < covers(least) ? side : least));
    taken.push(best);
    return { x: best[0], y: best[1] };
  });
}

/** A length on a leg of a way, as a tag in units of the page. */
export interface LegTag {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** The middle of its leg. */
  of: At;
}

const LETTER = 7.5;
const HIGH = 22;

/** The lengths of the legs of a way: on their middle, or beside it where a base, the end of the way or another length is. */
export function legTags(ground: Ground, way: readonly (readonly number[])[], legs: readonly Leg[], pieces: readonly Piece[], ended: number, px: number, length: (cost: number) => string, laid: readonly Omit<LegTag, "text" | "of">[] = []): LegTag[] {
  const told = legs.flatMap((leg, at) => {
    const from = way[at];
    if (!from || (leg.cost ?? -1) < 0) return [];
    const [[ax, ay], [bx, by]] = [onPage(ground, from), onPage(ground, leg.at)];
    const text = length(leg.cost ?? 0);
    return [{ text, x: (ax + bx) / 2, y: (ay + by) / 2, radius: 0, over: true, width: (text.length * LETTER + 14) * px, height: HIGH * px }];
  });
  const disc = ([x, y]: At, radius: number): Disc => ({ x, y, radius });
  const discs = pieces.flatMap(({ base }) => (base ? [disc(onPage(ground, base.at), base.radius)] : []));
  const ends = way.map((at, place) => disc(onPage(ground, at), place && place === legs.length ? ended : 5 * px));
  const corners = placed(told, [...discs, ...ends], 8 * px, laid.map(({ x, y, width, height }) => [x, y, x + width, y + height]));
  return told.map(({ text, x, y, width, height }, at) => ({ text, width, height, of: [x, y], ...corners[at]! }));
}
