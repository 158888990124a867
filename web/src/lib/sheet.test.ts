/** A sheet that is let go comes to rest at one of three heights, and shows on the way what it has room for. */
import { expect, test } from "vitest";

import { restOf, shownAt, speedOf } from "./sheet";

const HEIGHTS = [120, 380, 700];

test("at rest it goes to the nearest stop, in motion to the one it is thrown to", () => {
  expect([130, 240, 260, 530, 550].map((height) => restOf(HEIGHTS, height, 0))).toEqual(["line", "line", "half", "half", "full"]);
  expect([restOf(HEIGHTS, 160, 1), restOf(HEIGHTS, 370, -1), restOf(HEIGHTS, 400, 1.2), restOf(HEIGHTS, 690, -4)]).toEqual(["half", "line", "full", "line"]);
});

test("stops of one height are the lower one", () => {
  expect([restOf([120, 300, 300], 310, 2), restOf([200, 200, 200], 200, -1)]).toEqual(["half", "line"]);
});

test("answers are seen as soon as there is room for them", () => {
  expect([120, 130, 140, 380, 390].map((height) => shownAt(HEIGHTS, height))).toEqual(["line", "line", "half", "half", "full"]);
});

test("how fast it is let go is told by where the finger was just before", () => {
  const points = [{ y: 700, at: 0 }, { y: 600, at: 400 }, { y: 570, at: 420 }, { y: 540, at: 440 }];
  expect([speedOf(points, 445), speedOf(points, 600), speedOf(points.slice(0, 2), 405), speedOf([], 0)]).toEqual([1.5, 0, 0, 0]);
});
