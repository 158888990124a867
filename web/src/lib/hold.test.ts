import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holding } from "./hold";

/** An element that measures what it is told to, and what watches it. */
const box = { offsetWidth: 300, offsetHeight: 20, style: { minHeight: "" } };
const watch = { tell: () => {}, ended: false };

beforeEach(() => {
  Object.assign(box, { offsetWidth: 300, offsetHeight: 20, style: { minHeight: "" } });
  watch.ended = false;
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(told: () => void) {
        watch.tell = told;
      }
      observe(): void {
        watch.tell();
      }
      disconnect(): void {
        watch.ended = true;
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

function measure(change: Partial<typeof box>): string {
  Object.assign(box, change);
  watch.tell();
  return box.style.minHeight;
}

test("what has been higher stays as high", () => {
  holding(() => 1)(box as unknown as HTMLElement);
  expect(box.style.minHeight).toBe("20px");
  expect(measure({ offsetHeight: 40 })).toBe("40px");
  expect(measure({ offsetHeight: 20 })).toBe("40px");
});

test("another width begins anew", () => {
  holding(() => 1)(box as unknown as HTMLElement);
  measure({ offsetHeight: 40 });
  expect(measure({ offsetWidth: 600, offsetHeight: 20 })).toBe("20px");
});

test("what it is held for is read, and the end lets go", () => {
  const since = vi.fn();
  const end = holding(since)(box as unknown as HTMLElement);
  expect(since).toHaveBeenCalled();
  end?.();
  expect(box.style.minHeight).toBe("");
  expect(watch.ended).toBe(true);
});
