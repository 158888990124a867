import { expect, test } from "vitest";

import type { Decision } from "./protocol";
import type { Piece, Scene, Target } from "./scene";
import { shelf, standFor } from "./shelf";
import { offersOf } from "./targets";

const card = (id: string, targets: Target[] = []): Piece => ({ id, kind: "card", print: {}, targets });
const target = (code: number, more: Partial<Target> = {}): Target => ({ code, label: { key: `t${code}` }, ...more });

function decision(targets: Target[], many = false): Decision {
  return { kind: "k", rule: "R-1", ordinal: 1, many, ordered: true, question: { key: "q" }, targets, done: false };
}

function shown(scene: Scene, asked: Decision): (string | undefined)[] {
  return shelf(scene, asked, offersOf(scene, asked)).map(({ offer, card }) => `${offer.target.code} ${card.id}`);
}

const drawn: Scene = { zones: [{ id: "drawn", kind: "row", pieces: [card("a", [target(1)]), card("b", [target(2)])] }] };

test("cards that lie open to be chosen are read, and so are those that only the answers bring", () => {
  expect(shown(drawn, decision([target(1), target(2)]))).toEqual(["1 a", "2 b"]);
  expect(shown(drawn, decision([target(1), target(2)], true))).toEqual(["1 a", "2 b"]);
  const bring = [target(3, { card: card("c") }), target(4, { card: card("d") })];
  expect(shown({ buttons: bring }, decision(bring))).toEqual(["3 c", "4 d"]);
});

test("a question for anything besides cards, or for cards of the hand, stays at the table", () => {
  expect(shown(drawn, decision([target(1), target(2), target(5)]))).toEqual([]);
  expect(shown({ hand: [card("a", [target(1)]), card("b", [target(2)])] }, decision([target(1), target(2)]))).toEqual([]);
  const twice: Scene = { zones: [{ id: "drawn", kind: "row", pieces: [card("a", [target(1), target(2)])] }] };
  expect(shown(twice, decision([target(1), target(2)]))).toEqual([]);
});

test("a shelf has its cards whatever each leads on to: one with several answers is opened", () => {
  const scene: Scene = { zones: [{ id: "pool", kind: "shelf", pieces: [card("a", [target(1), target(2)]), card("b", [target(3)]), card("c")] }] };
  const asked = decision([target(1), target(2), target(3)], true);
  const found = shelf(scene, asked, offersOf(scene, asked));
  expect(found.map(({ card, opens }) => [card.id, opens])).toEqual([["a", "piece:a"], ["b", undefined]]);
  // What a card opens stands nowhere else.
  expect(standFor(found, offersOf(scene, asked)).map(({ target }) => target.code)).toEqual([1, 2, 3]);
});
