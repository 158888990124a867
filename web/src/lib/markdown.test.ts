import { expect, test } from "vitest";

import { blocks } from "./markdown";

test("the leading number goes, other numbers become links, bold stays", () => {
  expect(blocks("**DB-3.4** Roll **at once** (see DB-E12).", "DB-3.4")).toEqual([
    [{ text: "Roll " }, { text: "at once", strong: true }, { text: " (see " }, { text: "DB-E12", rule: true }, { text: ")." }],
  ]);
});

test("numbers of three parts are whole links", () => {
  expect(blocks("As in AB-7.6.2.", "AB-7.3")[0]?.map((run) => [run.text, !!run.rule])).toEqual([
    ["As in ", false],
    ["AB-7.6.2", true],
    [".", false],
  ]);
});

test("paragraphs are kept apart, wrapped lines are joined, list marks become bullets", () => {
  expect(blocks("One\nline.\n\nTwo.\n- three", "X-1").map((line) => line.map((run) => run.text).join(""))).toEqual(["One line.", "Two.", "• three"]);
});
