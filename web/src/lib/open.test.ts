import { expect, test } from "vitest";

import { ALL, opened } from "./open";
import type { Recording } from "./reel";
import type { Scene } from "./scene";

function recording(viewer: number, at: number[], scene: (step: number) => Scene): Recording {
  const seats = [0, 1].map((seat) => ({ seat, name: `P${seat}`, kind: "player" as const }));
  return { match: "m", game: "g", rules_version: 1, viewer, viewers: [0, 1, 2], over: true, seats, at, frames: at.map((_, step) => ({ scene: scene(step) })) };
}

const card = (id: string) => ({ id, kind: "card" });
const base = recording(2, [0, 1, 2, 3], () => ({ panels: [{ seat: 0 }, { seat: 1 }] }));
const mine = (seat: number) => (step: number) => ({
  hand: [card(`hand${seat}.${step}`)],
  panels: [
    { seat: 0, zones: seat ? [] : [{ id: "loyalty", kind: "secret", pieces: [card("mine")] }, { id: "seen1", kind: "secret", owner: 1, pieces: [card("seen")] }] },
    { seat: 1, zones: [{ id: "open", kind: "row", pieces: [card("shown")] }] },
  ],
});

test("each board is as its own player saw it at that moment, with his hand", () => {
  const all = opened(base, [recording(0, [0, 2], mine(0)), recording(1, [0, 1, 3], mine(1))]);
  expect(all.viewer).toBe(ALL);
  const zones = (step: number) => all.frames[step]!.scene.panels!.map((panel) => (panel.zones ?? []).map((zone) => [zone.kind, ...zone.pieces!.map(({ id }) => id)].join(" ")));
  expect(zones(1)).toEqual([["row mine", "row hand0.0"], ["row shown", "row hand1.1"]]);
  expect(zones(3)).toEqual([["row mine", "row hand0.1"], ["row shown", "row hand1.2"]]);
  expect(all.frames[0]!.scene.hand).toBeUndefined();
});
