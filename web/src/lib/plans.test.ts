import { expect, test } from "vitest";

import { blank, draftOf, moved, mustDecline, plannedOf, resent, subjects } from "./plans";
import type { Plan, PlanForm } from "./protocol";

const plan: Plan = { key: "a", kind: "cheat", name: { key: "planned.cheat" }, rule: "R-1", choices: [{ how: "codes", codes: [5] }, { how: "decline" }], useful: true, otherwise: "decline" };
const form = { kinds: [{ kind: "cheat", name: { key: "planned.cheat" }, rule: "R-1", reaction: true }] } as unknown as PlanForm;

test("a plan of a frame is sent back as it is, without what the server adds", () => {
  expect(resent(plan)).toEqual({
    key: "a",
    plan: { kind: "cheat", choices: [{ how: "codes", codes: [5] }, { how: "decline" }], turn: -1, limits: [], useful: true, otherwise: "decline" },
    unless: false,
  });
});

test("picks make up one answer together, or are tried one after the other", () => {
  const draft = { ...blank("put"), steps: [5, 5, 7] };
  expect(plannedOf({ ...draft, together: true }).plan.choices).toEqual([{ how: "codes", codes: [5, 5, 7] }]);
  expect(plannedOf(draft).plan.choices).toEqual([5, 5, 7].map((code) => ({ how: "codes", codes: [code] })));
  expect(draftOf({ ...plan, choices: [{ how: "codes", codes: [5, 7] }] })).toMatchObject({ together: true, steps: [5, 7] });
});

test("limits without a bound are left out", () => {
  const limits = [{ word: "face" }, { word: "face", least: null, most: 3 }, { word: "of", same: { term: "x" } }];
  expect(plannedOf({ ...blank("roll"), limits }).plan.limits).toEqual(limits.slice(1));
});

test("what a question is about are its words that are neither seats nor numbers", () => {
  const words = { seat: { seat: 1 }, of: { term: "crisis.x" }, difficulty: 9, total: null, cause: { key: "k" } };
  expect(subjects({ key: "prompt.put", words })).toEqual([{ word: "of", same: { term: "crisis.x" } }, { word: "cause", same: { key: "k" } }]);
  expect(subjects(null)).toEqual([]);
});

test("a plan that depends on the hand passes a window where it is no use", () => {
  expect(mustDecline(draftOf(plan), form)).toBe(true);
  expect(mustDecline({ ...draftOf(plan), useful: false }, form)).toBe(false);
});

test("a plan moves up and down", () => {
  expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b"], 0, 1)).toEqual(["b", "a"]);
});
