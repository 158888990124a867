/** What somebody points at on a table to scale: the server says what it would cost, or why it cannot be; nothing is guessed. */
import { apart, called, meant, measured, pair, reached, type At } from "./ground";
import type { Reason, Verdict } from "./protocol";
import type { Aim, TargetLine, Ground, Leg } from "./scene";
import { Refused } from "./server";
import type { Table } from "./table.svelte";

/** So many milliseconds lie between two questions at least. */
const PAUSE = 140;

export class Aiming {
  /** Where the ghost stands. */
  at = $state.raw<At | null>(null);
  /** What the server said of where it stands, or stood a moment ago. */
  verdict = $state.raw<Verdict | null>(null);
  /** The place that is chosen and not answered yet, where an answer is one point. */
  pinned = $state.raw<{ at: At; code: number; leg?: Leg | null } | null>(null);
  /** A cursor of the keys, not the pointer, leads the ghost. */
  keyed = $state(false);
  /** Where the thing stands that is pointed at beside the table. */
  pointed = $state.raw<readonly number[]>([]);
  /** A place that the table is to show. */
  sought = $state.raw<readonly number[] | null>(null);
  #asking = false;
  #last = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: Table,
    private readonly shown: () => Ground | null | undefined,
  ) {}

  get ground(): Ground | null {
    return this.shown() ?? null;
  }

  /** What the next point would move; null where none is asked for. */
  get aim(): Aim | null {
    const { decision, row, busy } = this.table;
    if (!decision || busy) return null;
    const aim = decision.many && row.picked.length ? row.aim : this.ground?.aim;
    return aim ?? null;
  }

  get many(): boolean {
    return this.table.decision?.many ?? false;
  }

  /** The legs so far; of a place the one that is chosen. */
  get legs(): readonly Leg[] {
    return this.aim?.legs ?? [];
  }

  get full(): boolean {
    return !this.aim || (this.legs.length >= (this.aim.most ?? 1) && !this.placed);
  }

  /** The one place of an answer is chosen, and another one may still take its place. */
  get placed(): boolean {
    const { row, choosing } = this.table;
    return this.many && (this.aim?.most ?? 1) === 1 && this.legs.length === 1 && !!choosing.offered(row.picked.at(-1)!)?.target.at?.length;
  }

  /** The picks that the next point follows. */
  get #before(): number[] {
    const { picked } = this.table.row;
    return this.placed ? picked.slice(0, -1) : picked;
  }

  /** From where the next leg goes. */
  get from(): At | null {
    const last = (this.placed ? null : this.legs.at(-1)?.at) ?? this.aim?.start;
    return last?.length ? pair(last) : null;
  }

  /** Whether what was said is of the place where the ghost stands now. */
  get sure(): boolean {
    return !!this.verdict && !!this.at && this.#of === String(this.at);
  }

  #of = "";

  /** Who may be aimed at: from the place that is meant, else behind the picks so far. */
  get targetLines(): readonly TargetLine[] {
    const from = this.#leg?.target_lines;
    if (from?.length) return from;
    const { decision, row, busy } = this.table;
    if (!decision || busy) return [];
    return (decision.many && row.picked.length ? row.target_lines : this.ground?.target_lines) ?? [];
  }

  reset(): void {
    clearTimeout(this.#timer);
    this.at = this.verdict = this.pinned = null;
    this.keyed = false;
  }

  /** The ghost goes to a place; `near` is how far off a point to snap to may be. */
  look(at: At, near = 0): void {
    const { ground } = this;
    if (!ground || this.full || this.pinned) return;
    const { point } = this.table.coaching;
    const named = [...(point ? [pair(point)] : []), ...this.table.hints.points];
    const wide = near && this.aim ? Math.max(near, this.aim.radius) : -1;
    const [nearest] = named.filter((one) => apart(one, at) <= wide).sort((one, other) => apart(one, at) - apart(other, at));
    const there = nearest ?? meant(ground, this.aim, at, near);
    // A pointer too far away means as far as can be; a cursor of the keys is moved by hand.
    const to = this.keyed ? there : reached(this.aim!, there);
    if (String(to) === String(this.at)) return;
    this.at = to;
    this.#soon();
  }

  leave(): void {
    if (this.keyed) return;
    this.at = this.verdict = null;
  }

  #soon(): void {
    if (this.#asking) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), Math.max(0, this.#last + PAUSE - performance.now()));
  }

  async #ask(): Promise<void> {
    const { decision, row, viewer } = this.table;
    const { at } = this;
    if (!decision || !at) return;
    this.#asking = true;
    this.#last = performance.now();
    let verdict: Verdict | null;
    try {
      verdict = await this.#said(() => this.table.server.why(decision.ordinal, 0, this.#before, viewer, at));
    } finally {
      // Where the server cannot be reached, the next place asks again.
      this.#asking = false;
    }
    if (this.table.decision?.ordinal !== decision.ordinal || this.table.row !== row || !this.at) return;
    this.#take(at, verdict);
    if (String(at) !== String(this.at)) this.#soon();
    else if (this.keyed) this.table.spoken = this.words;
  }

  #take(at: At, verdict: Verdict | null): void {
    this.#of = String(at);
    this.verdict = verdict;
  }

  /** What the server says, also where it refuses to hear of it. */
  async #said(ask: () => Promise<Verdict>): Promise<Verdict | null> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return error.reason;
    }
  }

  /** Chooses a point: the next of a way, or the one place, which is answered by one more press. */
  async choose(at: At): Promise<void> {
    const { decision, viewer } = this.table;
    if (!decision || !this.aim || this.full) return;
    this.pinned = null;
    this.at = at;
    clearTimeout(this.#timer);
    if (this.many) {
      const reason = await this.table.choosing.point([...at], { key: "common.value", words: { value: this.named(at) } }, this.#before);
      if (this.table.decision?.ordinal !== decision.ordinal) return;
      if (reason) this.#take(at, reason);
      else this.at = this.keyed ? at : null;
    } else {
      const verdict = await this.#said(() => this.table.server.why(decision.ordinal, 0, this.#before, viewer, at));
      if (this.table.decision?.ordinal !== decision.ordinal) return;
      this.#take(at, verdict);
      if (verdict && !verdict.key && verdict.code) this.pinned = { at, code: verdict.code, leg: verdict.leg ?? null };
    }
    this.table.spoken = this.words;
  }

  /** Takes the last point back. */
  back(): boolean {
    if (this.pinned) {
      this.pinned = null;
      return true;
    }
    if (!this.many || !this.table.row.picked.length) return false;
    void this.table.choosing.cut(this.table.row.picked.length - 1);
    return true;
  }

  send(): void {
    if (this.pinned) void this.table.choosing.choose(this.pinned.code);
  }

  get reason(): Reason | null {
    return this.sure && this.verdict?.key ? this.verdict : null;
  }

  // In words

  length(units: number): string {
    const { ground } = this;
    return ground ? this.table.fill(ground.unit ?? "common.inches", { value: measured(ground, units) }) : "";
  }

  /** The points that have a name or are offered, each with its words: where two read the same, with their places. */
  get spots(): { at: readonly number[]; told: string }[] {
    if (!this.aim || this.full) return [];
    const { row, decision } = this.table;
    const offered = (row.options.length ? row.options : (decision?.targets ?? [])).flatMap(({ at, label }) => (at?.length ? [{ at, label }] : []));
    const points = [...(this.aim.snaps ?? []), ...offered].map(({ at, label }) => ({ at, told: this.table.say(label) }));
    const apart = points.filter(({ at }, place) => points.findIndex((other) => String(other.at) === String(at)) === place);
    return apart.map(({ at, told }) => ({ at, told: apart.filter((other) => other.told === told).length > 1 ? `${told} (${this.#place(at)})` : told }));
  }

  /** A point by its name, else by its place in measures. */
  named(at: readonly number[]): string {
    return this.spots.find((one) => String(one.at) === String(at))?.told ?? this.#place(at);
  }

  #place(at: readonly number[]): string {
    const { ground } = this;
    return ground ? this.table.fill("ui.point", called(ground, at)) : "";
  }

  /** So far of so much, with the leg under the ghost. */
  get spent(): string {
    const { aim } = this;
    if (!aim || (aim.allowance ?? -1) < 0) return "";
    const leg = this.sure && !this.verdict?.key ? this.verdict?.leg : null;
    const most = aim.allowance ?? 0;
    const left = leg?.left ?? this.legs.at(-1)?.left ?? most;
    return this.table.fill("ui.way", { value: this.length(most - left), most: this.length(most) });
  }

  /** Where it would end: at the ghost, else with the last leg. */
  get #leg(): Leg | null | undefined {
    return this.pinned?.leg ?? (this.sure ? this.verdict?.leg : null) ?? this.legs.at(-1);
  }

  /** What the end is worth. */
  get notes(): string[] {
    return (this.#leg?.notes ?? []).map((note) => this.table.say(note));
  }

  get words(): string {
    const at = this.at ?? this.legs.at(-1)?.at;
    const why = this.reason && this.table.notices.why(this.reason);
    return [at && this.named(at), why || this.spent, ...(why ? [] : this.notes)].filter(Boolean).join(this.table.word("ui.comma"));
  }
}
