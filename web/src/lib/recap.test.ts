import { expect, test } from "vitest";

import type { GameEvent } from "./protocol";
import { MOST_LINES, ofNote, recap } from "./recap";

const seat = (number: number) => ({ seat: number });
const built: GameEvent = { key: "built", with: { seat: seat(1), face: { term: "face.x" } } };
const points: GameEvent = { key: "points", with: { seat: seat(1), points: 3 } };
const attack: GameEvent = { key: "attack", with: { seat: seat(1), defender: seat(2) } };
const mine: GameEvent = { key: "points", with: { seat: seat(0), points: 1 } };

test("things, several seats and the viewer are of note, bare numbers of others are not", () => {
  expect([built, points, attack, mine].map((event) => ofNote(event, 0))).toEqual([true, false, true, true]);
});

test("a term inside a phrase counts", () => {
  expect(ofNote({ key: "x", with: { what: { key: "label.y", words: { z: 1 } } } }, 0)).toBe(true);
});

test("only what came since counts, and what says little is left out", () => {
  expect(recap([built, built, points, attack], 1, 0)).toEqual({ lines: [1, 3], more: 0 });
});

test("where nothing is of note everything is told", () => {
  expect(recap([built, points, points], 1, 0).lines).toEqual([1, 2]);
  expect(recap([built], 1, 0).lines).toEqual([]);
});

test("a long list keeps its newest lines and says how many are missing", () => {
  const found = recap(Array.from({ length: 20 }, () => built), 0, 0);
  expect(found.lines).toHaveLength(MOST_LINES);
  expect(found.lines.at(-1)).toBe(19);
  expect(found.more).toBe(20 - MOST_LINES);
});
