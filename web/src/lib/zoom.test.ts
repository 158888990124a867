// @vitest-environment jsdom
import { expect, test, vi } from "vitest";

import type { Camera } from "./camera.svelte";
import { gestures } from "./zoom";

const camera = () => ({ zoom: vi.fn(), at: (x: number, y: number) => [x, y], lift: vi.fn(), down: false });
const started = (view: HTMLElement, one: ReturnType<typeof camera>, sole: boolean) => gestures(view, one as unknown as Camera, sole);

test("the wheel zooms a map about the pointer; where it scrolls a page, only with ctrl", () => {
  for (const sole of [true, false]) {
    const [view, one] = [document.createElement("div"), camera()];
    const stop = started(view, one, sole);
    const wheel = (ctrlKey: boolean, shiftKey = false) => {
      const event = new WheelEvent("wheel", { deltaY: -100, ctrlKey, shiftKey, cancelable: true, clientX: 40, clientY: 7 });
      view.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(wheel(false)).toBe(sole);
    expect(wheel(false, true)).toBe(false);
    expect(wheel(true)).toBe(true);
    expect(one.zoom).toHaveBeenLastCalledWith(expect.closeTo(Math.exp(100 / 320)), [40, 7]);
    stop();
    expect(wheel(true)).toBe(false);
  }
});

test("a drag pans, one of what can be carried does not; while a pointer is down nothing else moves the map", () => {
  const [view, one] = [document.createElement("div"), camera()];
  view.innerHTML = '<p></p><button class="carriable"></button>';
  view.setPointerCapture = vi.fn();
  document.body.append(view);
  const stop = started(view, one, true);
  const send = (node: Element, name: string, x: number) =>
    node.dispatchEvent(Object.assign(new MouseEvent(name, { bubbles: true, clientX: x }), { pointerType: "mouse", pointerId: 1 }));
  send(view.querySelector("button")!, "pointerdown", 100);
  expect(one.down).toBe(true);
  send(view, "pointermove", 50);
  expect(view.scrollLeft).toBe(0);
  send(view.querySelector("p")!, "pointerdown", 100);
  send(view, "pointermove", 97);
  expect(view.scrollLeft).toBe(0);
  send(view, "pointermove", 50);
  expect(view.scrollLeft).toBe(50);
  expect(view.classList).toContain("panning");
  send(view, "pointerup", 50);
  expect(one.lift).toHaveBeenCalled();
  send(view, "pointermove", 0);
  expect(view.scrollLeft).toBe(50);
  stop();
});
