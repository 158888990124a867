/** A table to scale: bases and terrain where they are, a ghost that asks the server, legs, keys, and points by name. */
import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "./App.svelte";
import { Aiming } from "./lib/aiming.svelte";
// The page loads it when it is needed; a test does not wait for that.
import "./parts/ground/Scale.svelte";
import type { FrameMessage, Picks, Verdict } from "./lib/protocol";
import type { Aim, Scene, Target } from "./lib/scene";
import type { Server } from "./lib/server";
import { settings } from "./lib/settings.svelte";
import { Table } from "./lib/table.svelte";
import { all, asked, BOOT, furnish, say, settle, serverOf } from "./testing/page";

const code = (at: readonly number[]) => 1_000_000 + at[0]! * 100 + at[1]! / 100;
const target = (at: number[]): Target => ({ code: code(at), label: say("go"), at });
const SNAP = [4_000, 3_000];
const aim: Aim = { radius: 500, piece: "m0", start: [2_000, 2_000], allowance: 5_000, most: 2, step: 250, reach: [[8, 8, 12]], snaps: [{ at: SNAP, label: say("beside the crate") }] };
const scene = (aim: Aim): Scene => ({
  zones: [
    {
      id: "ground",
      kind: "ground",
      label: say("the table"),
      pieces: [
        { id: "m0", kind: "model", label: say("Ann's"), owner: 0, mark: "0", base: { at: [2_000, 2_000], radius: 500, value: 1, most: 4, spent: true, marks: [{ label: say("slow") }] } },
        { id: "m1", kind: "model", label: say("Ben's"), owner: 1, mark: "1", base: { at: [9_000, 9_000], radius: 500 } },
      ],
      ground: {
        size: [12_000, 12_000],
        measure: 1_000,
        grid: [1_000, 6_000],
        areas: [{ label: say("home"), points: [[0, 0], [12_000, 0], [12_000, 3_000], [0, 3_000]], owner: 0 }],
        terrain: [{ id: "t0", kind: "water", label: say("pool"), points: [[5_000, 5_000], [6_000, 5_000], [6_000, 6_000]], traits: [{ label: say("deep"), text: say("drowns") }] }],
        rings: [{ at: [9_000, 9_000], radius: 2_500, label: say("reach of Ben's"), kind: "engage", owner: 1 }],
        aim,
      },
    },
  ],
  panels: [{ seat: 0 }, { seat: 1 }],
});
const frame = (many: boolean): FrameMessage => asked(scene(many ? aim : { ...aim, start: [], allowance: -1, most: 1 }), { many, ordered: true, targets: [target([3_000, 2_500])], done: false });

const verdict = (at: readonly number[]): Verdict =>
  at[1]! > 8_000 ? { rule: "R-2", key: "too_far", code: code(at) } : { rule: "R-1", key: "", code: code(at), leg: { at: [...at], cost: 1_500, left: 3_500, notes: [say("near the pool")] } };
const answer = vi.fn<Server["answer"]>(() => Promise.resolve());
/** When the server was asked about a point. */
let times: number[] = [];
const why = vi.fn<Server["why"]>((_ordinal, _code, _picked, _seat, at) => {
  times.push(performance.now());
  return Promise.resolve(verdict(at!));
});
const measure = vi.fn<Server["measure"]>(() => Promise.resolve({ distance: 3_000, seen: false, notes: [say("the wall is higher")] }));
const picks = vi.fn<Server["picks"]>((_ordinal, picked, _seat, at): Promise<Picks> => {
  const row = at ? [...picked, code(at)] : picked;
  const legs = row.map((one) => ({ at: [Math.floor((one - 1_000_000) / 100), ((one - 1_000_000) % 100) * 100], cost: 1_500, left: 5_000 - 1_500 * row.length }));
  return Promise.resolve({ options: [], done: true, picked: row, aim: { ...aim, legs } });
});
const TEXTS = { "common.value": "{value}", "common.inches": "{value}in", "why_not.too_far": "Too far", "ui.point": "{x} by {y}", "ui.way": "{value} of {most}", "ui.points": "Points", "ui.point_back": "Back", "ui.place_here": "Place here", "ui.comma": ", ", "ui.out_of_sight": "out of sight" };

