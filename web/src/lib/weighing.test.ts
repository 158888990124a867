import { expect, test } from "vitest";

import type { Comparison } from "./scene";
import { isOpen, scaleOf, signOf, spreadOf, standOf, standWith, turnOf } from "./weighing";

const say = (key: string) => ({ key });
const comparison: Comparison = {
  label: say("attack"),
  against: say("health"),
  good: say("falls"),
  bad: say("lives"),
  equal: true,
  spread: [4, 5, 5, 8],
  stands: [
    { value: 7, codes: [10] },
    { value: 5, codes: [11] },
    { value: 9, codes: [10, 20] },
    { value: 6, codes: [11, 20], spread: [0, 0] },
  ],
};

test("a number stands where the picks put it, and nowhere before", () => {
  expect(standOf(comparison, [])).toBeUndefined();
  expect(standOf(comparison, [10])?.value).toBe(7);
  expect(standOf(comparison, [10, 20, 99])?.value).toBe(9);
  expect(standOf({ ...comparison, stands: [{ value: 3 }] }, [10])?.value).toBe(3);
});

test("another pick is weighed with those that it follows", () => {
  expect(standWith(comparison, [], 11)?.value).toBe(5);
  expect(standWith(comparison, [10], 20)?.value).toBe(9);
  expect(standWith(comparison, [], 20)).toBeUndefined();
  expect(standWith(comparison, [10], 30)).toBeUndefined();
});

test("equal is enough where it is said, and a known number takes the place of all that might be", () => {
  const [seven, five] = comparison.stands!;
  expect(turnOf(comparison, seven!)).toEqual({ good: 3, all: 4 });
  expect(turnOf(comparison, five!)).toEqual({ good: 3, all: 4 });
  expect(turnOf({ ...comparison, equal: false }, five!)).toEqual({ good: 1, all: 4 });
  expect(turnOf({ ...comparison, met: { value: 8 } }, seven!)).toEqual({ good: 0, all: 1 });
  expect(spreadOf(comparison, comparison.stands![3])).toEqual([0, 0]);
});

test("the scale has a place for each dot and for each stand, and tells good ones from others", () => {
  const marks = scaleOf(comparison, comparison.stands![1]);
  expect(marks.map(({ value }) => value)).toEqual([3, 4, 5, 6, 7, 8, 9]);
  expect(marks.map(({ dots }) => dots)).toEqual([0, 1, 2, 0, 0, 1, 0]);
  expect(marks.map(({ good }) => good)).toEqual([true, true, true, false, false, false, false]);
  expect(scaleOf({ ...comparison, spread: [], stands: [] }, undefined)).toEqual([]);
});

test("a comparison is open while the next pick moves its number", () => {
  expect(isOpen(comparison, [], [10, 11])).toBe(true);
  expect(isOpen(comparison, [10], [20, 30])).toBe(true);
  expect(isOpen(comparison, [10], [30, 31])).toBe(false);
});

test("the sign says how two known numbers stand", () => {
  expect([signOf(8, 6, true), signOf(6, 6, true), signOf(6, 6), signOf(7, 6), signOf(5, 6, true)]).toEqual(["≥", "≥", "=", ">", "<"]);
});
