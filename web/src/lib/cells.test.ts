import { expect, test } from "vitest";

import { gridOf } from "./cells";
import type { Zone } from "./scene";

const zone = (id: string, kind: string, at: number[]): Zone => ({ id, kind, at });
const map = zone("map", "map", []);
map.zones = [
  zone("b", "tile", [250, 30, 200, 160]),
  zone("b.plot", "plot", [254, 60, 90, 60]),
  zone("b.gate", "gate", [320, 8, 100, 24]),
  zone("a", "tile", [30, 220, 200, 160]),
  zone("way", "link", [225, 290, 40, 30]),
  zone("c", "tile", [250, 220, 200, 160]),
  zone("free", "vacant", [690, 220, 200, 160]),
];

test("tiles lie in their cells, with what belongs to them, and ways at their edges", () => {
  const { cells, free, edges, columns, rows } = gridOf(map);
  expect(cells.map(({ tile, column, row }) => [tile.id, column, row])).toEqual([["b", 1, 0], ["a", 0, 1], ["c", 1, 1]]);
  expect(cells.map(({ parts }) => parts.map(({ id }) => id))).toEqual([["b.plot", "b.gate"], ["way"], []]);
  expect(free.map(({ tile, column, row }) => [tile.id, column, row])).toEqual([["free", 3, 1]]);
  expect([columns, rows]).toEqual([4, 2]);
  expect(edges.map(({ zone: { id }, column, row, side }) => [id, column, row, side])).toEqual([["b.gate", 1, 0, "top"], ["way", 0, 1, "right"]]);
});

test("a single tile is a grid of its own", () => {
  expect(gridOf({ id: "m", kind: "map", zones: [zone("a", "tile", [30, 30, 200, 160])] })).toMatchObject({ columns: 1, rows: 1 });
});
