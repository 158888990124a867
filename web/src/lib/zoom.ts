/** What moves the window of a map that the page lays out: the wheel, a pinch, a mouse that drags the map. One finger scrolls as everywhere. */
import type { Camera } from "./camera.svelte";

export interface Point {
  x: number;
  y: number;
}

const DRAG = 5;
const HELD = "a, input, select, ol, .carriable";
/** So many pixels of a wheel, and lines of one that turns in lines, make a map 2.7 times as large. */
const [PIXELS, LINES] = [320, 12];

export const wheeled = ({ deltaY, deltaMode }: WheelEvent): number => Math.exp(-deltaY / (deltaMode ? LINES : PIXELS));

/** Lets a window be moved. `sole`: the wheel has nothing else to do there. Returns how to stop. */
export function gestures(view: HTMLElement, camera: Camera, sole: boolean): () => void {
  const control = new AbortController();
  const { signal } = control;
  const inView = (x: number, y: number): readonly [number, number] => {
    const rect = view.getBoundingClientRect();
    return camera.at(x - rect.x, y - rect.y);
  };

  view.addEventListener(
    "wheel",
    (event) => {
      const pinched = event.ctrlKey || event.metaKey;
      if (!pinched && (!sole || event.shiftKey || event.deltaX)) return;
      event.preventDefault();
      camera.zoom(wheeled(event), inView(event.clientX, event.clientY));
    },
    { signal, passive: false },
  );

  let apart = 0;
  const pinch = (event: TouchEvent): { far: number; at: readonly [number, number] } | null => {
    const [one, two] = event.touches;
    if (!one || !two || event.touches.length !== 2) return null;
    return { far: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY), at: inView((one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2) };
  };
  view.addEventListener(
    "touchstart",
    (event) => {
      const found = pinch(event);
      if (!found) return;
      event.preventDefault();
      apart = found.far;
    },
    { signal, passive: false },
  );
  view.addEventListener(
    "touchmove",
    (event) => {
      const found = pinch(event);
      if (!found || !apart) return;
      event.preventDefault();
      camera.zoom(found.far / apart, found.at);
      apart = found.far;
    },
    { signal, passive: false },
  );

  let from: { pointer: number; x: number; y: number; left: number; top: number; panning: boolean } | null = null;
  view.addEventListener(
    "pointerdown",
    (event) => {
      camera.down = true;
      // A drag that begins on a thing moves the map too, unless the thing can be carried somewhere.
      const ground = event.target instanceof Element && !event.target.closest(HELD);
      if (event.pointerType !== "mouse" || event.button > 1 || !(ground || event.button === 1)) return;
      from = { pointer: event.pointerId, x: event.clientX, y: event.clientY, left: view.scrollLeft, top: view.scrollTop, panning: false };
      if (event.button === 1) event.preventDefault();
    },
    { signal },
  );
  view.addEventListener(
    "pointermove",
    (event) => {
      if (!from || event.pointerId !== from.pointer) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!from.panning && Math.hypot(dx, dy) < DRAG) return;
      if (!from.panning) {
        from.panning = true;
        view.setPointerCapture(event.pointerId);
        view.classList.add("panning");
      }
      view.scrollLeft = from.left - dx;
      view.scrollTop = from.top - dy;
    },
    { signal },
  );
  for (const name of ["pointerup", "pointercancel"] as const) {
    window.addEventListener(
      name,
      () => {
        from = null;
        camera.lift();
        view.classList.remove("panning");
      },
      { signal },
    );
  }
  return () => control.abort();
}
