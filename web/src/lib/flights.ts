/**
 * Cards on their way: what a deck, a hand or the case before the table has lost, and what another that holds the same
 * cards has gained. Only numbers that the viewer sees are compared, so that a flight tells no more than they do.
 */
import type { Piece, Scene } from "./scene";
import { pieces } from "./targets";

/** Where cards lie that are only counted: their number, and what they are. */
export interface Store {
  id: string;
  holds: string;
  count: number;
  /** The sign on it, as of the suit of its cards. */
  glyph: string;
  seat: number;
}

/** So many cards that go from one store to another; without one of them they come from or go to no place on the table. */
export interface Flight {
  from: Store | null;
  to: Store | null;
  count: number;
}

export interface Flights {
  /** Of cards that the viewer counts, but does not see. */
  backs: Flight[];
  /** By the card that came into his hand: where from. */
  came: Map<string, Store>;
  /** By the card that left his hand: where to; null where it is laid aside. */
  went: Map<string, Store | null>;
}

/** All stores of a table: decks first, then seats, then the case. */
export function storesOf(scene: Scene): Store[] {
  const decks = (scene.zones ?? []).flatMap((zone) => (zone.holds ? [{ id: zone.id, holds: zone.holds, count: zone.count ?? 0, glyph: zone.glyph ?? "", seat: -1 }] : []));
  const seats = (scene.panels ?? []).flatMap((panel) =>
    (panel.facts ?? []).flatMap((fact) => (fact.holds ? [{ id: `${panel.seat}.${fact.name}`, holds: fact.holds, count: fact.value, glyph: "", seat: panel.seat }] : [])),
  );
  const { case: about } = scene;
  const put = (about?.counts ?? []).reduce((sum, { value }) => sum + value, 0);
  const held = about?.holds && !about.over ? [{ id: CASE, holds: about.holds, count: put, glyph: "", seat: -1 }] : [];
  return [...decks, ...seats, ...held];
}

/** The case before the table as a store. */
export const CASE = "case";

interface Change {
  store: Store;
  left: number;
}

/** What flew between two scenes of one viewer; `viewer` is the seat whose hand lies open. */
export function flightsOf(was: Scene, is: Scene, viewer: number): Flights {
  const old = new Map(storesOf(was).map((store) => [store.id, store.count]));
  // Another case begins with nothing in it.
  if (was.case?.title.key !== is.case?.title.key) old.set(CASE, 0);
  const lost: Change[] = [];
  const gained: Change[] = [];
  for (const store of storesOf(is)) {
    const before = old.get(store.id);
    if (before === undefined || before === store.count) continue;
    (before > store.count ? lost : gained).push({ store, left: Math.abs(before - store.count) });
  }
  const backs: Flight[] = [];
  const came = new Map<string, Store>();
  const went = new Map<string, Store | null>();

  const mine = ({ store }: Change) => store.seat === viewer && store.seat >= 0;
  const take = (changes: readonly Change[], fits: (change: Change) => boolean): Store | null => {
    const found = changes.find((change) => change.left > 0 && fits(change));
    if (found) found.left -= 1;
    return found?.store ?? null;
  };
  const [before, now] = [was.hand ?? [], is.hand ?? []];
  const seen = new Set(Array.from(pieces(was), (piece) => piece.id));
  const here = new Set(Array.from(pieces(is), (piece) => piece.id));

  // The viewer's own cards, one by one: he sees which they are.
  for (const card of now.filter(({ id }) => !seen.has(id))) {
    const own = gained.find((change) => mine(change) && change.left > 0);
    if (!own) continue;
    const holds = (change: Change) => change.store.holds === own.store.holds;
    const from = take(lost, (change) => holds(change) && !!signOf(card) && change.store.glyph === signOf(card)) ?? take(lost, holds);
    own.left -= 1;
    if (from) came.set(card.id, from);
  }
  for (const card of before.filter(({ id }) => !here.has(id))) {
    const own = lost.find((change) => mine(change) && change.left > 0);
    if (!own) continue;
    own.left -= 1;
    went.set(card.id, take(gained, (change) => change.store.holds === own.store.holds && change.store.seat !== viewer));
  }
  // A case is filled by seats before decks, a seat by decks before seats.
  for (const goal of [...gained].sort((one, other) => Number(other.store.id === CASE) - Number(one.store.id === CASE))) {
    const sources = goal.store.id === CASE ? [...lost].sort((one, other) => Number(other.store.seat >= 0) - Number(one.store.seat >= 0)) : lost;
    for (const source of sources) {
      const count = Math.min(source.left, goal.left);
      if (!count || source.store.holds !== goal.store.holds) continue;
      // A hand in which every card was told apart has been gone through.
      backs.push({ from: source.store, to: goal.store, count });
      source.left -= count;
      goal.left -= count;
    }
  }
  // What a seat lays aside leaves it, wherever it comes to lie.
  for (const { store, left } of lost) if (left && store.seat >= 0 && !(store.seat === viewer && went.size)) backs.push({ from: store, to: null, count: left });
  return { backs, came, went };
}

const signOf = ({ suit }: Piece): string => suit?.glyph ?? "";
