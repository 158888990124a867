/** The tiles of a map, each with what belongs to it, and what lies between two. */
import type { Zone } from "./scene";
import { place, type Ring } from "./targets";

export interface Cell {
  tile: Zone;
  /** What follows the tile in the map: its plots, the ways from it. */
  parts: Zone[];
}

export interface Cells {
  cells: Cell[];
  /** Places for one more. */
  free: Zone[];
  /** Ways between two, or out of one. */
  ways: Zone[];
}

/** What belongs to each tile: all that follows it, up to the next. */
export function cellsOf(map: Zone): Cells {
  const found: Cells = { cells: [], free: [], ways: [] };
  for (const zone of map.zones ?? []) {
    if (zone.kind === "tile") found.cells.push({ tile: zone, parts: [] });
    else if (zone.kind === "vacant") found.free.push(zone);
    else found.cells.at(-1)?.parts.push(zone);
    if (zone.kind === "link" || zone.kind === "gate") found.ways.push(zone);
  }
  return found;
}

/** Whether something of a tile can be chosen, or is. */
export function ringIn({ tile, parts }: Cell, ring: (key: string) => Ring): Ring {
  const own = ring(place("zone", tile.id));
  if (own) return own;
  const within = [tile, ...parts].flatMap(({ id, pieces = [] }) => [ring(place("zone", id)), ...pieces.map((piece) => ring(place("piece", piece.id)))]);
  return within.includes("legal") ? "legal" : within.some(Boolean) ? "other" : "";
}

export const isHere = ({ tile, parts }: Cell): boolean => [tile, ...parts].some(({ flags }) => flags?.includes("here"));
