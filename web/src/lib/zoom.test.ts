// @vitest-environment jsdom
import { expect, test, vi } from "vitest";

import { clamped, fitting, gestures, LEAST, MOST, scrolled } from "./zoom";

test("the scale stays within its bounds and snaps to life size", () => {
  expect(clamped(0.1)).toBe(LEAST);
  expect(clamped(9)).toBe(MOST);
  expect(clamped(0.97)).toBe(1);
  expect(clamped(1.3)).toBe(1.3);
});

test("the point under the pointer stays there", () => {
  const [from, to, pointer, scroll] = [1, 2, { x: 100, y: 50 }, { x: 40, y: 0 }];
  const next = scrolled(scroll, pointer, from, to);
  expect((next.x + pointer.x) / to).toBe((scroll.x + pointer.x) / from);
  expect((next.y + pointer.y) / to).toBe((scroll.y + pointer.y) / from);
  expect(scrolled({ x: 0, y: 0 }, pointer, 2, 1)).toEqual({ x: 0, y: 0 });
});

test("fitting shows everything and enlarges nothing", () => {
  expect(fitting({ width: 1000, height: 500 }, { width: 1000, height: 600 })).toBe(1);
  expect(fitting({ width: 1000, height: 800 }, { width: 1000, height: 600 })).toBe(0.75);
  expect(fitting({ width: 0, height: 0 }, { width: 10, height: 10 })).toBe(1);
});

test("the wheel zooms only with ctrl, and then the page does not", () => {
  const view = document.createElement("div");
  const zoom = vi.fn();
  const stop = gestures(view, { scale: () => 1, zoom });
  const wheel = (ctrlKey: boolean) => {
    const event = new WheelEvent("wheel", { deltaY: -100, ctrlKey, cancelable: true });
    view.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(wheel(false)).toBe(false);
  expect(zoom).not.toHaveBeenCalled();
  expect(wheel(true)).toBe(true);
  expect(zoom.mock.calls[0]![0]).toBeGreaterThan(1);
  stop();
  expect(wheel(true)).toBe(false);
});

test("a drag of the ground pans, a drag of a piece does not", () => {
  const view = document.createElement("div");
  view.innerHTML = "<p></p><button></button>";
  view.setPointerCapture = vi.fn();
  const stop = gestures(view, { scale: () => 1, zoom: vi.fn() });
  const send = (node: Element, name: string, x: number) =>
    node.dispatchEvent(Object.assign(new MouseEvent(name, { bubbles: true, clientX: x }), { pointerType: "mouse", pointerId: 1 }));
  send(view.querySelector("button")!, "pointerdown", 100);
  send(view, "pointermove", 50);
  expect(view.scrollLeft).toBe(0);
  send(view.querySelector("p")!, "pointerdown", 100);
  send(view, "pointermove", 97);
  expect(view.scrollLeft).toBe(0);
  send(view, "pointermove", 50);
  expect(view.scrollLeft).toBe(50);
  expect(view.classList).toContain("panning");
  send(view, "pointerup", 50);
  send(view, "pointermove", 0);
  expect(view.scrollLeft).toBe(50);
  stop();
});
