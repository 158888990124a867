import { expect, test } from "vitest";

import type { FrameMessage, SeatInfo, Seating } from "./protocol";
import { about, agreed, missing, names, open, own, arrivals, clockOf, clockText, clockValue } from "./room";
import { Words } from "./words.svelte";

const SEATS: SeatInfo[] = [
  { seat: 0, name: "Ling", kind: "you" },
  { seat: 1, name: "Tomas", kind: "player", away: true },
  { seat: 2, name: "", kind: "open" },
  { seat: 3, name: "", kind: "bot", bot: "greedy" },
];
const SEATING: Seating = { ready: [1, 3], starts: null, host: true, host_seat: 0, pace: 0, undo: "friendly", options: {}, bots: [], invitation: "", invitations: [] };

class Spoken extends Words {
  readonly seats = SEATS;
  readonly called = SEATS;
  readonly server = null as never;
}
const words = new Spoken();
words.language = "en";
words.texts = {
  "common.seat": "Seat {number}",
  "ui.bot_greedy": "Sergeant",
  "ui.room_you": "you",
  "ui.room_yourself": "yourself",
  "ui.room_hosts": "{said}, host",
  "ui.room_away": "not here",
  "ui.room_open": "nobody",
  "ui.room_bot": "bot: {name}",
  "ui.room_more": "{count} more",
  "ui.room_no_clock": "no clock",
  "ui.room_minutes": "{count} min",
  "ui.room_seconds": "{count} s",
  "ui.room_option": "{name}: {value}",
  "ui.off": "off",
  "option.races": "Races",
};

test("who is missing, which seats are open, and whether the viewer is ready", () => {
  expect(missing(SEATS, SEATING)).toEqual([0, 2]);
  expect(open(SEATS)).toEqual([2]);
  expect(own({ seats: SEATS } as FrameMessage, SEATING)).toEqual({ seats: [0], ready: false });
  expect(own({ seats: SEATS } as FrameMessage, { ...SEATING, ready: [0] }).ready).toBe(true);
  expect(own({ seats: SEATS.slice(1) } as FrameMessage, SEATING)).toEqual({ seats: [], ready: false });
});

test("each seat says what its person does", () => {
  expect(SEATS.map((seat) => about(words, seat, SEATING))).toEqual(["you, host", "not here", "nobody", "bot: Sergeant"]);
});

test("names are read in a row, the viewer first, and not too many of them", () => {
  expect(names(words, [2])).toBe("Seat 3");
  expect(names(words, [1, 0])).toBe("yourself and Tomas");
  expect(names(words, [0, 1, 2, 3], 3)).toBe("yourself, Tomas, and 2 more");
});

test("a bank is chosen with its increment as one clock", () => {
  for (const terms of [{ pace: 0, bank: 600, increment: 10 }, { pace: 120 }, { pace: 0 }]) expect(clockOf(clockValue(terms))).toEqual(terms);
});

test("what is agreed: clock, who finds the table, chat, and the options that differ; the host sets the first three elsewhere", () => {
  const agreedBy = (seating: Partial<Seating>) => agreed(words, { ...SEATING, ...seating }, "free");
  expect(agreedBy({ host: false })).toEqual(["no clock", "ui.room_by_link", "ui.room_chat_free"]);
  expect(agreedBy({ host: false, listed: true, pace: 120, options: { races: false } })).toEqual(["2 min", "ui.room_listed", "ui.room_chat_free", "Races: off"]);
  expect(agreedBy({ host: true, options: { races: false } })).toEqual(["Races: off"]);
  expect([0, 90, 120, 86_400].map((pace) => clockText(words, { pace }))).toEqual(["no clock", "90 s", "2 min", "ui.room_day"]);
});

test("who has come is told apart from who has changed seats or gone", () => {
  const row = (...kinds: [string, string][]) => kinds.map(([kind, name], seat) => ({ seat, kind, name })) as SeatInfo[];
  const before = row(["you", "Ling"], ["player", "Tomas"], ["open", ""]);
  expect(arrivals(before, row(["you", "Ling"], ["player", "Tomas"], ["player", "Devi"]))).toEqual([2]);
  expect(arrivals(before, row(["you", "Ling"], ["open", ""], ["player", "Tomas"]))).toEqual([]);
  expect(arrivals(before, row(["you", "Ling"], ["open", ""], ["open", ""]))).toEqual([]);
});
