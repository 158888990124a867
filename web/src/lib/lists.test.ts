import { expect, test } from "vitest";

import { MAX_LISTS, readLists, withList } from "./lists";

const riders = { name: "Riders", names: ["a", "b", "b"] };

test.each([null, "", "nonsense", "{}", "3", "null", '[1, null, "x", {"name": 3}, {"name": "", "names": []}, {"name": "x"}, {"name": "x", "names": [1]}]'])(
  "what a browser has kept that is no list breaks nothing: %s",
  (text) => expect(readLists(text)).toEqual([]),
);

test("lists are read as they were kept, and what else is in them is left out", () => {
  expect(readLists(JSON.stringify([{ ...riders, price: 9 }, { name: 1 }]))).toEqual([riders]);
  expect(readLists(JSON.stringify([{ name: "x".repeat(500), names: [] }]))[0]!.name.length).toBe(60);
});

test("a list of the same name takes the place of the old one, and of too many the oldest go", () => {
  expect(withList([riders, { name: "Other", names: [] }], { name: "Riders", names: ["c"] })).toEqual([{ name: "Other", names: [] }, { name: "Riders", names: ["c"] }]);
  const many = Array.from({ length: MAX_LISTS }, (_, at) => ({ name: `${at}`, names: [] }));
  expect(withList(many, riders).map(({ name }) => name).slice(-2)).toEqual([`${MAX_LISTS - 1}`, "Riders"]);
  expect(withList(many, riders)).toHaveLength(MAX_LISTS);
});
