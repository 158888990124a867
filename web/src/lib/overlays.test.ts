import { expect, test } from "vitest";

import { corner, ends, firstFree, glass, GLASS } from "./overlays";

const name = { width: 100, top: 300, bottom: 318 };

test("a name stands at the right, and goes aside for what would cover it", () => {
  expect(ends(0, 380, name, [])).toBe(380);
  expect(ends(0, 380, name, [[330, 100, 390, 310]])).toBe(240);
  expect(ends(0, 380, name, [[330, 100, 390, 310], [100, 290, 200, 330]])).toBe(100);
  // What lies above it covers nothing of it.
  expect(ends(0, 380, name, [[330, 100, 390, 300]])).toBe(380);
});

test("a part too narrow for its name has it beside what would cover it", () => {
  expect(ends(300, 380, name, [[340, 0, 390, 400]])).toBe(336);
});

test("a name that is covered all along its row goes to the next one, and where all are covered it stays", () => {
  const rows = [314, 294, 274].map((foot) => ({ left: 200, right: 380, foot }));
  expect(firstFree(rows, 100, [[0, 290, 390, 400]])).toEqual({ end: 380, foot: 274 });
  expect(firstFree(rows, 100, [[0, 300, 250, 400], [260, 270, 390, 400]])).toEqual({ end: 256, foot: 294 });
  expect(firstFree(rows, 100, [[0, 0, 390, 400]])).toEqual({ end: 380, foot: 314 });
  expect(firstFree(rows.map((row) => ({ ...row, left: 350 })), 100, [])).toEqual({ end: 380, foot: 314 });
});

test("the glass lies over the finger, within the window, and beside it at the upper edge", () => {
  const room = { width: 390, height: 400 };
  const middle = glass({ left: 195, top: 300 }, room);
  expect(middle.left + GLASS / 2).toBe(195);
  expect(middle.top + GLASS).toBeLessThan(300 - 20);
  expect(glass({ left: 2, top: 300 }, room).left).toBe(4);
  expect(glass({ left: 388, top: 300 }, room).left + GLASS).toBe(386);
  const [left, right] = [glass({ left: 100, top: 60 }, room), glass({ left: 300, top: 60 }, room)];
  expect(left.left).toBeGreaterThan(100);
  expect(right.left + GLASS).toBeLessThan(300);
  expect(left.top).toBeGreaterThanOrEqual(4);
});

test("what is read beside the table goes to the corner where it covers least, and stays while no other is better", () => {
  const [size, room] = [{ width: 200, height: 80 }, { width: 600, height: 500 }];
  expect(corner(size, room, [], null)).toEqual({ left: 10, top: 10 });
  const there = corner(size, room, [[50, 20, 90, 60]], null);
  expect(there).toEqual({ left: 390, top: 10 });
  expect(corner(size, room, [[400, 20, 440, 60], [50, 20, 90, 60]], there)).toEqual({ left: 10, top: 410 });
  expect(corner(size, room, [], there)).toEqual(there);
});
