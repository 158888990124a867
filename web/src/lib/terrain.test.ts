import { expect, test } from "vitest";
import { ORNAMENTS, raysOf, rimOf } from "./station";
import { depth, isDrawn, type Lot, terrainOf } from "./terrain";

const SQUARE: Lot["points"] = [[0, 0], [500, 0], [500, 400], [0, 400]];
const lot = (kind: string, id = "terrain.0"): Lot => ({ kind, id, points: SQUARE, at: [0, 0], radius: 0, unit: 100 });
const KINDS = ["building", "wall", "wood", "rubble", "water", "crate", "smoke"];

test.each(KINDS)("%s is drawn the same way each time, and like no other terrain", (kind) => {
  expect(isDrawn(kind)).toBe(true);
  expect(terrainOf(lot(kind))).toEqual(terrainOf(lot(kind)));
  expect(terrainOf(lot(kind)).length).toBeGreaterThan(0);
  for (const other of KINDS) if (other !== kind) expect(terrainOf(lot(other))).not.toEqual(terrainOf(lot(kind)));
});

test.each(["wood", "rubble", "water", "smoke"])("two pieces of %s differ", (kind) => {
  expect(terrainOf(lot(kind, "terrain.1"))).not.toEqual(terrainOf(lot(kind)));
});

test("what nobody has drawn has its ground and edge alone", () => {
  expect(terrainOf(lot("lake"))).toEqual([]);
});

test("the depth within an edge is measured to its nearest side", () => {
  expect(depth(SQUARE, [250, 100])).toBe(100);
  expect(depth(SQUARE, [490, 200])).toBe(10);
  expect(depth(SQUARE, [520, 200])).toBe(-20);
});

test.each(["wood", "rubble", "water"])("%s lies within its edge, so that the edge stays clear", (kind) => {
  const round: Lot = { ...lot(kind), points: [], at: [1000, 1000], radius: 300 };
  for (const [tone, path] of terrainOf(round)) {
    if (tone === "low") continue; // shadows may fall on the edge
    for (const [, x, y] of path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)) expect(Math.hypot(Number(x) - 1000, Number(y) - 1000)).toBeLessThan(325);
  }
});

test("ranks are told apart by their rims, and who leads has rays", () => {
  const rims = Object.values(ORNAMENTS).map(({ notches }) => rimOf(notches, 10));
  expect(new Set(rims).size).toBe(rims.length);
  expect(raysOf(12).match(/z/g)).toHaveLength(12);
  expect(rimOf(0, 10)).toBeNull();
});
