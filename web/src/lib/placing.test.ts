import { expect, test } from "vitest";

import { aside, placing, type Box } from "./placing";

const screen = { width: 1000, height: 600 };
const size = { width: 240, height: 100 };
const box = (x: number, y: number, width = 40, height = 40): Box => ({ x, y, width, height });
const apart = (a: Box, b: Box) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

test("a tip lies below what it explains, centred", () => {
  expect(placing(box(500, 200), size, [], screen)).toMatchObject({ x: 400, y: 252 });
});

test("at the lower edge it lies above, and never leaves the screen", () => {
  const low = placing(box(500, 540), size, [], screen);
  expect(low.y + low.height).toBeLessThanOrEqual(540);
  for (const anchor of [box(0, 0), box(960, 0), box(0, 560), box(960, 560)]) {
    const at = placing(anchor, size, [], screen);
    expect(at.x).toBeGreaterThanOrEqual(8);
    expect(at.x + at.width).toBeLessThanOrEqual(992);
    expect(at.y).toBeGreaterThanOrEqual(8);
    expect(at.y + at.height).toBeLessThanOrEqual(592);
    expect(apart(at, anchor)).toBe(true);
  }
});

test("it gives way to what can be chosen", () => {
  const below = box(480, 260, 80, 80);
  const at = placing(box(500, 200), size, [below], screen);
  expect(apart(at, below)).toBe(true);
  expect(apart(at, box(500, 200))).toBe(true);
});

test("where everything is in the way it hides as little as it can", () => {
  const all = box(0, 0, 1000, 600);
  expect(apart(placing(box(500, 200), size, [all], screen), box(500, 200))).toBe(true);
});

test("a card beside a table lies at its right edge, and at its left for what would be under it", () => {
  const card = { width: 400, height: 500 };
  expect(aside(box(300, 200), card, screen)).toMatchObject({ x: 592, y: 62 });
  expect(aside(box(700, 200), card, screen)).toMatchObject({ x: 8, y: 62 });
  const middle = aside(box(450, 200), { width: 520, height: 500 }, screen);
  expect(middle.x).toBeGreaterThanOrEqual(0);
});
