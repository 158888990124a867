// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { explained, HOLD, HOVER, listen } from "./explain";

const shown = vi.fn();
const hidden = vi.fn();
const pointer = (node: Element, name: string, type: string, x = 0) =>
  node.dispatchEvent(Object.assign(new MouseEvent(name, { bubbles: true, cancelable: true, clientX: x }), { pointerType: type }));

let outer: HTMLElement;
let inner: HTMLElement;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  document.body.innerHTML = "<div><button></button></div><p></p>";
  [outer, inner] = [document.querySelector("div")!, document.querySelector("button")!];
  explained(shown)(outer);
  explained(shown)(inner);
  stop = listen(hidden);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test("the innermost thing under the mouse explains itself after a moment", () => {
  pointer(outer, "pointermove", "mouse", 1);
  vi.advanceTimersByTime(HOVER - 1);
  pointer(inner, "pointermove", "mouse", 2);
  vi.advanceTimersByTime(HOVER - 1);
  expect(shown).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(shown.mock.calls).toEqual([[inner]]);
  pointer(document.querySelector("p")!, "pointermove", "mouse", 3);
  expect(hidden).toHaveBeenLastCalledWith(inner);
});

test("what comes under a mouse at rest does not explain itself until the mouse moves", () => {
  pointer(outer, "pointerover", "mouse");
  vi.advanceTimersByTime(HOVER);
  expect(shown).not.toHaveBeenCalled();
  pointer(outer, "pointermove", "mouse", 5);
  vi.advanceTimersByTime(HOVER);
  expect(shown.mock.calls).toEqual([[outer]]);
  for (const name of ["pointerover", "pointermove"]) pointer(inner, name, "mouse", 5);
  vi.advanceTimersByTime(HOVER);
  expect(hidden).toHaveBeenLastCalledWith(outer);
  expect(shown).toHaveBeenCalledOnce();
  pointer(inner, "pointermove", "mouse", 6);
  vi.advanceTimersByTime(HOVER);
  expect(shown).toHaveBeenLastCalledWith(inner);
});

test("what lies under a whole board that catches the clicks explains itself all the same", () => {
  outer.insertAdjacentHTML("afterbegin", '<button class="cover"></button>');
  const cover = outer.querySelector(".cover")!;
  explained(shown)(cover);
  inner.getBoundingClientRect = () => new DOMRect(10, 0, 20, 20);
  pointer(cover, "pointermove", "mouse", 15);
  vi.advanceTimersByTime(HOVER);
  expect(shown).toHaveBeenLastCalledWith(inner);
  pointer(cover, "pointermove", "mouse", 40);
  vi.advanceTimersByTime(HOVER);
  expect(shown).toHaveBeenLastCalledWith(cover);
});

test("a long press explains and does not choose", () => {
  const clicked = vi.fn();
  inner.addEventListener("click", clicked);
  pointer(inner, "pointerdown", "touch");
  vi.advanceTimersByTime(HOLD);
  expect(shown).toHaveBeenCalledOnce();
  pointer(inner, "click", "touch");
  expect(clicked).not.toHaveBeenCalled();
  pointer(inner, "pointerdown", "touch");
  pointer(inner, "pointerup", "touch");
  pointer(inner, "click", "touch");
  expect(clicked).toHaveBeenCalledOnce();
});

test("a finger that moves away is no long press", () => {
  pointer(inner, "pointerdown", "touch");
  pointer(inner, "pointermove", "touch", 40);
  vi.advanceTimersByTime(HOLD);
  expect(shown).not.toHaveBeenCalled();
});

test("what has gone meanwhile is silent", () => {
  pointer(inner, "pointermove", "mouse", 1);
  inner.remove();
  vi.advanceTimersByTime(HOVER);
  expect(shown).not.toHaveBeenCalled();
});
