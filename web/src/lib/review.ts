/** A review: what each decision of a finished match was worth, from what its seat knew (docs/reference/server-api.md). */
import { eventSeat } from "./phrases";
import type { GameEvent } from "./protocol";
import type { Recording } from "./reel";
import type { Phrase } from "./scene";

export interface Choice {
  codes: number[];
  labels: Phrase[];
  chance: number;
}

export interface ReviewPoint {
  /** Where in the match, as recordings count it. */
  position: number;
  seat: number;
  person: boolean;
  question: Phrase;
  rule: string;
  /** For every seat, if the best is chosen. */
  chances: number[];
  chosen: Choice;
  best: Choice;
  gain: number;
  looks: number;
  /** The best does not lead what was chosen by more than chance makes of it. */
  even?: boolean;
  /** What the answer left undone or unspent. */
  unspent?: Phrase | null;
  /** Where the best lay on the table. */
  places?: string[];
}

/** What costs less is as good. */
export const COSTLY = 0.05;

/** How a decision is judged: good, surely a loss, or not clear where the difference may be chance. */
export function judged(point: ReviewPoint): "good" | "loss" | "unclear" {
  if (point.gain < COSTLY) return "good";
  return point.even ? "unclear" : "loss";
}

export interface Review {
  match: string;
  state: "waiting" | "making" | "done" | "none";
  done: number;
  total: number;
  measure: "chance" | "score";
  points: ReviewPoint[];
  end: { position: number; chances: number[] } | null;
  /** About how long the rest takes once it is being made. */
  seconds?: number | null;
  /** How many other reviews come first. */
  ahead?: number;
}

const MINUTE = 60;

/** How long a review still takes, in words: key and count; null where that is not known. */
export function timeLeft({ state, seconds, ahead }: Review): { key: string; count: number } | null {
  if (state === "waiting" && ahead) return { key: "ui.review.ahead", count: ahead };
  if (seconds === null || seconds === undefined) return null;
  return seconds < MINUTE ? { key: "ui.review.soon", count: 0 } : { key: "ui.review.minutes", count: Math.round(seconds / MINUTE) };
}

/** A place of a seat's curve. */
export interface Place {
  position: number;
  chance: number;
}

/** A stretch of the match in which much has changed for a seat: by its own decision, or by what came after it. */
export interface Turn {
  seat: number;
  from: number;
  to: number;
  before: number;
  after: number;
  /** The decision at its beginning, if that explains most of it. */
  decision: ReviewPoint | null;
}

const MAX_TURNS = 6;
const MIN_TURN = 0.08;

/** The curve of a seat: what it knew at its own decisions, then the end. A seat that was never asked is seen by others. */
export function curve(review: Review, seat: number): Place[] {
  const own = review.points.filter((point) => point.seat === seat);
  const places = (own.length ? own : review.points).map(({ position, chances }) => ({ position, chance: chances[seat] ?? 0 }));
  if (review.end) places.push({ position: review.end.position, chance: review.end.chances[seat] ?? 0 });
  return places;
}

/** What a seat's curve reads at a position: its last figure until then, before the first one that. */
export function readAt(places: readonly Place[], position: number): number {
  return (places.filter((place) => place.position <= position).at(-1) ?? places[0])?.chance ?? 0;
}

/** All positions that have a figure, in order. */
export function positions(review: Review): number[] {
  return [...review.points.map(({ position }) => position), ...(review.end ? [review.end.position] : [])];
}

/** The point that was decided last until a position. */
export const lastPoint = (review: Review, position: number): ReviewPoint | null => review.points.filter((point) => point.position <= position).at(-1) ?? null;

function turnsOf(review: Review, seat: number): Turn[] {
  const own = review.points.filter((point) => point.seat === seat);
  return own.map((point, index) => {
    const next = own[index + 1];
    const before = point.best.chance;
    const after = next ? next.best.chance : (review.end?.chances[seat] ?? point.chosen.chance);
    const to = next ? next.position : (review.end?.position ?? point.position);
    const mine = !point.even && after < before && 2 * point.gain >= before - after;
    return { seat, from: point.position, to, before, after, decision: mine ? point : null };
  });
}

const size = (turn: Turn): number => Math.abs(turn.after - turn.before);

/** The largest changes, in the order in which they happened; what one seat wins another loses, so each stretch stands once. */
export function turns(review: Review): Turn[] {
  const seats = [...new Set(review.points.map(({ seat }) => seat))];
  const all = seats.flatMap((seat) => turnsOf(review, seat)).filter((turn) => size(turn) >= MIN_TURN);
  all.sort((one, other) => size(other) - size(one) || one.from - other.from);
  const kept: Turn[] = [];
  for (const turn of all) {
    if (kept.length < MAX_TURNS && !kept.some((one) => one.from < turn.to && turn.from < one.to)) kept.push(turn);
  }
  return kept.sort((one, other) => one.from - other.from);
}

/** The step of a recording that shows a position. */
export function stepAt(recording: Recording, position: number): number {
  let step = 0;
  while (step + 1 < recording.at.length && (recording.at[step + 1] ?? Infinity) <= position) step++;
  return step;
}

/** The line of the log that tells of a turn: the last landmark in it, else the last line that names its seat, else the last. */
export function lineOf(recording: Recording, turn: Turn): { event: GameEvent; step: number } | null {
  const lines = recording.frames.flatMap((frame, step) => {
    const at = recording.at[step] ?? -1;
    if (at <= turn.from || at > turn.to) return [];
    return (frame.events ?? []).map((event, index) => ({ event, step, marked: frame.notes?.includes(index) ?? false }));
  });
  const found = lines.filter(({ marked }) => marked).at(-1) ?? lines.filter(({ event }) => eventSeat(event) === turn.seat).at(-1) ?? lines.at(-1);
  return found ? { event: found.event, step: found.step } : null;
}
