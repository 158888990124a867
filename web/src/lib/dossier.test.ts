import { expect, test } from "vitest";
import { ownOf } from "./dossier.svelte";
import type { GameEvent } from "./protocol";

const texts = { "event.saw_secret": "{seat} sees {card} of {target}", "event_many.saw_secret": "{seat} sees of {target}: {card}", "ui.comma": ", " };
const saw = (seat: number, target: number, card: string): GameEvent => ({ key: "saw_secret", rule: "R-1", with: { seat: { seat }, target: { seat: target }, card: { term: card } } });

test("what the viewer alone was told of a seat stands in that seat's dossier, one look in one line", () => {
  const open: GameEvent = { key: "saw", with: { seat: { seat: 0 }, target: { seat: 2 } } };
  const drawn: GameEvent = { key: "drew_secret", with: { seat: { seat: 0 }, card: { term: "x" } } };
  const events = [saw(0, 2, "a"), saw(0, 2, "b"), open, drawn, saw(0, 2, "a"), saw(1, 0, "c"), saw(0, 2, "a"), saw(0, 2, "a")];
  const own = ownOf(texts, events, 0, 2);
  expect(own.map(({ phrase, times }) => [phrase.key, times])).toEqual([["event_many.saw_secret", 1], ["event.saw_secret", 1], ["event.saw_secret", 2]]);
  expect(own[0]?.rule).toBe("R-1");
  // Who has looked into the viewer's own hand knows something, too; of himself nobody keeps a secret dossier.
  expect(ownOf(texts, events, 0, 1)).toHaveLength(1);
  expect(ownOf(texts, events, 0, 0)).toEqual([]);
});