let table: Table;
let app: ReturnType<typeof mount>;
let end: () => void;

async function begin(many: boolean): Promise<void> {
  table.take(frame(many));
  for (let turn = 0; turn < 400 && !all("svg.table").length; turn++) await settle();
  await vi.waitFor(() => expect(table.rests).toBe(false));
}
const key = async (name: string, more: KeyboardEventInit = {}) => {
  (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...more }));
  await settle();
};
const later = () => new Promise((resolve) => setTimeout(resolve, 200)).then(() => settle());
const button = (name: string) => all(".question button").find((one) => one.textContent!.trim().startsWith(name))!;

beforeEach(() => {
  vi.clearAllMocks();
  times = [];
  furnish();
  end = settings.begin();
  table = new Table(BOOT, serverOf({ texts: () => Promise.resolve(TEXTS), answer, why, picks, measure }));
  app = mount(App, { target: document.body, props: { table } });
});
afterEach(() => {
  end();
  void unmount(app);
});

test("what stands there is drawn to scale with its name, its seat and what is left of it", async () => {
  await begin(true);
  const model = all("[data-piece=m0]")[0]!;
  const disc = model.querySelector(".disc")!;
  expect([disc.getAttribute("cx"), disc.getAttribute("cy"), disc.getAttribute("r")]).toEqual(["2000", "10000", "500"]);
  expect(model.getAttribute("aria-label")).toBe("Ann's, Ann, ui.of, 2 by 2, slow");
  expect(model.querySelector(".arc.bad")).not.toBeNull();
  expect(model.querySelector(".tick")).not.toBeNull();
  const shape = (id: string) => all(`[data-piece=${id}] .shape`)[0]!.getAttribute("d");
  expect(shape("m0")).not.toBe(shape("m1"));
  expect(all(".lying")[0]!.getAttribute("aria-label")).toBe("pool, deep");
  expect([...all(".lying")[0]!.classList]).toContain("flat");
  expect(all(".reach")).toHaveLength(1);
  // What is a point has no button of its own.
  expect(all(".answers [data-option]")).toHaveLength(0);
});

test("who is placed and where are no row: nothing steps them past each other", async () => {
  const deploy = { code: 5, label: say("deploy") };
  const crew: Scene = { ...scene(aim), hand: [{ id: "h0", kind: "card", label: say("Ann's"), targets: [deploy] }] };
  table.take(asked(crew, { many: true, ordered: true, targets: [deploy], done: false }));
  for (let turn = 0; turn < 400 && !all("svg.table").length; turn++) await settle();
  await vi.waitFor(() => expect(table.rests).toBe(false));
  await table.choosing.pick(5);
  await settle();
  expect(table.row.picked).toEqual([5]);
  expect(all(".basket .number")).toHaveLength(0);
  await key("b");
  await key("ArrowRight");
  await key(" ");
  await settle();
  expect(table.row.picked).toHaveLength(2);
  expect([...all(".basket .number"), ...all(".basket [aria-label='ui.earlier']")]).toHaveLength(0);
});

