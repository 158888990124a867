/** How the answers to a question stand in the desk: as rows, as equal buttons of its foot, as what declines. */
import { passing, type Answers } from "./answers";
import { MAX_LISTED } from "./pages";
import { breadth } from "./phrases";
import { DONE } from "./picks";
import type { Table } from "./table.svelte";
import { pieces, place, zonesOf, type Offer } from "./targets";

export interface Stand {
  rows: Offer[];
  /** Two or three of equal weight, each short enough for a button. */
  equal: Offer[];
  /** What passes, where there is more to do than that. */
  decline: Offer | null;
}

const MAX_EQUAL = 3;
const MAX_LIKELY = 5;
/** By their number, in Latin letters; a Chinese one counts as two. */
const MAX_WIDTH = [0, 0, 24, 10];

/** What comes of each answer, or what it does where that tells one from the other. */
export function consequence(table: Table, { target }: Offer, differ: boolean): string {
  return table.say(target.odds?.summary) || (differ ? table.help(target.help) : "");
}

/** Whether what the answers do tells them apart. */
export const differs = (table: Table, offers: readonly Offer[]): boolean => new Set(offers.map(({ target }) => table.help(target.help))).size > 1;

/** What comes of all of these alike, which is said once. */
export function sharedOdds(table: Table, offers: readonly Offer[]): string {
  const said = new Set(offers.map(({ target }) => table.say(target.odds?.summary)));
  return offers.length > 1 && said.size === 1 ? ([...said][0] ?? "") : "";
}

/** Sort the answers of a question that have no place of their own. `more`: others lie on the table, on cards or in rows. */
export function stand(table: Table, { buttons, opened }: Answers, more: boolean): Stand {
  const none = { rows: [], equal: [], decline: null };
  const many = table.decision?.many ?? false;
  // The one thing that can be done is what the foot gives.
  if (!many && table.offers.all.length === 1) return none;
  // Of many picks, what ends the matter is the whole answer: it can be given as long as nothing else is picked.
  const ends = many && !opened.length && !table.row.picked.length ? passing(buttons) : undefined;
  if (ends?.target.alone && (more || buttons.length > 1)) return { ...none, rows: buttons.filter((offer) => offer !== ends), decline: ends };
  if (many || opened.length) return { ...none, rows: [...buttons] };
  const passes = buttons.length > 1 || more ? (passing(buttons) ?? null) : null;
  const differ = differs(table, buttons);
  const shared = sharedOdds(table, buttons);
  const short = (offer: Offer) => breadth(table.say(offer.target.label)) <= (MAX_WIDTH[buttons.length] ?? 0) && (!!shared || !consequence(table, offer, differ));
  if (!more && buttons.length > 1 && buttons.length <= MAX_EQUAL && buttons.every(short)) return { ...none, equal: [...buttons].sort((one, other) => Number(other === passes) - Number(one === passes)) };
  return { ...none, rows: buttons.filter((offer) => offer !== passes), decline: passes };
}

/** Answers that lie on the table and are told as rows too, so that all can be answered from the desk. `there`: what stands in it already. */
export function placed(table: Table, there: ReadonlySet<number>): Offer[] {
  const { choosing, decision, offers, mode } = table;
  // On a phone boards without a map have no page of their own: they are the list, and need the room.
  if (!decision || table.frame?.scene.muster || choosing.ahead.length || (table.view.narrow && !table.view.paged)) return [];
  // A sheet hides the page on which the last picks lie: where no first one can follow, these are told.
  const last = () => table.view.narrow && choosing.following[0] && !offers.all.some((offer) => choosing.isAddable(offer));
  const from = decision.many && (choosing.unfolds || last()) ? choosing.following : offers.all;
  const listed = from.filter(({ target, places }) => places.length && target.code !== DONE && !target.at && !there.has(target.code) && (offers.modes.length < 2 || !target.mode || target.mode === mode));
  return decision.many ? listed : oneOfAlike(table, listed);
}

