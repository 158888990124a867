/** Tips on everything: what is registered here says what it is on hover, focus and long press. */
export const HOVER = 400;
export const HOLD = 350;
const SHAKE = 10;

const known = new WeakMap<Element, () => void>();

/** Attach to an element: `show` opens its tip. */
export function explained(show: (node: Element) => void): (node: Element) => () => void {
  return (node) => {
    known.set(node, () => show(node));
    return () => known.delete(node);
  };
}

function nearest(target: EventTarget | null): Element | null {
  for (let node = target instanceof Element ? target : null; node; node = node.parentElement) if (known.has(node)) return node;
  return null;
}

/** What is pointed at: under a whole board or zone that catches the clicks, the thing that lies there. */
function pointedAt({ target, clientX, clientY }: MouseEvent): Element | null {
  const cover = target instanceof Element ? target.closest(".cover") : null;
  const there = [...(cover?.parentElement?.querySelectorAll("*") ?? [])].filter((node) => {
    if (node === cover || !known.has(node)) return false;
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return left <= clientX && clientX < right && top <= clientY && clientY < bottom;
  });
  return there.at(-1) ?? nearest(target);
}

/** Listens on the page; `hide` is called with what is left. Returns how to stop. */
export function listen(hide: (node: Element) => void): () => void {
  let timer = 0;
  let over: Element | null = null;
  /** Where the mouse last moved to. */
  let mouse: [number, number] | null = null;
  let from: [number, number] = [0, 0];
  let held = false;
  const control = new AbortController();
  const { signal } = control;

  const later = (node: Element, time: number, done?: () => void) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (!node.isConnected) return;
      known.get(node)?.();
      done?.();
    }, time);
  };
  const enter = (node: Element | null, time: number) => {
    if (node === over) return;
    clearTimeout(timer);
    if (over) hide(over);
    over = node;
    if (node) later(node, time);
  };

  const isAt = (event: PointerEvent) => mouse !== null && event.clientX === mouse[0] && event.clientY === mouse[1];
  // The board can move under a mouse at rest: what it has left is explained no longer, what came is not asked about.
  window.addEventListener("pointerover", (event) => event.pointerType !== "touch" && isAt(event) && pointedAt(event) !== over && enter(null, 0), { signal });
  document.documentElement.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && enter(null, 0), { signal });
  window.addEventListener(
    "pointerdown",
    (event) => {
      clearTimeout(timer);
      held = false;
      if (event.pointerType !== "touch") return;
      const node = pointedAt(event);
      from = [event.clientX, event.clientY];
      if (node) later(node, HOLD, () => ((held = true), (over = node)));
    },
    { signal, capture: true },
  );
  window.addEventListener(
    "pointermove",
    (event) => {
      if (event.pointerType === "touch") {
        if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) > SHAKE) clearTimeout(timer);
      } else if (!isAt(event)) {
        mouse = [event.clientX, event.clientY];
        enter(pointedAt(event), HOVER);
      }
    },
    { signal, passive: true },
  );
  for (const name of ["pointerup", "pointercancel"] as const) {
    window.addEventListener(name, (event) => event.pointerType === "touch" && clearTimeout(timer), { signal });
  }
  // A long press explains and does nothing else.
  window.addEventListener(
    "click",
    (event) => {
      if (!held) return;
      held = false;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );
  window.addEventListener("contextmenu", (event) => held && event.preventDefault(), { signal });
  window.addEventListener(
    "focusin",
    (event) => {
      // What a long press has told stays to be read when the finger is lifted, though the focus comes then.
      if (held) return;
      const target = event.target;
      const seen = target instanceof Element && target.matches(":focus-visible");
      enter(seen ? nearest(target) : null, HOVER);
    },
    { signal },
  );
  return () => {
    clearTimeout(timer);
    control.abort();
  };
}
