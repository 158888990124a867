/** Numbers that a picked answer changes stand beside what they were: dials, tracks, what is left of a model, its marks. */
import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "./App.svelte";
// The page loads it when it is needed; a test does not wait for that.
import "./parts/ground/Scale.svelte";
import "./parts/map/Field.svelte";
import type { Boot } from "./lib/protocol";
import type { Become, Piece, Scene, Target, Zone } from "./lib/scene";
import { Table } from "./lib/table.svelte";
import { furnish, settle, serverOf } from "./testing/page";
import { MOMENTS } from "./testing/moments";

const boot: Boot = { match: "m", symbols: "/symbols.svg", game: "g", language: "en", languages: [], csrf: { header: "x", value: "1" } };
const label = { key: "x" };
const CODE = 5;
const model = (id: string): Piece => ({ id, kind: "model", label, owner: 0, base: { at: [60, 60], radius: 10, value: 7, most: 9, marks: [] } });
const track: Zone = { id: "track", kind: "track", label, zones: [0, 1, 2].map((at) => ({ id: `space${at}`, kind: "space", label, flags: at === 1 ? ["here"] : [] })) };
const becomes: Become[] = [
  { where: "table", fact: "spark", was: 6, now: 5 },
  { where: "zone:track", was: 1, now: 0 },
  ...["piece:model", "piece:row"].flatMap((where) => [
    { where, fact: "left", was: 7, now: 4 },
    { where, fact: "c-calm", was: 0, now: 1 },
  ]),
];
const facts = [{ name: "spark", label, value: 6, most: 15, danger: 3 }];

let app: ReturnType<typeof mount>;
let table: Table;
const shown = () => [...document.querySelectorAll<HTMLElement>("[data-becomes]")].map((node) => `${node.dataset.becomes} ${node.textContent}`);

async function show(zones: Zone[]): Promise<void> {
  table = new Table(boot, serverOf({ texts: () => Promise.resolve({}) }));
  await table.setLanguage("en");
  app = mount(App, { target: document.body, props: { table } });
  const moment = structuredClone(MOMENTS["manage"]!);
  const targets: Target[] = [{ code: CODE, label, becomes, binds: "final" }, { code: CODE + 1, label, binds: "final" }];
  const scene: Scene = { ...moment.scene, zones, facts, buttons: targets, panels: [{ seat: 0, zones: [{ id: "roll", kind: "roll", label, pieces: [model("row")] }] }] };
  table.take({ ...moment, viewer: 0, decision: { ...moment.decision!, many: false, targets }, scene });
  for (let turn = 0; turn < 400 && !document.querySelector("svg.table, .dial"); turn++) await settle();
}

beforeEach(() => furnish());
afterEach(() => void unmount(app));

test("a dial and a track show what they come to, and where", async () => {
  await show([track, { id: "map", kind: "map", size: [100, 100], zones: [{ id: "a", kind: "area", label, at: [0, 0, 50, 50] }] }]);
  expect(shown()).toEqual([]);
  table.pointed = { code: CODE };
  await settle();
  expect(shown()).toEqual(expect.arrayContaining(["table|spark 6→5", "zone:track| 1→0"]));
  expect(document.querySelector(".dial .goal")).toBeTruthy();
  expect(document.querySelector(".track .then")?.getAttribute("data-zone")).toBe("space0");
});

test("a model on the ground and in the list shows what is left of it, and a mark that is new", async () => {
  await show([{ id: "ground", kind: "ground", label, ground: { size: [120, 120], measure: 10, grid: [10, 60] }, pieces: [model("model")] }]);
  table.pointed = { code: CODE };
  await settle();
  expect(shown()).toEqual(expect.arrayContaining(["piece:model|left 7→4", "piece:model|c-calm 0→1", "piece:row|left 7→4", "piece:row|c-calm 0→1"]));
});
