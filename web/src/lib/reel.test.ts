import { expect, test } from "vitest";

import { countsOf, frameOf, markedFrom, marksOf, sameMoment, stepOf, ticksOf, type RecordedFrame, type Recording } from "./reel";

const event = (key: string, seat = -1) => (seat < 0 ? { key } : { key, with: { seat: { seat } } });
const frames: RecordedFrame[] = [
  { scene: { round: 1 }, waiting: [0], question: { key: "prompt_waiting.roll" } },
  { scene: { round: 1 }, events: [event("rolled", 0), event("lost", 0)], notes: [1] },
  { scene: { round: 2 }, left: [1] },
  { scene: { round: 2 }, events: [event("won", 1)], notes: [0], outcome: { result: "win", winners: [1], ranks: [2, 1] } },
];
const recording: Recording = {
  match: "m",
  game: "g",
  rules_version: 1,
  viewer: 2,
  viewers: [0, 1, 2],
  over: true,
  seats: [
    { seat: 0, name: "Ling", kind: "you" },
    { seat: 1, name: "Bot", kind: "bot", bot: "greedy" },
  ],
  frames,
  at: [0, 2, 3, 6],
};

test("events are counted up to each step", () => {
  expect(countsOf(frames)).toEqual([0, 0, 2, 2, 3]);
  expect(countsOf([])).toEqual([0]);
});

test("an event of the log leads to the step at which it was told", () => {
  expect([0, 1, 2, 3].map((event) => stepOf(frames, event))).toEqual([1, 1, 3, 3]);
  expect(stepOf([], 0)).toBe(-1);
});

test("marks are the landmarks of the game, with whose they are", () => {
  expect(marksOf(frames)).toEqual([
    { step: 1, event: frames[1]?.events?.[1], seat: 0, staging: "" },
    { step: 3, event: frames[3]?.events?.[0], seat: 1, staging: "" },
  ]);
  expect(marksOf([{ scene: {}, events: [], notes: [3] }])).toEqual([]);
});

test("from mark to mark, and past the last to the ends", () => {
  const marks = marksOf(frames);
  expect([0, 1, 2, 3].map((step) => markedFrom(marks, step, 1, 4))).toEqual([1, 3, 3, 3]);
  expect([0, 1, 2, 3].map((step) => markedFrom(marks, step, -1, 4))).toEqual([0, 0, 1, 1]);
  expect(markedFrom([], 2, 1, 9)).toBe(8);
});

test("ticks stand where rounds begin, or where the turn passes", () => {
  expect(ticksOf(frames)).toEqual([
    { step: 0, round: 1 },
    { step: 2, round: 2 },
  ]);
  const turns = [0, 0, 1, 1, 0].map((active) => ({ scene: { active } }));
  expect(ticksOf(turns).map((tick) => tick.step)).toEqual([0, 2, 4]);
  const many = Array.from({ length: 300 }, (_, round) => ({ scene: { round: round + 1 } }));
  expect(ticksOf(many)).toHaveLength(60);
});

test("another viewer is shown the same moment", () => {
  const other = { ...recording, frames: frames.slice(0, 3), at: [0, 3, 5] };
  expect([0, 1, 2, 3].map((step) => sameMoment(recording, step, other))).toEqual([0, 0, 1, 2]);
  expect(sameMoment({ ...recording, at: [] }, 3, other)).toBe(2);
});

test("a step is a frame that asks nobody", () => {
  const frame = frameOf(recording, 3, countsOf(frames));
  expect(frame).toMatchObject({ viewer: 2, spectator: true, decision: null, may_undo: false, log_length: 3 });
  expect(frame.events).toEqual({ from: 2, list: frames[3]?.events });
  expect(frame.outcome?.winners).toEqual([1]);
  expect(frameOf(recording, 2, countsOf(frames)).seats.map((seat) => seat.kind)).toEqual(["you", "left"]);
  const both = { ...recording, seats: recording.seats.map((seat) => ({ ...seat, kind: "you" as const })) };
  expect(frameOf(both, 0, countsOf(frames)).seats.map((seat) => seat.kind)).toEqual(["player", "player"]);
  expect(frameOf(recording, 0, countsOf(frames)).question).toEqual({ key: "prompt_waiting.roll" });
  expect(() => frameOf(recording, 4, countsOf(frames))).toThrow(RangeError);
});
