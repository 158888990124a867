import { expect, test } from "vitest";

import { rulesOf, searched } from "./rules";

const rules = rulesOf({ "rule.PM-3.10": "Late", "rule.PM-3.9": "Fleet limit", "rule.PM-E1": "Errata", "rule.PM-3": "Build", "ui.rule": "Rule {rule}" });

test("rules stand in the order of their numbers, and nothing else is a rule", () => {
  expect(rules.map((one) => one.rule)).toEqual(["PM-3", "PM-3.9", "PM-3.10", "PM-E1"]);
});

test("number and title are searched, all words must be there", () => {
  const found = (asked: string) => searched(rules, asked).map((one) => one.rule);
  expect(found("LIMIT fleet")).toEqual(["PM-3.9"]);
  expect(found("3.1")).toEqual(["PM-3.10"]);
  expect(found("fleet errata")).toEqual([]);
  expect(found("  ")).toHaveLength(4);
});
