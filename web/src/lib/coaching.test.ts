import { expect, test } from "vitest";

import { isAdvised } from "./coaching.svelte";

test("picks without an order are the advised ones in any, and done is none of them", () => {
  expect(isAdvised([8, 7], [7, 8], true, false)).toBe(true);
  expect(isAdvised([], [0], true, false)).toBe(true);
  expect(isAdvised([7], [7, 8], true, false)).toBe(false);
  expect(isAdvised([8, 7], [7, 8], true, true)).toBe(false);
});

test("done is an answer of its own where one is given", () => {
  expect(isAdvised([0], [7], false, false)).toBe(false);
  expect(isAdvised([0], [0], false, false)).toBe(true);
});
