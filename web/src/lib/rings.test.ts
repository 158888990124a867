import { expect, test } from "vitest";

import { ringAround } from "./rings";

const mark = { place: "piece:x", selectors: [], advised: true };
const board = { top: 56, bottom: 500 };

test("a ring lies around its place, its arrow above", () => {
  const ring = ringAround(mark, { left: 100, top: 200, right: 140, bottom: 240 }, board, 1_000);
  expect(ring).toMatchObject({ key: "piece:x", x: 95, y: 195, width: 50, height: 50, below: false, small: true, advised: true });
});

test("at the upper rim the arrow stands below; a wide place is not small", () => {
  const ring = ringAround(mark, { left: 100, top: 70, right: 300, bottom: 110 }, board, 1_000);
  expect(ring).toMatchObject({ below: true, small: false });
});

test("a ring leaves neither the screen nor what its place lies in", () => {
  const ring = ringAround(mark, { left: -20, top: 480, right: 1_020, bottom: 540 }, board, 1_000);
  expect(ring).toMatchObject({ x: 2, width: 996, y: 475, height: 25 });
});

test("a place that is scrolled away has no ring", () => {
  expect(ringAround(mark, { left: 0, top: 498, right: 40, bottom: 540 }, board, 1_000)).toBeNull();
  expect(ringAround(mark, { left: 0, top: 20, right: 40, bottom: 58 }, board, 1_000)).toBeNull();
});
