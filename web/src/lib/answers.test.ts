import { expect, test } from "vitest";
import { sorted } from "./answers";
import { Choosing } from "./choosing.svelte";
import type { Decision } from "./protocol";
import type { Scene } from "./scene";
import type { Table } from "./table.svelte";
import { harmlessFirst } from "./desk";
import { offersOf } from "./targets";

const label = { key: "turn" };

/** A tile that may be laid on some cells, in four turnings on each. */
function laying(cells: readonly string[]) {
  const targets = cells.flatMap((cell, index) => [1, 2, 3, 4].map((turn) => ({ code: 4 * index + turn, label, onto: [`zone:${cell}`] })));
  const scene: Scene = {
    zones: [
      { id: "map", kind: "map", zones: cells.map((id) => ({ id, kind: "vacant" })) },
      { id: "tiles", kind: "row", pieces: [{ id: "tile", kind: "card", targets }] },
    ],
  };
  const decision = { kind: "lay", ordinal: 1, many: false, targets: targets.map(({ code }) => ({ code, label })) } as unknown as Decision;
  const table = { decision, offers: offersOf(scene, decision), viewer: 0, tip: null, coaching: { catches: () => false }, frame: { scene, viewer: 0 }, view: {}, mode: "", help: () => "" };
  const choosing = new Choosing(table as unknown as Table);
  const codes = () => sorted({ ...table, choosing } as unknown as Table, [], false).buttons.map(({ target }) => target.code);
  choosing.activate("piece:tile");
  return { choosing, codes };
}

test("answers that all lead to one place are told apart by buttons", () => {
  const { choosing, codes } = laying(["middle"]);
  expect(choosing.ring("zone:middle")).toBe("");
  expect(codes()).toEqual([1, 2, 3, 4]);
});

test("many answers are chosen on the table first, and the rest by buttons once their place is pressed", () => {
  const { choosing, codes } = laying(["north", "south"]);
  expect(codes()).toEqual([]);
  choosing.activate("zone:south");
  expect(codes()).toEqual([5, 6, 7, 8]);
});

test("what may harm who gives it stands last", () => {
  const offers = [1, 2, 3].map((code) => ({ target: { code, label, unmarked: code < 2 }, places: [] }));
  expect(harmlessFirst(offers).map(({ target }) => target.code)).toEqual([2, 3, 1]);
});
