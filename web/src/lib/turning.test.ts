import { expect, test } from "vitest";
import type { Outcome } from "./protocol";
import { close, swung, type Turned } from "./turning";

const outcome = { result: "win", winners: [0], ranks: [1, 2, 3], scores: [], closing: { margin: [{ key: "closing.nearest" }] } } as unknown as Outcome;
const swing = { position: 9, round: 3, event: { key: "won" }, about: null, before: 0.2, after: 0.6 };
const turned = (more: Partial<Turned> = {}): Turned => ({
  match: "m",
  state: "done",
  measure: "chance",
  turning: { swings: [swing], peaks: [{ position: 4, round: 2, seat: 1, chance: 0.4 }, { position: 6, round: 2, seat: 2, chance: 0.5 }], lead: { position: 8, round: 3 } },
  ...more,
});
const kinds = (viewer: number, of: Turned | null = turned()) => close(of, outcome, viewer).map(({ said, position }) => `${said.kind}${said.kind === "peak" ? said.seat : ""}@${position}`);

test("before it is known there is only what the game tells", () => {
  expect(swung(null)).toEqual([]);
  expect(kinds(1, null)).toEqual(["margin@-1"]);
  expect(kinds(1, turned({ state: "waiting", turning: null }))).toEqual(["margin@-1"]);
});

test("who has lost reads of himself, others of who came nearest", () => {
  expect(swung(turned()).map(({ position }) => position)).toEqual([9]);
  expect(kinds(1)).toEqual(["margin@-1", "peak1@4", "lead@8"]);
  expect(kinds(0)).toEqual(["margin@-1", "peak2@6", "lead@8"]);
  expect(kinds(3)).toEqual(["margin@-1", "peak2@6", "lead@8"]);
});

test("where it is played for scores no chance is told", () => {
  expect(kinds(1, turned({ measure: "score" }))).toEqual(["margin@-1", "lead@8"]);
});
