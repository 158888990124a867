/** The pages of a table with a map on a phone: the map, what the viewer holds, what the table is about. */
import { rowsOf } from "./prospects";
import type { Scene } from "./scene";
import type { Stop } from "./sheet";
import { mapOf, place, type Offers } from "./targets";

/** More answers than these are no list. */
export const MAX_LISTED = 24;
export const PAGES = ["table", "hand", "case"] as const;
export type Page = (typeof PAGES)[number];

/** Rows that lie open belong to what one holds: they are looked at and chosen from like a hand. */
const ELSEWHERE = ["map", "ring", "ground", "track", "heap", "deeds", "shelf"];
/** A row for each that belongs to a seat: it stands with the players, and names those who stand on the table. */
const ROLL = "roll";

/** The places that lie on each page. */
function* laid(scene: Scene, viewer: number): Generator<[Page, string]> {
  function* inside(page: Page, zones: Scene["zones"]): Generator<[Page, string]> {
    for (const zone of zones ?? []) {
      yield [page, place("zone", zone.id)];
      for (const piece of zone.pieces ?? []) yield [page, place("piece", piece.id)];
      yield* inside(page, zone.zones);
    }
  }
  const map = mapOf(scene);
  yield* inside("table", map ? [map] : []);
  yield* inside("hand", [{ id: "", kind: "hand", pieces: scene.hand ?? [] }, ...(scene.zones ?? []).filter(({ kind }) => !ELSEWHERE.includes(kind))]);
  yield* inside("hand", scene.panels?.find(({ seat }) => seat === viewer)?.zones?.filter(({ kind }) => kind !== ROLL));
  yield* inside("case", scene.case?.zones);
}

/** How many answers each page offers; what is a button stands under the question, whichever page is open. */
export function offered(scene: Scene, viewer: number, offers: Offers): Record<Page, number> {
  const count: Record<Page, number> = { table: 0, hand: 0, case: 0 };
  for (const [page, key] of laid(scene, viewer)) if (offers.byPlace.get(key)?.some(({ target }) => !target.unmarked)) count[page] += 1;
  return count;
}

/** Where a place is to be seen; a map round a ring has the boards on it. Empty where it is on no page of its own. */
export function pageAt(scene: Scene, viewer: number, key: string): Page | "players" | "" {
  for (const [page, one] of laid(scene, viewer)) if (one === key) return page;
  const [kind = "", name = ""] = key.split(":");
  // What is compared stands above a table to scale.
  if (kind === "case" || kind === "duel") return kind === "duel" && mapOf(scene)?.ground ? "table" : "case";
  if (!name.includes(".") && (kind === "fact" || scene.zones?.some((zone) => zone.kind === "track" && zone.id === name))) return "table";
  if (kind === "panel" || kind === "goal" || kind === "fact") return mapOf(scene)?.kind === "ring" ? "table" : "players";
  return "";
}

/** Whose boards are asked about; a ring has them on it. */
const ofSeats = (scene: Scene, offers: Offers): boolean => mapOf(scene)?.kind !== "ring" && offers.all.some(({ places }) => places.length > 0) && offers.all.every(({ places }) => places.every((key) => key.startsWith("panel:")));

/** What a phone shows above a question: the page on which its answers lie, the players where boards are chosen from; where it lies nowhere, what the scene says that it is about. */
export function tabOf(scene: Scene, viewer: number, offers: Offers): Page | "players" {
  const page = pageOf(scene, viewer, offers);
  if (page !== "table" || Object.values(offered(scene, viewer, offers)).some(Boolean)) return page;
  const [about] = (scene.about ?? []).map((key) => pageAt(scene, viewer, key)).filter(Boolean);
  return about || (ofSeats(scene, offers) ? "players" : page);
}

/** How high the sheet begins: low where the table is what is worked on, high where what can be chosen is mostly not on the page above it. */
export function stopOf(scene: Scene, viewer: number, offers: Offers, aims: boolean): Stop {
  if (scene.muster || aims) return "line";
  if (scene.case || scene.duels?.length) return "half";
  const tab = tabOf(scene, viewer, offers);
  const heap = (key: string) => scene.zones?.some(({ kind, id }) => kind === "heap" && key === place("zone", id));
  const above = (key: string) => !mapOf(scene) || ((pageAt(scene, viewer, key) || tab) === tab && !heap(key));
  const seen = offers.all.filter(({ target, places }) => target.onto || target.at || places.some(above)).length;
  return seen && seen * 2 >= offers.all.length ? "half" : "full";
}

/** The page that a question is about: a table to scale where a point of it is asked for, or what is compared above it; else what is compared where answers are told row by row, else where most can be chosen, else what is read out or compared, else the map. */
export function pageOf(scene: Scene, viewer: number, offers: Offers): Page {
  const ground = mapOf(scene)?.ground;
  if (ground && (ground.aim || scene.duels?.length)) return "table";
  if (rowsOf(scene, offers).length) return "case";
  const count = offered(scene, viewer, offers);
  const most = Math.max(...Object.values(count));
  const staked = (scene.case && !scene.case.over && !scene.case.lasts) || !!scene.duels?.length;
  // What lies in the hand is told row by row in the sheet, unless it is too much for that: above it is what it is chosen for.
  if (most > 0 && count.hand === most && count.table < most) return most > MAX_LISTED ? "hand" : staked ? "case" : "table";
  if (most > 0) return count.table === most ? "table" : "case";
  return staked ? "case" : "table";
}
