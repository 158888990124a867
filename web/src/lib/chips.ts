/** Where the signs of terrain lie: in its middle, or as near to that as no base, no other sign covers them. */
import { onPage, pair, type Box } from "./ground";
import type { Ground, Piece, Terrain } from "./scene";

export interface Chip {
  id: string;
  /** How high it is, in words. */
  high: string;
  /** The symbol of its trait, where it is drawn. */
  glyph: string;
  /** The left upper corner, on the page. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** In pixels. */
const HIGH = 22;
const LETTER = 8;
const GLYPH = 22;
const PAD = 10;
/** Round a base lies what is left of it, and what it suffers. */
const RIM = 6;
/** A piece that is not so many times as wide as its sign is told by its tip alone. */
const ROOM = 1.7;
/** So many places are looked at across a piece, and as many down. */
const STEPS = 6;

/** The rectangle round a piece, on the page. */
function extent(ground: Ground, { points = [], at = [], radius = 0 }: Terrain): Box {
  const all = (points.length ? points : [at]).map((point) => onPage(ground, point));
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  return [Math.min(...xs) - radius, Math.min(...ys) - radius, Math.max(...xs) + radius, Math.max(...ys) + radius];
}

/** Where its sign lies best. */
function middleOf(ground: Ground, { points = [], at = [] }: Terrain): [number, number] {
  const all = (points.length ? points : [at]).map((point) => onPage(ground, point));
  return [all.reduce((sum, [x]) => sum + x, 0) / all.length, all.reduce((sum, [, y]) => sum + y, 0) / all.length];
}

/** Where else a sign may lie, by its middle: all over its piece, and beside it. */
function places([left, top, right, bottom]: Box, width: number, height: number, px: number): [number, number][] {
  const [x, y, across, down] = [(left + right) / 2, (top + bottom) / 2, Math.max(0, right - left - width), Math.max(0, bottom - top - height)];
  const parts = Array.from({ length: STEPS + 1 }, (_, at) => at / STEPS - 0.5);
  const beside = [0, 1, 2].flatMap((away): [number, number][] => {
    const gap = 3 * px + away * height;
    return [
      [x, bottom + gap + height / 2],
      [x, top - gap - height / 2],
      [right + gap + width / 2, y],
      [left - gap - width / 2, y],
    ];
  });
  return [...parts.flatMap((i) => parts.map((j): [number, number] => [x + i * across, y + j * down])), ...beside];
}

/** The signs of all terrain that has room for one, in order; where a place is free for none it lies where least covers it. */
export function chipsOf(ground: Ground, pieces: readonly Piece[], px: number, length: (units: number) => string, drawn: (glyph: string) => boolean): Chip[] {
  const discs = pieces.flatMap(({ base }) => (base ? [{ at: onPage(ground, base.at), r: base.radius + RIM * px }] : []));
  const [w, h] = pair(ground.size);
  const laid: Chip[] = [];
  for (const one of ground.terrain ?? []) {
    const [glyph, high] = [drawn(one.glyph ?? "") ? one.glyph! : "", one.height ? length(one.height) : ""];
    const [width, height] = [((glyph ? GLYPH : 0) + high.length * LETTER + PAD) * px, HIGH * px];
    const box = extent(ground, one);
    if (!(high || glyph) || width >= ROOM * (box[2] - box[0])) continue;
    const middle = middleOf(ground, one);
    let best: { x: number; y: number; covered: number; far: number } | undefined;
    for (const [cx, cy] of [middle, ...places(box, width, height, px)]) {
      const [x, y] = [Math.max(0, Math.min(w - width, cx - width / 2)), Math.max(0, Math.min(h - height, cy - height / 2))];
      const deep = discs.map(({ at, r }) => r - Math.hypot(Math.max(x - at[0], 0, at[0] - x - width), Math.max(y - at[1], 0, at[1] - y - height)));
      const over = laid.map((other) => Math.min(x + width, other.x + other.width) - Math.max(x, other.x) > 0 && Math.min(y + height, other.y + other.height) - Math.max(y, other.y) > 0);
      const covered = deep.reduce((sum, far) => sum + Math.max(0, far), over.filter(Boolean).length * height);
      const far = Math.hypot(cx - middle[0], cy - middle[1]);
      if (!best || covered < best.covered || (covered === best.covered && far < best.far)) best = { x, y, covered, far };
      if (!best.covered && !best.far) break;
    }
    laid.push({ id: one.id, high, glyph, x: best!.x, y: best!.y, width, height });
  }
  return laid;
}
