/** The pace of the table: frames that come while others play are shown one after another. */
import { lengthOf } from "./moments.svelte";
import type { FrameMessage } from "./protocol";
import { revealed } from "./recap";
import type { Speed } from "./settings.svelte";

const DWELL: Record<Speed, number> = { normal: 700, fast: 350, off: 0 };
/** A frame in which nothing was told needs no reading time. */
const QUIET = 0.35;
/** From this many waiting frames on the table hurries. */
export const LONG = 12;
const MIN_PAUSE = 60;
/** More than this many told events need more time. */
const MANY_EVENTS = 4;
/** Answers that come to light turn over one by one, and then their sum is read. */
const REVEAL = 3.5;

/** How long a frame stays on the table, in milliseconds, while `waiting` others wait behind it. */
export function dwell(frame: FrameMessage, speed: Speed, waiting: number): number {
  const told = frame.events.list.length;
  const longer = revealed(frame.events.list, 0).length ? REVEAL : told > MANY_EVENTS ? 2 : 1;
  const base = DWELL[speed] * (told ? longer : QUIET);
  if (waiting <= LONG) return Math.max(base, lengthOf(frame, speed));
  return Math.max(MIN_PAUSE, (base * LONG) / waiting);
}

/** Who plays the viewer's own seat: he, a bot for him, nobody any more. */
const own = (frame: FrameMessage) => frame.seats.find((seat) => seat.seat === frame.viewer)?.kind;

/**
 * What came before is wrong now: another viewer looks, events were taken back, the match stands still; or the viewer has
 * got up or sat down again, and must not wait for what was played meanwhile.
 */
export function replaces(before: FrameMessage | null, next: FrameMessage): boolean {
  return !before || before.viewer !== next.viewer || before.epoch !== next.epoch || own(before) !== own(next) || !!next.frozen;
}

/** The viewer is asked: what comes next follows from his own click, or changes the question before his eyes. */
const asks = (shown: FrameMessage | null): boolean => !!shown?.decision && !shown.outcome;

export interface Stage {
  /** Puts frames on the table: all but the last only into the log. */
  show(frames: readonly FrameMessage[]): void;
  shown(): FrameMessage | null;
  speed(): Speed;
  /** Nobody looks: nothing is worth waiting for. */
  unseen(): boolean;
  /** Somebody explains what is shown: what comes next waits. */
  held(): boolean;
  /** So many frames wait. */
  waiting(count: number): void;
}

export class Pace {
  #queue: FrameMessage[] = [];
  #due = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly stage: Stage) {}

  /** Shows a frame when its turn comes; `now` does not wait. */
  take(frame: FrameMessage, now = false): void {
    const shown = this.stage.shown();
    const newest = this.#queue.at(-1) ?? shown;
    this.#queue.push(frame);
    if (!now && this.stage.held()) this.stage.waiting(this.#queue.length);
    else if (now || this.stage.speed() === "off" || this.stage.unseen() || asks(shown) || replaces(newest, frame)) this.skip();
    else this.#wait();
  }

  /** Goes on where it was held. */
  resume(): void {
    if (this.#queue.length && !this.stage.held()) this.#wait();
  }

  /** Goes to the newest frame. */
  skip(): void {
    if (this.#queue.length) this.#show(this.#queue.length);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const left = this.#due - performance.now();
    this.stage.waiting(this.#queue.length);
    if (this.stage.held()) return;
    if (left <= 0) this.#show(1);
    else this.#timer = setTimeout(() => this.#wait(), left);
  }

  #show(count: number): void {
    clearTimeout(this.#timer);
    const frames = this.#queue.splice(0, count);
    // Once the viewer is asked, only the newest frame may be shown: an answer must fit what the server asks now.
    if (frames.at(-1)?.decision) frames.push(...this.#queue.splice(0));
    const last = frames.at(-1);
    if (!last) return;
    const first = this.stage.shown() === null;
    this.stage.waiting(this.#queue.length);
    this.stage.show(frames);
    this.#due = performance.now() + (first ? 0 : dwell(last, this.stage.speed(), this.#queue.length));
    if (this.#queue.length) this.#wait();
  }
}
