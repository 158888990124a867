/** An answer of several picks as it is put together: what is picked, completed, taken back, and what the rules say of it. */
import { Picked } from "./picked.svelte";
import { followed, keeping, start, toggled, type Row } from "./picks";
import type { Decision, Reason } from "./protocol";
import type { Phrase, Target } from "./scene";
import { Refused } from "./server";

export abstract class Picking extends Picked {
  /** The codes in the order in which they were picked, which the row may not have. */
  #latest: number[] = [];
  /** Ends when the server has said what may follow the picks; null where nothing is asked of it. */
  #waiting: Promise<void> | null = null;
  /** So many questions have been put; the decision itself is another object with each message. */
  protected asked = 0;
  /** A place that offers several answers in one mode, opened by a click; a pick closes it. */
  abstract opened: string;
  /** An answer is on its way: its decision takes no other. */
  abstract readonly busy: boolean;

  /** Another question is asked, or none: nothing is picked yet. */
  protected begin(): void {
    this.asked += 1;
    this.forget();
    this.#latest = [];
    this.#waiting = null;
    const { decision } = this.table;
    if (!decision) return;
    this.lay(this.start(decision));
    const only = this.#sole;
    if (decision.proposal?.length) void this.#known(this.#follow(decision.proposal));
    else if (only >= 0) void this.#known(this.#goOn(this.#follow([only], only), []));
  }

  /** The pick that has to follow: nothing else may, and the answer cannot stop before it. */
  get #sole(): number {
    const [only] = this.row.options;
    return this.row.sole && only && !only.unmarked ? only.code : -1;
  }

  async pick(code: number, again = false): Promise<void> {
    const decision = this.table.decision;
    if (!decision || this.busy) return;
    const there = this.row.picked.indexOf(code);
    this.opened = "";
    if (decision.ordered && there >= 0 && !(again && this.isNext(code))) return this.takeBack(there);
    const picked = this.instead(code) ? [code] : toggled(this.row, decision, code, again);
    if (!picked) return;
    // What was taken back is not completed again; and a coach says himself what follows.
    const adds = picked.includes(code) && picked.length > this.row.picked.length;
    const follow = !adds || this.table.coaching.advises ? [] : [...(this.offered(code)?.target.follow ?? [])];
    this.#latest = [...this.#latest.filter((one) => picked.includes(one)), code];
    const asked = this.#follow(picked, code);
    await this.#known(asked && adds ? this.#goOn(asked, follow) : asked);
  }

  /** Goes on by itself: with the picks that best complete the answer, and with any that is the only one. */
  async #goOn(asked: Promise<boolean> | null, follow: number[]): Promise<boolean> {
    const proposed = follow.length > 0;
    while (asked && (await asked)) {
      const next = follow.shift() ?? this.#sole;
      if (next < 0 || !this.isNext(next)) {
        const place = next < 0 && !this.table.coaching.advises && !this.row.aim?.legs?.length ? this.row.aim?.proposed : null;
        if (place) await this.point(place.at, place.label);
        this.settled(proposed || !!place);
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
    const question = this.asked;
    this.clearPicks();
    const row = [...codes].sort((a, b) => a - b);
    try {
      const answer = await this.table.server.picks(decision.ordinal, row, this.table.viewer);
      if (this.asked === question) this.lay(followed(row, answer));
      return 0;
    } catch (error) {
      if (!(error instanceof Refused) || !error.reason) {
        this.refused(error);
        return codes.length;
      }
    }
    let missing = 0;
    for (const code of row) {
      if (this.asked === question && this.row.options.some((option) => option.code === code)) await this.#known(this.#follow([...this.row.picked, code].sort((a, b) => a - b), code));
      else missing += 1;
    }
    return missing;
  }

  /** Lays picks that were not offered one by one. */
  protected async layAll(picks: readonly Target[]): Promise<void> {
    for (const target of picks) if (!this.offered(target.code)) this.add(target);
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

  /** One pick of a row goes to another place in it. */
  async move(from: number, to: number): Promise<void> {
    const picked = [...this.row.picked];
    picked.splice(to, 0, ...picked.splice(from, 1));
    if (this.table.decision && !this.busy) await this.#known(this.#follow(picked));
  }

  /** Lays other picks; returns whether the server says what may follow them, null where it need not be asked. */
  #follow(picked: number[], code = -1): Promise<boolean> | null {
    const decision = this.table.decision;
    if (!decision) return null;
    const old = this.row;
    if (!picked.length || decision.keep) {
      this.lay(decision.keep ? keeping(decision, this.all, picked) : start(decision));
      return null;
    }
    // Whether there is another one like it, the server says; of a whole row, one like any of it.
    const laid = code < 0 ? picked : [code];
    this.lay({ ...old, picked, done: false, sole: false, options: old.options.filter((option) => !laid.includes(option.code)) });
    return this.#ask(decision, picked, old);
  }

  async #known(asked: Promise<boolean> | null): Promise<void> {
    if (asked) await this.#awaited(asked);
  }

  /** Notes that the server is asked, for as long as it is. */
  async #awaited<T>(answer: Promise<T>): Promise<T> {
    const end = () => undefined;
    const asked = answer.then(end, end);
    this.#waiting = asked;
    try {
      return await answer;
    } finally {
      if (this.#waiting === asked) this.#waiting = null;
    }
  }

  /** Asks the server what may follow the picks that lie there now; where it refuses them, the old row is back. */
  async #ask(decision: Decision, picked: number[], old: Row): Promise<boolean> {
    const waiting = this.row;
    try {
      const answer = await this.table.server.picks(decision.ordinal, picked, this.table.viewer);
      if (this.row !== waiting) return false;
      this.lay(followed(picked, answer));
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
    if (!this.table.decision || !this.#waiting) return false;
    const question = this.asked;
    const known = () => void (this.asked === question && act());
    void this.#waiting.then(known);
    return true;
  }

  /** A point of the ground follows some picks, in place of all behind them; `label` is how people read it. Returns why it cannot. */
  async point(at: number[], label: Phrase, picks: number[] = this.row.picked): Promise<Reason | null> {
    return this.#awaited(this.#point(at, label, picks));
  }

  async #point(at: number[], label: Phrase, picks: number[]): Promise<Reason | null> {
    const { row } = this;
    const { decision } = this.table;
    if (!decision || this.busy) return null;
    try {
      const answer = await this.table.server.picks(decision.ordinal, picks, this.table.viewer, at);
      const picked = answer.picked ?? [];
      if (this.row !== row) return null;
      this.add({ code: picked.at(-1) ?? 0, label, at });
      this.lay(followed(picked, answer));
    } catch (error) {
      if (error instanceof Refused && error.reason) return error.reason;
      this.refused(error);
    }
    return null;
  }

  clearPicks(): boolean {
    if (!this.table.decision || !this.row.picked.length) return false;
    this.lay(this.start(this.table.decision));
    return true;
  }

  /** Asks why something cannot follow the picks, or they cannot be the answer, and marks what is to blame. */
  async doubt(code: number): Promise<void> {
    const { row } = this;
    const { decision } = this.table;
    if (!decision || decision.keep || this.busy) return;
    if (this.onceKnown(() => void (this.isNext(code) ? this.pick(code, true) : this.doubt(code)))) return;
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
