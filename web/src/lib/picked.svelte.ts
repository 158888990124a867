/** The picks of an answer so far, what may follow them, and where on the table all of it is. */
import type { Pick } from "./intents";
import { keeping, start, times, without, type Row } from "./picks";
import type { Decision, Reason } from "./protocol";
import type { Target } from "./scene";
import type { Table } from "./table.svelte";
import type { Offer, Ring } from "./targets";

/** Of more lines than these, equal ones become one. */
const MAX_LINES = 5;

export abstract class Picked {
  row = $state.raw<Row>({ picked: [], options: [], done: false, label: null });
  /** What the rules blame of the picks; the next click forgets it. */
  fault = $state.raw<Reason | null>(null);
  /** What this question has offered so far, first picks and later ones, and where. */
  #offered = new Map<number, Offer>();
  /** By code, all the places that it may take. */
  #into = new Map<number, readonly string[]>();

  constructor(protected readonly table: Table) {}

  /** A code for each thing that is there: of things that are alike one code stands for each. */
  protected get all(): number[] {
    return this.table.offers.all.flatMap(({ target, places }) => Array<number>(Math.max(1, places.length)).fill(target.code));
  }

  protected start(decision: Decision): Row {
    return decision.keep ? keeping(decision, this.all, []) : start(decision);
  }

  /** The codes that the picks say: where what is kept is chosen, all the others. */
  get codes(): number[] {
    return this.turned(this.row.picked);
  }

  /** The codes of an answer as picks, and the other way round. */
  turned(codes: readonly number[]): number[] {
    return this.table.decision?.keep ? without(this.all, codes).sort((a, b) => a - b) : [...codes];
  }

  /** The picks are these now, and this may follow them. */
  protected lay(row: Row): void {
    const taken: string[] = [];
    const free = (target: Target): Target => {
      const into = this.#into.get(target.code)?.filter((key) => !taken.includes(key));
      return into ? { ...target, into } : target;
    };
    // Each takes the first place that none before it has: where one is taken back, those behind it move up.
    for (const code of row.picked) {
      const offer = this.#offered.get(code);
      if (!offer?.target.into) continue;
      const target = free(offer.target);
      this.#offered.set(code, { ...offer, target });
      taken.push(...(target.into ?? []).slice(0, 1));
    }
    for (const option of row.options) {
      const first = this.table.offers.byCode.get(option.code);
      const target = first?.target ?? option;
      if (target.into) this.#into.set(target.code, target.into);
      const places = first?.places.length ? first.places : (row.places?.[option.code] ?? []);
      this.#offered.set(option.code, { target: free(target), places });
    }
    this.row = row;
    this.fault = null;
  }

  isPicked(offer: Offer): boolean {
    return this.row.picked.includes(offer.target.code);
  }

  /** How often an offer is picked. */
  times(offer: Offer): number {
    return times(this.row, offer.target.code);
  }

  /** Of things that are alike as many are picked as their codes are, in order: whether this code is that of one of them. */
  protected isPickedAt(offer: Offer, key: string): boolean {
    if (offer.places.length < 2) return this.isPicked(offer);
    const alike = this.at(key).filter(({ places }) => places.length > 1).map(({ target }) => target.code);
    return this.row.picked.filter((code) => alike.includes(code))[offer.places.indexOf(key)] === offer.target.code;
  }

