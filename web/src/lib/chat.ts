/** What of the talk at the table this browser shows: nothing of muted seats, and a count of what was not read yet. */
import { say, type Catalogue } from "./phrases";
import type { ChatMessage, SeatInfo } from "./protocol";

const SET = "ui.say.";
/** Before the phrases that a game brings. */
const OWN = "say.";
const KEY = "shapan.read.";

/** The keys of the set phrases, in the order of the texts: the game's own, then those of every table. */
export function phrasesOf(texts: Catalogue): string[] {
  return [OWN, SET].flatMap((prefix) => Object.keys(texts).filter((key) => key.startsWith(prefix)));
}

export function audible(messages: readonly ChatMessage[], muted: (message: ChatMessage) => boolean): ChatMessage[] {
  return messages.filter((message) => !muted(message));
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

/** Before the phrases that tell of a seat. */
export const TELL = "ui.tell.";

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
