/** The coach of a guided match: which of his notes is up, whether others wait for it, and the answer that he keeps back. */
import { DONE } from "./picks";
import type { CoachNote, Guide } from "./protocol";
import type { Table } from "./table.svelte";

/** An answer that is not the advised one: it is sent only when its giver says so once more. */
interface Caught {
  ordinal: number;
  codes: readonly number[];
}

const sorted = (codes: readonly number[]): string => [...codes].filter((code) => code !== DONE).sort((a, b) => a - b).join();

/** Whether an answer is the advised one; picks without an order may come in any. */
export function isAdvised(codes: readonly number[], advised: readonly number[], many: boolean, ordered: boolean): boolean {
  return many && !ordered ? sorted(codes) === sorted(advised) : codes.join() === advised.join();
}

export class Coaching {
  /** The coach is sent away. */
  off = $state(false);
  page = $state(0);
  #caught = $state.raw<Caught | null>(null);
  /** The last question was one of the story; who has left it plays as he likes. */
  #story = $state(false);
  /** The last answer was another than the advised one. */
  strayed = $state(false);
  /** What has been read of what is said while others play, as the server calls it. */
  #read = $state("");

  constructor(private readonly table: Table) {
    try {
      this.off = sessionStorage.getItem(this.#key) === "off";
    } catch {
      // Then it is on.
    }
  }

  get #key(): string {
    return `shapan.guide.${this.table.boot.match}`;
  }

  get guide(): Guide | null {
    return this.table.frame?.guide ?? null;
  }

  get notes(): readonly CoachNote[] {
    return this.guide?.notes ?? [];
  }

  get at(): number {
    return Math.min(this.page, this.notes.length - 1);
  }

  get last(): boolean {
    return this.at === this.notes.length - 1;
  }

  /** Nobody asks the viewer: the table shows no more of the others' moves until he has read what is said. */
  get holds(): boolean {
    const { frame } = this.table;
    const waits = this.guide?.waits ?? "";
    return !this.off && this.notes.length > 0 && this.#story && waits !== "" && waits !== this.#read && !frame?.decision && !frame?.outcome;
  }

  /** There is more to read before something is to be answered. */
  get explains(): boolean {
    return !this.off && this.notes.length > 0 && !this.table.frame?.outcome && (!this.last || this.holds || !!this.caught);
  }

  /** The answer that is kept back, as long as its question is open. */
  get caught(): Caught | null {
    return this.#caught && this.#caught.ordinal === this.table.decision?.ordinal ? this.#caught : null;
  }

  /** The point of a table to scale that is advised next. */
  get point(): readonly number[] | null {
    const { decision, row, busy } = this.table;
    const { advised, at } = this.guide ?? {};
    if (!decision || busy || !advised || this.off || !this.last || this.caught) return null;
    const picked = decision.many ? row.picked : [];
    const point = picked.every((code, index) => code === advised[index]) ? at?.[picked.length] : null;
    return point?.length ? point : null;
  }

  /** He says which answer to give. */
  get advises(): boolean {
    return !this.off && this.#story && !!this.guide?.advised;
  }

  /** Another question is asked, or none. */
  reset(): void {
    this.#caught = null;
    if (this.table.decision && this.notes.some((note) => note.number > 0)) this.strayed = false;
    if (this.table.decision) this.#story = this.notes.some((note) => note.number > 0);
  }

  turn(off: boolean): void {
    this.off = off;
    this.#caught = null;
    try {
      sessionStorage.setItem(this.#key, off ? "off" : "on");
    } catch {
      // Then it is so until the page is loaded again.
    }
    this.table.goOn();
  }

  /** To the next note, or the one before; after the last one the others go on. */
  go(by: number): void {
    if (by > 0 && this.last) this.#read = this.guide?.waits ?? "";
    else this.page = this.at + by;
    this.table.goOn();
  }

  /** Keeps back an answer that is not the advised one; says whether it did. */
  catches(codes: readonly number[]): boolean {
    const { decision } = this.table;
    const advised = this.guide?.advised;
    if (!decision || !advised || this.off || !this.#story || isAdvised(codes, advised, decision.many, decision.ordered)) return false;
    this.#caught = { ordinal: decision.ordinal, codes };
    return true;
  }

  /** Takes the answer back that was kept, with what was chosen for it. */
  back(): void {
    this.#caught = null;
    this.page = this.notes.length - 1;
    this.table.choosing.stepBack();
    this.table.choosing.opened = "";
    this.table.choosing.clearPicks();
  }

  /** Gives it all the same. */
  anyway(): void {
    const { caught } = this;
    this.#caught = null;
    this.strayed = caught !== null;
    if (caught) void this.table.choosing.send(caught.codes);
  }
}
