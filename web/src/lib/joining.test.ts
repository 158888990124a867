import { expect, test } from "vitest";

import { difference, joined, joining } from "./joining";
import { say } from "./phrases";
import type { GameEvent } from "./protocol";

const draw = (seat: number, card: string): GameEvent => ({ key: "draws", rule: "R1", with: { seat: { seat }, card: { term: `card.${card}` }, unsaid: card } });
const flies = (from: number, to: number): GameEvent => ({ key: "flies", with: { from, to } });
const texts = {
  "event.draws": "{seat} draws {card}",
  "event_many.draws": "{seat} draws cards: {card}",
  "event.flies": "A ship flies: {from} to {to}",
  "card.a": "Ace",
  "card.k": "King",
  "common.seat": "Seat {number}",
  "ui.comma": ", ",
};
const joins = joining(texts);

test("two events differ in a word, in nothing, or in more", () => {
  expect(difference(texts, draw(0, "a"), draw(0, "k"))).toBe("card");
  expect(difference(texts, draw(0, "a"), draw(0, "a"))).toBe("");
  expect(difference(texts, draw(0, "a"), draw(1, "k"))).toBeNull();
  expect(difference(texts, draw(0, "a"), flies(0, 1))).toBeNull();
});

test("what differs always in the same word is joined where there is a text for many", () => {
  expect(joins([draw(0, "a")], draw(0, "k"))).toBe(true);
  expect(joins([draw(0, "a"), draw(0, "k")], draw(1, "a"))).toBe(false);
  expect(joins([flies(0, 1)], flies(0, 1))).toBe(true);
  expect(joins([flies(0, 1)], flies(0, 2))).toBe(false);
  expect(joins([], flies(0, 1))).toBe(false);
});

test("a row of words says how often each came", () => {
  const { phrase, times } = joined(texts, [draw(0, "a"), draw(0, "k"), draw(0, "a")]);
  expect(say(texts, [], phrase)).toBe("Seat 1 draws cards: Ace ×2, King");
  expect(times).toBe(1);
});

test("the same again is the same sentence, with a number", () => {
  const { phrase, times } = joined(texts, [flies(0, 1), flies(0, 1)]);
  expect([say(texts, [], phrase), times]).toEqual(["A ship flies: 0 to 1", 2]);
});

test("numbers of one thing after another are summed where the text for many has none", () => {
  const pays = (source: string, number: number): GameEvent => ({ key: "pays", with: { source, number } });
  const priced = { ...texts, "event.pays": "Pays on {source}: {number}", "event_many.pays": "Pays: {source}" };
  const row = [pays("mine", 1), pays("mine", 1), pays("well", 3)] as const;
  expect(joining(priced)(row.slice(0, 2), row[2])).toBe(true);
  expect(say(priced, [], joined(priced, row).phrase)).toBe("Pays: mine ×2, well ×3");
  expect(joining(priced)([pays("mine", 1)], pays("mine", 2))).toBe(false);
});
