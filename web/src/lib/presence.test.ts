import { expect, test } from "vitest";

import { hasMoved, noticesOf, wasLate } from "./presence";
import type { FrameMessage, SeatInfo } from "./protocol";

const frame = (seats: Partial<SeatInfo>[], rest: Partial<FrameMessage> = {}) =>
  ({ match: "m", viewer: 0, seats: seats.map((seat, index) => ({ seat: index, name: "", kind: "player", ...seat })), ...rest }) as FrameMessage;
const told = (before: Partial<SeatInfo>, after: Partial<SeatInfo>) => noticesOf(frame([{ kind: "you" }, before]), frame([{ kind: "you" }, after])).map((one) => one.key);

test("who leaves, hands over, comes back or sits down is named", () => {
  expect(told({}, { kind: "left" })).toEqual(["ui.notice_left"]);
  expect(told({}, { kind: "bot" })).toEqual(["ui.notice_bot"]);
  expect(told({}, { kind: "bot", late: true })).toEqual(["ui.notice_late_bot"]);
  expect(told({ kind: "bot" }, {})).toEqual(["ui.notice_back"]);
  expect(told({ kind: "open" }, {})).toEqual(["ui.notice_sits"]);
  expect(told({}, {})).toEqual([]);
});

test("a person whose line is gone is away, and here again", () => {
  expect(told({}, { away: true })).toEqual(["ui.notice_away"]);
  expect(told({ away: true }, { away: false })).toEqual(["ui.notice_here"]);
  expect(noticesOf(frame([{ kind: "you" }]), frame([{ kind: "you", away: true }]))).toEqual([]);
});

test("the next match is told once, with who opened it", () => {
  const next = { id: "n", by: 1 };
  expect(noticesOf(frame([{}, {}]), frame([{}, {}], { rematch: next }))).toEqual([{ key: "ui.notice_rematch", icon: "i-play", seat: 1 }]);
  expect(noticesOf(frame([{}, {}], { rematch: next }), frame([{}, {}], { rematch: next }))).toEqual([]);
});

test("nothing is told on loading, nor to another viewer at the same screen", () => {
  expect(noticesOf(null, frame([{}]))).toEqual([]);
  expect(noticesOf(frame([{}]), frame([{ kind: "left" }], { viewer: 1 }))).toEqual([]);
});

test("whose time is up hears that he was answered for, whoever answers in time does not", () => {
  const asked = (ordinal: number, left: Record<string, number>) => frame([{ kind: "you" }], { decision: { ordinal }, clock: { limit: 30, left } } as unknown as Partial<FrameMessage>);
  const [first, next] = [asked(4, { 0: 9_000 }), asked(5, { 0: 30_000 })];
  expect(wasLate(first, next, 9_200)).toBe(true);
  expect(wasLate(first, next, 8_000)).toBe(false);
  expect(wasLate(first, first, 9_200)).toBe(false);
  expect(wasLate(frame([{ kind: "you" }], { clock: { limit: 30, left: { 1: 1 } } }), next, 9_200)).toBe(false);
  expect(wasLate(null, next, 9_200)).toBe(false);
});

test("who plays on from another device is told so where he looks on", () => {
  const mine = frame([{ kind: "you" }, {}]);
  const moved = frame([{}, {}], { viewer: 2, spectator: true });
  expect(hasMoved(mine, moved)).toBe(true);
  expect(hasMoved(moved, moved)).toBe(false);
  expect(hasMoved(mine, frame([{ kind: "open" }, {}], { viewer: 2, spectator: true }))).toBe(false);
  expect(hasMoved(mine, mine)).toBe(false);
  expect(hasMoved(null, moved)).toBe(false);
});
