// @vitest-environment jsdom
/** Rows are dragged by their handle: the others make room, and where it is dropped is told. */
import { afterEach, expect, test, vi } from "vitest";

import { ordering, rankOf } from "./ordering";

afterEach(() => document.body.replaceChildren());

/** Three rows of 40, 4 apart, each with a handle. */
function laid(move: (from: number, to: number) => void): { rows: HTMLElement[]; fire: (row: number, name: string, y: number) => void } {
  const list = document.createElement("ol");
  const rows = [0, 1, 2].map((at) => {
    const row = document.createElement("li");
    row.innerHTML = "<b></b><i></i>";
    row.getBoundingClientRect = () => ({ top: at * 44, bottom: at * 44 + 40, height: 40 }) as DOMRect;
    row.scrollIntoView = () => undefined;
    row.querySelector("b")!.setPointerCapture = () => undefined;
    return row;
  });
  list.append(...rows);
  list.getBoundingClientRect = () => ({ top: 0 }) as DOMRect;
  document.body.append(list);
  ordering("li", "b", move)(list);
  const fire = (row: number, name: string, clientY: number) => rows[row]!.querySelector("b")!.dispatchEvent(new PointerEvent(name, { bubbles: true, cancelable: true, clientY, isPrimary: true, pointerId: 1 }));
  return { rows, fire };
}

test("a row goes past those whose middle it covers", () => {
  const rank = (from: number, by: number) => rankOf([20, 64, 108], from, from * 44 + by, from * 44 + 40 + by);
  expect([rank(0, 20), rank(0, 26), rank(0, 70), rank(2, -20), rank(2, -26), rank(2, -90), rank(1, 0)]).toEqual([0, 1, 2, 2, 1, 0, 1]);
});

test("what is dragged down is told when it is dropped, and the others make room", () => {
  const move = vi.fn();
  const { rows, fire } = laid(move);
  fire(0, "pointerdown", 20);
  fire(0, "pointermove", 70);
  expect(rows.map((row) => row.style.translate)).toEqual(["0px 50px", "0px -44px", "0px"]);
  fire(0, "pointermove", 130);
  fire(0, "pointerup", 130);
  expect([move.mock.calls, rows.map((row) => row.style.translate)]).toEqual([[[0, 2]], ["", "", ""]]);
});

test("Escape and a press elsewhere move nothing", () => {
  const move = vi.fn();
  const { rows, fire } = laid(move);
  fire(2, "pointerdown", 108);
  fire(2, "pointermove", 20);
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  fire(2, "pointerup", 20);
  rows[0]!.querySelector("i")!.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, isPrimary: true, pointerId: 1 }));
  fire(0, "pointerup", 90);
  expect([move.mock.calls, rows[2]!.style.translate]).toEqual([[], ""]);
});
