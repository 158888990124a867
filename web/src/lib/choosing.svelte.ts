/** What is being chosen: the mode, the picks, a place that is open, and the answer that is on its way. */
import type { Part } from "./phrases";
import { Picking } from "./picking.svelte";
import { DONE } from "./picks";
import type { Phrase, Target } from "./scene";
import { newId } from "./server";
import { offersAt, ringOf, type Offer, type Ring } from "./targets";

/** Of more answers than these that a place offers, the first are told. */
export const MOST_TOLD = 4;

/** Whether a place offers an answer, or is where it leads to. */
const touches = ({ places, target }: Offer, key: string): boolean => places.includes(key) || leadsTo(target, key);

/** Whether an answer leads to a place, of those that it may take to the first. */
const leadsTo = ({ onto, into }: Target, key: string): boolean => (onto?.includes(key) ?? false) || into?.[0] === key;

export class Choosing extends Picking {
  /** Places on the way to an answer: one that offers several of them, and where these lead on to. */
  #way = $state.raw<string[]>([]);
  /** The answer to this decision is on its way. */
  sending = $state(0);
  #mode = $state("");

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

  /** Whether a place tells some of these from the others, or is where the only one leads to. */
  leads(key: string): boolean {
    const { ahead } = this;
    const [only] = ahead;
    if (!only || this.act || this.#way.includes(key)) return false;
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
    this.begin();
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
    if (decision.many) return done && (picked.length > 0 || !options.length) && this.isSure(picked) ? "done" : "";
    if (this.act) return this.selected && this.isSure([this.selected.target.code]) ? "act" : "";
    const here = this.opened ? offersAt(offers, this.opened, this.mode) : offers.all;
    return here.length === 1 && this.isSure(here.map(({ target }) => target.code)) ? "only" : "";
  }

  /** What a press on a place can do now: of picks, those that may follow. */
  offeredAt(key: string): Offer[] {
    return this.table.decision?.many ? this.at(key).filter((offer) => this.isAddable(offer)) : offersAt(this.table.offers, key, this.mode);
  }

  ring(key: string): Ring {
    if (!this.table.decision || this.busy) return "";
    const laid = this.table.decision.many && this.laidAt(key);
    if (laid) return this.ring(laid.place);
    if (this.#way.includes(key) || this.selected?.places.includes(key)) return "picked";
    if (this.leads(key)) return "legal";
    const ring = this.table.decision.many ? this.ringOfMany(key) : ringOf(this.table.offers, key, this.mode);
    return ring === "legal" && this.ahead.length > 1 && this.ahead.some(({ target }) => target.onto?.length || target.into?.length) ? "other" : ring;
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
    const again = () => void this.activate(key, touched);
    // What a click means in a row of which one pick leads to the next is known only once that next is.
    return (!!this.table.decision?.ordered && this.onceKnown(again)) || this.#activate(key, touched) || this.onceKnown(again);
  }

  #activate(key: string, touched: boolean): boolean {
    const decision = this.table.decision;
    const laid = decision?.many && this.laidAt(key);
    if (laid) return this.#activate(laid.place, touched);
    const all = decision?.many ? this.at(key) : this.table.offers.byPlace.get(key);
    if (decision && !this.busy && this.leads(key)) {
      const only = this.#go(key);
      if (only && !touched) this.press(only);
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
    else void this.choose(offer.target.code);
  }

  /** Where one pick is the whole answer it is given with it; what may harm who gives it waits to be confirmed. */
  override async pick(code: number, again = false): Promise<void> {
    const { decision, offers } = this.table;
    const whole = decision?.at_once || (!this.row.picked.length && offers.byCode.get(code)?.target.alone);
    if (whole && this.isSure([code])) await this.choose(code);
    else await super.pick(code, again);
  }

  choose(code: number): Promise<void> {
    return this.#answer([code]);
  }

  finish(): void {
    // What was pressed a moment ago belongs to the answer.
    if (!this.table.decision?.many || this.onceKnown(() => this.finish())) return;
    if (this.row.done) void this.#answer(this.codes);
    else if (!this.table.decision.keep) void this.doubt(DONE);
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
      this.refused(error);
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
