/** What is being chosen: the mode, the row of picks, a place that is open, and the answer that is on its way. */
import type { Part } from "./phrases";
import { DONE, followed, keeping, start, times, toggled, without, type Row } from "./picks";
import type { Decision, Reason } from "./protocol";
import type { Phrase, Target } from "./scene";
import { newId, Refused } from "./server";
import type { Table } from "./table.svelte";
import { offersAt, ringOf, type Offer, type Ring } from "./targets";

/** Of more answers than these that a place offers, the first are told. */
export const MOST_TOLD = 4;

/** Whether a place offers an answer, or is where it leads to. */
const touches = ({ places, target }: Offer, key: string): boolean => places.includes(key) || leadsTo(target, key);

/** Whether an answer leads to a place, of those that it may take to the first. */
const leadsTo = ({ onto, into }: Target, key: string): boolean => (onto?.includes(key) ?? false) || into?.[0] === key;

export class Choosing {
  row = $state.raw<Row>({ picked: [], options: [], done: false, label: null });
  /** Places on the way to an answer: one that offers several of them, and where these lead on to. */
  #way = $state.raw<string[]>([]);
  /** An answer is on its way: its decision takes no other. */
  sending = $state(0);
  /** What the rules blame of the picks; the next click forgets it. */
  fault = $state.raw<Reason | null>(null);
  #mode = $state("");
  /** What this question has offered so far, first picks and later ones, and where. */
  #offered = new Map<number, Offer>();

  constructor(private readonly table: Table) {}

  /** A place that offers several answers in one mode, opened by a click. */
  get opened(): string {
    return this.#way[0] ?? "";
  }

  set opened(key: string) {
    this.#way = key ? [key] : [];
  }

  /** The places that were pressed on the way to an answer, in order. */
  get way(): readonly string[] {
    return this.#way;
  }

  /** The answers that the places on the way leave open. */
  ahead = $derived.by<Offer[]>(() => {
    const [first, ...rest] = this.#way;
    if (!first) return [];
    return this.offeredAt(first).filter((offer) => rest.every((key) => touches(offer, key)));
  });

  /** Whether a place tells some of these from the others. */
  #leads(key: string): boolean {
    const { ahead } = this;
    if (ahead.length < 2 || this.act || this.#way.includes(key)) return false;
    const there = ahead.filter((offer) => touches(offer, key)).length;
    return there > 0 && there < ahead.length;
  }

