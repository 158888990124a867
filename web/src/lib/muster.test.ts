import { expect, test } from "vitest";

import { codesOf, cost, drawn, rest, sorted, sums, taken } from "./muster";
import type { Muster } from "./scene";

const word = (key: string) => ({ key });
const piece = { id: "p", kind: "card" };
const muster: Muster = {
  kind: "crew",
  title: word("crew"),
  budget: 20,
  sortings: [{ label: word("by rank"), heads: [{ when: word("high") }, { when: word("none") }, { when: word("low") }] }],
  offered: [
    { name: "judge", code: 10, piece, cost: 9, heads: [0], counts: [1, 1] },
    { name: "marshal", code: 11, piece, cost: 5, most: 3, heads: [2], counts: [1, 0] },
  ],
  sums: [word("models"), word("shoot")],
  start: [1, 0],
  rest: { most: 4, kept: "pool" },
  ready: [{ label: word("all"), code: 99 }, { label: word("two"), names: ["judge"] }],
};

test("what can be taken stands under its heading, and headings with nothing below them are left out", () => {
  expect(sorted(muster, 0).map(({ head, offered }) => [head.when.key, offered.map(({ name }) => name)])).toEqual([["high", ["judge"]], ["low", ["marshal"]]]);
  expect(sorted(muster, 5)[0]!.offered).toHaveLength(2);
});

test("what is taken costs its sum, and of what is left so much is kept", () => {
  const crew = taken(muster, [11, 10, 11]);
  expect(crew.map(({ name }) => name)).toEqual(["judge", "marshal", "marshal"]);
  expect(cost(crew)).toBe(19);
  expect(rest(muster, 19)).toEqual({ left: 1, kept: 1, lost: 0 });
  expect(rest(muster, 5)).toEqual({ left: 15, kept: 4, lost: 11 });
  expect(sums(muster, crew)).toEqual([4, 1]);
});

test("a list is told in names: of those that nothing bears any more only how many they are", () => {
  expect(codesOf(muster, ["marshal", "ghost", "marshal"])).toEqual({ codes: [11, 11], unknown: 1 });
});

test("what a muster draws needs no buttons, ready answers neither", () => {
  expect([...drawn(muster)]).toEqual([10, 11, 99]);
  expect(drawn(null).size).toBe(0);
});
