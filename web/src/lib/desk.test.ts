import { expect, test } from "vitest";

import { Places } from "./desk";

test("what is left keeps its key while one picks, and another question counts anew", () => {
  const places = new Places();
  const of = (question: number, codes: number[], picked: boolean) => codes.map((code) => places.of(question, codes, picked).get(code));
  expect(of(1, [7, 8, 9], false)).toEqual([1, 2, 3]);
  expect(of(1, [8, 9], true)).toEqual([2, 3]);
  expect(of(1, [9, 4], true)).toEqual([3, 4]);
  // What follows a pick may be all other things.
  expect(of(1, [20, 21], true)).toEqual([1, 2]);
  expect(of(1, [7, 8, 9], false)).toEqual([1, 2, 3]);
  expect(of(2, [9, 8], true)).toEqual([1, 2]);
});
