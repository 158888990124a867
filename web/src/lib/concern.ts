/** Which places of a map the open question is about, and which an event. Places are keys, such as `zone:torus`. */
import type { GameEvent } from "./protocol";
import type { Piece, Scene, Zone } from "./scene";
import { termsOf } from "./story";
import { place, regionsOf } from "./targets";
import type { Table } from "./table.svelte";

type Asking = Pick<Table, "ring" | "offers"> & Partial<Pick<Table, "ghosts">>;

/** The map's places and what stands on them, each with its key; in a ring also the seats, each before its places. */
function* placesOn(map: Zone): Generator<[string, Zone | Piece]> {
  if (map.kind === "ring") for (const zone of map.zones ?? []) if ((zone.owner ?? -1) >= 0) yield [place("panel", zone.owner ?? 0), zone];
  for (const zone of [map, ...regionsOf(map)]) {
    if (zone !== map) yield [place("zone", zone.id), zone];
    for (const piece of zone.pieces ?? []) yield [place("piece", piece.id), piece];
  }
}

/** What may be chosen on a map; where nothing of it may, where that goes to what may be chosen elsewhere. */
export function targetsOn(table: Asking, map: Zone): string[] {
  const keys = [...placesOn(map)].map(([key]) => key);
  const legal = keys.filter((key) => table.ring(key) === "legal");
  if (legal.length) return legal;
  const goals = new Set(table.offers.all.flatMap(({ target: { onto = [], into = [] } }) => [...onto, ...into]));
  return keys.filter((key) => goals.has(key));
}

/** What has to be in sight beside the targets: what the scene names, what is chosen already, where it happens and who acts. */
export function besides(table: Asking, scene: Scene, map: Zone): string[] {
  const named = new Set([...(scene.about ?? []), ...(table.ghosts?.intents ?? []).flatMap(({ goal, faint }) => (faint ? [] : goal))]);
  return [...placesOn(map)].filter(([key, { flags }]) => named.has(key) || table.ring(key) === "picked" || flags?.some((flag) => flag === "here" || flag === "acts")).map(([key]) => key);
}

/** The places of a map that some events name. */
export function toldOn(events: readonly GameEvent[], map: Zone): string[] {
  const terms = new Set(events.flatMap(termsOf));
  return [...placesOn(map)].filter(([, { label }]) => label && terms.has(label.key)).map(([key]) => key);
}
