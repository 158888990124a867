import { expect, test } from "vitest";

import { changesOf, Drawn, factAt, intentsOf, type Pick } from "./intents";
import type { Become, Scene, Target } from "./scene";

const label = { key: "x" };
const become = (where: string, was: number, now: number, fact = ""): Become => ({ where, was, now, ...(fact && { fact }) });
const scene: Scene = {
  zones: [
    {
      id: "map",
      kind: "map",
      zones: [
        { id: "home", kind: "plot", owner: 0, count: 2, pieces: [{ id: "own", kind: "counter", face: "u-foot", owner: 0, count: 2, label }] },
        { id: "field", kind: "plot", count: 0, pieces: [{ id: "foe", kind: "counter", face: "u-claw", owner: 1, label }, { id: "mine", kind: "counter", face: "u-cart", owner: 0, count: 1, label }] },
      ],
    },
    { id: "shop", kind: "row", pieces: [{ id: "buy", kind: "card", face: "u-foot", label, suit: { letters: "U" } }, { id: "purse", kind: "card", count: 9 }] },
  ],
  panels: [{ seat: 0, facts: [{ name: "hand", label, value: 5 }] }],
  hand: ["a", "b"].map((id) => ({ id, kind: "card", label })),
};
const drawn = new Drawn(scene);
const pick = (at: number, target: Partial<Target>, ...places: string[]): Pick => ({ at, places, target: { code: 100 + at, label, ...target } });
const drawnOf = (picks: readonly Pick[], ordered = false) => intentsOf(drawn, picks, changesOf(drawn, picks), ordered, 0);

const march = (at: number) => pick(at, { code: 7, verb: "move", onto: ["zone:field"], becomes: [become("piece:own", 2, 1), become("zone:home", 2, 1), become("piece:own.field", 0, 1), become("zone:field", 0, 1)] }, "piece:own");

test("equal moves are one, and what they change is counted over all of them", () => {
  const picks = [march(0), march(1)];
  expect(drawnOf(picks)).toMatchObject([{ verb: "move", picks: [0, 1], source: "piece:own", goal: "zone:field", number: 2, joins: "" }]);
  const changes = changesOf(drawn, picks);
  expect(changes.get(factAt("piece:own"))).toEqual({ was: 2, now: 0, faint: false });
  expect(changes.get(factAt("zone:field"))).toMatchObject({ was: 0, now: 2 });
});

test("what is only pointed at is drawn beside what is chosen, and faint", () => {
  const [one, other] = drawnOf([march(0), pick(-1, { verb: "move", onto: ["zone:home"] }, "piece:mine")]);
  expect([one?.faint, other?.faint, other?.picks]).toEqual([false, true, []]);
  expect(changesOf(drawn, [march(0), march(-1)]).get(factAt("zone:home"))).toEqual({ was: 2, now: 0, faint: false });
});

test("what is like something that stands at the goal becomes one with it", () => {
  const [intent] = drawnOf([pick(0, { verb: "move", onto: ["zone:field"], becomes: [become("piece:mine", 1, 2)] }, "piece:own")]);
  expect(intent?.joins).toBe("piece:mine");
});

test("a card that is bought stands there as those do that stand there", () => {
  const [intent] = drawnOf([pick(0, { verb: "place", onto: ["zone:home"], becomes: [become("piece:purse", 9, 6)] }, "piece:buy")]);
  expect(intent).toMatchObject({ verb: "place", goal: "zone:home", piece: { kind: "counter", face: "u-foot" } });
  expect(intent?.piece?.suit).toBeUndefined();
});

test("a pick may say where the one before it goes, in an answer whose order counts", () => {
  const picks = [pick(0, { verb: "place" }, "piece:buy"), pick(1, { verb: "place" }, "zone:home")];
  expect(drawnOf(picks, true)).toMatchObject([{ source: "piece:buy", goal: "zone:home", picks: [0, 1] }]);
  expect(drawnOf(picks)).toHaveLength(2);
});

test("what is aimed at is the goal, from who acts or from what is aimed with", () => {
  expect(drawnOf([pick(0, { verb: "attack", onto: ["piece:foe"] }, "piece:own")])).toMatchObject([{ source: "piece:own", goal: "piece:foe" }]);
  expect(drawnOf([pick(0, { verb: "attack" }, "piece:foe")])).toMatchObject([{ source: "", goal: "piece:foe" }]);
  expect(drawnOf([pick(0, { verb: "attack" }, "piece:own")])).toMatchObject([{ source: "piece:own", goal: "" }]);
  expect(drawnOf([pick(0, { verb: "attack" }, "panel:1")])).toMatchObject([{ source: "panel:0", goal: "panel:1" }]);
});

test("who goes to a place that is named alone is the one who acts, or his person on the map", () => {
  const person = { id: "me", kind: "person", owner: 0, label };
  const rooms: Scene = { zones: [{ id: "ship", kind: "map", zones: [{ id: "bridge", kind: "room", pieces: [person] }, { id: "deck", kind: "room" }] }] };
  const picks = [pick(0, { verb: "move" }, "zone:deck")];
  const there = new Drawn(rooms);
  expect(intentsOf(there, picks, changesOf(there, picks), false, 0)).toMatchObject([{ source: "piece:me", goal: "zone:deck", piece: { kind: "person" } }]);
});

test("of cards that are alike each that is given up is another", () => {
  const pays = ["piece:a", "piece:b"].map((key, at) => pick(at, { code: 9, verb: "pay", becomes: [become("panel:0", 5, 4, "hand")] }, key));
  expect(drawnOf(pays).map(({ verb, source }) => [verb, source])).toEqual([["pay", "piece:a"], ["pay", "piece:b"]]);
  expect(changesOf(drawn, pays).get(factAt("panel:0", "hand"))).toMatchObject({ was: 5, now: 3 });
});

test("without a word for it what leads on is a move, what is laid lies there, and all else has a ring", () => {
  expect(drawnOf([pick(0, { onto: ["zone:field"] }, "piece:own"), pick(1, { into: ["zone:home", "zone:field"] }, "piece:a"), pick(2, {}, "piece:b")]).map(({ verb, goal }) => [verb, goal])).toEqual([["move", "zone:field"], ["place", "zone:home"], ["ring", ""]]);
});
