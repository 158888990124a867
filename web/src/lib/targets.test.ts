// @vitest-environment jsdom
import { expect, test } from "vitest";

import type { Decision } from "./protocol";
import type { Scene, Target } from "./scene";
import { buttonsOf, nearest, offersAt, offersOf, ringOf } from "./targets";

const target = (code: number, mode = ""): Target => ({ code, label: { key: `t${code}` }, ...(mode ? { mode } : {}) });

function decision(...targets: Target[]): Decision {
  return { kind: "k", rule: "R-1", ordinal: 1, many: false, ordered: true, question: { key: "q" }, targets, done: false };
}

const scene: Scene = {
  zones: [{ id: "z", kind: "row", pieces: [{ id: "a", kind: "token", targets: [target(1, "take")] }] }],
  panels: [
    { seat: 0, targets: [target(2, "hit"), target(3, "take")] },
    { seat: 1, zones: [{ id: "s", kind: "slots", zones: [{ id: "s1", kind: "slot", pieces: [{ id: "b", kind: "die", targets: [target(4, "hit")] }] }] }] },
  ],
  buttons: [target(5)],
  hand: [{ id: "c", kind: "card", targets: [target(6)] }],
};
const bare = (...codes: number[]) => decision(...codes.map((code) => target(code)));

test("answers are found on pieces, panels and in the hand", () => {
  const offers = offersOf(scene, bare(1, 2, 3, 4, 5, 6));
  expect([...offers.byPlace.keys()].sort()).toEqual(["panel:0", "piece:a", "piece:b", "piece:c"]);
  expect(offers.byCode.get(4)?.places).toEqual(["piece:b"]);
  expect(offers.byCode.get(5)?.places).toEqual([]);
});

test("without a decision nothing is offered", () => {
  expect(offersOf(scene, null).all).toEqual([]);
});

test("modes come in the order of the decision and decide which ring is drawn", () => {
  const offers = offersOf(scene, bare(1, 2, 3, 4, 5, 6));
  expect(offers.modes.map((mode) => mode.name)).toEqual(["take", "hit"]);
  expect(ringOf(offers, "piece:a", "take")).toBe("legal");
  expect(ringOf(offers, "piece:a", "hit")).toBe("other");
  expect(ringOf(offers, "panel:1", "hit")).toBe("");
  expect(offersAt(offers, "panel:0", "hit").map((offer) => offer.target.code)).toEqual([2]);
  // What has no mode is legal in all of them.
  expect(ringOf(offers, "piece:c", "hit")).toBe("legal");
});

test("plain answers and whole boards of the mode are buttons, pieces are not", () => {
  const offers = offersOf(scene, bare(1, 2, 3, 4, 5, 6));
  expect(buttonsOf(offers, "hit").map((offer) => offer.target.code)).toEqual([2, 5]);
  expect(buttonsOf(offers, "take").map((offer) => offer.target.code)).toEqual([3, 5]);
});

test("one mode alone needs no choice", () => {
  const offers = offersOf(
    { zones: [{ id: "z", kind: "row", pieces: [{ id: "a", kind: "token", targets: [target(1, "take")] }] }], buttons: [target(5)] },
    bare(1, 5),
  );
  expect(ringOf(offers, "piece:a", "")).toBe("legal");
  expect(buttonsOf(offers, "").map((offer) => offer.target.code)).toEqual([5]);
});

test("places on a map need no buttons, unless the scene wants one", () => {
  const region = (id: string, code: number) => ({ id, kind: "room", at: [0, 0, 9, 9], targets: [target(code)] });
  const board: Scene = {
    zones: [{ id: "map", kind: "map", size: [90, 90], zones: [region("a", 1), region("b", 2)] }, { id: "deck", kind: "heap", targets: [target(3)] }],
    buttons: [target(2), target(4)],
  };
  const offers = offersOf(board, bare(1, 2, 3, 4));
  expect(buttonsOf(offers, "").map((offer) => offer.target.code)).toEqual([2, 3, 4]);
  expect(ringOf(offers, "zone:a", "")).toBe("legal");
});

test("an arrow finds the nearest target ahead", () => {
  const rect = (x: number, y: number) => new DOMRect(x, y, 10, 10);
  const others = [rect(100, 0), rect(40, 30), rect(0, 60), rect(-50, 0)];
  expect(nearest(rect(0, 0), others, "ArrowRight")).toBe(0);
  expect(nearest(rect(0, 0), others, "ArrowDown")).toBe(2);
  expect(nearest(rect(0, 0), others, "ArrowLeft")).toBe(3);
  expect(nearest(rect(0, 0), others, "ArrowUp")).toBe(-1);
});
