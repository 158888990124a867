import { expect, test } from "vitest";

import { learned } from "./faces";
import { joining } from "./joining";
import type { GameEvent, Note, SeatInfo } from "./protocol";
import type { Piece, Scene } from "./scene";
import { chapters, linesOf, piecesOf, seatsOf, standsIn, termsOf, underHead, withoutSeat } from "./story";

const events: GameEvent[] = [
  { key: "deal", with: { seat: { seat: 1 } } },
  { key: "begins", with: { round: 1, seat: { seat: 0 } } },
  { key: "hits", with: { seat: { seat: 0 }, whom: { seat: 1 }, face: { term: "face.gun" } } },
  { key: "ends", with: { round: 1, seat: { seat: 1 } } },
  { key: "begins", with: { round: 2, seat: { seat: 1 } } },
];
const log = { events, fresh: 3, epoch: 0 };
const piece = (id: string, label: string, tone = "", face = `f-${label}`): Piece => ({ id, kind: "a_die", tone, face, label: { key: `face.${label}` } });
const scene: Scene = {
  panels: [
    { seat: 0, zones: [{ id: "a", kind: "slots", zones: [{ id: "a1", kind: "slot", pieces: [piece("p0", "gun")] }] }] },
    { seat: 1, zones: [{ id: "b", kind: "slots", pieces: [piece("p1", "gun"), piece("p2", "tree")] }] },
    { seat: 2, zones: [{ id: "c", kind: "slots", pieces: [piece("p3", "gun")] }] },
  ],
};

const keysOf = (seat = -1) => chapters(log, seat).map((one) => [one.round, one.groups.map((group) => linesOf(group).map((line) => line.event.key))]);

test("a round begins with the first event that counts it, a turn with each", () => {
  expect(keysOf()).toEqual([
    [null, [["deal"]]],
    [1, [["begins", "hits"], ["ends"]]],
    [2, [["begins"]]],
  ]);
  const lines = chapters(log).flatMap((one) => one.groups.flatMap(linesOf));
  expect(lines.map((line) => line.fresh)).toEqual([false, false, false, true, true]);
});

test("one seat's log holds what names it, and no empty rounds", () => {
  expect(keysOf(0)).toEqual([[1, [["begins", "hits"]]]]);
  expect(keysOf(1)).toEqual([
    [null, [["deal"]]],
    [1, [["hits"], ["ends"]]],
    [2, [["begins"]]],
  ]);
});

test("outside of turns the lines of one seat in a row have one head, a single line its own mark", () => {
  const does = (seat: number): GameEvent => ({ key: "does", with: { seat: { seat } } });
  const found = chapters({ events: [does(0), does(0), does(1), { key: "ends" }], fresh: 9, epoch: 0 });
  expect(found[0]?.groups.map((group) => [group.seat, group.head, group.lines.length])).toEqual([
    [0, null, 2],
    [-1, null, 1],
    [-1, null, 1],
  ]);
});

test("what others do in a turn stands under its head", () => {
  const others: GameEvent = { key: "defends", with: { seat: { seat: 1 } } };
  const [chapter] = chapters({ events: [events[1]!, events[2]!, others, events[2]!], fresh: 9, epoch: 0 });
  expect(chapter?.groups.map((group) => [group.seat, group.lines.map((line) => line.seat)])).toEqual([[0, [0, 1, 0]]]);
});

