import { expect, test } from "vitest";

import { addable, followed, keeping, picking, start, times, toggled, without } from "./picks";
import type { Decision } from "./protocol";
import type { Target } from "./scene";

const target = (code: number): Target => ({ code, label: { key: `t${code}` } });
const decision = (ordered: boolean, done = false): Decision => ({
  kind: "k",
  rule: "R-1",
  ordinal: 1,
  many: true,
  ordered,
  question: { key: "q" },
  targets: [target(0), target(3), target(5), target(7)],
  done,
});

test("the closing answer is no pick", () => {
  expect(start(decision(true)).options.map((option) => option.code)).toEqual([3, 5, 7]);
});

test("a second click takes a pick back", () => {
  const asked = decision(false);
  const row = { ...start(asked), picked: [3, 5, 7] };
  expect(toggled(row, asked, 5)).toEqual([3, 7]);
});

test("where order matters, taking one back takes back what was built on it", () => {
  const asked = decision(true);
  const row = { ...start(asked), picked: [7, 3, 5] };
  expect(toggled(row, asked, 3)).toEqual([7]);
  expect(toggled({ ...row, picked: [7] }, asked, 3)).toEqual([7, 3]);
});

test("where order does not matter, picks are sent in rising order", () => {
  const asked = decision(false);
  expect(toggled({ ...start(asked), picked: [7] }, asked, 3)).toEqual([3, 7]);
});

test("of things that are alike one more is picked until there is none left, and one is taken back", () => {
  const asked = decision(false);
  const row = { ...start(asked), picked: [5] };
  expect(toggled(row, asked, 5, true)).toEqual([5, 5]);
  const none = { ...row, picked: [5, 5, 7], options: [target(3)] };
  expect(times(none, 5)).toBe(2);
  expect(toggled(none, asked, 5, true)).toEqual([5, 7]);
});

test("what is not offered changes nothing", () => {
  const asked = decision(true);
  const row = followed([3], { options: [target(0), target(5)], done: true, done_label: { key: "action.go" } });
  expect(addable(row, 5)).toBe(true);
  expect(addable(row, 7)).toBe(false);
  expect(toggled(row, asked, 7)).toBeNull();
  expect(row).toMatchObject({ done: true, label: { key: "action.go" } });
});

test("what is missing is said with its number, where the rules name it", () => {
  const three = { ...decision(false), least: 3, most: 3 };
  const row = (picked: number[], options: number[], done = false) => ({ picked, options: options.map(target), done, label: null });
  expect(picking(three, row([], [3, 5, 7]))).toEqual({ key: "ui.pick_exactly", words: { count: 3 } });
  expect(picking(three, row([5], [3, 7]))).toEqual({ key: "ui.pick_left", words: { count: 2 } });
  expect(picking(three, row([5, 5], [5]))).toEqual({ key: "ui.pick_left_again", words: { count: 1 } });
  expect(picking(three, row([3, 5, 7], [], true)).key).toBe("ui.pick_any");
  expect(picking({ ...three, least: 1 }, row([], [3]))).toEqual({ key: "ui.pick_range", words: { least: 1, most: 3 } });
  expect(picking({ ...three, least: 0 }, row([], [2, 3, 5, 7], true))).toEqual({ key: "ui.pick_any_most", words: { count: 3 } });
  const proposed = { ...three, proposal: [3, 5, 7] };
  expect(picking(proposed, row([3, 5, 7], [], true)).key).toBe("ui.pick_proposed");
  expect(picking(proposed, row([3, 5, 5], [], true)).key).toBe("ui.pick_any");
  expect(picking({ ...three, least: 1 }, row([3], [5]))).toEqual({ key: "ui.pick_more" });
  expect(picking(decision(false), row([], [3]))).toEqual({ key: "ui.pick_first" });
  const texts = { "pick.k": "Choose a planet." };
  expect(picking(decision(false), row([], [3]), texts)).toEqual({ key: "pick.k" });
  expect(picking({ ...decision(false), kind: "other" }, row([], [3]), texts).key).toBe("ui.pick_first");
  expect(picking(three, row([], [3, 5, 7]), { "pick.k": "Choose a planet." }).key).toBe("ui.pick_exactly");
  expect(picking(decision(false), row([3], [3]))).toEqual({ key: "ui.pick_again" });
});

test("where things are kept, the picks are what stays, and no more than stays can be picked", () => {
  const asked = { ...decision(false), targets: [target(3), target(5), target(7)], keep: 2, least: 3, most: 3 };
  const all = [3, 3, 3, 5, 7];
  const none = keeping(asked, all, []);
  expect(none.options.map(({ code }) => code)).toEqual([3, 5, 7]);
  expect(none.done).toBe(false);
  expect(picking(asked, none)).toEqual({ key: "ui.pick_kept", words: { count: 2 } });
  const one = keeping(asked, all, [5]);
  expect(one.options.map(({ code }) => code)).toEqual([3, 7]);
  expect(picking(asked, one).words).toEqual({ count: 1 });
  const two = keeping(asked, all, [3, 5]);
  expect(two).toMatchObject({ done: true, options: [], label: { key: "ui.keep_these" } });
  expect(toggled(two, asked, 7)).toBeNull();
  expect(toggled(two, asked, 3)).toEqual([5]);
  expect(without(all, two.picked)).toEqual([3, 3, 7]);
});
