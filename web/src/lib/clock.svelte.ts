/** The time left to every seat that is asked, counted from the moment the server named it: a sleeping tab loses none. */
import type { Clock } from "./protocol";

/** Seconds left that are said aloud. */
const SAID = [30, 10, 5];
const LAST = 10_000;
const TICK = 250;
const [SECOND, MINUTE, HOUR] = [1_000, 60, 3_600];
const DAYS_FROM = 48 * HOUR;

export interface Hand {
  seat: number;
  left: number;
}

export class Countdown {
  /** Milliseconds a decision has at most. */
  limit = $state(0);
  /** Milliseconds that those have left of their banks whose time does not run. */
  stands = $state.raw<readonly Hand[]>([]);
  #ends = $state.raw<ReadonlyMap<number, number>>(new Map());
  #now = $state(0);
  #timer = 0;

  constructor(private readonly time: () => number = Date.now) {}

  hands = $derived<Hand[]>([...this.#ends].map(([seat, end]) => ({ seat, left: Math.max(0, end - this.#now) })));

  /** Takes what a frame says, at the moment when it comes. */
  set(clock: Clock | null | undefined): void {
    this.#now = this.time();
    this.limit = (clock?.limit ?? 0) * SECOND;
    this.#ends = new Map(Object.entries(clock?.left ?? {}).map(([seat, left]) => [Number(seat), this.#now + left]));
    this.stands = Object.entries(clock?.banks ?? {})
      .map(([seat, left]) => ({ seat: Number(seat), left }))
      .filter(({ seat }) => !this.#ends.has(seat));
    clearInterval(this.#timer);
    this.#timer = this.#ends.size ? window.setInterval(() => this.tick(), TICK) : 0;
  }

  tick(): void {
    this.#now = this.time();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  of(seat: number): number | null {
    return this.hands.find((hand) => hand.seat === seat)?.left ?? null;
  }
}

export const isLast = (left: number): boolean => left <= LAST;

/** How a time is written: 0:41, 12:05, 1:00:00; from two days on as days. */
export function clockText(left: number, days: (count: number) => string): string {
  const seconds = Math.ceil(left / SECOND);
  if (seconds >= DAYS_FROM) return days(Math.floor(seconds / (24 * HOUR)));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  const rest = two(seconds % MINUTE);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** The mark that the time has just passed, if any; where a decision starts with less, nothing is said. */
export function passed(before: number, after: number): number | null {
  return SAID.filter((mark) => before > mark * SECOND && after <= mark * SECOND).at(-1) ?? null;
}
