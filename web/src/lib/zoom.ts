/** Zoom and pan of the board: the arithmetic, and the wheel, pinch and drag that use it. */
export const LEAST = 0.6;
export const MOST = 3;
export const STEP = 1.2;
/** So near to its natural size the board snaps to it. */
const SNAP = 0.04;
const DRAG = 5;

export interface Point {
  x: number;
  y: number;
}

export function clamped(scale: number): number {
  const inside = Math.min(MOST, Math.max(LEAST, scale));
  return Math.abs(inside - 1) < SNAP ? 1 : inside;
}

/** Where to scroll so that the point under the pointer stays there. */
export function scrolled(scroll: Point, pointer: Point, from: number, to: number): Point {
  const keep = (at: number, by: number) => Math.max(0, ((at + by) * to) / from - by);
  return { x: keep(scroll.x, pointer.x), y: keep(scroll.y, pointer.y) };
}

/** The scale at which all of it is seen, never larger than life. */
export function fitting(content: { width: number; height: number }, view: { width: number; height: number }): number {
  if (!content.width || !content.height) return 1;
  return clamped(Math.min(1, view.width / content.width, view.height / content.height));
}

interface Stage {
  scale(): number;
  /** Zooms to a scale and keeps the point (in the view) where it is. */
  zoom(scale: number, at: Point): void;
}

/** The keys + − 0, unless they are typed or meant for something else. */
export function zoomKeys(event: KeyboardEvent, keys: { in: () => void; out: () => void; fit: () => void }): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) return;
  if (event.key === "+" || event.key === "=") keys.in();
  else if (event.key === "-" || event.key === "−") keys.out();
  else if (event.key === "0") keys.fit();
  else return;
  event.preventDefault();
}

/** Wheel with ctrl, two fingers, and a mouse that drags the ground. One finger scrolls as everywhere. Returns how to stop. */
export function gestures(view: HTMLElement, stage: Stage): () => void {
  const control = new AbortController();
  const { signal } = control;
  view.dataset.pans = "";
  /** What happens in a window within this one is its own. */
  const mine = ({ target }: Event) => target instanceof Element && target.closest("[data-pans]") === view;
  const inView = (x: number, y: number): Point => {
    const rect = view.getBoundingClientRect();
    return { x: x - rect.x, y: y - rect.y };
  };

  view.addEventListener(
    "wheel",
    (event) => {
      if (!mine(event) || (!event.ctrlKey && !event.metaKey)) return;
      event.preventDefault();
      stage.zoom(stage.scale() * Math.exp(-event.deltaY / (event.deltaMode ? 12 : 240)), inView(event.clientX, event.clientY));
    },
    { signal, passive: false },
  );

  let apart = 0;
  let scale = 1;
  const pinch = (event: TouchEvent): [number, Point] | null => {
    const [one, two] = event.touches;
    if (!one || !two || event.touches.length !== 2) return null;
    return [Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY), inView((one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2)];
  };
  view.addEventListener(
    "touchstart",
    (event) => {
      const found = mine(event) && pinch(event);
      if (!found) return;
      event.preventDefault();
      [apart, scale] = [found[0], stage.scale()];
    },
    { signal, passive: false },
  );
  view.addEventListener(
    "touchmove",
    (event) => {
      const found = pinch(event);
      if (!found || !apart) return;
      event.preventDefault();
      stage.zoom((scale * found[0]) / apart, found[1]);
    },
    { signal, passive: false },
  );

  let from: { pointer: number; x: number; y: number; left: number; top: number; panning: boolean } | null = null;
  view.addEventListener(
    "pointerdown",
    (event) => {
      const ground = event.target instanceof Element && !event.target.closest("button, a, input, select, ol");
      if (!mine(event) || event.pointerType !== "mouse" || event.button > 1 || !(ground || event.button === 1)) return;
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
    view.addEventListener(
      name,
      () => {
        from = null;
        view.classList.remove("panning");
      },
      { signal },
    );
  }
  return () => control.abort();
}