  /** Whether the answer has parts of which the first picks tell nothing: a verb, then its target, a path, cards. */
  unfolds = $derived.by(() => {
    const { decision, offers } = this.table;
    if (!decision?.many || !decision.ordered) return false;
    // One act of which nothing follows: it is read, and can be taken back.
    if (!decision.most && this.row.picked.length === 1 && !this.row.options.length) return true;
    return [...this.row.picked, ...this.row.options.map(({ code }) => code)].some((code) => !offers.byCode.has(code) && !this.#isThere(code));
  });

  /** Whether the picks are a row of things that lie there, or are named, and only their order tells them apart. */
  get inRow(): boolean {
    const { decision, offers } = this.table;
    if (!decision?.many || !decision.ordered || this.row.aim) return false;
    if (this.row.picked.some((code) => !offers.byCode.has(code))) return false; // a point on a table to scale
    const named = this.row.options.every(({ code }) => offers.byCode.has(code));
    return offers.all.every(({ target, places }) => (places.length === 1 || (named && !places.length)) && !target.onto && !target.into);
  }

  /** Which pick of a row lies at a place, from 1; 0 where none does. */
  numberAt(key: string): number {
    return this.inRow ? this.row.picked.findIndex((code) => this.#offered.get(code)?.places[0] === key) + 1 : 0;
  }

  /** How often what lies at a place is picked, where that is more than once. */
  oftenAt(key: string): number {
    const [offer] = this.table.decision?.many ? (this.table.offers.byPlace.get(key) ?? []) : [];
    const often = offer?.places.length === 1 ? this.times(offer) : 0;
    return often > 1 ? often : 0;
  }

  /** Whether a later pick is offered where a first one was, so that it is found without being told. */
  #isThere(code: number): boolean {
    return this.#offered.get(code)?.places.some((key) => this.table.offers.byPlace.has(key)) ?? false;
  }

  /** What a place offers: as a first pick, or as one that follows those made. */
  protected at(key: string): Offer[] {
    const first = (this.table.offers.byPlace.get(key) ?? []).map((offer) => this.#offered.get(offer.target.code) ?? offer);
    const later = [...this.row.picked, ...this.row.options.map(({ code }) => code)].flatMap((code) => {
      const offer = this.table.offers.byCode.has(code) ? undefined : this.#offered.get(code);
      return offer?.places.includes(key) ? [offer] : [];
    });
    return [...first, ...later];
  }

  /**
   * What stands for an offer now: itself, as long as it is picked or may be; else a later pick where it lies. Where a
   * place has several offers, each stands for itself alone.
   */
  now(offer: Offer): Offer {
    const [key] = offer.places;
    if (!this.table.decision?.many || key === undefined || this.isPicked(offer) || this.isAddable(offer)) return offer;
    const { byPlace, byCode } = this.table.offers;
    if ((byPlace.get(key)?.length ?? 0) > 1) return offer;
    const later = this.at(key).filter(({ target }) => !byCode.has(target.code));
    return later.find((one) => this.isPicked(one)) ?? later.find((one) => this.isAddable(one)) ?? offer;
  }

  /** The pick that lies at a place to which it led, with what offers it and the sign that it has. */
  laidAt(key: string): { place: string; sign: string } | null {
    const pick = this.parts.find(({ into }) => into?.[0] === key);
    const lies = pick && this.#offered.get(pick.code)?.places[0];
    if (!lies) return null;
    return { place: lies, sign: this.parts.find(({ code, sign }) => sign && this.#offered.get(code)?.places.includes(lies))?.sign ?? "" };
  }

  /** The picks so far with what offers each; of things that are alike each takes another. */
  get picked(): Pick[] {
    const often = new Map<string, number>();
    return this.row.picked.flatMap((code, at) => {
      const offer = this.#offered.get(code);
      if (!offer) return [];
      const alike = String(offer.places);
      const nth = (often.get(alike) ?? 0) % (offer.places.length || 1);
      often.set(alike, nth + 1);
      return [{ target: offer.target, places: [...offer.places.slice(nth), ...offer.places.slice(0, nth)], at }];
    });
  }

  /** What offers an answer, or a pick behind those made. */
  offered(code: number): Offer | undefined {
    void this.row;
    return this.#offered.get(code) ?? this.table.offers.byCode.get(code);
  }

  /** The picks so far as lines, each with its places in the row; without order alike ones are one, and where they are many, all that read the same. */
  get lines(): { pick: Pick; places: number[] }[] {
    const ordered = this.table.decision?.ordered;
    const fold = (same: (one: Pick, other: Pick) => boolean) => {
      const lines: { pick: Pick; places: number[] }[] = [];
      for (const pick of this.picked) {
        const line = ordered ? undefined : lines.find((line) => same(line.pick, pick));
        if (line) line.places.push(pick.at);
        else lines.push({ pick, places: [pick.at] });
      }
      return lines;
    };
    const lines = fold((one, other) => one.target.code === other.target.code);
    return lines.length > MAX_LINES ? fold((one, other) => this.table.say(one.target.label) === this.table.say(other.target.label)) : lines;
  }

  /** The picks so far, in order. */
  get parts(): Target[] {
    return this.row.picked.flatMap((code) => this.#offered.get(code)?.target ?? []);
  }

  /** What may be picked next. */
  get following(): Offer[] {
    return this.row.options.map((target) => this.table.offers.byCode.get(target.code) ?? this.#offered.get(target.code) ?? { target, places: [] });
  }

  /** Whether none of some codes may harm who answers with it. */
  protected isSure(codes: readonly number[]): boolean {
    return !codes.some((code) => (this.#offered.get(code) ?? this.table.offers.byCode.get(code))?.target.unmarked);
  }

  /** Whether the rules blame this code. */
  blames(code: number): boolean {
    return this.fault?.codes?.includes(code) ?? false;
  }

  /** Whether they blame what lies at a place. */
  blamesAt(key: string): boolean {
    return !!this.fault && (this.table.offers.byPlace.get(key) ?? []).some(({ target }) => this.blames(target.code));
  }

  /** Every answer that was offered since the question was put, also those that the picks rule out now. */
  get known(): Target[] {
    void this.row;
    return [...this.#offered.values()].map(({ target }) => target);
  }

  /** Nothing has been offered yet. */
  protected forget(): void {
    this.#offered.clear();
    this.#into.clear();
  }

  /** Something can be picked that was not offered by itself. */
  protected add(target: Target, places: readonly string[] = []): void {
    this.#offered.set(target.code, { target, places: [...places] });
  }

  /** What may be picked next, by code. */
  #open = $derived(new Set(this.row.options.map(({ code }) => code)));

  protected isNext(code: number): boolean {
    return this.#open.has(code);
  }

  isAddable(offer: Offer): boolean {
    return this.isOpen(offer) || this.instead(offer.target.code);
  }

  /** Whether an offer may follow the picks, also if it is one of them already. */
  protected isOpen(offer: Offer): boolean {
    return this.#open.has(offer.target.code);
  }

  /** Whether a code takes the place of the one pick that was made, and that nothing can follow. */
  protected instead(code: number): boolean {
    const { picked, options } = this.row;
    return picked.length === 1 && !options.length && !picked.includes(code) && !!this.table.decision?.targets.some((target) => target.code === code);
  }

  protected ringOfMany(key: string): Ring {
    const here = this.at(key);
    const picked = here.some((offer) => this.isPickedAt(offer, key));
    if (picked && !this.follows(key)) return "picked";
    const open = here.filter((offer) => this.isAddable(offer));
    // What harms who does it is seen to be possible, and does not call.
    return open.length ? (open.every(({ target }) => target.unmarked) ? "other" : "legal") : picked ? "picked" : "";
  }

  /** Whether a place with a pick offers another that may follow it; of things that are alike, each is picked once. */
  protected follows(key: string): boolean {
    const here = this.at(key);
    if (here.some((offer) => offer.places.length > 1 && this.isPickedAt(offer, key))) return false;
    return here.some((offer) => !this.isPicked(offer) && this.isOpen(offer));
  }

  /** The only pick, where one is a whole answer: it says what is done by it. */
  get whole(): Target | undefined {
    const { decision, offers } = this.table;
    const [only, other] = this.row.picked;
    return decision?.at_once && only !== undefined && other === undefined && this.row.done ? offers.byCode.get(only)?.target : undefined;
  }

  /**
   * What "done" says: a game may have words of its own with a question, and others for being done with nothing chosen.
   * Not where what is picked is something else, which harms who does it.
   */
  get doneLabel(): string {
    const { decision, texts } = this.table;
    if (!this.isSure(this.row.picked)) return this.table.word("ui.confirm");
    if (decision?.keep && this.row.label) return this.table.say(this.row.label);
    if (this.whole) return this.table.say(this.whole.label);
    const label = this.row.label ?? { key: "action.done" };
    const own = `action.${decision?.kind}_done`;
    const done = own in texts ? { key: own } : label;
    const none = done.key.replace(/_done$/, "_none");
    return this.table.say(!this.row.picked.length && none in texts ? { ...done, key: none } : done);
  }
}
