/** An answer of several picks as it grows: the row, what was offered on the way to it, and what the rules blame of it. */
import type { Pick } from "./intents";
import { followed, keeping, start, times, toggled, without, type Row } from "./picks";
import type { Decision, Reason } from "./protocol";
import type { Phrase, Target } from "./scene";
import { Refused } from "./server";
import type { Table } from "./table.svelte";
import type { Offer, Ring } from "./targets";

/** Of more lines than these, equal ones become one. */
const MOST_LINES = 5;

export abstract class Picking {
  row = $state.raw<Row>({ picked: [], options: [], done: false, label: null });
  /** What the rules blame of the picks; the next click forgets it. */
  fault = $state.raw<Reason | null>(null);
  /** What this question has offered so far, first picks and later ones, and where. */
  #offered = new Map<number, Offer>();
  /** The codes in the order in which they were picked, which the row may not have. */
  #latest: number[] = [];
  /** By code, all the places that it may take. */
  #into = new Map<number, readonly string[]>();
  /** Ends when the server has said what may follow the picks; null where nothing is asked of it. */
  #asked: Promise<void> | null = null;
  /** A place that offers several answers in one mode, opened by a click; a pick closes it. */
  abstract opened: string;
  /** An answer is on its way: its decision takes no other. */
  abstract readonly busy: boolean;

  constructor(protected readonly table: Table) {}

  /** Another question is asked, or none: nothing is picked yet. */
  protected begin(): void {
    this.#offered.clear();
    this.#latest = [];
    this.#asked = null;
    const { decision } = this.table;
    if (!decision) return;
    this.#take(this.#start(decision));
    const only = this.#sole;
    if (decision.proposal?.length) void this.#known(this.#follow(decision.proposal));
    else if (only >= 0) void this.#known(this.#goOn(this.#follow([only], only), []));
  }

  /** The pick that has to follow: nothing else may, and the answer cannot stop before it. */
  get #sole(): number {
    const [only] = this.row.options;
    return this.row.sole && only && !only.unmarked ? only.code : -1;
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

