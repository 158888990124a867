/** What answers would make of a comparison: those that can be given now, and the one that is looked at. */
import type { Duel, Prospect, Scene } from "./scene";
import type { Offer, Offers } from "./targets";

/** A prospect with the answer that it is about. */
export interface Row {
  prospect: Prospect;
  offer: Offer;
}

/** The answers that are told row by row. */
export const rowsOf = (scene: Scene | undefined, offers: Offers): Row[] =>
  (scene?.duels ?? []).flatMap(({ prospects = [] }) =>
    prospects.flatMap((prospect) => {
      const offer = offers.byCode.get(prospect.code ?? -1);
      return offer ? [{ prospect, offer }] : [];
    }),
  );

/** The rows that need no button: those of cards, and where rows are `shown` on a phone all, in a panel several, while a lone one has its button. */
export function inSight(rows: readonly Row[], shown: boolean, phone: boolean): Row[] {
  const plain = rows.filter(({ prospect }) => !prospect.piece).length;
  return rows.filter(({ prospect }) => prospect.piece || (shown && (phone || plain > 1)));
}

/** How a comparison stands with what is pointed at, else with what is picked; else as it lies. */
export function looked({ prospects = [] }: Duel, pointed: number | undefined, picked: readonly number[]): Prospect | undefined {
  const of = (codes: readonly number[]) => prospects.find(({ code = -1 }) => code >= 0 && codes.includes(code));
  return (pointed === undefined ? undefined : of([pointed])) ?? of(picked) ?? prospects[0];
}

/** How likely something is, in whole percent; what is possible is never nothing, and what is not sure never all. */
export function percent(times: number, of: number): number {
  const share = Math.round((100 * times) / Math.max(1, of));
  return times <= 0 ? 0 : times >= of ? 100 : Math.min(99, Math.max(1, share));
}
