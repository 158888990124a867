import { expect, test } from "vitest";

import { apart, around, edge, inGame, meant, measured, onPage, outline, reached, worldOf } from "./ground";
import type { Aim, Ground } from "./scene";

const ground: Ground = { size: [12_000, 12_000], measure: 1_000 };
const aim: Aim = { radius: 500, snaps: [{ at: [3_010, 4_000], label: { key: "a" } }, { at: [3_200, 4_000], label: { key: "b" } }] };

test("y grows upwards, and the upper seat sees the table from its side; there and back is where it was", () => {
  const turned = { ...ground, turned: true };
  expect([onPage(ground, [1_000, 2_000]), onPage(turned, [1_000, 2_000])]).toEqual([[1_000, 10_000], [11_000, 2_000]]);
  for (const one of [ground, turned]) expect(inGame(one, onPage(one, [1_234, 777]))).toEqual([1_234, 777]);
  expect(outline(ground, [[0, 0], [12_000, 12_000]])).toBe("M0 12000L12000 0");
});

test("what lies there is fitted, the table bounds it, and an inch has its least size", () => {
  const terrain = [{ id: "t", kind: "wood", label: { key: "t" }, points: [[2_000, 2_000], [3_000, 3_000]] }];
  const one = worldOf({ ...ground, terrain }, [{ at: [6_000, 6_000], radius: 500 }, { at: [11_900, 4_000], radius: 500 }], false);
  expect(one.box).toEqual([2_000, 5_500, 12_000, 10_000]);
  expect(one.bounds).toEqual([0, 0, 12_000, 12_000]);
  expect([one.least, worldOf(ground, [], true).least].map((least) => least * ground.measure)).toEqual([16, 9]);
  expect(worldOf(ground, [], false).box).toEqual([0, 0, 12_000, 12_000]);
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

test("discs have a rectangle round them, on the page", () => {
  expect(around(ground, [{ at: [3_500, 5_000], radius: 500 }, { at: [7_500, 7_000], radius: 500 }])).toEqual([3_000, 4_500, 8_000, 7_500]);
  expect(around(ground, [])).toBeNull();
});

test("who points farther than the way goes gets the end of it, in the same direction and never a step too far", () => {
  const aim = { radius: 500, start: [1_000, 1_000], allowance: 5_000 };
  expect(reached(aim, [4_000, 5_000])).toEqual([4_000, 5_000]);
  expect(reached(aim, [7_000, 9_000])).toEqual([4_000, 5_000]);
  const short = reached(aim, [-8_000, 2_345]);
  expect(apart(short, [1_000, 1_000])).toBeLessThanOrEqual(5_000);
  expect(apart(short, [1_000, 1_000])).toBeGreaterThan(4_998);
  // Of a way what is left counts, from where it has come.
  expect(reached({ ...aim, legs: [{ at: [4_000, 1_000], left: 2_000 }] }, [9_000, 1_000])).toEqual([6_000, 1_000]);
  // What is placed has no way.
  expect(reached({ radius: 500, start: [1_000, 1_000] }, [30_000, 1_000])).toEqual([30_000, 1_000]);
});
