import { expect, test } from "vitest";

import { focusOf, offers } from "./focus";
import type { FrameMessage, GameEvent } from "./protocol";
import type { Panel } from "./scene";
import type { Ring } from "./targets";

const panel = (seat: number, more: object = {}) => ({ seat, zones: [{ id: `z${seat}`, pieces: [{ id: `p${seat}` }] }], ...more }) as unknown as Panel;
const frame = (more: object = {}, scene: object = {}) =>
  ({ viewer: 1, spectator: false, waiting: [], outcome: null, scene: { panels: [panel(0), panel(1), panel(2)], ...scene }, ...more }) as unknown as FrameMessage;
const rings = (found: Record<string, Ring>) => (key: string) => found[key] ?? "";
const none = rings({});
const did: GameEvent = { key: "built", with: { seat: { seat: 2 } } };

test("offers count on the board, its zones, its pieces and what lies inside", () => {
  const nested = panel(0, { zones: [{ id: "a", zones: [{ id: "b", pieces: [{ id: "c" }] }] }] });
  expect(offers(nested, rings({ "panel:0": "legal", "zone:b": "picked", "piece:c": "other" }))).toBe(2.01);
  expect(offers(nested, none)).toBe(0);
});

test("the board where most can be chosen comes first, before the winner's", () => {
  const outcome = { winners: [0] };
  expect(focusOf(frame({ outcome }), [], true, rings({ "piece:p1": "other", "zone:z2": "legal" }))).toBe(2);
  expect(focusOf(frame({ outcome }), [], true, none)).toBe(0);
});

test("without a decision it follows who did something, then who is asked, then the active seat", () => {
  expect(focusOf(frame({ waiting: [0] }), [did], false, none)).toBe(2);
  expect(focusOf(frame({ waiting: [0] }), [], false, none)).toBe(0);
  expect(focusOf(frame({}, { active: 2 }), [], false, none)).toBe(2);
  expect(focusOf(frame(), [], false, none)).toBe(1);
});

test("with a decision elsewhere it shows who is attacked, then the own board", () => {
  const panels = [panel(0, { state: ["defender"] }), panel(1)];
  expect(focusOf(frame({}, { panels }), [did], true, none)).toBe(0);
  expect(focusOf(frame(), [did], true, none)).toBe(1);
  expect(focusOf(frame({ spectator: true }), [], true, none)).toBe(0);
});
