import { expect, test, vi } from "vitest";

import type { FrameMessage } from "./protocol";
import type { Piece, Scene } from "./scene";
import { soundsOf, Speaker } from "./sound";

const row = (...pieces: [string, Piece][]): Scene => ({
  zones: [{ id: "row", kind: "slots", zones: pieces.map(([slot, piece]) => ({ id: slot, kind: "slot", pieces: [piece] })) }],
});
const die = (id: string, face: string): Piece => ({ id, kind: "red_die", face });
const card = (id: string, flags: string[] = []): Piece => ({ id, kind: "card", flags });
const frame = (scene: Scene, rest: Partial<FrameMessage> = {}) => ({ match: "m", viewer: 0, spectator: false, decision: null, outcome: null, scene, ...rest }) as FrameMessage;
const asked = { ordinal: 1 } as FrameMessage["decision"];

test("nothing is heard at the start, nor when another sits down at the screen", () => {
  expect(soundsOf(null, frame({}))).toEqual([]);
  expect(soundsOf(frame({}), frame(row(["a", die("x", "1")]), { viewer: 1 }))).toEqual([]);
});

test("a die with another face was rolled, even if it lies in another slot of its row now", () => {
  expect(soundsOf(frame(row(["a", die("x", "1")])), frame(row(["b", die("x", "2")])))).toEqual(["roll"]);
  expect(soundsOf(frame(row(["a", die("x", "1")])), frame(row(["a", die("x", "1")])))).toEqual([]);
});

test("what lies elsewhere was moved, what lay face down is shown", () => {
  const there = (flags: string[]) => frame({ zones: [{ id: "heap", kind: "heap", pieces: [card("c", flags)] }] });
  expect(soundsOf(there([]), frame({ hand: [card("c")] }))).toEqual(["place"]);
  expect(soundsOf(there(["face_down"]), there([]))).toEqual(["reveal"]);
});

test("a comparison, one's own turn and the end are heard", () => {
  const duel = (value: number): Scene => ({ duels: [{ sides: [{ label: { key: "a" }, value }], verdict: null }] });
  expect(soundsOf(frame({}), frame(duel(3)))).toEqual(["verdict"]);
  expect(soundsOf(frame(duel(3)), frame(duel(3)))).toEqual([]);
  expect(soundsOf(frame({}), frame({}, { decision: asked }))).toEqual(["turn"]);
  expect(soundsOf(frame({}, { decision: asked }), frame({}, { decision: asked }))).toEqual([]);
  const over = (winners: number[]) => frame({}, { outcome: { result: "win", winners, ranks: [] } });
  expect(soundsOf(frame({}), over([0]))).toEqual(["win"]);
  expect(soundsOf(frame({}), over([1]))).toEqual(["end"]);
});

test("the loudspeaker is silent before a gesture, and where there is none", () => {
  const make = vi.fn<() => AudioContext>(() => {
    throw new Error("no sound card");
  });
  const speaker = new Speaker(make);
  speaker.play(["turn"], 1);
  expect(make).not.toHaveBeenCalled();
  speaker.wake(0);
  expect(make, "who has switched sounds off wakes none").not.toHaveBeenCalled();
  speaker.wake(1);
  speaker.play(["turn"], 1);
  expect(make).toHaveBeenCalledOnce();
});
