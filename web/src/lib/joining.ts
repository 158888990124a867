/** Events in a row that say the same again, or the same of one thing after another, are told in one line. */
import type { Catalogue } from "./phrases";
import type { GameEvent } from "./protocol";
import type { Phrase, Word } from "./scene";

/** Whether an event is told in one line with those before it. */
export type Joins = (told: readonly GameEvent[], next: GameEvent) => boolean;

const many = (event: GameEvent) => `event_many.${event.key}`;
const alike = (one: Word | undefined, other: Word | undefined) => JSON.stringify(one) === JSON.stringify(other);

/** Whether the text for many counts by itself: it has no `{number}`. */
const sums = (texts: Catalogue, event: GameEvent) => texts[many(event)]?.includes("{number}") === false;

/** The one word of their sentence in which two events of a kind differ, beside a number that is summed; "" where they say the same, null for more. */
export function difference(texts: Catalogue, one: GameEvent, other: GameEvent): string | null {
  if (one.key !== other.key || one.rule !== other.rule || (one.by ?? "") !== (other.by ?? "")) return null;
  const [words, others] = [one.with ?? {}, other.with ?? {}];
  const text = texts[`event.${one.key}`] ?? "";
  const differ = Object.keys({ ...words, ...others }).filter((name) => text.includes(`{${name}}`) && !alike(words[name], others[name]));
  const rest = sums(texts, one) ? differ.filter((name) => name !== "number") : differ;
  return rest.length > 1 ? null : (rest[0] ?? differ[0] ?? "");
}

/** The same again always joins; what differs in one word where the game has a text for many (`event_many.<key>`). */
export function joining(texts: Catalogue): Joins {
  return (told, next) => {
    const [first] = told;
    if (!first) return false;
    const names = new Set([...told, next].map((event) => difference(texts, first, event)));
    names.delete("");
    if (!names.size) return true;
    const [name] = names;
    return names.size === 1 && !!name && !!texts[many(first)]?.includes(`{${name}}`);
  };
}

/** What a line of several events says, and how often where it is the same each time. */
export function joined(texts: Catalogue, events: readonly [GameEvent, ...GameEvent[]]): { phrase: Phrase; times: number } {
  const [first] = events;
  const name = events.map((event) => difference(texts, first, event)).find(Boolean);
  const words = first.with ?? {};
  if (!name) return { phrase: { key: `event.${first.key}`, words }, times: events.length };
  const each: { word: Word; times: number }[] = [];
  for (const event of events) {
    const word = event.with?.[name] ?? null;
    const known = each.find((one) => alike(one.word, word));
    const times = sums(texts, event) ? Number(event.with?.number ?? 1) : 1;
    if (known) known.times += times;
    else each.push({ word, times });
  }
  // A key that no catalogue has is its own text.
  const row: Phrase = {
    key: each.map(({ times }, index) => `{${index}}${times > 1 ? ` ×${times}` : ""}`).join(texts["ui.comma"] ?? ", "),
    words: Object.fromEntries(each.map(({ word }, index) => [String(index), word])),
  };
  return { phrase: { key: many(first), words: { ...words, [name]: row } }, times: 1 };
}
