/** Where the answers to a question are told: as buttons, in a form, on a shelf, beside the question, or on the table itself. */
import { isForm } from "./form";
import { drawn } from "./muster";
import { offered, PAGES } from "./pages";
import { DONE } from "./picks";
import type { Scene } from "./scene";
import type { Shelved } from "./shelf";
import type { Table } from "./table.svelte";
import { buttonsOf, place, type Offer } from "./targets";

/** More than these that lead on to places of the table cannot be read. */
const MAX_LED = 3;

export interface Answers {
  /** The answers of a place that a click has opened. */
  opened: readonly Offer[];
  form: Offer[];
  buttons: Offer[];
  /** On a phone what can be chosen may lie on several pages of the table: what these are called. */
  pages: string[];
  /** More is opened than can be read: it is chosen on the table. */
  afar: boolean;
  /** Nothing is chosen yet, and there is more to choose than the buttons tell. */
  more: boolean;
}

/** What lies in the hand is chosen there, also as a later pick. */
export const inHand = (scene: Scene | undefined, { places }: Offer): boolean => !!scene?.hand?.some(({ id }) => places.includes(place("piece", id)));

/** Sorts the answers to what is asked now. `shown`: those that lie on a shelf, or are told row by row. */
export function sorted(table: Table, shown: readonly Pick<Shelved, "offer">[], phone: boolean): Answers {
  const { frame, decision, choosing, offers, mode } = table;
  const many = decision?.many ?? false;
  /** A whole board is its own button where it is to be seen: on a phone only as one of the rows. */
  const seen = ({ places }: Offer) =>
    places.length > 0 && places.every((place) => place.startsWith("panel:")) && (!phone || (!!frame?.scene.columns?.length && !places.includes(`panel:${frame.viewer}`)));
  const opened = choosing.ahead;
  // Where all lead to one place, or the place was pressed already, only the buttons tell them apart.
  const led = opened.filter(({ target }) => !target.choices && target.onto?.some((key) => choosing.leads(key)));
  const afar = !phone && led.length > MAX_LED;
  const plain = () => buttonsOf(offers, mode).filter((offer) => !(many && offer.target.code === DONE) && !seen(offer));
  const answers = opened.length ? opened.filter((offer) => !afar || !led.includes(offer)) : choosing.unfolds ? choosing.following.filter((offer) => !inHand(frame?.scene, offer)) : plain();
  const there = drawn(frame?.scene.muster);
  const free = there.size ? answers.filter(({ target }) => !there.has(target.code)) : table.scale ? answers.filter(({ target }) => !target.at) : answers;
  const all = free.filter(({ target }) => !shown.some(({ offer }) => offer.target.code === target.code));
  const form = isForm(all.map(({ target }) => target)) ? all : [];
  const buttons = form.length ? [] : all;
  const onBoard = offers.all.some((offer) => !buttons.includes(offer) && offer.places.length > 0);
  const shownOn = frame && table.view.paged && offered(frame.scene, frame.viewer, offers);
  const lie = PAGES.filter((page) => shownOn && shownOn[page]);
  const pages = lie.filter((page) => page !== table.view.tab).map((page) => `tab.${page === "table" ? "board" : page}`).map((word) => table.word(word, `ui.${word}`));
  return { opened, form, buttons, pages, afar, more: !many && !shown.length && !choosing.armed && onBoard && (buttons.length < 2 || lie.length > 0) };
}

/** The answer that passes or ends: code 0, else the one button that games call so. */
export function passing(offers: readonly Offer[]): Offer | undefined {
  const plain = offers.filter((offer) => !offer.places.length);
  const named = plain.filter((offer) => /[._](pass|end(_turn)?|decline|none|hold|skip|stop|later|nothing|no_\w+)$/.test(offer.target.label.key));
  return plain.find((offer) => offer.target.code === DONE) ?? (named.length === 1 ? named[0] : undefined);
}

/** The answer that agrees: beside one that passes the only other, else the one that games call so. */
export function agreeing(offers: readonly Offer[]): Offer | undefined {
  const declines = passing(offers);
  if (offers.length === 2 && declines) return offers.find((offer) => offer !== declines);
  return offers.find(({ target }) => /[._](yes|agree|accept)$/.test(target.label.key));
}