test("under its head a sentence goes without the name that begins it, where it can", () => {
  const ada = { text: "Ada", seat: 0 };
  expect(withoutSeat([ada, { text: " rolls a die: " }, { text: "six", term: "six" }], 0)?.map((part) => part.text)).toEqual(["Rolls a die: ", "six"]);
  expect(withoutSeat([ada, { text: "重掷一颗骰子" }], 0)?.[0]?.text).toBe("重掷一颗骰子");
  expect(withoutSeat([ada, { text: ": income" }], 0)?.[0]?.text).toBe("Income");
  expect(withoutSeat([ada, { text: "：" }, { text: "收入", term: "income" }], 0)?.map((part) => part.text)).toEqual(["收入"]);
  expect(withoutSeat([ada, { text: " " }, { text: "Bob", seat: 1 }], 0)).toBeNull();
  expect(withoutSeat([ada, { text: "'s die is lost" }], 0)).toBeNull();
  expect(withoutSeat([ada, { text: "的骰子丢了" }], 0)).toBeNull();
  expect(withoutSeat([ada, { text: " rolls" }], 1)).toBeNull();
  expect(withoutSeat([{ text: "Round 2: " }, ada], 0)).toBeNull();
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

const slots = (tone: string): Scene => ({
  zones: [
    {
      id: "z",
      kind: "slots",
      zones: [
        { id: "s1", kind: "slot", glyph: "f-tree", label: { key: "face.tree" } },
        { id: "s2", kind: "slot", pieces: [piece("x", "gun", tone)] },
      ],
    },
  ],
});

test("terms are drawn as what lies on the table shows them", () => {
  const first = learned(new Map(), slots("red"));
  expect(first.get("face.gun")).toEqual({ face: "f-gun", kind: "die red", seen: true });
  expect(first.get("face.tree")).toEqual({ face: "f-tree", kind: "die red", seen: false });
  expect(learned(first, slots("red"))).toBe(first);
});

test("a piece knows its kind better than an empty place", () => {
  const guessed = learned(new Map(), { zones: [{ id: "z", kind: "slot", glyph: "f-gun", label: { key: "face.gun" } }] });
  expect(guessed.get("face.gun")?.kind).toBe("");
  expect(learned(guessed, slots("red")).get("face.gun")?.kind).toBe("die red");
});

test("what dice of two tones show is drawn as neither, for good", () => {
  const two = learned(new Map(), { hand: [piece("x", "gun", "red"), piece("y", "gun", "dark")] });
  expect(two.get("face.gun")?.kind).toBe("");
  expect(learned(two, { hand: [piece("x", "gun", "red")] })).toBe(two);
});

test("nothing is learned from what lies face down", () => {
  expect(learned(new Map(), { hand: [{ ...piece("x", "gun"), flags: ["face_down"] }] }).size).toBe(0);
});

test("after somebody else's line the name is said again", () => {
  const of = (seat: number): GameEvent => ({ key: "votes", with: { seat: { seat } } });
  const [group] = chapters({ events: [{ key: "begins", with: { round: 1, seat: { seat: 0 } } }, of(0), of(1), of(0), of(0)], fresh: 0, epoch: 0 })[0]!.groups;
  expect([0, 1, 2, 3].map((at) => underHead(group!, at))).toEqual([true, false, false, true]);
});

test("notes of the table stand behind the events they came after, and a filter keeps those of its seat", () => {
  const does = (seat: number): GameEvent => ({ key: "does", with: { seat: { seat } } });
  const log = { events: [does(0), does(1)], fresh: 9, epoch: 0 };
  const notes: Note[] = [
    { number: 1, key: "late", seat: 1, at: 0, after: 1 },
    { number: 2, key: "removed", seat: 1, by: 0, at: 0, after: 2 },
    { number: 3, key: "undo", seat: 0, at: 0, after: 2, said: { key: "asked" } },
  ];
  const read = (seat = -1) => chapters(log, seat, () => false, notes).flatMap((one) => one.groups.flatMap(linesOf)).map((line) => line.note?.key ?? line.event.key);
  expect(read()).toEqual(["does", "ui.note_late", "does", "ui.note_removed_by", "ui.note_undo_said"]);
  expect(read(0)).toEqual(["does", "ui.note_removed_by", "ui.note_undo_said"]);
  expect(read(1)).toEqual(["ui.note_late", "does", "ui.note_removed_by"]);
});

test("an answer of the clock is marked in every seat, one of a bot in the seat of a person", () => {
  const seats = [{ seat: 0, name: "Ann", kind: "player", person: true }, { seat: 1, name: "", kind: "bot" }] as SeatInfo[];
  const marks = (by?: string) => [0, 1].map((seat) => standsIn(seats, seat, by));
  expect([undefined, "clock", "left", "bot"].map(marks)).toEqual([["", ""], ["ui.by_clock", "ui.by_clock"], ["ui.by_left", "ui.by_left"], ["ui.by_bot", ""]]);
  const [own, late]: GameEvent[] = [{ key: "passes", with: { seat: { seat: 0 } } }, { key: "passes", with: { seat: { seat: 0 } }, by: "clock" }];
  expect(joining({})([own!], late!)).toBe(false);
  expect(joining({})([late!], late!)).toBe(true);
});
