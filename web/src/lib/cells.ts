/** A map of tiles as a small grid: in which cell each tile lies, what belongs to it, and what lies between two. */
import type { Zone } from "./scene";

export interface Cell {
  tile: Zone;
  /** What follows the tile in the map: its plots, the ways from it. */
  parts: Zone[];
  column: number;
  row: number;
}

/** A way between two cells, or out of one: at which edge of the cell it lies. */
export interface Edge {
  zone: Zone;
  column: number;
  row: number;
  side: "left" | "right" | "top" | "bottom";
}

export interface Grid {
  columns: number;
  rows: number;
  cells: Cell[];
  /** Places for one more. */
  free: Cell[];
  edges: Edge[];
}

/** The step from one cell to the next: the least distance between any two. */
function step(values: readonly number[]): number {
  const sorted = [...new Set(values)].sort((one, other) => one - other);
  const gaps = sorted.slice(1).map((value, index) => value - (sorted[index] ?? 0));
  return gaps.length ? Math.min(...gaps) : 1;
}

/** What belongs to each tile: all that follows it, up to the next. */
export function gridOf(map: Zone): Grid {
  const regions = map.zones ?? [];
  const cells: Cell[] = [];
  const free: Cell[] = [];
  const placed = regions.filter(({ kind }) => kind === "tile" || kind === "vacant");
  const [lefts, tops] = [0, 1].map((index) => placed.map(({ at }) => at?.[index] ?? 0)) as [number[], number[]];
  const [left, top, across, down] = [Math.min(...lefts), Math.min(...tops), step(lefts), step(tops)];
  for (const zone of regions) {
    const [column, row] = [Math.round(((zone.at?.[0] ?? 0) - left) / across), Math.round(((zone.at?.[1] ?? 0) - top) / down)];
    if (zone.kind === "tile") cells.push({ tile: zone, parts: [], column, row });
    else if (zone.kind === "vacant") free.push({ tile: zone, parts: [], column, row });
    else cells.at(-1)?.parts.push(zone);
  }
  const edges = cells.flatMap((cell) => cell.parts.filter(({ kind }) => kind === "link" || kind === "gate").map((zone) => ({ zone, column: cell.column, row: cell.row, side: sideOf(cell.tile, zone) })));
  const all = [...cells, ...free];
  return { cells, free, edges, columns: Math.max(0, ...all.map(({ column }) => column)) + 1, rows: Math.max(0, ...all.map(({ row }) => row)) + 1 };
}

/** At which edge of a tile something lies: where its middle is farther out. */
function sideOf({ at: tile = [] }: Zone, { at = [] }: Zone): Edge["side"] {
  const [x, y] = [0, 1].map((index) => ((at[index] ?? 0) + (at[index + 2] ?? 0) / 2 - (tile[index] ?? 0) - (tile[index + 2] ?? 0) / 2) / (tile[index + 2] || 1)) as [number, number];
  if (Math.abs(x) > Math.abs(y)) return x < 0 ? "left" : "right";
  return y < 0 ? "top" : "bottom";
}