test("a cursor of the keys asks the server, and says what it answers", async () => {
  await begin(true);
  await key("b");
  await key("ArrowRight");
  await later();
  expect(why.mock.lastCall?.[4]).toEqual([3_000, 2_000]);
  expect(table.spoken).toBe("3 by 2, 1.5in of 5in, near the pool");
  await key("ArrowUp", { ctrlKey: true });
  await key("ArrowUp", { ctrlKey: true });
  await key("ArrowUp", { shiftKey: true });
  await later();
  expect(why.mock.lastCall?.[4]).toEqual([3_000, 8_250]);
  expect(all("[data-ghost=bad]")).toHaveLength(1);
  expect(all(".tipped.bad")[0]!.textContent).toContain("Too far");
  // Steps of the cursor are one question at most every 140 ms; a clock may be some off.
  expect(times.length).toBeGreaterThan(1);
  expect(Math.min(...times.slice(1).map((time, index) => time - times[index]!))).toBeGreaterThanOrEqual(130);
});

test("a way is set point by point, taken back, and sent with its codes", async () => {
  await begin(true);
  await key("b");
  await key("ArrowRight");
  await key(" ");
  await settle();
  expect(picks.mock.lastCall?.slice(1)).toEqual([[], 0, [3_000, 2_000]]);
  expect(all(".question .way b")[0]!.textContent).toBe("1.5in of 5in");
  await key("ArrowRight");
  await key(" ");
  await settle();
  expect(table.row.picked).toEqual([code([3_000, 2_000]), code([4_000, 2_000])]);
  expect(all(".knot")).toHaveLength(1);
  await key("Backspace");
  await settle();
  expect(table.row.picked).toEqual([code([3_000, 2_000])]);
  all(".question .done[data-primary]")[0]!.click();
  expect(answer.mock.calls[0]?.[2]).toEqual([code([3_000, 2_000])]);
});

test("points with a name are a list for who has no pointer; a place is chosen, and answered by one more press", async () => {
  await begin(false);
  expect(button("Place here").getAttribute("aria-disabled")).toBe("true");
  button("Points").click();
  await settle();
  expect(all(".question [data-at]").map((one) => one.textContent)).toEqual(["beside the crate", "go"]);
  all(`.question [data-at="${String(SNAP)}"]`)[0]!.click();
  await settle();
  expect(answer).not.toHaveBeenCalled();
  expect(table.spoken).toContain("beside the crate");
  button("Place here").click();
  expect(answer.mock.calls[0]?.[2]).toEqual([code(SNAP)]);
});

test("a place that is refused is not chosen", async () => {
  await begin(false);
  await table.scale!.aiming.choose([3_000, 9_000]);
  await settle();
  expect(all("[data-ghost=bad]")).toHaveLength(1);
  expect(button("Place here").getAttribute("aria-disabled")).toBe("true");
  expect(all(".question .way .bad")[0]!.textContent).toContain("Too far");
});

test("a ruler goes from what is moved to the pointer, from edge to edge; the server says what is seen", async () => {
  await begin(true);
  await key("m");
  expect([...all(".ground")[0]!.classList]).toContain("measures");
  await key("b");
  await key("ArrowRight");
  await later();
  await later();
  expect(measure.mock.lastCall?.slice(0, 2)).toEqual([{ at: [2_000, 2_000], piece: "m0" }, { at: [3_000, 2_000] }]);
  for (let step = 0; step < 3; step++) await key("ArrowRight");
  expect(all("[data-ruler] text").map((one) => one.textContent)).toEqual(["3.5in"]);
  await later();
  await later();
  expect(all("[data-ruler] text").map((one) => one.textContent)).toEqual(["3in", "out of sight", "the wall is higher"]);
  await key("Escape");
  expect(all("[data-ruler]")).toHaveLength(0);
});

test("who may be aimed at has a tag: with what, how far, what odds, and why", async () => {
  const shot = { source: "m0", target: "m1", label: say("pistol"), distance: 6_000, chance: say("46 %"), factors: [say("cover: Df +1")] };
  const seen = scene({ ...aim, legs: [] });
  seen.zones![0]!.ground!.target_lines = [shot, { ...shot, label: say("sword"), seen: false, factors: [] }];
  table.take(asked(seen, { many: true, ordered: true, targets: [], done: false }));
  for (let turn = 0; turn < 400 && !all("svg.table").length; turn++) await settle();
  expect(all("[data-tag=m1] text").map((one) => one.textContent)).toEqual(["pistol", "6in 46 %", "cover: Df +1", "sword", "6in out of sight 46 %"]);
  expect(all(".sight").map((one) => one.classList.contains("hidden"))).toEqual([false, true]);
});

