import { expect, test } from "vitest";

import type { GameEvent } from "./protocol";
import { MAX_LINES, ofNote, recap, revealed } from "./recap";

const seat = (number: number) => ({ seat: number });
const built: GameEvent = { key: "built", with: { seat: seat(1), face: { term: "face.x" } } };
const points: GameEvent = { key: "points", with: { seat: seat(1), points: 3 } };
const attack: GameEvent = { key: "attack", with: { seat: seat(1), defender: seat(2) } };
const mine: GameEvent = { key: "points", with: { seat: seat(0), points: 1 } };

test("things and several seats are of note, bare numbers are not", () => {
  expect([built, points, attack, mine].map((event) => ofNote(event))).toEqual([true, false, true, false]);
});

test("a term inside a phrase counts", () => {
  expect(ofNote({ key: "x", with: { what: { key: "label.y", words: { z: 1 } } } })).toBe(true);
});

test("only what came since counts, and what says little is left out", () => {
  expect(recap([built, built, points, attack], 1)).toEqual({ lines: [[1], [3]], more: 0 });
});

test("where nothing is of note everything is told", () => {
  expect(recap([built, points, points], 1).lines).toEqual([[1], [2]]);
  expect(recap([built], 1).lines).toEqual([]);
});

test("a long list keeps its newest lines and says how many are missing", () => {
  const found = recap(Array.from({ length: 20 }, () => built), 0);
  expect(found.lines).toHaveLength(MAX_LINES);
  expect(found.lines.at(-1)).toEqual([19]);
  expect(found.more).toBe(20 - MAX_LINES);
});

const vote = (number: number, term: string): GameEvent => ({ key: "vote", with: { seat: seat(number), vote: { term }, votes: number + 1 } });

test("the same event of several seats is a reveal", () => {
  const found = revealed([vote(2, "yes"), built, vote(0, "yes"), vote(1, "no"), attack], 1);
  expect(found).toEqual([
    { index: 2, seat: 0, term: "yes", number: 1 },
    { index: 3, seat: 1, term: "no", number: 2 },
  ]);
});

test("one seat's events, and those of one alone, are none", () => {
  expect(revealed([built, built, vote(0, "yes"), points], 0)).toEqual([]);
});
