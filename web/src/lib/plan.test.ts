/** A map with places: how large it may be, when it is told in a few numbers, how it fills its window. */
import { expect, test } from "vitest";

import { isSmall, letters, planOf } from "./plan";
import type { Zone } from "./scene";
import { RIM, whole } from "./sight";

/** A galaxy of so many tiles in a row and so many rows, as StarCraft lays it. */
const galaxy = (columns: number, rows: number): Zone => ({
  id: "map",
  kind: "map",
  size: [30 + columns * 236, 30 + rows * 198],
  zones: Array.from({ length: columns * rows }, (_, at) => ({ id: `${at}`, kind: "tile", at: [30 + (at % columns) * 236, 30 + Math.floor(at / columns) * 198, 206, 168] })),
});
const board: Zone = { id: "b", kind: "map", size: [1200, 584], zones: [{ id: "a", kind: "area", at: [0, 126, 180, 212] }, { id: "r", kind: "room", at: [206, 186, 94, 91] }, { id: "bay", kind: "bay", at: [954, 468, 246, 116] }] };
const WINDOWS = [{ width: 732, height: 632 }, { width: 1240, height: 892 }, { width: 390, height: 340 }, { width: 744, height: 300 }];

test("the window is filled in one direction at least, and in both as far as it still looks right", () => {
  for (const window of WINDOWS)
    for (const map of [galaxy(3, 3), galaxy(4, 4), galaxy(6, 3), board]) {
      const { world } = planOf(map, window, false);
      const { scale } = whole(world, window);
      const [left, top, right, bottom] = world.box;
      const rooms = [(right - left) * scale - window.width + 2 * RIM, (bottom - top) * scale - window.height + 2 * RIM];
      expect(Math.max(...rooms)).toBeLessThan(1e-6);
      if (scale < world.most) expect(Math.max(...rooms)).toBeCloseTo(0, 6);
    }
  const { world } = planOf(galaxy(4, 4), { width: 1040, height: 880 }, false);
  expect(world.ratio).toBeGreaterThan(0.86);
  expect((world.box[2] - world.box[0]) / (world.box[3] - world.box[1])).toBeCloseTo(1008 / 848, 6);
});

test("all is in sight where a tile then has its least size: 132 by 108, for fingers 88 by 64", () => {
  for (const [touch, width, height] of [[false, 132, 108], [true, 88, 64]] as const)
    for (const window of WINDOWS) {
      const { world } = planOf(galaxy(4, 4), window, touch);
      const { ratio } = world;
      expect(206 * world.least).toBeGreaterThanOrEqual(width - 1e-6);
      expect(168 * ratio * world.least).toBeGreaterThanOrEqual(height - 1e-6);
      expect(Math.min(206 * world.least - width, 168 * ratio * world.least - height)).toBeCloseTo(0, 6);
    }
});

test("tiles that are too small for what lies on them are told in a few numbers", () => {
  const map = galaxy(4, 4);
  expect(isSmall(map, 132 / 206, 1.1)).toBe(false);
  expect(isSmall(map, 120 / 206, 1.1)).toBe(true);
  expect(isSmall(board, 0.1, 1)).toBe(false);
});

test("words grow with the map, from 12 to 16 pixels", () => {
  expect([0.1, 1, 1.2, 9].map((scale) => letters(scale, 1))).toEqual([12, 12, 14.399999999999999, 16]);
});

test("a map without a place for anything is its own size", () => {
  expect(planOf({ id: "m", kind: "map", size: [100, 50] }, WINDOWS[0]!, false).world.box.slice(0, 3)).toEqual([0, 0, 100]);
});
