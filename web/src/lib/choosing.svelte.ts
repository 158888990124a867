/** What is being chosen: the mode, the picks, a place that is open, and the answer that is on its way. */
import type { Part } from "./phrases";
import { Picking } from "./picking.svelte";
import { DONE } from "./picks";
import { rowsOf } from "./prospects";
import type { Way } from "./protocol";
import type { Binds, Phrase, Target } from "./scene";
import { newId, Refused } from "./server";
import { settings } from "./settings.svelte";
import { offersAt, ringOf, type Offer, type Ring } from "./targets";

/** Of more answers than these that a place offers, the first are told. */
export const MAX_TOLD = 4;
/** Of more picks than these an undo names the first. */
const MAX_NAMED = 2;

/** Whether a place offers an answer, or is where it leads to. */
const touches = ({ places, target }: { places: readonly string[]; target: Target }, key: string): boolean => places.includes(key) || leadsTo(target, key);

/** Whether an answer leads to a place, of those that it may take to the first. */
const leadsTo = ({ onto, into }: Target, key: string): boolean => (onto?.includes(key) ?? false) || into?.[0] === key;

/** The code of no answer. */
const NOTHING = -1;

export class Choosing extends Picking {
  /** Places on the way to an answer: one that offers several of them, and where these lead on to. */
  #way = $state.raw<string[]>([]);
  /** The answer to this decision is on its way. */
  sending = $state(0);
  /** The answers given from this page, for an undo to name the last one. */
  given = $state.raw<readonly Phrase[][]>([]);
  #mode = $state("");
  #armed = $state(NOTHING);

  /** A place that offers several answers in one mode, opened by a click. */
  get opened(): string {
    return this.#way[0] ?? "";
  }

