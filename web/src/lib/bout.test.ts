import { expect, test } from "vitest";

import { after, between, turnedOf, upright } from "./bout";
import type { Duel } from "./scene";

const label = { key: "card.tank" };
const lane = (one?: number, other?: number): Duel => ({ sides: [{ label, seat: 0, ...(one === undefined ? {} : { value: one }) }, { label, seat: 1, ...(other === undefined ? {} : { value: other }) }] });
const FIGHT: Duel = {
  sides: [{ label, seat: 0, was: 2, most: 3 }, { label, seat: 1, was: 3, most: 3 }],
  lanes: [lane(-1, 1), lane(1, -3), lane()],
};

test("what both have is carried from lane to lane, and never leaves its bounds", () => {
  expect([0, 1, 2].map((turned) => [after(FIGHT, 0, turned), after(FIGHT, 1, turned)])).toEqual([[2, 3], [1, 3], [2, 0]]);
  expect(turnedOf(FIGHT)).toBe(2);
});

test("the viewer's own side is below, else the one that attacks", () => {
  expect([0, 1, 4].map((viewer) => upright(FIGHT.sides, viewer))).toEqual([[1, 0], [0, 1], [1, 0]]);
});

test("a fight is found on the ring by its columns, and not where one of them is gone", () => {
  const column = (id: string, ...zones: string[]) => ({ id, kind: "column", zones: zones.map((name) => ({ id: name, kind: "land" })) });
  const ring = { id: "ring", kind: "ring", zones: [{ id: "one", kind: "domain", zones: [column("a", "1", "2"), column("b", "3")] }, { id: "two", kind: "domain", zones: [column("c", "4")] }] };
  expect(between(ring, ["2", "4"])).toEqual([0, 2]);
  expect(between(ring, ["2", "9"])).toBeNull();
  expect(between(undefined, ["2", "4"])).toBeNull();
});
