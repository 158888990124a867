import { expect, test } from "vitest";

import { rulesOf, searched } from "./rules";

const rules = rulesOf({ "rule.DB-3.10": "Late", "rule.DB-3.9": "Fleet limit", "rule.DB-E1": "Errata", "rule.DB-3": "Build", "rule.DB-15": "Variants", "rule.DB-1.1": "Aim", "ui.rule": "Rule {rule}" });

test("rules stand in the order of their numbers, and nothing else is a rule", () => {
  expect(rules.map((one) => one.rule)).toEqual(["DB-1.1", "DB-3", "DB-3.9", "DB-3.10", "DB-15", "DB-E1"]);
});

test("number and title are searched, all words must be there", () => {
  const found = (asked: string) => searched(rules, asked).map((one) => one.rule);
  expect(found("LIMIT fleet")).toEqual(["DB-3.9"]);
  expect(found("3.1")).toEqual(["DB-3.10"]);
  expect(found("fleet errata")).toEqual([]);
  expect(found("  ")).toHaveLength(6);
});
