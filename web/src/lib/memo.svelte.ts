/** What the viewer writes for themselves: stored a moment after each change, and kept in this browser until the server has it. */
import { DRAFTS } from "./drafts";
import type { Memo as Kept } from "./protocol";
import { Refused, type Server } from "./server";

/** Characters that it may have. */
export const LONGEST = 4_000;
/** Milliseconds without a key after which it is stored. */
const REST = 700;

function stored(key: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as Partial<Kept> | null;
    return typeof kept?.text === "string" && Number.isSafeInteger(kept.version) ? (kept as Kept) : null;
  } catch {
    return null;
  }
}

/** Two texts that were written upon the same one: all lines of the first, then those that only the other has. */
export function united(one: string, other: string): string {
  if (one.includes(other)) return one;
  if (other.includes(one)) return other;
  const there = new Set(one.split("\n"));
  return [one, ...other.split("\n").filter((line) => !there.has(line))].join("\n");
}

export class Memo {
  text = $state("");
  /** loading, kept, waits (not stored yet), long, failed. */
  state = $state<"loading" | "kept" | "waits" | "long" | "failed">("loading");
  /** What the server has. */
  #kept: Kept = { text: "", version: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #storing = false;

  constructor(
    private readonly server: Pick<Server, "memo" | "keepMemo">,
    private readonly match: string,
    private readonly seat: number,
  ) {}

  get #key(): string {
    return `${DRAFTS}${this.match}.${this.seat}`;
  }

  /** Fetches it; what this browser could not store last time comes with it. */
  async open(): Promise<void> {
    try {
      this.#kept = await this.server.memo(this.seat);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.state = "failed";
      return;
    }
    const draft = stored(this.#key);
    this.text = !draft ? this.#kept.text : draft.version === this.#kept.version ? draft.text : united(this.#kept.text, draft.text);
    this.state = "kept";
    this.changed();
  }

  /** Something was typed. */
  changed(): void {
    clearTimeout(this.#timer);
    if (this.text === this.#kept.text) {
      this.state = "kept";
      this.#forget();
      return;
    }
    this.#draft();
    this.state = this.text.length > LONGEST ? "long" : "waits";
    if (this.state === "waits") this.#timer = setTimeout(() => void this.store(), REST);
  }

  /** Stores it now; the request is repeated until it gets through. */
  async store(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#storing || this.state !== "waits") return;
    this.#storing = true;
    const text = this.text;
    try {
      this.#kept = await this.server.keepMemo(this.seat, { text, version: this.#kept.version });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.shut !== "ui.shut_changed" || !(await this.#unite())) {
        this.state = "failed";
        return;
      }
    } finally {
      this.#storing = false;
    }
    this.changed();
  }

  /** Another device has stored more: both texts stay. */
  async #unite(): Promise<boolean> {
    try {
      this.#kept = await this.server.memo(this.seat);
    } catch {
      return false;
    }
    this.text = united(this.#kept.text, this.text);
    return true;
  }

  #draft(): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify({ text: this.text, version: this.#kept.version }));
    } catch {
      // Then only the server keeps it.
    }
  }

  #forget(): void {
    try {
      localStorage.removeItem(this.#key);
    } catch {
      // There was none.
    }
  }
}
