import { expect, test } from "vitest";

import { around, between, edge, framed, held, inGame, meant, measured, onPage, outline, shows, whole, zoomed, type At } from "./ground";
import type { Aim, Ground } from "./scene";

const ground: Ground = { size: [12_000, 12_000], measure: 1_000 };
const box = { width: 600, height: 800 };
const aim: Aim = { radius: 500, snaps: [{ at: [3_010, 4_000], label: { key: "a" } }, { at: [3_200, 4_000], label: { key: "b" } }] };

test("y grows upwards, and the upper seat sees the table from its side; there and back is where it was", () => {
  const turned = { ...ground, turned: true };
  expect([onPage(ground, [1_000, 2_000]), onPage(turned, [1_000, 2_000])]).toEqual([[1_000, 10_000], [11_000, 2_000]]);
  for (const one of [ground, turned]) expect(inGame(one, onPage(one, [1_234, 777]))).toEqual([1_234, 777]);
  expect(outline(ground, [[0, 0], [12_000, 12_000]])).toBe("M0 12000L12000 0");
});

test("all of it is seen with a margin, and never less than that", () => {
  const all = whole(ground, box);
  expect(all.scale * 12_000).toBeLessThan(600);
  expect(all.scale * 12_000).toBeGreaterThan(540);
  expect(held(ground, box, { x: -9_999, y: 99_999, scale: all.scale / 5 })).toEqual(all);
});

test("a zoom leaves what is under the pointer where it is, up to a bound", () => {
  const all = whole(ground, box);
  const at: At = [7_000, 5_000];
  const near = zoomed(ground, box, all, 3, at);
  const where = (win: typeof all) => (at[0] - win.x) * win.scale;
  expect(where(near)).toBeCloseTo(where(all), 6);
  expect(zoomed(ground, box, near, 1_000, at).scale).toBeCloseTo(all.scale * 8, 9);
  expect(zoomed(ground, box, near, 0.001, at)).toEqual(all);
});

test("the nearest point to snap to is meant if it is near enough, else a hundredth of a measure on the table", () => {
  expect(meant(ground, aim, [3_100, 4_050], 250)).toEqual([3_010, 4_000]);
  expect(meant(ground, aim, [3_150, 4_000], 250)).toEqual([3_200, 4_000]);
  expect(meant(ground, aim, [3_524, 4_127], 250)).toEqual([3_520, 4_130]);
  expect(meant(ground, null, [-40, 12_400], 250)).toEqual([0, 12_000]);
});

test("lengths are told in measures with one decimal", () => {
  expect([measured(ground, 4_790), measured(ground, 5_000), measured({ ...ground, measure: 10 }, 25)]).toEqual(["4.8", "5", "2.5"]);
});

test("the edge of a reach goes round it once, and round each hole", () => {
  const loops = (reach: number[][]) => edge(ground, { radius: 1, step: 250, reach }).split("M").length - 1;
  expect(loops([[4, 4, 8], [5, 4, 8]])).toBe(1);
  expect(loops([[4, 4, 8], [5, 4, 4, 8, 8], [6, 4, 8]])).toBe(2);
  expect(loops([[4, 4, 5], [9, 4, 5]])).toBe(2);
  expect(loops([])).toBe(0);
  const points = edge(ground, { radius: 1, step: 250, reach: [[4, 4, 8], [5, 4, 8]] }).match(/[\d.]+ [\d.]+/g)!.map((pair) => pair.split(" ").map(Number));
  expect(points.every(([x, y]) => x! >= 875 && x! <= 2_125 && y! >= 12_000 - 1_375 && y! <= 12_000 - 875)).toBe(true);
});

test("a window is framed round discs with a margin, and tells whether it shows them", () => {
  const square = { width: 600, height: 600 };
  const discs = [{ at: [3_500, 5_000], radius: 500 }, { at: [7_500, 7_000], radius: 500 }];
  const found = around(ground, discs)!;
  expect(found).toEqual([3_000, 4_500, 8_000, 7_500]);
  expect(around(ground, [])).toBeNull();
  const win = framed(ground, square, found, 1_000);
  expect([win.x, win.y]).toEqual([5_500, 6_000]);
  expect(win.scale).toBeCloseTo(600 / 7_000, 9);
  expect(shows(win, square, found)).toBe(true);
  expect(shows({ ...win, x: win.x + 1_500 }, square, found)).toBe(false);
  expect(framed(ground, square, found, 1_000, 0.06).scale).toBe(0.06);
});

test("on the way from one window to another it begins here and ends there", () => {
  const [from, to] = [{ x: 0, y: 100, scale: 1 }, { x: 50, y: 0, scale: 4 }];
  expect([between(from, to, 0), between(from, to, 1)]).toEqual([from, to]);
  const mid = between(from, to, 0.5);
  expect(mid.x).toBeGreaterThan(25);
  expect(mid.scale).toBeGreaterThan(1);
  expect(mid.scale).toBeLessThan(4);
});
