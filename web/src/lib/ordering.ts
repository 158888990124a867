/** Rows of a list that are dragged by a handle into another order; the list itself can still be scrolled. */
import type { Attachment } from "svelte/attachments";

/** Where a row comes to stand that reaches from a height to another: it goes past those whose middle it covers. */
export const rankOf = (middles: readonly number[], from: number, top: number, bottom: number): number =>
  middles.filter((middle, row) => row !== from && middle < (row < from ? top : bottom)).length;

/** Attach to a list: `rows` and `handle` select what is dragged and by what, `move` is told from where to where. */
export function ordering(rows: string, handle: string, move: (from: number, to: number) => void): Attachment<HTMLElement> {
  return (list) => {
    const control = new AbortController();
    const { signal } = control;
    let held: { pointer: number; all: HTMLElement[]; from: number; to: number; start: number; low: number; high: number; middles: number[]; step: number } | null = null;
    const top = () => list.getBoundingClientRect().top - list.scrollTop;

    function drop(): void {
      for (const row of held?.all ?? []) {
        row.style.translate = "";
        row.classList.remove("dragged");
      }
      held = null;
    }
    list.addEventListener(
      "pointerdown",
      (event) => {
        const grip = event.target instanceof Element ? event.target.closest(handle) : null;
        const row = grip?.closest<HTMLElement>(rows);
        if (!grip || !row || event.button !== 0 || !event.isPrimary) return;
        drop();
        const all = [...list.querySelectorAll<HTMLElement>(rows)];
        const boxes = all.map((one) => one.getBoundingClientRect());
        const [from, begin] = [all.indexOf(row), top()];
        const gap = boxes[0] && boxes[1] ? boxes[1].top - boxes[0].bottom : 0;
        const box = boxes[from]!;
        held = { pointer: event.pointerId, all, from, to: from, start: event.clientY - begin, low: box.top - begin, high: box.bottom - begin, middles: boxes.map((one) => (one.top + one.bottom) / 2 - begin), step: box.height + gap };
        grip.setPointerCapture(event.pointerId);
        row.classList.add("dragged");
        event.preventDefault();
      },
      { signal },
    );
    list.addEventListener(
      "pointermove",
      (event) => {
        if (held?.pointer !== event.pointerId) return;
        const { all, from, middles, start, low, high, step } = held;
        const by = event.clientY - top() - start;
        held.to = rankOf(middles, from, low + by, high + by);
        const { to } = held;
        all.forEach((row, at) => {
          const away = at > from && at <= to ? -step : at < from && at >= to ? step : 0;
          row.style.translate = `0 ${at === from ? by : away}px`;
        });
        all[from]!.scrollIntoView({ block: "nearest" });
      },
      { signal },
    );
    list.addEventListener(
      "pointerup",
      (event) => {
        if (held?.pointer !== event.pointerId) return;
        const { from, to } = held;
        drop();
        if (from !== to) move(from, to);
      },
      { signal },
    );
    list.addEventListener("pointercancel", drop, { signal });
    window.addEventListener(
      "keydown",
      (event) => {
        if (!held || event.key !== "Escape") return;
        event.stopPropagation();
        drop();
      },
      { signal, capture: true },
    );
    return () => {
      drop();
      control.abort();
    };
  };
}