/** Of answers that are alike, on things that are alike and lie side by side, the first: which of them it is makes no difference. */
function oneOfAlike(table: Table, offers: readonly Offer[]): Offer[] {
  const looks = new Map<string, string>(), seen = new Set<string>();
  for (const zone of zonesOf(table.frame!.scene)) for (const { id, targets, ...look } of zone.pieces ?? []) looks.set(place("piece", id), JSON.stringify([zone.id, look]));
  return offers.filter(({ target: { code, ...said }, places }) => {
    const whole = JSON.stringify([said, places.map((key) => looks.get(key) ?? code)]);
    return !seen.has(whole) && !!seen.add(whole);
  });
}

/** The places of the answers to a question, which stay while one picks: a key means the same answer from first to last. */
export class Places {
  #question = 0;
  #places = new Map<number, number>();

  /** The places of some codes, from 1. `picked`: something is, and what is left keeps its place. */
  of(question: number, codes: readonly number[], picked: boolean): ReadonlyMap<number, number> {
    if (!picked || this.#question !== question || !codes.some((code) => this.#places.has(code))) this.#places = new Map();
    this.#question = question;
    for (const code of codes) if (!this.#places.has(code)) this.#places.set(code, Math.max(0, ...this.#places.values()) + 1);
    return new Map(this.#places);
  }
}

/** What may harm who gives it stands last, and has no first digit. */
export const harmlessFirst = (offers: readonly Offer[]): Offer[] => [...offers].sort((one, other) => Number(!!one.target.unmarked) - Number(!!other.target.unmarked));

/** The heading of each answer: that of the scene, else its mode, else where it lies. `few` need none, but for what may harm who gives it. */
export function headings(table: Table, few: boolean): (offer: Offer) => string {
  const names = new Map<string, string>();
  const { scene } = table.frame ?? {};
  for (const zone of scene ? zonesOf(scene) : []) {
    const name = table.say(zone.label);
    names.set(place("zone", zone.id), name);
    for (const piece of zone.pieces ?? []) names.set(place("piece", piece.id), name);
  }
  for (const panel of scene?.panels ?? []) names.set(place("panel", panel.seat), table.name(panel.seat));
  return ({ target, places }) => (few && !target.unmarked ? "" : table.say(target.group) || (target.mode && table.modeName(target.mode, target)) || places.map((key) => names.get(key)).find(Boolean) || "");
}

/** Of more answers than can be listed the few that are likeliest, else the first few. */
export function likeliest(table: Table, offers: readonly Offer[]): readonly Offer[] {
  if (offers.length <= MAX_LISTED) return offers;
  const likely = (table.decision?.likely ?? []).flatMap((code) => offers.find(({ target }) => target.code === code) ?? []);
  return likely.length ? likely : offers.slice(0, MAX_LIKELY);
}

/** Things that are no answers now, each with its reason: what might have been one, once each. */
export function refused(table: Table): { name: string; why: string; key: string }[] {
  const { scene } = table.frame ?? {};
  if (!scene || !table.decision) return [];
  const all = [
    ...[...pieces(scene)].map((one) => ({ one, key: place("piece", one.id), name: table.say(one.label) || table.word(`label.${one.kind}`) })),
    ...zonesOf(scene).map((one) => ({ one, key: place("zone", one.id), name: table.say(one.label) })),
    ...(scene.panels ?? []).map((one) => ({ one, key: place("panel", one.seat), name: table.name(one.seat) })),
  ];
  const found = all.flatMap(({ one, key, name }) => (one.why_not && name && !table.ring(key) ? [{ name, why: table.say(one.why_not), key }] : []));
  // The same thing may lie on the table and in a list.
  return found.filter(({ name, why }, at) => found.findIndex((other) => other.name === name && other.why === why) === at);
}

/** Rows under their headings, in the order in which these come first. */
export function grouped(offers: readonly Offer[], headed: (offer: Offer) => string): { head: string; offers: Offer[] }[] {
  const groups = new Map<string, Offer[]>();
  for (const offer of offers) {
    const head = headed(offer);
    groups.set(head, [...(groups.get(head) ?? []), offer]);
  }
  return [...groups].map(([head, inside]) => ({ head: groups.size > 1 ? head : "", offers: inside }));
}
