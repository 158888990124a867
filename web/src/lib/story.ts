/** The log as it is read: lines in rounds, for all seats or for one, and what on the table a line is about. */
import type { Log } from "./events";
import { eventSeat } from "./phrases";
import type { GameEvent } from "./protocol";
import type { Phrase, Scene, Word, Zone } from "./scene";

export interface Line {
  index: number;
  event: GameEvent;
  seat: number;
  fresh: boolean;
}

/** The lines from one round's beginning to the next; before the first round there is no number. */
export interface Chapter {
  round: number | null;
  lines: Line[];
}

function* wordsOf(words: Record<string, Word> | undefined): Generator<Exclude<Word, Phrase>> {
  for (const word of Object.values(words ?? {})) {
    if (word && typeof word === "object" && "key" in word) {
      yield { term: word.key };
      yield* wordsOf(word.words);
    } else yield word;
  }
}

export function seatsOf(event: GameEvent): number[] {
  const seats = new Set<number>();
  for (const word of wordsOf(event.with)) if (word && typeof word === "object" && "seat" in word) seats.add(word.seat);
  return [...seats];
}

export function termsOf(event: GameEvent): string[] {
  const terms = new Set<string>();
  for (const word of wordsOf(event.with)) if (word && typeof word === "object" && "term" in word) terms.add(word.term);
  return [...terms];
}

/** The log in rounds; with a seat (0 or more) only what names it. */
export function chapters(log: Log, seat = -1): Chapter[] {
  const found: Chapter[] = [];
  let now: Chapter = { round: null, lines: [] };
  log.events.forEach((event, index) => {
    const round = event.with?.["round"];
    if (typeof round === "number" && round !== now.round) {
      if (now.lines.length) found.push(now);
      now = { round, lines: [] };
    }
    if (seat >= 0 && !seatsOf(event).includes(seat)) return;
    now.lines.push({ index, event, seat: eventSeat(event), fresh: index >= log.fresh });
  });
  if (now.lines.length) found.push(now);
  return found;
}

/** Ids of the pieces that an event names: those of its seats that show one of its terms. */
export function piecesOf(scene: Scene, event: GameEvent): string[] {
  const seats = seatsOf(event);
  const terms = new Set(termsOf(event));
  const found: string[] = [];
  const look = (zones: readonly Zone[] | undefined): void => {
    for (const zone of zones ?? []) {
      for (const piece of zone.pieces ?? []) if (piece.label && terms.has(piece.label.key)) found.push(piece.id);
      look(zone.zones);
    }
  };
  for (const panel of scene.panels ?? []) if (seats.includes(panel.seat)) look(panel.zones);
  if (!seats.length) look(scene.zones);
  return found;
}
