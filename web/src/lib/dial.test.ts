import { expect, test } from "vitest";

import { arc, knob } from "./dial";

test("a dial begins lower left, is half way at the top and ends lower right", () => {
  expect(knob(0, 15)).toEqual({ x: 18.9, y: 81.1 });
  expect(knob(5, 10)).toEqual({ x: 50, y: 6 });
  expect(knob(15, 15)).toEqual({ x: 81.1, y: 81.1 });
});

test("values beyond the ends stay on the rim", () => {
  expect(knob(20, 15)).toEqual(knob(15, 15));
  expect(knob(-3, 15)).toEqual(knob(0, 15));
});

test("a long arc takes the long way", () => {
  expect(arc(0, 4, 15)).toContain(" 0 0 1 ");
  expect(arc(0, 15, 15)).toContain(" 0 1 1 ");
});
