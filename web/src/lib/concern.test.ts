/** Which places of a map a question or an event is about. */
import { expect, test } from "vitest";

import { besides, targetsOn, toldOn } from "./concern";
import type { Target, Zone } from "./scene";
import { NONE, type Ring } from "./targets";

const map: Zone = {
  id: "map",
  kind: "map",
  zones: [
    { id: "west", kind: "tile", label: { key: "planet.west" }, flags: ["here"], pieces: [{ id: "p1", kind: "counter", label: { key: "unit.one" } }] },
    { id: "east", kind: "tile", label: { key: "planet.east" }, zones: [{ id: "inner", kind: "plot" }] },
  ],
};
const table = (rings: Record<string, Ring>, onto: string[] = []) => ({
  ring: (key: string): Ring => rings[key] ?? "",
  offers: { ...NONE, all: onto.length ? [{ target: { code: 1, label: { key: "x" }, onto } as Target, places: ["piece:card"] }] : [] },
});

test("what may be chosen is a target, however deep it lies; what leads elsewhere is none", () => {
  expect(targetsOn(table({ "zone:inner": "legal", "piece:p1": "legal", "zone:west": "other" }), map)).toEqual(["piece:p1", "zone:inner"]);
  expect(targetsOn(table({}), map)).toEqual([]);
});

test("in a ring the seats stand on the map, too", () => {
  const ring: Zone = { id: "r", kind: "ring", zones: [{ id: "d0", kind: "domain", owner: 0 }, { id: "d1", kind: "domain", owner: 1 }] };
  expect(targetsOn(table({ "panel:1": "legal" }), ring)).toEqual(["panel:1"]);
  expect(targetsOn(table({ "panel:1": "legal" }), { ...ring, kind: "map" })).toEqual([]);
});

test("where only cards of the hand may be chosen, the places to which they go are", () => {
  expect(targetsOn(table({}, ["zone:east", "zone:nowhere"]), map)).toEqual(["zone:east"]);
});

test("where it happens, who acts and what is chosen have to be in sight too", () => {
  expect(besides(table({ "zone:inner": "picked" }), {}, map)).toEqual(["zone:west", "zone:inner"]);
  expect(besides(table({}), { about: ["zone:east", "panel:1", "piece:p1"] }, map)).toEqual(["zone:west", "piece:p1", "zone:east"]);
});

test("an event is where it names a place or a thing", () => {
  expect(toldOn([{ key: "moved", with: { to: { term: "planet.east" }, unit: { term: "unit.one" }, seat: { seat: 0 } } }], map)).toEqual(["piece:p1", "zone:east"]);
});
