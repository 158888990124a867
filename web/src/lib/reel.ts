/** A recording: what one viewer saw of a match, step by step (docs/reference/server-api.md, "Replays"). */
import { eventSeat } from "./phrases";
import type { FrameMessage, GameEvent, Outcome, SeatInfo } from "./protocol";
import type { Phrase, Scene } from "./scene";

/** What was seen at one step; fields at their default are left out. */
export interface RecordedFrame {
  scene: Scene;
  /** What was new at this step. */
  events?: GameEvent[];
  /** Indexes of the events that the game calls landmarks. */
  notes?: number[];
  question?: Phrase;
  rule?: string;
  waiting?: number[];
  answered?: number[];
  left?: number[];
  outcome?: Outcome;
}

export interface Recording {
  match: string;
  game: string;
  rules_version: number;
  viewer: number;
  /** Whose view may be chosen. */
  viewers: number[];
  over: boolean;
  seats: SeatInfo[];
  frames: RecordedFrame[];
  /** The position of each frame in the match, the same for all viewers; empty while it is on. */
  at: number[];
}

/** A step worth going to. */
export interface Mark {
  step: number;
  event: GameEvent;
  seat: number;
  /** How a table stages it; empty for what it only tells. */
  staging: string;
}

/** A step at which something begins anew: a round, or another player's turn. */
export interface Tick {
  step: number;
  round: number;
}

const MAX_TICKS = 60;

/** For each step how many events came before it; one more for the end. */
export function countsOf(frames: readonly RecordedFrame[]): number[] {
  const counts = [0];
  for (const frame of frames) counts.push((counts.at(-1) ?? 0) + (frame.events?.length ?? 0));
  return counts;
}

/** The step at which an event of the viewer's log was told; the last one where there is none. */
export function stepOf(frames: readonly RecordedFrame[], event: number): number {
  const next = countsOf(frames).findIndex((count) => count > event);
  return next < 0 ? frames.length - 1 : next - 1;
}

/** What the game calls a landmark, and what a table stages. */
export function marksOf(frames: readonly RecordedFrame[]): Mark[] {
  return frames.flatMap((frame, step) =>
    (frame.events ?? []).flatMap((event, place) => (event.moment || frame.notes?.includes(place) ? [{ step, event, seat: eventSeat(event), staging: event.moment?.staging ?? "" }] : [])),
  );
}

/** Where rounds begin; in a game without rounds, where the turn passes. Too many are thinned out. */
export function ticksOf(frames: readonly RecordedFrame[]): Tick[] {
  const rounds = frames.some(({ scene }) => scene.round);
  const of = ({ scene }: RecordedFrame) => (rounds ? (scene.round ?? 0) : (scene.active ?? -1));
  const ticks = frames.flatMap((frame, step) => {
    const before = frames[step - 1];
    return before && of(before) === of(frame) ? [] : [{ step, round: rounds ? of(frame) : 0 }];
  });
  const every = Math.ceil(ticks.length / MAX_TICKS);
  return ticks.filter((_, index) => index % every === 0);
}

/** The step with the next mark before or after a step; the beginning or the end where there is none. */
export function markedFrom(marks: readonly Mark[], step: number, by: 1 | -1, steps: number): number {
  const ahead = marks.filter((mark) => (by > 0 ? mark.step > step : mark.step < step));
  return (by > 0 ? ahead[0]?.step : ahead.at(-1)?.step) ?? (by > 0 ? steps - 1 : 0);
}

/** The step of another viewer's recording that shows the same moment. */
export function sameMoment(from: Recording, step: number, to: Recording): number {
  const moment = from.at[step];
  if (moment === undefined) return Math.min(step, to.frames.length - 1);
  let found = 0;
  while (found + 1 < to.at.length && (to.at[found + 1] ?? Infinity) <= moment) found++;
  return found;
}

/** A step as a frame of the table: nobody is asked here, everything is only shown. */
export function frameOf(recording: Recording, step: number, counts: readonly number[]): FrameMessage {
  const frame = recording.frames[step];
  if (!frame) throw new RangeError(`there is no step ${step}`);
  const left = frame.left ?? [];
  // Several seats of one person share a screen; a replay has no secrets between them.
  const alone = recording.seats.filter((seat) => seat.kind === "you").length === 1;
  const from = counts[step] ?? 0;
  return {
    match: recording.match,
    frame: step + 1,
    epoch: 0,
    viewer: recording.viewer,
    spectator: recording.viewer >= recording.seats.length,
    seats: recording.seats.map((seat) => ({
      seat: seat.seat,
      name: seat.name,
      bot: seat.bot ?? "",
      kind: left.includes(seat.seat) ? "left" : seat.kind === "bot" || (alone && seat.kind === "you") ? seat.kind : "player",
    })),
    game: recording.game,
    rules_version: recording.rules_version,
    scene: frame.scene,
    events: { from, list: frame.events ?? [] },
    log_length: from + (frame.events?.length ?? 0),
    decision: null,
    question: frame.question ?? null,
    waiting: frame.waiting ?? [],
    answered: frame.answered ?? [],
    may_undo: false,
    outcome: frame.outcome ?? null,
  };
}