  set opened(key: string) {
    this.goal = null;
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

  /** Whether a place tells some of these from the others, or is where the only one leads to. */
  leads(key: string): boolean {
    const { ahead } = this;
    const [only] = ahead;
    if (!only || this.#way.includes(key)) return false;
    if (ahead.length === 1) return this.#way.length === 1 && leadsTo(only.target, key);
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
    this.#armed = NOTHING;
    this.begin();
  }

  get mode(): string {
    const { modes } = this.table.offers;
    return modes.some((mode) => mode.name === this.#mode) ? this.#mode : (modes[0]?.name ?? "");
  }

  /** Where only one thing can be done in a mode, it is chosen with it. */
  set mode(mode: string) {
    const { all } = this.table.offers;
    const [one, other] = all.filter(({ target }) => target.mode === mode);
    this.#armed = NOTHING;
    this.opened = "";
    this.#mode = mode;
    if (one && !other) this.arm(one.target.code);
  }

  /** The single answer that is chosen and not given yet: the one that was pressed, or the only one there is; of picks, to stop with none. */
  get armed(): Offer | null {
    const { decision, offers } = this.table;
    if (!decision || decision.many) return null;
    const only = offers.all.length === 1 ? offers.all[0] : undefined;
    return offers.byCode.get(this.#armed) ?? only ?? null;
  }

  /** To stop without a pick was pressed once. */
  get stopping(): boolean {
    return this.#armed === DONE && !!this.table.decision?.many && !this.row.picked.length && this.row.done;
  }

  /** Chooses a single answer without giving it. */
  arm(code: number): void {
    this.opened = "";
    this.#armed = code;
    const { mode } = this.table.offers.byCode.get(code)?.target ?? {};
    if (mode) this.#mode = mode;
  }

  /** What could be done to a place that was pointed at first: each a whole answer, or its beginning. */
  goal = $state.raw<{ key: string; ways: readonly Way[] } | null>(null);

  /** Asks what could be done to a place, or at a point of the ground, while nothing is picked. Returns whether anything can. */
  async toward(key: string, at?: readonly number[]): Promise<boolean> {
    const { decision, server, viewer } = this.table;
    const question = this.asked;
    const free = () => !!decision && this.asked === question && !this.busy && !(decision.many && this.row.picked.length);
    if (!decision || !free()) return false;
    const { ways } = await server.ways(decision.ordinal, key, viewer, at).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      return { ways: [] };
    });
    const [one, other] = ways;
    if (!one || !free()) return !free();
    this.opened = "";
    this.#armed = NOTHING;
    if (other) this.goal = { key, ways };
    else await this.take(one, false);
    return true;
  }

  /** Lays a way to the goal. `chosen`: of several, so that a single answer is given as by its own button. */
  async take({ picks }: Way, chosen = true): Promise<void> {
    const at = this.goal?.key === "";
    this.goal = null;
    const [first] = picks;
    if (!first) return;
    if (!this.table.decision?.many) {
      if (chosen) this.choose(first.code);
      else this.arm(first.code);
      return;
    }
    await this.layAll(picks);
    if (at && chosen && this.row.done && !this.#waits(this.binds)) void this.#answer(this.codes);
  }

  /** Chooses what a hint says: a single answer as by its own button, but what cannot be undone is not given; several picks wait for the foot. */
  async heed(picks: readonly Target[]): Promise<void> {
    const [first] = picks;
    this.opened = "";
    this.#armed = NOTHING;
    if (this.table.decision?.many) {
      if (first) return this.layAll(picks);
      this.clearPicks();
      return this.arm(DONE);
    }
    if (!first) return;
    if (this.table.offers.byCode.get(first.code)?.target.binds) this.table.coaching.catches([first.code]) || this.arm(first.code);
    else this.choose(first.code);
  }

  /** Something was chosen by hand that waits for its second step. */
  get chose(): boolean {
    return this.#armed !== NOTHING && (this.armed !== null || this.stopping);
  }

  /** Something is chosen and not given, or a place is opened. */
  get begun(): boolean {
    return this.chose || !!this.opened || this.goal !== null;
  }

  /** Takes back what was chosen and not given, else closes what was opened; returns whether there was any. */
  stepBack(): boolean {
    const was = this.begun;
    if (!this.chose) this.opened = "";
    this.goal = null;
    this.#armed = NOTHING;
    return was;
  }

  /** Whether giving this takes a second step: as the reader has set it, what cannot be undone, or what may harm who gives it. */
  #waits(binds: Binds | undefined, sure = true): boolean {
    return settings.confirm === "always" || (settings.confirm === "binding" && (!!binds || !sure));
  }

  /** Whether what the foot gives now cannot be undone. */
  get binds(): Binds {
    const all = [this.table.decision?.many && this.row.binds, ...this.parts.map(({ binds }) => binds)];
    return all.includes("final") ? "final" : all.some(Boolean) ? "may" : "";
  }

  /**
   * The button that is marked, and that Enter presses: "done" of several picks, "armed" of a single answer. None is
   * while a coach speaks, and none that may harm who presses it.
   */
  get marked(): "" | "done" | "armed" {
    const { decision, coached } = this.table;
    if (!decision || this.busy || coached) return "";
    const { picked, options, done, aim } = this.row;
    // A way without a first point would be to stay, at the cost of the whole act.
    if (aim && !aim.legs?.length) return "";
    if (decision.many) return done && (picked.length > 0 || !options.length || this.stopping) && this.isSure(picked) ? "done" : "";
    const { armed } = this;
    return armed && this.isSure([armed.target.code]) ? "armed" : "";
  }

  override isPicked(offer: Offer): boolean {
    return this.table.decision?.many ? super.isPicked(offer) : this.armed?.target.code === offer.target.code;
  }

  override get parts(): Target[] {
    const { armed } = this;
    return armed ? [armed.target] : super.parts;
  }

  /** Back to the mode that a question begins with; returns whether it was another. */
  firstMode(): boolean {
    const was = !!this.#mode && this.#mode !== this.table.offers.modes[0]?.name;
    if (was) this.#mode = "";
    return was;
  }

  /** Whether a place has a part in what is chosen and not given yet. */
  hasPart(key: string): boolean {
    return this.ring(key) === "picked" || (!this.busy && this.picked.some((pick) => touches(pick, key)));
  }

  /** What a press on a place can do now: of picks, those that may follow. */
  offeredAt(key: string): Offer[] {
    return this.table.decision?.many ? this.at(key).filter((offer) => this.isAddable(offer)) : offersAt(this.table.offers, key, this.mode);
  }

  ring(key: string): Ring {
    if (!this.table.decision || this.busy) return "";
    const laid = this.table.decision.many && this.laidAt(key);
    if (laid) return this.ring(laid.place);
    if (this.#way.includes(key) || this.armed?.places[0] === key) return "picked";
    if (this.leads(key)) return "legal";
    const ring = this.table.decision.many ? this.ringOfMany(key) : ringOf(this.table.offers, key, this.mode);
    return ring === "legal" && this.ahead.length > 1 && this.ahead.some(({ target }) => target.onto?.length || target.into?.length) ? "other" : ring;
  }

  /** What a click on a place would do, as labels, with what a hint says of it. */
  doings(key: string): string[] {
    const { hints } = this.table;
    return this.offeredAt(key).slice(0, MAX_TOLD).map(({ target }) => {
      return [this.table.say(target.label), hints.words(hints.of(target.code))].filter(Boolean).join(this.table.word("ui.comma"));
    });
  }

  /**
   * A click on a place: choose what it offers, also of another mode, or open its answers where there are several.
   * Returns whether it did anything.
   */
  activate(key: string): boolean {
    const again = () => void this.activate(key);
    // What a click means in a row of which one pick leads to the next is known only once that next is.
    return (!!this.table.decision?.ordered && this.onceKnown(again)) || this.#activate(key) || this.onceKnown(again);
  }

  #activate(key: string): boolean {
    const decision = this.table.decision;
    const laid = decision?.many && this.laidAt(key);
    if (laid) return this.#activate(laid.place);
    const all = decision?.many ? this.at(key) : this.table.offers.byPlace.get(key);
    if (decision && !this.busy && this.leads(key)) {
      const only = this.#go(key);
      if (only) this.press(only);
      return true;
    }
    if (!decision || !all?.length || this.busy) return false;
    if (decision.many) {
      const mine = this.follows(key) ? undefined : all.find((one) => this.isPickedAt(one, key));
      const free = all.filter((one) => (mine ? this.isOpen(one) : this.isAddable(one)));
      // What goes one of several ways is asked for its way, also where one way is left: nothing is picked unasked.
      const ways = all.filter(({ target }) => target.onto?.length).length > 1 && free.some(({ target }) => target.onto?.length);
      if ((ways || free.length > 1) && !mine?.places[1]) {
        this.opened = this.opened === key ? "" : key;
        return true;
      }
      const offer = mine ?? free[0];
      if (!offer) return false;
      void this.pick(offer.target.code, !mine || this.times(mine) >= mine.places.length);
      return true;
    }
    const { armed } = this;
    if (armed?.places.includes(key)) {
      this.press(armed);
      return true;
    }
    const elsewhere = !offersAt(this.table.offers, key, this.mode).length;
    if (elsewhere) this.mode = all[0]!.target.mode ?? "";
    const [only, other] = offersAt(this.table.offers, key, this.mode);
    this.#armed = NOTHING;
    if (!only || other) this.opened = this.opened === key ? "" : key;
    // With another mode it is chosen, and not given.
    else if (elsewhere) this.arm(only.target.code);
    else this.press(only);
    return true;
  }

  /** The answers that are given by carrying what lies at a place somewhere. */
  carried(key: string): Offer[] {
    if (!this.table.decision || this.busy) return [];
    return this.at(key).filter((offer) => (offer.target.onto?.length || offer.target.into?.length) && (!this.table.decision?.many || this.isAddable(offer)));
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
    else this.choose(offer.target.code);
  }

  /** Where one pick is the whole answer it is given with it; what takes a second step waits in the basket. */
  override async pick(code: number, again = false): Promise<void> {
    const { decision, offers } = this.table;
    const { alone, binds } = offers.byCode.get(code)?.target ?? {};
    const whole = decision?.at_once || (!this.row.picked.length && alone);
    this.#armed = NOTHING;
    if (whole && !this.#waits(binds, this.isSure([code]))) await this.#answer([code]);
    else await super.pick(code, again);
  }

  /** Where nothing can follow what was picked by hand, and it can be undone, it is given; a point of the table waits for the foot. */
  protected override settled(proposed: boolean): void {
    const { picked, options, done, aim } = this.row;
    if (done && !options.length && !aim && !proposed && !this.table.decision?.proposal?.length && !this.busy && !this.#waits(this.binds, this.isSure(picked))) void this.#answer(this.codes);
  }

  /** A single answer: given at once, or at the second step where it takes one. */
  choose(code: number): void {
    const { binds } = this.table.offers.byCode.get(code)?.target ?? {};
    if (binds === "late" && settings.confirm === "binding") return void this.#learn(code);
    if (this.armed?.target.code !== code && this.#waits(binds, this.isSure([code]))) this.table.coaching.catches([code]) || this.arm(code);
    else void this.#answer([code]);
  }

  /** Asks whether an answer can be undone, where so many are listed that it was not said, then chooses it. */
  async #learn(code: number): Promise<void> {
    const { decision, server, viewer } = this.table;
    const question = this.asked;
    if (!decision || this.busy) return;
    const said = await server.picks(decision.ordinal, [code], viewer).catch((error: unknown) => void this.refused(error));
    const offer = this.table.offers.byCode.get(code);
    if (!said || !offer || this.asked !== question || this.busy) return;
    offer.target.binds = said.done_binds ?? "";
    this.choose(code);
  }

  finish(): void {
    // What was pressed a moment ago belongs to the answer.
    if (!this.table.decision?.many || this.onceKnown(() => this.finish())) return;
    const { picked, done } = this.row;
    if (!done) this.table.decision.keep || void this.doubt(DONE);
    else if (this.marked || this.stopping || picked.length || !this.#waits(this.binds)) void this.#answer(this.codes);
    else this.arm(DONE);
  }

  /** What the marked button says is done. */
  give(): void {
    if (this.table.decision?.many) this.finish();
    else if (this.armed) this.choose(this.armed.target.code);
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
    const parts = this.parts.length ? this.parts : codes.flatMap((code) => this.table.offers.byCode.get(code)?.target ?? []);
    // Where on a scale map says nothing in one line.
    const things = parts.filter(({ at }) => !at?.length);
    const named = (things.length ? things : parts).slice(0, MAX_NAMED).map((target) => this.#called(target));
    try {
      await this.table.server.answer(newId(), decision.ordinal, [...codes], this.table.viewer);
      this.given = [...this.given, named];
    } catch (error) {
      if (this.sending === decision.ordinal) this.sending = 0;
      this.refused(error);
    }
  }

  /** What an answer is called: where a row beside a comparison names it, as it does there. */
  #called(target: Target): Phrase {
    return rowsOf(this.table.frame?.scene, this.table.offers).find(({ prospect, offer }) => offer.target.code === target.code && !prospect.piece)?.prospect.label ?? target.label;
  }

  /** The label of an answer in pieces; where the mode is chosen already, without its name in front. */
  labelParts(target: Target, short: boolean): Part[] {
    const all = this.table.parts(this.#called(target));
    const first = all[0];
    if (!short || !target.mode || !first || all.length < 2) return all;
    const mode = this.table.modeName(target.mode, target);
    if (first.seat !== undefined || !first.text.startsWith(mode)) return all;
    const rest = first.text.slice(mode.length).replace(/^[:：\s]+/, "");
    return [{ ...first, text: rest }, ...all.slice(1)].filter((part) => part.text);
  }
}
