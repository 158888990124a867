/** What others did since the viewer's own last move, without the lines that say little. */
import type { GameEvent } from "./protocol";
import type { Word } from "./scene";

export const MOST_LINES = 12;

interface Named {
  seats: Set<number>;
  terms: number;
}

function named(words: Record<string, Word> | undefined, found: Named = { seats: new Set(), terms: 0 }): Named {
  for (const word of Object.values(words ?? {})) {
    if (!word || typeof word !== "object") continue;
    if ("seat" in word) found.seats.add(word.seat);
    else if ("term" in word) found.terms++;
    else {
      found.terms++;
      named(word.words, found);
    }
  }
  return found;
}

/** Whether an event is worth a line: it is about the viewer, about several seats, or about a thing on the table. */
export function ofNote(event: GameEvent, viewer: number): boolean {
  const { seats, terms } = named(event.with);
  return seats.has(viewer) || seats.size > 1 || terms > 0;
}

export interface Recap {
  /** Numbers of the events in the log. */
  lines: number[];
  /** How many earlier ones are left out because there are too many. */
  more: number;
}

/** The events from `since` on that are worth a line; all of them where none is. */
export function recap(events: readonly GameEvent[], since: number, viewer: number): Recap {
  const all = events.map((_, index) => index).slice(Math.max(0, since));
  const noted = all.filter((index) => ofNote(events[index] as GameEvent, viewer));
  const found = noted.length ? noted : all;
  return { lines: found.slice(-MOST_LINES), more: Math.max(0, found.length - MOST_LINES) };
}