  /** Goes on to a place. Returns the answer, where it leaves only one. */
  #go(key: string): Offer | undefined {
    const there = this.ahead.filter((offer) => touches(offer, key));
    this.#way = [...this.#way, key];
    return there.length === 1 ? there[0] : undefined;
  }

  busy = $derived.by(() => this.sending > 0 && this.sending === this.table.decision?.ordinal);

  /** Another question is asked, or none: nothing is chosen yet. */
  reset(): void {
    this.sending = 0;
    this.opened = "";
    this.#mode = "";
    this.#offered.clear();
    if (this.table.decision) this.#take(this.#start(this.table.decision));
  }

  /** A code for each thing that is there: of things that are alike one code stands for each. */
  get #all(): number[] {
    return this.table.offers.all.flatMap(({ target, places }) => Array<number>(Math.max(1, places.length)).fill(target.code));
  }

  #start(decision: Decision): Row {
    return decision.keep ? keeping(decision, this.#all, []) : start(decision);
  }

  /** The codes that the picks say: where what is kept is chosen, all the others. */
  get codes(): number[] {
    return this.turned(this.row.picked);
  }

  /** The codes of an answer as picks, and the other way round. */
  turned(codes: readonly number[]): number[] {
    return this.table.decision?.keep ? without(this.#all, codes).sort((a, b) => a - b) : [...codes];
  }

  #take(row: Row): void {
    const taken = row.picked.map((code) => this.#offered.get(code)?.target.into?.[0]);
    for (const option of row.options) {
      const first = this.table.offers.byCode.get(option.code);
      const target = first?.target ?? option;
      const free = target.into?.filter((key) => !taken.includes(key));
      const places = first?.places.length ? first.places : (row.places?.[option.code] ?? []);
      this.#offered.set(option.code, { target: free ? { ...target, into: free } : target, places });
    }
    this.row = row;
    this.fault = null;
  }

  get mode(): string {
    const { modes } = this.table.offers;
    return modes.some((mode) => mode.name === this.#mode) ? this.#mode : (modes[0]?.name ?? "");
  }

  set mode(mode: string) {
    this.#mode = mode;
    this.opened = "";
  }

  /** What the one button says that confirms what is chosen in this mode; null where choosing is the answer. */
  get act(): Phrase | null {
    if (!this.table.decision || this.table.decision.many) return null;
    return this.table.offers.modes.find((mode) => mode.name === this.mode)?.told?.act ?? null;
  }

  /** The answer that this button gives: of the place that is chosen, or the only one of its mode. */
  get selected(): Offer | null {
    if (!this.act) return null;
    const { mode } = this;
    const inMode = this.table.offers.all.filter((offer) => offer.target.mode === mode);
    const here = this.opened ? inMode.filter((offer) => offer.places.includes(this.opened)) : inMode;
    return here.length === 1 ? (here[0] ?? null) : null;
  }

  /**
   * The button that is marked, and that Enter presses: "act" or "done" once something is chosen, "only" where nothing
   * else can be. None is while a coach speaks, and none that may harm who presses it.
   */
  get marked(): "" | "act" | "done" | "only" {
    const { decision, offers, coached } = this.table;
    if (!decision || this.busy || coached) return "";
    const { picked, options, done } = this.row;
    const sure = (codes: readonly number[]) => !codes.some((code) => (this.#offered.get(code) ?? offers.byCode.get(code))?.target.unmarked);
    if (decision.many) return done && (picked.length > 0 || !options.length) && sure(picked) ? "done" : "";
    if (this.act) return this.selected && sure([this.selected.target.code]) ? "act" : "";
    const here = this.opened ? offersAt(offers, this.opened, this.mode) : offers.all;
    return here.length === 1 && sure(here.map(({ target }) => target.code)) ? "only" : "";
  }

  isPicked(offer: Offer): boolean {
    return this.row.picked.includes(offer.target.code);
  }

  /** How often an offer is picked. */
  times(offer: Offer): number {
    return times(this.row, offer.target.code);
  }

  /** Of things that are alike as many are picked as the code is, in order. */
  #isPickedAt(offer: Offer, key: string): boolean {
    return this.times(offer) > offer.places.indexOf(key);
  }

  /** Whether the answer has parts of which the first picks tell nothing: a verb, then its target, a path, cards. */
  unfolds = $derived.by(() => {
    const { decision, offers } = this.table;
    if (!decision?.many || !decision.ordered) return false;
    // One act of which nothing follows: it is read, and can be taken back.
    if (!decision.most && this.row.picked.length && !this.row.options.length) return true;
    return [...this.row.picked, ...this.row.options.map(({ code }) => code)].some((code) => !offers.byCode.has(code) && !this.#isThere(code));
  });

  /** Whether a later pick is offered where a first one was, so that it is found without being told. */
  #isThere(code: number): boolean {
    return this.#offered.get(code)?.places.some((key) => this.table.offers.byPlace.has(key)) ?? false;
  }

  /** What a place offers: as a first pick, or as one that follows those made. */
  #at(key: string): Offer[] {
    const first = (this.table.offers.byPlace.get(key) ?? []).map((offer) => this.#offered.get(offer.target.code) ?? offer);
    const later = [...this.row.picked, ...this.row.options.map(({ code }) => code)].flatMap((code) => {
      const offer = this.table.offers.byCode.has(code) ? undefined : this.#offered.get(code);
      return offer?.places.includes(key) ? [offer] : [];
    });
    return [...first, ...later];
  }

  /** What a press on a place can do now: of picks, those that may follow. */
  offeredAt(key: string): Offer[] {
    return this.table.decision?.many ? this.#at(key).filter((offer) => this.isAddable(offer)) : offersAt(this.table.offers, key, this.mode);
  }

  /** What stands for an offer now: where it lies something else is picked, or may follow in its place. */
  now(offer: Offer): Offer {
    const [key] = offer.places;
    if (!this.table.decision?.many || key === undefined) return offer;
    const here = this.#at(key);
    return here.find((one) => this.isPicked(one)) ?? here.find((one) => this.isAddable(one)) ?? offer;
  }

  /** The pick that lies at a place to which it led, with what offers it and the sign that it has. */
  laidAt(key: string): { place: string; sign: string } | null {
    const pick = this.parts.find(({ into }) => into?.[0] === key);
    const lies = pick && this.#offered.get(pick.code)?.places[0];
    if (!lies) return null;
    return { place: lies, sign: this.parts.find(({ code, sign }) => sign && this.#offered.get(code)?.places.includes(lies))?.sign ?? "" };
  }

  /** The picks so far, in order. */
  get parts(): Target[] {
    return this.row.picked.flatMap((code) => this.#offered.get(code)?.target ?? []);
  }

  /** What may be picked next. */
  get following(): Offer[] {
    return this.row.options.map((target) => this.table.offers.byCode.get(target.code) ?? this.#offered.get(target.code) ?? { target, places: [] });
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

  /** What may be picked next, by code. */
  #open = $derived(new Set(this.row.options.map(({ code }) => code)));

  isAddable(offer: Offer): boolean {
    return this.#open.has(offer.target.code) || this.#instead(offer.target.code);
  }

  /** Whether a code takes the place of the one pick that was made, and that nothing can follow. */
  #instead(code: number): boolean {
    const { picked, options } = this.row;
    return picked.length === 1 && !options.length && !picked.includes(code) && !!this.table.decision?.targets.some((target) => target.code === code);
  }

  ring(key: string): Ring {
    if (!this.table.decision || this.busy) return "";
    const laid = this.table.decision.many && this.laidAt(key);
    if (laid) return this.ring(laid.place);
    if (this.#way.includes(key) || this.selected?.places.includes(key)) return "picked";
    if (this.#leads(key)) return "legal";
    const ring = this.table.decision.many ? this.#ringOfMany(key) : ringOf(this.table.offers, key, this.mode);
    return ring === "legal" && this.ahead.length > 1 && this.ahead.some(({ target }) => target.onto?.length || target.into?.length) ? "other" : ring;
  }

  #ringOfMany(key: string): Ring {
    const here = this.#at(key);
    const picked = here.some((offer) => this.#isPickedAt(offer, key));
    if (picked && !this.#follows(key)) return "picked";
    return here.some((offer) => this.isAddable(offer)) ? "legal" : picked ? "picked" : "";
  }

  /** Whether a place with a pick offers another that may follow it. */
  #follows(key: string): boolean {
    return this.#at(key).some((offer) => !this.isPicked(offer) && this.#open.has(offer.target.code));
  }

  /** What a click on a place would do, as labels, with what a hint says of it. */
  doings(key: string): string[] {
    const { hints } = this.table;
    return this.offeredAt(key).slice(0, MOST_TOLD).map(({ target }) => {
      return [this.table.say(target.label), hints.words(hints.of(target.code))].filter(Boolean).join(this.table.word("ui.comma"));
    });
  }

  /**
   * A click on a place: choose it, switch to its mode, or open its answers. A finger opens them even where there is only
   * one: it cannot hover to read what would come of it. Where a button confirms, a click only selects. Returns whether it
   * did anything.
   */
  activate(key: string, touched = false): boolean {
    const decision = this.table.decision;
    const laid = decision?.many && this.laidAt(key);
    if (laid) return this.activate(laid.place, touched);
    const all = decision?.many ? this.#at(key) : this.table.offers.byPlace.get(key);
    if (decision && !this.busy && this.#leads(key)) {
      const only = this.#go(key);
      if (only && !touched) this.press(only);
      return true;
    }
    if (!decision || !all?.length || this.busy) return false;
    if (decision.many) {
      const mine = this.#follows(key) ? undefined : all.find((one) => this.#isPickedAt(one, key));
      const free = all.filter((one) => this.isAddable(one) && (mine || !this.#isPickedAt(one, key)));
      if (!mine && free.length > 1) {
        this.opened = this.opened === key ? "" : key;
        return true;
      }
      const offer = mine ?? free[0];
      if (!offer) return false;
      void this.pick(offer.target.code, !mine || this.times(mine) >= mine.places.length);
      return true;
    }
    const here = offersAt(this.table.offers, key, this.mode);
    const only = here[0];
    if (!only) this.mode = all[0]?.target.mode ?? "";
    if (this.act && (!only || here.length === 1)) {
      this.opened = this.opened === key ? "" : key;
      return true;
    }
    if (!only) return true;
    if (here.length === 1 && !touched) void this.choose(only.target.code);
    else this.opened = this.opened === key ? "" : key;
    return true;
  }

  /** The answers that are given by carrying what lies at a place somewhere. */
  carried(key: string): Offer[] {
    if (!this.table.decision || this.busy) return [];
    return this.#at(key).filter((offer) => (offer.target.onto?.length || offer.target.into?.length) && (!this.table.decision?.many || this.isAddable(offer)));
  }

  /** What lay at a place was carried to another while a decision was open; once it is closed, nothing follows. */
  drop(key: string, to: string, ordinal: number): void {
    if (this.table.decision?.ordinal !== ordinal) return;
    const offer = this.carried(key).find(({ target }) => leadsTo(target, to));
    if (offer) this.press(offer);
  }

  /** Choose an offer that is a button. */
  press(offer: Offer): void {
    if (this.table.decision?.many) void this.pick(offer.target.code, true);
    else void this.choose(offer.target.code);
  }

  choose(code: number): Promise<void> {
    return this.#answer([code]);
  }

  async pick(code: number, again = false): Promise<void> {
    const decision = this.table.decision;
    if (!decision || this.busy) return;
    const picked = this.#instead(code) ? [code] : toggled(this.row, decision, code, again);
    this.opened = "";
    if (picked) await this.#follow(picked, code);
  }

  /** Takes back a pick and all that follow it. */
  async cut(place: number): Promise<void> {
    if (this.table.decision && !this.busy) await this.#follow(this.row.picked.slice(0, place));
  }

  async #follow(picked: number[], code = -1): Promise<void> {
    const decision = this.table.decision;
    if (!decision) return;
    const old = this.row;
    if (!picked.length || decision.keep) {
      this.#take(decision.keep ? keeping(decision, this.#all, picked) : start(decision));
      return;
    }
    // Whether there is another one like it, the server says.
    this.#take({ ...old, picked, done: false, options: old.options.filter((option) => option.code !== code) });
    const waiting = this.row;
    try {
      const answer = await this.table.server.picks(decision.ordinal, picked, this.table.viewer);
      if (this.row === waiting) this.#take(followed(picked, answer));
    } catch (error) {
      if (this.row === waiting) this.row = old;
      this.#refused(error);
    }
  }

  clearPicks(): boolean {
    if (!this.table.decision || !this.row.picked.length) return false;
    this.#take(this.#start(this.table.decision));
    return true;
  }

  /** What "done" says: a game may have words of its own with a question, and others for being done with nothing chosen. */
  get doneLabel(): string {
    const { decision, texts } = this.table;
    if (decision?.keep && this.row.label) return this.table.say(this.row.label);
    const label = this.row.label ?? { key: "action.done" };
    const own = `action.${decision?.kind}_done`;
    const done = own in texts ? { key: own } : label;
    const none = done.key.replace(/_done$/, "_none");
    return this.table.say(!this.row.picked.length && none in texts ? { ...done, key: none } : done);
  }

  finish(): void {
    if (!this.table.decision?.many) return;
    if (this.row.done) void this.#answer(this.codes);
    else if (!this.table.decision.keep) void this.doubt(DONE);
  }

  /** Asks why something cannot follow the picks, or they cannot be the answer, and marks what is to blame. */
  async doubt(code: number): Promise<void> {
    const { row } = this;
    const { decision } = this.table;
    if (!decision || decision.keep || this.busy) return;
    try {
      const reason = await this.table.server.why(decision.ordinal, code, row.picked, this.table.viewer);
      if (this.row !== row || !reason.key) return;
      if (reason.path) this.fault = reason;
      else this.table.notices.tellWhy(reason);
    } catch (error) {
      this.#refused(error);
    }
  }

  /** Marks what a refusal blames; without it the refusal is a notice. */
  #refused(error: unknown): void {
    if (error instanceof Refused && error.reason?.path) this.fault = error.reason;
    else this.table.notices.refused(error);
  }

  async #answer(codes: readonly number[]): Promise<void> {
    if (!this.busy && !this.table.coaching.catches(codes)) await this.send(codes);
  }

  /** Gives an answer, whatever a coach says of it. */
  async send(codes: readonly number[]): Promise<void> {
    const decision = this.table.decision;
    if (!decision || this.busy) return;
    this.sending = decision.ordinal;
    this.fault = null;
    this.table.tip = null;
    try {
      await this.table.server.answer(newId(), decision.ordinal, [...codes], this.table.viewer);
    } catch (error) {
      if (this.sending === decision.ordinal) this.sending = 0;
      this.#refused(error);
    }
  }

  /** The label of an answer in pieces; where the mode is chosen already, without its name in front. */
  labelParts(target: Target, short: boolean): Part[] {
    const all = this.table.parts(target.label);
    const first = all[0];
    if (!short || !target.mode || !first || all.length < 2) return all;
    const mode = this.table.modeName(target.mode, target);
    if (first.seat !== undefined || !first.text.startsWith(mode)) return all;
    const rest = first.text.slice(mode.length).replace(/^[:：\s]+/, "");
    return [{ ...first, text: rest }, ...all.slice(1)].filter((part) => part.text);
  }
}
