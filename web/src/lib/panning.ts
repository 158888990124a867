/** A window on a map of tiles: how large it is drawn, and where to go so that what matters is seen. */
import type { Point } from "./zoom";

/** So large is a tile read without effort, in parts of its natural size. */
const NEAR = 0.84;
/** Smaller than this nothing can be read. */
const FAR = 0.7;
const MOST = 1.25;

export interface Size {
  width: number;
  height: number;
}

/** The scale at which it opens: all of it where that can be read, else as near as reading wants. */
export function opening(map: Size, view: Size): number {
  return Math.min(MOST, Math.max(NEAR, whole(map, view)));
}

/** The scale at which all of it is seen. */
export function whole(map: Size, view: Size): number {
  return Math.min(view.width / (map.width || 1), view.height / (map.height || 1));
}

/** The least scale; below it the map is drawn in another way. */
export function least(map: Size, view: Size): number {
  return Math.max(FAR, Math.min(NEAR, whole(map, view)));
}

type Box = readonly number[];

/** The box round some boxes of x, y, width, height. */
function around(boxes: readonly Box[]): [number, number, number, number] {
  const [left, top] = [0, 1].map((index) => Math.min(...boxes.map((box) => box[index] ?? 0))) as [number, number];
  const [right, foot] = [0, 1].map((index) => Math.max(...boxes.map((box) => (box[index] ?? 0) + (box[index + 2] ?? 0)))) as [number, number];
  return [left, top, right - left, foot - top];
}

/** The box that lies nearest to the middle of all of them. */
function midmost(boxes: readonly Box[]): [number, number, number, number] {
  const [x, y, width, height] = around(boxes);
  const away = (box: Box) => Math.hypot((box[0] ?? 0) + (box[2] ?? 0) / 2 - x - width / 2, (box[1] ?? 0) + (box[3] ?? 0) / 2 - y - height / 2);
  return boxes.reduce((one, other) => (away(other) < away(one) ? other : one)) as unknown as [number, number, number, number];
}

/** Whether some boxes can be seen at once. */
export function fits(boxes: readonly Box[], view: Size, scale: number): boolean {
  const [, , width, height] = around(boxes);
  return width * scale <= view.width && height * scale <= view.height;
}

/**
 * Where to scroll so that boxes of the map are seen: all of them in the middle, or the midmost where they are too many.
 * Nowhere if all are seen that can be, or one of too many.
 */
export function towards(boxes: readonly Box[], scroll: Point, view: Size, scale: number): Point | null {
  if (!boxes.length) return null;
  const seen = (box: Box) => {
    const [x, y, width, height] = box.map((value) => value * scale) as [number, number, number, number];
    return x >= scroll.x && y >= scroll.y && x + width <= scroll.x + view.width && y + height <= scroll.y + view.height;
  };
  const whole = fits(boxes, view, scale);
  if (whole ? boxes.every(seen) : boxes.some(seen)) return null;
  const [x, y, width, height] = whole ? around(boxes) : midmost(boxes);
  return { x: Math.max(0, (x + width / 2) * scale - view.width / 2), y: Math.max(0, (y + height / 2) * scale - view.height / 2) };
}
