import { expect, test } from "vitest";

import { alike, best, kindOf, oddsOf } from "./odds";
import type { Decision } from "./protocol";
import type { Target } from "./scene";
import { offersOf } from "./targets";

const odds = (key: string) => ({ summary: { key } });
const target = (code: number, mode: string, chance?: string): Target => ({ code, label: { key: `t${code}` }, mode, ...(chance ? { odds: odds(chance) } : {}) });
const scene = {
  zones: [
    { id: "a", kind: "row", pieces: [{ id: "p", kind: "die", targets: [target(1, "roll", "good")] }] },
    { id: "b", kind: "row", pieces: [{ id: "q", kind: "die", targets: [target(2, "roll", "good"), target(3, "take")] }] },
  ],
  buttons: [target(4, "", "bad")],
};
const offers = offersOf(scene, { targets: [] as Target[] } as Decision);
const codes = (...given: Parameters<typeof oddsOf>) => oddsOf(...given).map((risk) => risk.offer.target.code);

test("what is pointed at comes first, then what is picked, then all of the mode", () => {
  expect(codes(offers, "roll", [2], { place: "piece:p" })).toEqual([1]);
  expect(codes(offers, "roll", [2], { code: 4 })).toEqual([4]);
  expect(codes(offers, "roll", [2], {})).toEqual([2]);
  expect(codes(offers, "roll", [], {})).toEqual([4, 1, 2].sort());
  expect(codes(offers, "take", [], {})).toEqual([4]);
});

test("a place without chances leaves what was shown", () => {
  expect(codes(offers, "take", [], { place: "piece:q" })).toEqual([4]);
});

test("the same chances stand once", () => {
  expect(alike(oddsOf(offers, "roll", [], {})).map((group) => group.length).sort()).toEqual([1, 2]);
});

test("chances that only the scene knows reach the offer of the decision", () => {
  const both = offersOf({ buttons: [{ code: 9, label: { key: "t" }, odds: odds("x") }] }, { targets: [{ code: 9, label: { key: "t" } }] } as Decision);
  expect(both.byCode.get(9)?.target.odds).toEqual(odds("x"));
});

test("what falls looks like what is risked", () => {
  expect(kindOf(scene, oddsOf(offers, "roll", [], { place: "piece:p" }))).toBe("die light");
  expect(kindOf(scene, oddsOf(offers, "roll", [], { code: 4 }))).toBe("");
});

test("of many choices the most hopeful are told in short, equal ones in their order", () => {
  const risk = (key: string, times: number) => [{ offer: { target: target(9, ""), places: [] }, odds: { ...odds(key), chances: [{ label: { key }, times, of: 6, good: true }] } }];
  const groups = [risk("a", 1), risk("b", 3), risk("c", 1)];
  expect(best(groups, 2).map((group) => group[0]?.odds.summary.key)).toEqual(["b", "a"]);
});
