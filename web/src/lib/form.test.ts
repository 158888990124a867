import { describe, expect, it } from "vitest";
import { chosen, isForm, rowsOf } from "./form";
import type { Target } from "./scene";

const target = (code: number, ...values: string[]): Target => ({
  code,
  label: { key: `label.${code}` },
  choices: values.map((value, row) => ({ head: { key: `head.${row}` }, value: { key: value } })),
});
const gift = target(1, "gift", "me");
const peace = [target(2, "peace", "me", "two"), target(3, "peace", "both", "two"), target(4, "peace", "both", "torn")];
const open = [gift, ...peace, target(5, "peace", "you", "torn")];
const told = (at: Target, options = open, known: Target[] = []) =>
  rowsOf(options, at, known).map((row) => row.map(({ choice, code, open }) => `${choice.value.key} ${code}${open ? "" : " refused"}`));

describe("a form", () => {
  it("is made of many answers that all say what tells them apart", () => {
    expect(isForm(open)).toBe(true);
    expect(isForm(open.slice(0, 4))).toBe(false);
    expect(isForm([...open, { code: 9, label: { key: "plain" } }])).toBe(false);
  });

  it("shows under each heading what goes with what is chosen before it", () => {
    expect(told(gift)).toEqual([["gift 1", "peace 2"], ["me 1"]]);
    expect(told(peace[1] as Target)).toEqual([["gift 1", "peace 3"], ["me 2", "both 3", "you 5"], ["two 3", "torn 4"]]);
  });

  it("keeps below a heading what was chosen there", () => {
    expect(told(peace[2] as Target)[1]).toEqual(["me 2", "both 4", "you 5"]);
  });

  it("shows what was offered before and is refused now, by a code that can be asked about", () => {
    const left = [gift, peace[0] as Target];
    expect(told(peace[0] as Target, left, open)).toEqual([["gift 1", "peace 2"], ["me 2", "both 3 refused", "you 5 refused"], ["two 2"]]);
  });

  it("goes on with the answer most like one that is gone", () => {
    expect(chosen([gift, peace[0] as Target], 3, open)?.code).toBe(2);
    expect(chosen(open, -1)?.code).toBe(1);
    expect(chosen([], -1)).toBeUndefined();
  });
});
