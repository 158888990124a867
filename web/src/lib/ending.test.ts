// @vitest-environment jsdom
import { expect, test } from "vitest";

import { Ending } from "./ending.svelte";

const press = (ending: Ending, key: string): boolean => ending.key(new KeyboardEvent("keydown", { key, cancelable: true }));

test("keys of the last question press nothing until somebody looks round", () => {
  const ending = new Ending();
  expect(press(ending, "Enter")).toBe(false);
  ending.set(true);
  expect(["Enter", " ", "1", "p"].map((key) => press(ending, key))).toEqual([true, true, true, true]);
  expect(ending.open).toBe(true);
  press(ending, "Tab");
  expect(press(ending, "Enter")).toBe(false);
});

test("a pointer that stands still while the page changes under it wakes nobody", () => {
  const ending = new Ending();
  ending.pointed({ clientX: 5, clientY: 5 });
  ending.set(true);
  ending.pointed({ clientX: 5, clientY: 5 });
  expect(ending.awake).toBe(false);
  ending.pointed({ clientX: 6, clientY: 5 });
  expect(ending.awake).toBe(true);
});

test("Esc leads to the table, where keys still press nothing by accident", () => {
  const ending = new Ending();
  ending.set(true);
  expect(press(ending, "Escape")).toBe(true);
  expect([ending.open, ending.awake]).toEqual([false, false]);
  expect(press(ending, "Enter")).toBe(true);
  ending.wake();
  expect(press(ending, "Enter")).toBe(false);
  // A frame that comes later does not bring the stage back.
  ending.set(true);
  expect(ending.open).toBe(false);
});

test("an undo of the end takes the stage away", () => {
  const ending = new Ending();
  ending.set(true);
  ending.set(false);
  expect(ending.open).toBe(false);
  expect(press(ending, "Enter")).toBe(false);
});
