/** Which chances are shown: of what is pointed at, else of what is picked, else of all that can be chosen now. */
import { lookOf } from "./look";
import type { Odds, Scene } from "./scene";
import { offersAt, pieces, place, type Offer, type Offers } from "./targets";

/** What a person points at: a place of the table, or an answer that is a button. */
export interface Pointed {
  place?: string;
  code?: number;
  /** What a line of a hint chooses. */
  codes?: readonly number[];
}

export interface Risk {
  offer: Offer;
  odds: Odds;
}

const risky = (offers: readonly Offer[]): Risk[] => offers.flatMap((offer) => (offer.target.odds ? [{ offer, odds: offer.target.odds }] : []));

export function oddsOf(offers: Offers, mode: string, picked: readonly number[], pointed: Pointed): Risk[] {
  const here = pointed.place ? offersAt(offers, pointed.place, mode) : [];
  const only = pointed.code === undefined ? undefined : offers.byCode.get(pointed.code);
  const shown = risky(only ? [only] : here);
  if (shown.length) return shown;
  const taken = risky(picked.flatMap((code) => offers.byCode.get(code) ?? []));
  if (taken.length) return taken;
  return risky(offers.all.filter(({ target }) => offers.modes.length < 2 || !target.mode || target.mode === mode));
}

/** How much of what may fall is hoped for; what is not rolled says nothing. */
const hope = (odds: Odds): number => (odds.chances ?? []).reduce((sum, { good, times, of }) => sum + (good ? times / Math.max(1, of) : 0), 0);

/** Of several choices those to be told of in short: the most hopeful ones, in their order among equals. */
export function best(groups: readonly Risk[][], most: number): Risk[][] {
  const worth = (group: readonly Risk[]): number => (group[0] ? hope(group[0].odds) : 0);
  return [...groups].sort((one, other) => worth(other) - worth(one)).slice(0, most);
}

/** The choices that share the same chances, together: ten dice of one kind fall alike. */
export function alike(risks: readonly Risk[]): Risk[][] {
  const groups = new Map<string, Risk[]>();
  for (const risk of risks) {
    const key = JSON.stringify(risk.odds);
    groups.set(key, [...(groups.get(key) ?? []), risk]);
  }
  return [...groups.values()];
}

/** The look of the pieces that are risked, empty if there are none or several: what falls looks like them. */
export function kindOf(scene: Scene, risks: readonly Risk[]): string {
  const places = new Set(risks.flatMap(({ offer }) => offer.places));
  const kinds = new Set<string>();
  for (const piece of pieces(scene)) if (places.has(place("piece", piece.id))) kinds.add(lookOf(piece));
  return kinds.size === 1 ? ([...kinds][0] ?? "") : "";
}
