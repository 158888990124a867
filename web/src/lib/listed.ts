/** Answers that stand as rows, beside a table to scale or in the sheet of a phone: none of them needs a button. */
import type { Scene, Zone } from "./scene";
import type { Table } from "./table.svelte";
import { place, type Offer } from "./targets";

/** More follow-ups than these the rings and the tags on the table tell better than buttons. */
const MAX_BESIDE = 4;

const within = (zones: readonly Zone[], offers: readonly Offer[]): Offer[] => {
  const rows = new Set(zones.flatMap(({ pieces }) => (pieces ?? []).map(({ id }) => place("piece", id))));
  return offers.filter(({ places }) => places.some((key) => rows.has(key)));
};

/** What the one who is asked about can do. */
export const deedsOf = (scene: Scene | undefined): Zone | undefined => scene?.zones?.find(({ kind }) => kind === "deeds");

/** The answers that are rows. `sheet`: what can be done, where the sheet shows it. */
export function listed(table: Table, sheet: Zone | undefined): Offer[] {
  const { scene } = table.frame ?? {};
  if (sheet) return within([sheet], table.offers.all);
  if (table.view.narrow || !table.scale) return [];
  if (!table.row.picked.length) {
    const rolls = (scene?.panels ?? []).flatMap(({ zones }) => (zones ?? []).filter(({ kind }) => kind === "roll"));
    return within([...(scene?.zones ?? []).filter(({ kind }) => kind === "deeds"), ...rolls], table.offers.all);
  }
  // What is held stands nowhere else.
  const there = within((scene?.zones ?? []).filter(({ ground }) => ground), table.choosing.following);
  return there.length > MAX_BESIDE ? there : [];
}
