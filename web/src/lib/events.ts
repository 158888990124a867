/** The log as a reducer: keep the first `from` events and put the new ones behind them. */
import type { FrameMessage, GameEvent } from "./protocol";

export interface Log {
  events: GameEvent[];
  /** Index of the first event that the last message brought. */
  fresh: number;
  /** Counts messages that took events back, such as an undo. */
  epoch: number;
}

export const EMPTY: Log = { events: [], fresh: 0, epoch: 0 };

export function merged(log: Log, message: FrameMessage, begun: boolean): Log {
  const { from, list } = message.events;
  const kept = log.events.slice(0, from);
  const whole = from === 0 && begun;
  return {
    events: [...kept, ...list],
    // On loading the page all events are old; a whole list in mid-match is new only past what was known.
    fresh: !begun ? list.length : whole ? Math.min(log.events.length, list.length) : kept.length,
    epoch: message.epoch,
  };
}
