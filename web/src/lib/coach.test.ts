// @vitest-environment jsdom
import { expect, test } from "vitest";

import { marks, next, selectors } from "./coach";
import type { Row } from "./picks";
import type { Decision } from "./protocol";
import type { Scene } from "./scene";
import { offersOf } from "./targets";

const label = { key: "x" };
const scene: Scene = {
  zones: [{ id: "heap", kind: "heap" }],
  panels: [
    { seat: 0, zones: [{ id: "p0", kind: "slots", zones: [{ id: "p0.a", kind: "slot", pieces: [{ id: "w1", kind: "die", targets: [{ code: 7, label }] }] }] }] },
    { seat: 1, targets: [{ code: 20, label, mode: "attack" }, { code: 30, label, mode: "council" }] },
  ],
};
const decision = (codes: number[], many = false): Decision => ({
  kind: "k",
  rule: "R-1",
  ordinal: 1,
  many,
  ordered: false,
  question: label,
  targets: codes.map((code) => ({ code, label, mode: { 20: "attack", 30: "council" }[code] ?? "" })),
  done: many,
});
const row = (...picked: number[]): Row => ({ picked, options: [], done: true, label: null });
const advise = (asked: Decision, codes: number[], mode = "", picked: number[] = []) =>
  next(codes, asked, offersOf(scene, asked), mode, row(...picked));

test("a place is looked for itself, then at the chip of its seat", () => {
  expect(selectors("piece:w1", scene)).toEqual(['[data-piece="w1"]', '[data-chip="0"]', '[data-within~="w1"]', '[data-holds~="w1"]']);
  expect(selectors("fact:1.votes", scene)).toEqual(['[data-seat="1"] [data-fact="votes"]', '[data-chip="1"] [data-fact="votes"]', '[data-chip="1"]']);
  expect(selectors("fact:store", scene)).toEqual(['.dials [data-fact="store"]']);
  expect(selectors("zone:p0.a", scene)[0]).toBe('[data-zone="p0.a"]');
  expect(selectors("zone:heap", scene)).toContain('[data-heap="heap"]');
  expect(selectors("goal:0", scene)[1]).toBe('[data-chip="0"] .pips');
  expect(selectors("duel", scene)).toEqual([".duel", ".contest"]);
  expect(selectors("case", scene)).toEqual([".case"]);
  expect(selectors("knob:1", scene)).toEqual([]);
});

test("a name of a place cannot leave its selector", () => {
  for (const selector of selectors('piece:a"] , body, [x="', scene)) expect(() => document.querySelectorAll(selector)).not.toThrow();
  expect(document.querySelector(selectors('piece:a"], body, [x="', scene)[0]!)).toBeNull();
});

test("a button is advised as it is, a piece and a board where they lie", () => {
  expect(advise(decision([1, 2]), [2])).toEqual(["code:2"]);
  expect(advise(decision([7, 2]), [7])).toEqual(["piece:w1", "code:7"]);
  expect(advise(decision([1]), [99])).toEqual([]);
});

test("what is advised twice is pressed twice, and a third one is taken back", () => {
  const asked = decision([1, 7], true);
  expect(advise(asked, [7, 7, 1], "", [7])).toEqual(["piece:w1", "code:7", "code:1"]);
  expect(advise(asked, [7, 7], "", [7, 7])).toEqual(["code:0"]);
  expect(advise(asked, [7, 7], "", [7, 7, 7])).toEqual(["piece:w1", "code:7"]);
});

test("the mode comes first, then what it offers", () => {
  const asked = decision([20, 30]);
  expect(advise(asked, [30], "attack")).toEqual(["mode:council"]);
  expect(advise(asked, [30], "council")).toEqual(["panel:1", "code:30"]);
});

test("picks are advised one after another, wrong ones taken back, then done", () => {
  const asked = decision([7, 8], true);
  expect(advise(asked, [7])).toEqual(["piece:w1", "code:7"]);
  expect(advise(asked, [7], "", [7])).toEqual(["code:0"]);
  expect(advise(asked, [7], "", [8])).toEqual(["code:8"]);
  expect(advise(asked, [])).toEqual(["code:0"]);
});

test("in a row whose order counts one thing at a time is advised, and what stands in a wrong place is taken back", () => {
  const asked = { ...decision([7, 8], true), ordered: true };
  expect(advise(asked, [8, 7, 8])).toEqual(["code:8"]);
  expect(advise(asked, [8, 7, 8], "", [8])).toEqual(["piece:w1", "code:7"]);
  expect(advise(asked, [8, 7, 8], "", [8, 7])).toEqual(["code:8"]);
  expect(advise(asked, [8, 7], "", [7])).toEqual(["piece:w1", "code:7"]);
});

test("a point of a table to scale is advised where it is, whatever else offers it", () => {
  const asked = { ...decision([7, 8], true), ordered: true };
  const after = (...picked: number[]) => next([8, 7], asked, offersOf(scene, asked), "", row(...picked), -1, [], [[], [40, 50]]);
  expect(after()).toEqual(["code:8"]);
  expect(after(8)).toEqual(["at:40,50"]);
  expect(after(8, 99)).toEqual(["back"]);
  expect(selectors("back", scene)).toEqual([".question [data-back]"]);
  expect(selectors("code:8", scene)).toEqual([`.question [data-code="8"]`, `.answers [data-code="8"]`]);
  expect(selectors("at:40,50", scene)).toEqual(['[data-at="40,50"]']);
});

test("once a thing is pressed, what it leads on to is advised", () => {
  const asked = decision([7, 2]);
  const offers = offersOf(scene, asked);
  offers.byCode.get(7)!.target.onto = ["zone:land"];
  const after = (...way: string[]) => next([7], asked, offers, "", row(), -1, way);
  expect(after("piece:w1")).toEqual(["zone:land", "code:7"]);
  expect(after("piece:w1", "zone:land")).toEqual(["code:7"]);
  expect(after("piece:other")).toEqual(["piece:w1", "code:7"]);
});

test("where something is advised, nothing else is marked", () => {
  const rows = (points: string[], advised: string[]) => marks(points, advised, scene).map((mark) => [mark.place, mark.advised]);
  expect(rows(["panel:1"], ["mode:council"])).toEqual([["mode:council", true]]);
  expect(rows(["piece:w1", "piece:w1", "panel:1"], [])).toEqual([
    ["piece:w1", false],
    ["panel:1", false],
  ]);
});