  /** Whether the picks are a row of things that lie there, and only their order tells them apart. */
  get inRow(): boolean {
    const { decision, offers } = this.table;
    return !!decision?.many && decision.ordered && offers.all.every(({ target, places }) => places.length === 1 && !target.onto && !target.into);
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
    return lines.length > MOST_LINES ? fold((one, other) => this.table.say(one.target.label) === this.table.say(other.target.label)) : lines;
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

  /** What may be picked next, by code. */
  #open = $derived(new Set(this.row.options.map(({ code }) => code)));

  isAddable(offer: Offer): boolean {
    return this.isOpen(offer) || this.#instead(offer.target.code);
  }

  /** Whether an offer may follow the picks, once more if it is one of them. */
  protected isOpen(offer: Offer): boolean {
    return this.#open.has(offer.target.code);
  }

  /** Whether a code takes the place of the one pick that was made, and that nothing can follow. */
  #instead(code: number): boolean {
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

  async pick(code: number, again = false): Promise<void> {
    const decision = this.table.decision;
    if (!decision || this.busy) return;
    const there = this.row.picked.indexOf(code);
    this.opened = "";
    if (decision.ordered && there >= 0 && !(again && this.#open.has(code))) return this.takeBack(there);
    const picked = this.#instead(code) ? [code] : toggled(this.row, decision, code, again);
    if (!picked) return;
    // What was taken back is not completed again; and a coach says himself what follows.
    const adds = picked.includes(code) && picked.length > this.row.picked.length;
    const follow = !adds || this.table.coaching.advises ? [] : [...((this.#offered.get(code) ?? this.table.offers.byCode.get(code))?.target.follow ?? [])];
    this.#latest = [...this.#latest.filter((one) => picked.includes(one)), code];
    const asked = this.#follow(picked, code);
    await this.#known(asked && adds ? this.#goOn(asked, follow) : asked);
  }

  /** Goes on by itself: with the picks that best complete the answer, and with any that is the only one. */
  async #goOn(asked: Promise<boolean> | null, follow: number[]): Promise<boolean> {
    const proposed = follow.length > 0;
    while (asked && (await asked)) {
      const next = follow.shift() ?? this.#sole;
      if (next < 0 || !this.#open.has(next)) {
        this.settled(proposed);
        return true;
      }
      asked = this.#follow([...this.row.picked, next].sort((a, b) => (this.table.decision?.ordered ? 0 : a - b)), next);
    }
    return false;
  }

  /** What may follow the picks is known now. `proposed`: some of them were not made by hand. */
  protected abstract settled(proposed: boolean): void;

  /**
   * Lays out a whole list in place of the picks: at once, or where the rules refuse that, one after the other as far as
   * they go. Returns how many could not be picked.
   */
  async fill(codes: readonly number[]): Promise<number> {
    const { decision } = this.table;
    if (!decision?.many || this.busy) return codes.length;
    this.clearPicks();
    const row = [...codes].sort((a, b) => a - b);
    try {
      const answer = await this.table.server.picks(decision.ordinal, row, this.table.viewer);
      if (this.table.decision === decision) this.#take(followed(row, answer));
      return 0;
    } catch (error) {
      if (!(error instanceof Refused) || !error.reason) {
        this.refused(error);
        return codes.length;
      }
    }
    let missing = 0;
    for (const code of row) {
      if (this.table.decision === decision && this.row.options.some((option) => option.code === code)) await this.#known(this.#follow([...this.row.picked, code].sort((a, b) => a - b), code));
      else missing += 1;
    }
    return missing;
  }

  /** Lays picks that were not offered one by one. */
  protected async layAll(picks: readonly Target[]): Promise<void> {
    const { byCode } = this.table.offers;
    for (const target of picks) if (!this.#offered.has(target.code)) this.#offered.set(target.code, { target, places: byCode.get(target.code)?.places ?? [] });
    const codes = picks.map(({ code }) => code);
    await this.#known(this.#follow(this.table.decision?.ordered ? codes : codes.sort((a, b) => a - b)));
  }

  /** Takes back a pick and all that follow it. */
  async cut(place: number): Promise<void> {
    if (this.table.decision && !this.busy) await this.#known(this.#follow(this.row.picked.slice(0, place)));
  }

  /** What stays of the picks when some are taken back: those that hang on them go too. */
  async without(...places: number[]): Promise<number[]> {
    const { decision, viewer } = this.table;
    const { picked } = this.row;
    const first = Math.min(...places);
    let rest = picked.filter((_, at) => !places.includes(at));
    while (decision && !decision.keep && rest.length) {
      try {
        await this.table.server.picks(decision.ordinal, rest, viewer);
        return rest;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        const wrong = rest.findIndex((code, at) => (!decision.ordered || at >= first) && error.reason?.codes?.includes(code));
        if (wrong < 0) return picked.slice(0, first);
        rest = rest.filter((_, at) => at !== wrong);
      }
    }
    return rest;
  }

  /** Takes back some picks, and those that hang on them. */
  async takeBack(...places: number[]): Promise<void> {
    const { row } = this;
    if (!this.table.decision || this.busy || places.some((place) => place < 0)) return;
    try {
      const rest = await this.#awaited(this.without(...places));
      if (this.row === row) await this.#known(this.#follow(rest));
    } catch (error) {
      this.refused(error);
    }
  }

  /** Takes back what was picked last. */
  async takeLast(): Promise<void> {
    const { picked } = this.row;
    const last = this.table.decision?.ordered ? -1 : picked.lastIndexOf(this.#latest.at(-1) ?? -1);
    this.#latest = this.#latest.slice(0, -1);
    await this.takeBack(last < 0 ? picked.length - 1 : last);
  }

  /** One pick of a row goes before another. */
  async swap(place: number, other: number): Promise<void> {
    const picked = [...this.row.picked];
    [picked[place], picked[other]] = [picked[other]!, picked[place]!];
    if (this.table.decision && !this.busy) await this.#known(this.#follow(picked));
  }

  /** Lays other picks; returns whether the server says what may follow them, null where it need not be asked. */
  #follow(picked: number[], code = -1): Promise<boolean> | null {
    const decision = this.table.decision;
    if (!decision) return null;
    const old = this.row;
    if (!picked.length || decision.keep) {
      this.#take(decision.keep ? keeping(decision, this.#all, picked) : start(decision));
      return null;
    }
    // Whether there is another one like it, the server says; of a whole row, one like any of it.
    const laid = code < 0 ? picked : [code];
    this.#take({ ...old, picked, done: false, sole: false, options: old.options.filter((option) => !laid.includes(option.code)) });
    return this.#ask(decision, picked, old);
  }

  async #known(asked: Promise<boolean> | null): Promise<void> {
    if (asked) await this.#awaited(asked);
  }

  /** Notes that the server is asked, for as long as it is. */
  async #awaited<T>(answer: Promise<T>): Promise<T> {
    const end = () => undefined;
    const asked = answer.then(end, end);
    this.#asked = asked;
    try {
      return await answer;
    } finally {
      if (this.#asked === asked) this.#asked = null;
    }
  }

  /** Asks the server what may follow the picks that lie there now; where it refuses them, the old row is back. */
  async #ask(decision: Decision, picked: number[], old: Row): Promise<boolean> {
    const waiting = this.row;
    try {
      const answer = await this.table.server.picks(decision.ordinal, picked, this.table.viewer);
      if (this.row !== waiting) return false;
      this.#take(followed(picked, answer));
      return true;
    } catch (error) {
      if (this.row === waiting) this.row = old;
      this.refused(error);
      return false;
    }
  }

  /**
   * Does something once the server has said what may follow the picks, if the question is still the same: who clicks
   * faster than it answers loses no click. Returns whether it is waited for.
   */
  protected onceKnown(act: () => void): boolean {
    const { decision } = this.table;
    if (!decision || !this.#asked) return false;
    const known = () => void (this.table.decision === decision && act());
    void this.#asked.then(known);
    return true;
  }

  /** A point of the ground follows the picks; `label` is how people read it. Returns why it cannot. */
  async point(at: number[], label: Phrase): Promise<Reason | null> {
    return this.#awaited(this.#point(at, label));
  }

  async #point(at: number[], label: Phrase): Promise<Reason | null> {
    const { row } = this;
    const { decision } = this.table;
    if (!decision || this.busy) return null;
    try {
      const answer = await this.table.server.picks(decision.ordinal, row.picked, this.table.viewer, at);
      const picked = answer.picked ?? [];
      if (this.row !== row) return null;
      this.#offered.set(picked.at(-1) ?? 0, { target: { code: picked.at(-1) ?? 0, label, at }, places: [] });
      this.#take(followed(picked, answer));
    } catch (error) {
      if (error instanceof Refused && error.reason) return error.reason;
      this.refused(error);
    }
    return null;
  }

  clearPicks(): boolean {
    if (!this.table.decision || !this.row.picked.length) return false;
    this.#take(this.#start(this.table.decision));
    return true;
  }

  /**
   * What "done" says: a game may have words of its own with a question, and others for being done with nothing chosen.
   * Not where what is picked is something else, which harms who does it.
   */
  get doneLabel(): string {
    const { decision, texts } = this.table;
    if (!this.isSure(this.row.picked)) return this.table.word("ui.confirm");
    if (decision?.keep && this.row.label) return this.table.say(this.row.label);
    const label = this.row.label ?? { key: "action.done" };
    const own = `action.${decision?.kind}_done`;
    const done = own in texts ? { key: own } : label;
    const none = done.key.replace(/_done$/, "_none");
    return this.table.say(!this.row.picked.length && none in texts ? { ...done, key: none } : done);
  }

  /** Asks why something cannot follow the picks, or they cannot be the answer, and marks what is to blame. */
  async doubt(code: number): Promise<void> {
    const { row } = this;
    const { decision } = this.table;
    if (!decision || decision.keep || this.busy) return;
    if (this.onceKnown(() => void (this.#open.has(code) ? this.pick(code, true) : this.doubt(code)))) return;
    try {
      const reason = await this.table.server.why(decision.ordinal, code, row.picked, this.table.viewer);
      if (this.row !== row || !reason.key) return;
      if (reason.path) this.fault = reason;
      else this.table.notices.tellWhy(reason);
    } catch (error) {
      this.refused(error);
    }
  }

  /** Marks what a refusal blames; without it the refusal is a notice. */
  protected refused(error: unknown): void {
    if (error instanceof Refused && error.reason?.path) this.fault = error.reason;
    else this.table.notices.refused(error);
  }
}
