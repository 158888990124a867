/** Answers that are cards: they are read where they are chosen, all of them in full. */
import type { Decision } from "./protocol";
import type { Piece, Scene } from "./scene";
import { DONE } from "./picks";
import { pieces, place, type Offer, type Offers } from "./targets";

/** A card to be chosen, and the answer that it is. */
export interface Shelved {
  offer: Offer;
  card: Piece;
  /** The place of a card with several answers: a press opens them. */
  opens?: string;
}

/** More than this nobody reads before one answer. */
const MAX_CARDS = 12;
const NONE: readonly Shelved[] = [];

/** The cards of a question that only asks which of them, one or several, none where it asks for anything else or for cards in the hand. */
export function shelf(scene: Scene, decision: Decision | null, offers: Offers): readonly Shelved[] {
  const laid = scene.zones?.find(({ kind }) => kind === "shelf");
  if (decision && laid) return onShelf(laid.pieces ?? [], offers);
  const wanted = offers.all.filter(({ target }) => target.code !== DONE);
  if (!decision || offers.modes.length || wanted.length < 2 || wanted.length > MAX_CARDS) return NONE;
  const held = new Set(scene.hand?.map(({ id }) => id));
  const printed = new Map<string, Piece>();
  for (const piece of pieces(scene)) if (piece.print && !held.has(piece.id)) printed.set(`piece:${piece.id}`, piece);
  const found: Shelved[] = [];
  for (const offer of wanted) {
    const [place, ...more] = offer.places;
    const card = offer.target.card ?? (place !== undefined && !more.length ? printed.get(place) : undefined);
    if (!card || found.some((one) => one.card.id === card.id)) return NONE;
    found.push({ offer, card });
  }
  return found;
}

/** The answers that the cards of a shelf stand for: also those that a press on one of them opens. */
export const standFor = (cards: readonly Shelved[], offers: Offers): Offer[] =>
  cards.flatMap(({ offer, opens }) => (opens ? (offers.byPlace.get(opens) ?? []) : [offer]));

/** The cards of a shelf with what each offers: what one of them leads on to is asked when it is pressed. */
function onShelf(cards: readonly Piece[], offers: Offers): Shelved[] {
  return cards.flatMap((card) => {
    const key = place("piece", card.id);
    const [offer, ...more] = offers.byPlace.get(key) ?? [];
    return offer ? [{ offer, card, ...(more.length && { opens: key }) }] : [];
  });
}
