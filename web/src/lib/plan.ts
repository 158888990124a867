/** A map whose places have a place and a size: as a camera needs it, and how large its words are. */
import type { Zone } from "./scene";
import { around, RIM, stretch, type Box, type Size, type World } from "./sight";

export interface Plan {
  world: World & { ratio: number };
  /** The scale at which it looks as it was made. */
  natural: number;
}

/** A tile is no smaller than this where all of the map is shown. */
const TILE: Size = { width: 132, height: 108 };
const TOUCHED: Size = { width: 88, height: 64 };
/** The narrowest place of a board still has room for a word. */
const ROOM: Size = { width: 52, height: 50 };
const ROOMS_NATURAL = 0.85;
/** A tile at which words have their least size. */
const READ = 190;
/** No larger by itself, so many times as large as it was made, and for whoever comes near. */
const MAX_SIZE = { width: 330, height: 300 };
const LARGER = 1.25;
const CLOSEST = 1.6;
/** So much lower and higher may a map be drawn: the places of a board are low already. */
const STRETCH = [0.86, 1.4] as const;
const RAISE = [1, 1.4] as const;
/** Words, in pixels. */
const [SMALL, LARGE] = [12, 16];

const boxOf = ({ at = [] }: Zone): Box => [at[0] ?? 0, at[1] ?? 0, (at[0] ?? 0) + (at[2] ?? 0), (at[1] ?? 0) + (at[3] ?? 0)];
const isTile = ({ kind }: Zone): boolean => kind === "tile" || kind === "vacant";

/** The plan of a map for a window. */
export function planOf({ zones = [], size = [] }: Zone, window: Size, touch: boolean): Plan {
  const placed = zones.filter(({ at }) => at?.length);
  const [left, top, right, bottom] = around(placed.map(boxOf)) ?? [0, 0, size[0] || 1, size[1] || 1];
  const tiles = placed.filter(isTile);
  const ratio = stretch([left, top, right, bottom], window, RIM, tiles.length ? STRETCH : RAISE);
  const all = tiles.length ? tiles : placed.filter(({ kind }) => kind === "room");
  const least = (index: 2 | 3) => Math.min(...all.map(({ at }) => at?.[index] || Infinity));
  const [width, height] = all.length ? [least(2), least(3) * ratio] : [100, 100];
  const floor = tiles.length ? (touch ? TOUCHED : TILE) : ROOM;
  const legible = Math.max(floor.width / width, floor.height / height);
  const most = tiles.length ? Math.min(MAX_SIZE.width / width, MAX_SIZE.height / height) : LARGER;
  const box: Box = [left, top * ratio, right, bottom * ratio];
  return {
    world: { box, least: legible, most, closest: Math.max(most * CLOSEST, legible * CLOSEST), rim: RIM, ratio },
    natural: tiles.length ? READ / width : ROOMS_NATURAL,
  };
}

/** Whether tiles are too small for all that lies on them: each is told in a few numbers then. */
export function isSmall({ zones = [] }: Zone, scale: number, ratio: number): boolean {
  return zones.some((zone) => isTile(zone) && ((zone.at?.[2] ?? 0) * scale < TILE.width - 1 || (zone.at?.[3] ?? 0) * scale * ratio < TILE.height - 1));
}

/** How large words are: they grow with the map, in bounds within which they are read and leave the pieces their room. */
export const letters = (scale: number, natural: number): number => Math.min(LARGE, Math.max(SMALL, (SMALL * scale) / natural));
