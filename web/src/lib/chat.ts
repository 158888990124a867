/** What of the talk at the table this browser shows: nothing of muted seats, and a count of what was not read yet. */
import { say, type Catalogue } from "./phrases";
import type { ChatMessage, SeatInfo } from "./protocol";
import type { Cause, Dossier, Phrase, Word } from "./scene";

const SET = "ui.say.";
/** Before the phrases that a game brings. */
const OWN = "say.";
const KEY = "shapan.read.";

/** The keys of the set phrases, in the order of the texts: the game's own, then those of every table. */
export function phrasesOf(texts: Catalogue): string[] {
  return [OWN, SET].flatMap((prefix) => Object.keys(texts).filter((key) => key.startsWith(prefix)));
}

export function audible(messages: readonly ChatMessage[], muted: (seat: number) => boolean): ChatMessage[] {
  return messages.filter((message) => !muted(message.seat));
}

export function unread(messages: readonly ChatMessage[], read: number, mine: (seat: number) => boolean): number {
  return messages.filter((message) => message.number > read && !mine(message.seat)).length;
}

/** The words of a message: a set phrase in the reader's language, filled for him, or what was written. */
export function wordsOf(texts: Catalogue, message: ChatMessage, seats: readonly SeatInfo[] = []): string {
  if (!message.phrase || !(message.phrase in texts)) {
    let at = 0;
    return message.text.replace(/\ufffc/g, () => `@${seats[message.mentions?.[at++]?.seat ?? -1]?.name || "…"}`);
  }
  return say(texts, seats, { key: message.phrase, words: message.words ?? {} });
}

/** A remark as it may be said, and how the server is told: a phrase about a seat, with a cause of a dossier. */
export interface Remark {
  phrase: string;
  about: number;
  cause?: string;
  said: Phrase;
}

const TELL = "ui.tell.";

function told(kind: string, seat: number, cause?: Cause, own = false): Remark {
  const text = own ? cause?.own : cause?.text;
  const words: Record<string, Word> = { seat: { seat }, ...(text ? { cause: text } : {}) };
  return { phrase: TELL + kind, about: seat, ...(cause ? { cause: cause.name } : {}), said: { key: `${TELL}${kind}${cause ? "" : "_bare"}`, words } };
}

/** What may be said about another seat: with each cause that its dossier has, and without one. */
export function remarksOn(dossier: Dossier): Remark[] {
  const causes = dossier.causes ?? [];
  const bad = causes.filter((cause) => cause.tone !== "good");
  const good = causes.filter((cause) => cause.tone === "good");
  const { seat } = dossier;
  return [...bad.map((cause) => told("suspect", seat, cause)), told("suspect", seat), ...good.map((cause) => told("trust", seat, cause)), told("trust", seat)];
}

/** What a seat may answer to another. */
export function answersTo(seat: number, own: Dossier | undefined): Remark[] {
  return [...(own?.causes ?? []).filter((cause) => cause.own).map((cause) => told("deny", seat, cause, true)), told("deny", seat)];
}

/** Who has accused a seat since it spoke last; -1: nobody. */
export function accuserOf(seat: number, messages: readonly ChatMessage[]): number {
  for (const message of [...messages].reverse()) {
    if (message.seat === seat) return -1;
    const word = message.words?.["seat"];
    if (message.phrase?.startsWith(`${TELL}suspect`) && word && typeof word === "object" && "seat" in word && word.seat === seat) return message.seat;
  }
  return -1;
}

/** Number of the last message that was read in this browser. */
export function readUpTo(match: string): number {
  try {
    const kept = Number(localStorage.getItem(KEY + match));
    return Number.isSafeInteger(kept) ? kept : 0;
  } catch {
    return 0;
  }
}

export function keepRead(match: string, number: number): void {
  try {
    localStorage.setItem(KEY + match, String(number));
  } catch {
    // Then it is unread again after the next loading.
  }
}

export const isReadKey = (match: string, key: string | null): boolean => key === KEY + match;
