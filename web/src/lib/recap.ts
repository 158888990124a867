/** What others did since the viewer's own last move, without the lines that say little. */
import type { GameEvent } from "./protocol";
import { seatsOf, termsOf } from "./story";

export const MAX_LINES = 12;

/** Whether an event is worth a line: it is about several seats, or about a thing on the table. */
export function ofNote(event: GameEvent): boolean {
  return seatsOf(event).length > 1 || termsOf(event).length > 0;
}

export interface Shown {
  /** Number of the event in the log. */
  index: number;
  seat: number;
  term: string;
  /** What it weighs, if it does. */
  number: number | null;
}

/** Answers that were secret and came to light together: the same event of several seats, one after another. */
export function revealed(events: readonly GameEvent[], since: number): Shown[] {
  let run: Shown[] = [];
  let best: Shown[] = [];
  let key = "";
  events.forEach((event, index) => {
    if (index < since) return;
    const words = Object.values(event.with ?? {});
    const seats = words.flatMap((word) => (word && typeof word === "object" && "seat" in word ? [word.seat] : []));
    const terms = words.flatMap((word) => (word && typeof word === "object" && ("term" in word ? [word.term] : "key" in word ? [word.key] : [])) || []);
    const [seat, term] = [seats[0], terms[0]];
    const fits = seats.length === 1 && terms.length === 1 && seat !== undefined && term !== undefined;
    if (event.key !== key || run.some((one) => one.seat === seat)) run = [];
    key = event.key;
    if (fits) run = [...run, { index, seat, term, number: words.find((word) => typeof word === "number") ?? null }];
    if (run.length > best.length) best = run;
  });
  return best.length > 1 ? best : [];
}

export interface Recap {
  /** Numbers of the events in the log, of a battle all in one line. */
  lines: number[][];
  /** How many earlier ones are left out because there are too many. */
  more: number;
}

/** The events from `since` on that are worth a line; all of them where none is. A battle is one, and none as long as it runs. */
export function recap(events: readonly GameEvent[], since: number, runs = ""): Recap {
  const all: number[][] = [];
  events.forEach((event, index) => {
    if (index < since || (runs && event.affair === runs)) return;
    const last = all.at(-1);
    if (event.affair && last && events[last[0] ?? 0]?.affair === event.affair) last.push(index);
    else all.push([index]);
  });
  const noted = all.filter((line) => line.length > 1 || ofNote(events[line[0] ?? 0] as GameEvent));
  const found = noted.length ? noted : all;
  return { lines: found.slice(-MAX_LINES), more: Math.max(0, found.length - MAX_LINES) };
}
