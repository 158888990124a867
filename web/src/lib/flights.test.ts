import { expect, test } from "vitest";
import { flightsOf } from "./flights";
import type { Piece, Scene } from "./scene";

interface Counts {
  red?: number;
  blue?: number;
  gate?: number;
  hands?: number[];
  roles?: number[];
  put?: number;
  about?: string;
  hand?: string[];
}
const card = (id: string): Piece => ({ id, kind: "card", suit: { letters: "", glyph: id.startsWith("b") ? "k-blue" : "k-red", label: { key: id } } as never });
const deck = (id: string, count: number, holds: string, glyph = "") => ({ id, kind: "heap", count, holds, glyph });
const table = ({ red = 9, blue = 9, gate = 5, hands = [3, 3], roles = [1, 1], put, about = "storm", hand = [] }: Counts): Scene => ({
  zones: [deck("red", red, "skill", "k-red"), deck("blue", blue, "skill", "k-blue"), deck("gate", gate, "role")],
  panels: hands.map((value, seat) => ({
    seat,
    facts: [
      { name: "hand", label: { key: "h" }, value, holds: "skill" },
      { name: "roles", label: { key: "r" }, value: roles[seat] ?? 0, holds: "role" },
    ],
  })),
  hand: hand.map(card),
  ...(put === undefined ? {} : { case: { title: { key: about }, holds: "skill", counts: [{ name: "all", label: { key: "a" }, value: put }] } }),
});
const told = (was: Counts, is: Counts, viewer = 0) => {
  const { backs, came, went } = flightsOf(table(was), table(is), viewer);
  return {
    backs: backs.map(({ from, to, count }) => `${from?.id ?? ""}>${to?.id ?? ""} ${count}`),
    came: [...came].map(([id, store]) => `${id}<${store.id}`),
    went: [...went].map(([id, store]) => `${id}>${store?.id ?? ""}`),
  };
};

test("what another seat draws flies from the decks that lost it, as backs", () => {
  expect(told({}, { red: 7, blue: 8, hands: [3, 6] })).toEqual({ backs: ["red>1.hand 2", "blue>1.hand 1"], came: [], went: [] });
});

test("own cards come one by one, from the deck of their suit where there is one", () => {
  expect(told({ hands: [1, 3], hand: ["r1"] }, { red: 8, blue: 8, hands: [3, 3], hand: ["r1", "b1", "r2"] })).toEqual({ backs: [], came: ["b1<blue", "r2<red"], went: [] });
});

test("what is put into the case flies there from its seat, and from decks after seats", () => {
  expect(told({ put: 0, hand: ["r1", "b1", "r2"] }, { put: 3, red: 8, hands: [2, 2], hand: ["b1", "r2"] })).toEqual({ backs: ["1.hand>case 1", "red>case 1"], came: [], went: ["r1>case"] });
});

test("another case begins empty, and a settled one takes nothing", () => {
  expect(told({ put: 4 }, { put: 1, about: "flood", hands: [3, 2] }).backs).toEqual(["1.hand>case 1"]);
  const settled = table({ put: 1, about: "flood", hands: [3, 2] });
  settled.case!.over = true;
  expect(flightsOf(table({ put: 4 }), settled, 0).backs.map(({ to }) => to)).toEqual([null]);
});

test("cards that a seat lays aside go to no store; own ones are told apart", () => {
  expect(told({ hand: ["r1", "b1", "r2"] }, { hands: [2, 1], hand: ["b1", "r2"] })).toEqual({ backs: ["1.hand> 2"], came: [], went: ["r1>"] });
});

test("cards of one kind never come out of a store of another", () => {
  expect(told({}, { red: 8, roles: [1, 2] }).backs).toEqual([]);
  expect(told({}, { gate: 4, red: 8, roles: [1, 2] }).backs).toEqual(["gate>1.roles 1"]);
});

test("a deck that is shuffled anew sends nothing", () => {
  expect(told({ red: 0 }, { red: 14 }).backs).toEqual([]);
});
