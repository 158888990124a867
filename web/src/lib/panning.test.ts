/** The window on a map of tiles: how near it opens, how far it goes, where it goes to. */
import { expect, test } from "vitest";
import { fits, least, opening, towards, whole } from "./panning";

const view = { width: 700, height: 400 };

test("a small map opens whole, a large one so near that it can be read", () => {
  expect(opening({ width: 700, height: 400 }, view)).toBe(1);
  expect(opening({ width: 100, height: 100 }, view)).toBe(1.25);
  expect(opening({ width: 1400, height: 1200 }, view)).toBe(0.84);
});

test("it goes no farther than all of it, nor than can be read", () => {
  expect(whole({ width: 1400, height: 400 }, view)).toBe(0.5);
  expect(least({ width: 1400, height: 400 }, view)).toBe(0.7);
  expect(least({ width: 875, height: 400 }, view)).toBe(0.8);
  expect(least({ width: 100, height: 100 }, view)).toBe(0.84);
});

test("what is asked about is brought into the middle, all of it where it fits", () => {
  const [near, far] = [[0, 0, 100, 100], [500, 900, 100, 100]];
  expect(fits([near, far], view, 1)).toBe(false);
  expect(fits([near, far], view, 0.4)).toBe(true);
  expect(towards([far], { x: 0, y: 0 }, view, 1)).toEqual({ x: 200, y: 750 });
  expect(towards([near, [400, 600, 100, 100]], { x: 0, y: 300 }, view, 0.5)).toEqual({ x: 0, y: 0 });
});

test("it stays where the question is seen already", () => {
  const [near, far] = [[0, 0, 100, 100], [500, 900, 100, 100]];
  expect(towards([], { x: 0, y: 0 }, view, 1)).toBeNull();
  expect(towards([near], { x: 0, y: 0 }, view, 1)).toBeNull();
  expect(towards([near, far], { x: 0, y: 0 }, view, 1)).toBeNull();
  expect(towards([near, far], { x: 300, y: 300 }, view, 1)).toEqual({ x: 0, y: 0 });
});