test("reaches that would hide the table are drawn when they are asked for, or where somebody aims near them", async () => {
  const seen = scene(aim);
  seen.zones![0]!.ground!.rings = [{ at: [9_000, 9_000], radius: 2_500, label: say("reach of Ben's"), kind: "engage", owner: 1, asked: true }];
  table.take(asked(seen, { many: true, ordered: true, targets: [target([3_000, 2_500])], done: false }));
  for (let turn = 0; turn < 400 && !all("svg.table").length; turn++) await settle();
  expect(all(".ring")).toHaveLength(0);
  await key("e");
  expect(all(".ring")).toHaveLength(1);
  await key("e");
  expect(all(".ring")).toHaveLength(0);
  await table.scale!.aiming.choose([6_500, 7_500]);
  await settle();
  expect(all(".ring")).toHaveLength(1);
});

test("N leads from one named point to the next, and back", async () => {
  await begin(true);
  await key("n");
  expect(table.scale!.aiming.at).toEqual(SNAP);
  await later();
  expect(table.spoken).toContain("beside the crate");
});

test("a point that a coach advises is drawn, and a press beside it means it", async () => {
  const [near, next] = [[3_400, 2_000], [4_400, 2_000]];
  const guided = { ...frame(true), guide: { total: 1, notes: [{ number: 1, text: say("go there") }], advised: [code(near), code(next)], at: [near, next] } };
  table.take(guided);
  for (let turn = 0; turn < 400 && !all("svg.table").length; turn++) await settle();
  expect(all(`[data-at="${String(near)}"]`)).toHaveLength(1);
  for (const [pressed, at] of [["b", near], ["n", SNAP], ["n", near]] as const) {
    await key(pressed);
    expect(table.scale!.aiming.at).toEqual(at);
  }
  const aiming = new Aiming(table, () => scene(aim).zones![0]!.ground);
  aiming.look([3_000, 2_100], 250);
  expect(aiming.at).toEqual(near);
  aiming.look([2_000, 5_000], 250);
  expect(aiming.at).toEqual([2_000, 5_000]);
  // The keys go where they are led.
  aiming.look([3_300, 2_000]);
  expect(aiming.at).toEqual([3_300, 2_000]);
  await table.choosing.point([3_000, 2_000], say("another"));
  await settle();
  expect(table.coaching.point).toBeNull();
  table.choosing.clearPicks();
  await table.choosing.point(near, say("there"));
  await settle();
  expect(table.coaching.point).toEqual(next);
});

test("a press beside a point that a hint names means it to the unit", async () => {
  const [near, next] = [[3_403, 2_007], [4_411, 2_000]];
  table.take({ ...frame(true), hints: true });
  for (let turn = 0; turn < 400 && !all("svg.table").length; turn++) await settle();
  const aiming = new Aiming(table, () => scene(aim).zones![0]!.ground);
  aiming.look([3_300, 2_100], 250);
  expect(aiming.at).toEqual([3_300, 2_100]);
  const answer = { codes: [code(near), code(next)], labels: [], chance: 0.6, looks: 120, at: [near, next] };
  table.hints.hint = { ordinal: table.decision!.ordinal, measure: "chance", looks: 900, answers: [answer, { ...answer, codes: [7], at: [] }] };
  aiming.look([3_310, 2_100], 250);
  expect(aiming.at).toEqual(near);
  await table.choosing.point(near, say("there"));
  await settle();
  expect(table.hints.points).toEqual([next]);
  table.hints.hint = null;
  expect(table.hints.points).toEqual([]);
});
