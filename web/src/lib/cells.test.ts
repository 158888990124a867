import { expect, test } from "vitest";

import { cellsOf, ringIn } from "./cells";
import type { Zone } from "./scene";

const zone = (id: string, kind: string, at: number[]): Zone => ({ id, kind, at });
const map = zone("map", "map", []);
map.zones = [
  zone("b", "tile", [250, 30, 200, 160]),
  zone("b.plot", "plot", [254, 60, 90, 60]),
  zone("b.gate", "gate", [320, 8, 100, 24]),
  zone("a", "tile", [30, 220, 200, 160]),
  zone("way", "link", [225, 290, 40, 30]),
  zone("free", "vacant", [690, 220, 200, 160]),
];

test("tiles have what belongs to them, and the ways between them lie apart", () => {
  const { cells, free, ways } = cellsOf(map);
  expect(cells.map(({ tile, parts }) => [tile.id, ...parts.map(({ id }) => id)])).toEqual([["b", "b.plot", "b.gate"], ["a", "way"]]);
  expect([free, ways].map((zones) => zones.map(({ id }) => id))).toEqual([["free"], ["b.gate", "way"]]);
});

test("a tile shows that something on it can be chosen", () => {
  const [cell] = cellsOf(map).cells;
  expect(ringIn(cell!, (key) => (key === "zone:b.plot" ? "legal" : ""))).toBe("legal");
  expect(ringIn(cell!, (key) => (key === "zone:b" ? "picked" : "legal"))).toBe("picked");
  expect(ringIn(cell!, () => "")).toBe("");
});
