/** Tips for somebody's first matches: what a kind of question is about, told the less often the more matches he has begun. */
import type { SeatInfo } from "./protocol";
import { settings } from "./settings.svelte";
import type { Table } from "./table.svelte";

/** So many matches have tips: in the first one a kind of question has up to three, in the last one only what is new. */
export const MATCHES = 3;
/** Bots against whom somebody plays who is new. */
export const BEGINNERS: readonly string[] = ["odds:65", "novice"];
const MAX_KINDS = 200;

export interface Kept {
  /** The matches that have had tips. */
  matches: string[];
  /** By kind of question: how often it has had one. */
  told: Record<string, number>;
}

/** What a browser has kept, which somebody else may have spoiled. */
export function readKept(text: string | null): Kept {
  try {
    const kept = JSON.parse(text ?? "{}") as Partial<Kept>;
    const matches = Array.isArray(kept.matches) ? kept.matches.filter((one): one is string => typeof one === "string").slice(0, MATCHES) : [];
    const told = Object.entries(kept.told ?? {}).filter(([, times]) => Number.isInteger(times));
    return { matches, told: Object.fromEntries(told.slice(0, MAX_KINDS)) };
  } catch {
    return { matches: [], told: {} };
  }
}

/** Whether a kind of question has a tip in a match, and what is kept then; null where it has none. */
export function tipped(kept: Kept, match: string, kind: string): Kept | null {
  const matches = kept.matches.includes(match) || kept.matches.length >= MATCHES ? kept.matches : [...kept.matches, match];
  const number = matches.indexOf(match);
  const times = kept.told[kind] ?? 0;
  if (number < 0 || times >= MATCHES - number) return null;
  return { matches, told: { ...kept.told, [kind]: times + 1 } };
}

/** What is kept once the tip of a kind has been put away: the kind has no other. */
export const learned = (kept: Kept, kind: string): Kept => ({ ...kept, told: { ...kept.told, [kind]: MATCHES } });

/** Whether somebody plays alone against beginners. */
export const isFirstTable = (seats: readonly SeatInfo[]): boolean =>
  seats.filter((seat) => seat.kind === "you").length === 1 && seats.every((seat) => seat.kind === "you" || (seat.kind === "bot" && BEGINNERS.includes(seat.bot ?? "")));

export class Tips {
  /** The open question that has a tip, and its kind. */
  #at = $state.raw<{ ordinal: number; key: string } | null>(null);
  #seen = 0;

  constructor(private readonly table: Table) {}

  get #name(): string {
    return `shapan.tips.${this.table.boot.game}`;
  }

  /** The text of the tip for the open question; empty where it has none. */
  get text(): string {
    const { decision } = this.table;
    return settings.tips && this.#at && this.#at.ordinal === decision?.ordinal ? (this.table.texts[this.#at.key] ?? "") : "";
  }

  /** A question has been asked: it has a tip, or not. */
  asked(): void {
    const { decision, frame, boot } = this.table;
    if (!settings.tips || !frame || !decision || decision.ordinal === this.#seen || frame.guide || !isFirstTable(frame.seats)) return;
    this.#seen = decision.ordinal;
    const key = [`tip.${decision.kind}`, decision.reaction ? "tip.reaction" : ""].find((one) => one in this.table.texts);
    if (!key) return;
    try {
      const kept = tipped(readKept(localStorage.getItem(this.#name)), boot.match, key);
      if (!kept) return;
      localStorage.setItem(this.#name, JSON.stringify(kept));
      this.#at = { ordinal: decision.ordinal, key };
    } catch {
      // A browser that keeps nothing cannot tell a first match from others.
    }
  }

  /** It has been read: its kind is known from now on. */
  close(): void {
    const key = this.#at?.key;
    this.#at = null;
    if (!key) return;
    try {
      localStorage.setItem(this.#name, JSON.stringify(learned(readKept(localStorage.getItem(this.#name)), key)));
    } catch {
      // Kept nowhere: it comes again.
    }
  }
}
