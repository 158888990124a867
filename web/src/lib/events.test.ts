import { expect, test } from "vitest";

import { EMPTY, merged } from "./events";
import type { FrameMessage, GameEvent } from "./protocol";

const events = (...keys: string[]): GameEvent[] => keys.map((key) => ({ key }));
const message = (from: number, epoch: number, ...keys: string[]) => ({ epoch, events: { from, list: events(...keys) } }) as FrameMessage;
const keys = (log: { events: GameEvent[] }) => log.events.map((event) => event.key).join("");

test("what is there on loading the page is not new", () => {
  const log = merged(EMPTY, message(0, 0, "a", "b"), false);
  expect(keys(log)).toBe("ab");
  expect(log.fresh).toBe(2);
});

test("new events go behind the kept ones", () => {
  const log = merged(merged(EMPTY, message(0, 0, "a", "b"), false), message(2, 0, "c"), true);
  expect(keys(log)).toBe("abc");
  expect(log.fresh).toBe(2);
});

test("an undo takes events back", () => {
  let log = merged(EMPTY, message(0, 0, "a", "b", "c"), false);
  log = merged(log, message(1, 1, "x"), true);
  expect(keys(log)).toBe("ax");
  expect(log).toMatchObject({ fresh: 1, epoch: 1 });
});

test("a whole list in mid-match is new only past what was known", () => {
  let log = merged(EMPTY, message(0, 0, "a", "b"), false);
  log = merged(log, message(0, 1, "a", "b", "c"), true);
  expect(keys(log)).toBe("abc");
  expect(log.fresh).toBe(2);
});
