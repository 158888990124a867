import { expect, test } from "vitest";

import type { Scene } from "./scene";
import { changed, standing } from "./since";

const scene = (one: [string, string][], two: [string, string][]): Scene => ({
  zones: [{ id: "z", kind: "row", pieces: one.map(([id, face]) => ({ id, kind: "die", face })) }],
  panels: [{ seat: 0, zones: [{ id: "t", kind: "slots", zones: [{ id: "t.a", kind: "slot", pieces: two.map(([id, face]) => ({ id, kind: "die", face })) }] }] }],
});
const between = (before: Scene, now: Scene) => [...changed(standing(before), standing(now))].sort();

test("nothing has changed where nothing has", () => {
  expect(between(scene([["p", "1"]], [["q", "2"]]), scene([["p", "1"]], [["q", "2"]]))).toEqual([]);
});

test("a new face marks the piece alone", () => {
  expect(between(scene([["p", "1"]], []), scene([["p", "2"]], []))).toEqual(["piece:p"]);
});

test("a move marks the piece and the place it left", () => {
  expect(between(scene([["p", "1"]], []), scene([], [["p", "1"]]))).toEqual(["piece:p", "zone:z"]);
});

test("what is gone marks its place, what has come itself", () => {
  expect(between(scene([], [["q", "2"]]), scene([["r", "1"]], []))).toEqual(["piece:r", "zone:t.a"]);
});
