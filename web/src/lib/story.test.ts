import { expect, test } from "vitest";

import { learned } from "./faces";
import type { GameEvent } from "./protocol";
import type { Piece, Scene } from "./scene";
import { chapters, piecesOf, seatsOf, termsOf } from "./story";

const events: GameEvent[] = [
  { key: "deal", with: { seat: { seat: 1 } } },
  { key: "begins", with: { round: 1, seat: { seat: 0 } } },
  { key: "hits", with: { seat: { seat: 0 }, whom: { seat: 1 }, face: { term: "face.gun" } } },
  { key: "ends", with: { round: 1, seat: { seat: 1 } } },
  { key: "begins", with: { round: 2, seat: { seat: 1 } } },
];
const log = { events, fresh: 3, epoch: 0 };
const piece = (id: string, label: string, kind = "die", face = `f-${label}`): Piece => ({ id, kind, face, label: { key: `face.${label}` } });
const scene: Scene = {
  panels: [
    { seat: 0, zones: [{ id: "a", kind: "slots", zones: [{ id: "a1", kind: "slot", pieces: [piece("p0", "gun")] }] }] },
    { seat: 1, zones: [{ id: "b", kind: "slots", pieces: [piece("p1", "gun"), piece("p2", "tree")] }] },
    { seat: 2, zones: [{ id: "c", kind: "slots", pieces: [piece("p3", "gun")] }] },
  ],
};

test("a round begins with the first event that counts it", () => {
  const found = chapters(log);
  expect(found.map((one) => [one.round, one.lines.map((line) => line.event.key)])).toEqual([
    [null, ["deal"]],
    [1, ["begins", "hits", "ends"]],
    [2, ["begins"]],
  ]);
  expect(found.flatMap((one) => one.lines).map((line) => line.fresh)).toEqual([false, false, false, true, true]);
});

test("one seat's log holds what names it, and no empty rounds", () => {
  expect(chapters(log, 0).map((one) => [one.round, one.lines.length])).toEqual([[1, 2]]);
  expect(chapters(log, 1).flatMap((one) => one.lines).map((line) => line.index)).toEqual([0, 2, 3, 4]);
});

test("seats and terms are found in phrases too", () => {
  const event: GameEvent = { key: "x", with: { what: { key: "label.deep", words: { who: { seat: 4 }, face: { term: "face.a" } } }, none: null } };
  expect(seatsOf(event)).toEqual([4]);
  expect(termsOf(event)).toEqual(["label.deep", "face.a"]);
});

test("a line is about the pieces of its seats that show its terms", () => {
  expect(piecesOf(scene, events[2]!)).toEqual(["p0", "p1"]);
  expect(piecesOf(scene, events[0]!)).toEqual([]);
});

const slots = (kind: string): Scene => ({
  zones: [
    {
      id: "z",
      kind: "slots",
      zones: [
        { id: "s1", kind: "slot", glyph: "f-tree", label: { key: "face.tree" } },
        { id: "s2", kind: "slot", pieces: [piece("x", "gun", kind)] },
      ],
    },
  ],
});

test("terms are drawn as what lies on the table shows them", () => {
  const first = learned(new Map(), slots("red_die"));
  expect(first.get("face.gun")).toEqual({ face: "f-gun", kind: "red_die", seen: true });
  expect(first.get("face.tree")).toEqual({ face: "f-tree", kind: "red_die", seen: false });
  expect(learned(first, slots("red_die"))).toBe(first);
});

test("a piece knows its kind better than an empty place", () => {
  const guessed = learned(new Map(), { zones: [{ id: "z", kind: "slot", glyph: "f-gun", label: { key: "face.gun" } }] });
  expect(guessed.get("face.gun")?.kind).toBe("");
  expect(learned(guessed, slots("red_die")).get("face.gun")?.kind).toBe("red_die");
});

test("what dice of two kinds show is drawn as neither, for good", () => {
  const two = learned(new Map(), { hand: [piece("x", "gun", "red_die"), piece("y", "gun", "blue_die")] });
  expect(two.get("face.gun")?.kind).toBe("");
  expect(learned(two, { hand: [piece("x", "gun", "red_die")] })).toBe(two);
});

test("nothing is learned from what lies face down", () => {
  expect(learned(new Map(), { hand: [{ ...piece("x", "gun"), flags: ["face_down"] }] }).size).toBe(0);
});
