import { describe, expect, it } from "vitest";
import { Hints, isBest, isEven, listed, percent, saidOf } from "./hint.svelte";
import type { Hint } from "./protocol";
import type { Table } from "./table.svelte";

const answer = (codes: number[], chance: number) => ({ codes, labels: codes.map((code) => ({ key: `action.a${code}` })), chance, looks: 120 });
const hint: Hint = { ordinal: 3, measure: "chance", looks: 900, answers: [answer([7], 0.614), answer([9], 0.552), answer([4], 0.2), answer([5], 0.1), answer([6], 0.05)] };

describe("a hint", () => {
  it("says of each answer its chance, and which is the best", () => {
    expect(saidOf(hint, 7, false)).toEqual({ percent: 61, best: true });
    expect(saidOf(hint, 9, false)).toEqual({ percent: 55, best: false });
    expect(saidOf(hint, 1, false)).toBeNull();
  });
  it("says of picks only that they belong to the best row", () => {
    const rows: Hint = { ...hint, answers: [answer([2, 3], 0.5), answer([2], 0.4)] };
    expect(saidOf(rows, 3, true)).toEqual({ percent: -1, best: true });
    expect(saidOf({ ...rows, answers: [answer([], 0.5), answer([2], 0.4)] }, 2, true)).toBeNull();
    expect(saidOf({ ...rows, answers: [] }, 2, true)).toBeNull();
  });
  it("names all best that the first does not lead by more than chance", () => {
    const [first, second, third] = hint.answers;
    const close: Hint = { ...hint, answers: [first!, { ...second!, even: true }, third!] };
    expect(close.answers.map((one) => isBest(close, one))).toEqual([true, true, false]);
    expect([isEven(close), isEven(hint)]).toEqual([false, false]);
  });
  it("finds no difference where all that was compared came out alike", () => {
    const alike: Hint = { ...hint, answers: [answer([7], 0.94), { ...answer([9], 0.938), even: true }, { ...answer([4], 0.937), even: true }] };
    expect(isEven(alike)).toBe(true);
    expect(alike.answers.some((one) => isBest(alike, one))).toBe(false);
    expect(saidOf(alike, 7, false)).toEqual({ percent: 94, best: false });
    expect(isEven({ ...hint, answers: hint.answers.slice(0, 1) })).toBe(false);
  });
  it("gives no figure where so little was compared that it would mean nothing", () => {
    const vague: Hint = { ...hint, looks: 8, margin: 0.5 };
    expect(saidOf(vague, 7, false)).toEqual({ percent: -1, best: true });
    expect(saidOf(vague, 9, false)).toEqual({ percent: -1, best: false });
    const words = { fill: (key: string, { count }: { count?: number }) => `${key} ${count ?? ""}`, word: (key: string) => key } as unknown as Table;
    const hints = new Hints(words);
    expect([hints.title(vague), ...hints.notes(vague)]).toEqual(["ui.hint", "ui.hint_vague 8"]);
    expect(hints.notes({ ...hint, margin: 0.04 })).toEqual(["ui.hint_note 900", "ui.hint_margin "]);
  });
  it("lists the few that were compared with care", () => {
    expect(listed(hint).map(({ codes }) => codes[0])).toEqual([7, 9, 4, 5]);
    expect(percent(0.005)).toBe(1);
  });
});
