/** The pages of a table with a map on a phone: the map, what the viewer holds, what the table is about. */
import type { Scene } from "./scene";
import { mapOf, place, type Offers } from "./targets";

export const PAGES = ["table", "hand", "case"] as const;
export type Page = (typeof PAGES)[number];

/** Rows that lie open belong to what one holds: they are looked at and chosen from like a hand. */
const ELSEWHERE = ["map", "ring", "track", "heap"];

/** How many answers each page offers; what is a button stands under the question, whichever page is open. */
export function offered(scene: Scene, viewer: number, offers: Offers): Record<Page, number> {
  const count: Record<Page, number> = { table: 0, hand: 0, case: 0 };
  const visit = (page: Page, zones: Scene["zones"]): void => {
    for (const zone of zones ?? []) {
      const keys = [place("zone", zone.id), ...(zone.pieces ?? []).map((piece) => place("piece", piece.id))];
      count[page] += keys.filter((key) => offers.byPlace.has(key)).length;
      visit(page, zone.zones);
    }
  };
  const map = mapOf(scene);
  visit("table", map ? [map] : []);
  visit("hand", [{ id: "", kind: "hand", pieces: scene.hand ?? [] }, ...(scene.zones ?? []).filter(({ kind }) => !ELSEWHERE.includes(kind))]);
  visit("hand", scene.panels?.find(({ seat }) => seat === viewer)?.zones);
  visit("case", scene.case?.zones);
  return count;
}

/** The page that a question is about: where most can be chosen, else the card that is read out, else the map. */
export function pageOf(scene: Scene, viewer: number, offers: Offers): Page {
  const count = offered(scene, viewer, offers);
  const most = Math.max(...Object.values(count));
  if (most > 0) return (["hand", "table", "case"] as const).find((page) => count[page] === most) ?? "table";
  return scene.case && !scene.case.over ? "case" : "table";
}
