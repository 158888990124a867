import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { MOMENTS } from "../testing/moments";
import { dwell, LONG, Pace, replaces } from "./pace";
import type { FrameMessage } from "./protocol";
import type { Speed } from "./settings.svelte";

const asked = MOMENTS["spoils"]!;
const idle = MOMENTS["waiting"]!;
const frame = (number: number, rest: Partial<FrameMessage> = {}): FrameMessage => ({
  ...idle,
  frame: number,
  events: { from: number, list: [{ key: "x" }] },
  ...rest,
});

let shown: FrameMessage | null;
let seen: number[];
let waiting: number;
let speed: Speed;
let unseen: boolean;
let held: boolean;
let pace: Pace;

beforeEach(() => {
  vi.useFakeTimers();
  [shown, seen, waiting, speed, unseen, held] = [null, [], 0, "normal", false, false];
  pace = new Pace({
    show(frames) {
      shown = frames.at(-1)!;
      seen.push(shown.frame);
    },
    shown: () => shown,
    speed: () => speed,
    unseen: () => unseen,
    held: () => held,
    waiting: (count) => (waiting = count),
  });
  pace.take(frame(1));
});
afterEach(() => void vi.useRealTimers());

test("the first frames come at once, the others one after another", () => {
  for (const number of [2, 3, 4]) pace.take(frame(number));
  expect(seen).toEqual([1, 2]);
  expect(waiting).toBe(2);
  vi.advanceTimersByTime(699);
  expect(seen).toEqual([1, 2]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual([1, 2, 3]);
  vi.advanceTimersByTime(700);
  expect(seen).toEqual([1, 2, 3, 4]);
  expect(waiting).toBe(0);
});

test("while somebody explains what is shown, nothing follows, at no speed", () => {
  speed = "off";
  held = true;
  for (const number of [2, 3]) pace.take(frame(number));
  vi.advanceTimersByTime(60_000);
  pace.resume();
  expect(seen).toEqual([1]);
  expect(waiting).toBe(2);
  held = false;
  pace.resume();
  vi.advanceTimersByTime(2_000);
  expect(seen).toEqual([1, 2, 3]);
});

test("fast takes half the time, off none, and a hidden tab never queues", () => {
  speed = "fast";
  for (const number of [2, 3]) pace.take(frame(number));
  vi.advanceTimersByTime(350);
  expect(seen).toEqual([1, 2, 3]);
  speed = "off";
  for (const number of [4, 5]) pace.take(frame(number));
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  speed = "normal";
  unseen = true;
  for (const number of [6, 7]) pace.take(frame(number));
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("skipping shows the newest at once and nothing afterwards", () => {
  for (const number of [2, 3, 4, 5]) pace.take(frame(number));
  pace.skip();
  expect(seen).toEqual([1, 2, 5]);
  expect(waiting).toBe(0);
  vi.advanceTimersByTime(5_000);
  expect(seen).toEqual([1, 2, 5]);
});

test("what follows a question of the viewer comes at once", () => {
  pace.take(frame(2, { decision: asked.decision }));
  pace.take(frame(3));
  expect(seen).toEqual([1, 2, 3]);
  pace.take(frame(4));
  expect(seen).toEqual([1, 2, 3]);
});

test("a question is only shown with the newest frame", () => {
  for (const number of [2, 3]) pace.take(frame(number));
  pace.take(frame(4, { decision: asked.decision }));
  pace.take(frame(5, { decision: asked.decision, answered: [1] }));
  expect(seen).toEqual([1, 2]);
  vi.advanceTimersByTime(1_400);
  expect(seen).toEqual([1, 2, 3, 5]);
  expect(waiting).toBe(0);
});

test("events taken back and another viewer are never delayed", () => {
  expect(replaces(idle, frame(2))).toBe(false);
  expect(replaces(idle, frame(2, { epoch: idle.epoch + 1 }))).toBe(true);
  expect(replaces(idle, frame(2, { viewer: idle.viewer + 1 }))).toBe(true);
  for (const number of [2, 3]) pace.take(frame(number));
  pace.take(frame(4, { epoch: idle.epoch + 1 }));
  expect(seen).toEqual([1, 2, 4]);
});

test("a long queue hurries, a frame without news is short, one with much of it long", () => {
  expect(dwell(frame(1, { events: { from: 1, list: Array.from({ length: 5 }, () => ({ key: "x" })) } }), "normal", 0)).toBe(1_400);
  const vote = (seat: number) => ({ key: "votes", with: { seat: { seat }, vote: { term: "word.yes" }, votes: 1 } });
  expect(dwell(frame(1, { events: { from: 1, list: [vote(0), vote(1)] } }), "normal", 0), "answers that turn over are read").toBe(2_450);
  expect(dwell(frame(1), "normal", LONG)).toBe(700);
  expect(dwell(frame(1), "normal", 2 * LONG)).toBe(350);
  expect(dwell(frame(1), "normal", 10_000)).toBe(60);
  expect(dwell(frame(1, { events: { from: 1, list: [] } }), "normal", 0)).toBeLessThan(300);
});

test("a stopped table shows nothing more", () => {
  for (const number of [2, 3]) pace.take(frame(number));
  pace.stop();
  vi.advanceTimersByTime(5_000);
  expect(seen).toEqual([1, 2]);
});

test("who sits down again sees it at once, however much a bot has played for him", () => {
  const sits = (kind: "you" | "bot") => ({ seats: idle.seats.map((seat) => (seat.seat === idle.viewer ? { ...seat, kind } : seat)) });
  pace.take(frame(2, sits("bot")));
  for (const number of [3, 4, 5]) pace.take(frame(number, sits("bot")));
  expect(seen).toEqual([1, 2]);
  pace.take(frame(6, sits("you")));
  expect(seen).toEqual([1, 2, 6]);
  expect(waiting).toBe(0);
});
