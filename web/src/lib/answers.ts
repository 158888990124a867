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
const MOST_LED = 3;
/** Fewer cards than these can be read beside the question. */
const FEW = 4;

export interface Answers {
  /** The answers of a place that a click has opened. */
  opened: readonly Offer[];
  form: Offer[];
  buttons: Offer[];
  /** Two or three cards without a button each: what they say is read beside the question, where there is room for it. */
  told: Offer[];
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
  const opened = choosing.act ? [] : choosing.ahead;
  // Where all lead to one place, or the place was pressed already, only the buttons tell them apart.
  const led = opened.filter(({ target }) => !target.choices && target.onto?.some((key) => choosing.leads(key)));
  const afar = !phone && led.length > MOST_LED;
  const plain = () => buttonsOf(offers, mode).filter((offer) => !(many && offer.target.code === DONE) && !(choosing.act && offer.target.mode === mode) && !seen(offer));
  const answers = opened.length ? opened.filter((offer) => !afar || !led.includes(offer)) : choosing.unfolds ? choosing.following.filter((offer) => !inHand(frame?.scene, offer)) : plain();
  const there = drawn(frame?.scene.muster);
  const free = there.size ? answers.filter(({ target }) => !there.has(target.code)) : table.scale ? answers.filter(({ target }) => !target.at) : answers;
  const all = free.filter(({ target }) => !shown.some(({ offer }) => offer.target.code === target.code));
  const form = isForm(all.map(({ target }) => target)) ? all : [];
  const buttons = form.length ? [] : all;
  const onBoard = offers.all.some((offer) => !buttons.includes(offer) && offer.places.length > 0);
  const shownOn = frame && table.view.paged && offered(frame.scene, frame.viewer, offers);
  const pages = shownOn ? PAGES.filter((page) => shownOn[page]).map((page) => `tab.${page === "table" ? "board" : page}`).map((word) => table.word(word, `ui.${word}`)) : [];
  const told = phone || many || buttons.length || shown.length ? [] : cardsOf(table);
  return { opened, form, buttons, told, pages, afar, more: !many && !shown.length && !choosing.selected && onBoard && (buttons.length < 2 || pages.length > 0) };
}

/** The answers, where all are a few cards that say different things. */
function cardsOf(table: Table): Offer[] {
  const { all } = table.offers;
  const cards = all.filter(({ target, places }) => places.some((place) => place.startsWith("piece:")) && table.help(target.help));
  const differ = new Set(cards.map(({ target }) => table.help(target.help))).size > 1;
  return differ && cards.length === all.length && cards.length < FEW ? cards : [];
}

/** Handlers of a button: `tell` gets what `text` says while it is pointed at or has the focus, and nothing afterwards. */
export function pointing(text: () => string, tell: (text: string) => void) {
  const show = () => tell(text());
  const hide = () => tell("");
  return { onpointerenter: show, onpointerleave: hide, onfocus: show, onblur: hide };
}
