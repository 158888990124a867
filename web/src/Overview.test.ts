/** A map of tiles: the whole grid small on a narrow screen, lines between gates on a wide one; answers of one pick. */
import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "./App.svelte";
import type { Scene, Target } from "./lib/scene";
import type { Server } from "./lib/server";
import { settings } from "./lib/settings.svelte";
import { Table } from "./lib/table.svelte";
import { all, asked, BOOT, furnish, say, settle, serverOf } from "./testing/page";

const target = (code: number, rest: Partial<Target> = {}): Target => ({ code, label: say(`do.${code}`), ...rest });
const harm = target(9, { unmarked: true });
const scene: Scene = {
  zones: [
    {
      id: "map",
      kind: "map",
      size: [500, 400],
      zones: [
        { id: "west", kind: "tile", label: say("west"), at: [0, 0, 200, 150], pieces: [{ id: "o0", kind: "order", owner: 0 }, { id: "o1", kind: "order", owner: 1, flags: ["face_down"] }] },
        { id: "mine", kind: "plot", label: say("mine"), glyph: "t-x", mark: "2", owner: 1, at: [5, 40, 90, 50], pieces: [{ id: "c1", kind: "counter", face: "u-x", label: say("guard"), owner: 1, count: 2 }, { id: "c2", kind: "counter", face: "u-y", label: say("wolf"), owner: 1 }] },
        { id: "near", kind: "gate", label: say("near"), mark: "Z1", pair: "far", at: [50, -10, 60, 20] },
        { id: "east", kind: "tile", label: say("east"), at: [230, 0, 200, 150] },
        { id: "field", kind: "plot", label: say("field"), glyph: "t-x", at: [235, 40, 90, 50], targets: [target(3)], pieces: [{ id: "p1", kind: "plate", face: "t-x", label: say("card"), owner: 0 }] },
        { id: "far", kind: "gate", label: say("far"), mark: "Z1", pair: "near", at: [425, 60, 20, 60] },
        { id: "south", kind: "tile", label: say("south"), at: [230, 180, 200, 150], targets: [target(4)] },
      ],
    },
  ],
  panels: [{ seat: 0 }],
  hand: [{ id: "h0", kind: "card", label: say("card"), targets: [harm] }],
};

const answer = vi.fn<Server["answer"]>(() => Promise.resolve());
const picks = vi.fn<Server["picks"]>(() => Promise.resolve({ options: [], done: true }));
const server = serverOf({ texts: () => Promise.resolve({}), answer, picks });

let table: Table;
let app: ReturnType<typeof mount>;
let end: () => void;

async function shown(narrow: boolean, atOnce = false): Promise<void> {
  const match = window.matchMedia;
  if (narrow) window.matchMedia = (media) => Object.assign(match(media), { matches: media.includes("max-width") });
  table = new Table(BOOT, server);
  app = mount(App, { target: document.body, props: { table } });
  const next = asked(scene, { many: true, ordered: true, targets: [target(3), target(4), harm], done: false });
  table.take({ ...next, decision: { ...next.decision!, at_once: atOnce } });
  await settle();
}

beforeEach(() => {
  vi.clearAllMocks();
  furnish();
  end = settings.begin();
});
afterEach(() => {
  end();
  void unmount(app);
});

test("neighbours stay neighbours: each tile at its place, with its orders, who is where, and its gates", async () => {
  await shown(true);
  expect(all(".overview .tile").map((node) => [node.dataset.place, node.style.left, node.style.top])).toEqual([
    ["zone:west", "0%", "0%"],
    ["zone:east", "46%", "0%"],
    ["zone:south", "46%", "45%"],
  ]);
  expect(all(".overview .size").map((node) => node.textContent)).toEqual(["2"]);
  expect(all(".overview .plot").map((node) => node.querySelector("b")?.textContent)).toEqual(["3", ""]);
  // What a place gives stands by itself: nobody there is no number.
  expect(all(".overview .plot > span:first-child").map((node) => node.textContent)).toEqual(["2", ""]);
  expect(all(".overview .way").map((node) => node.dataset.within)).toEqual(["near", "far"]);
  expect(all(".overview .gate").map((node) => [node.textContent?.trim(), node.style.left])).toEqual([
    ["Z1", "16%"],
    ["Z1", "87%"],
  ]);
});

test("the panel below shows the tile that is asked about, then the one that is tapped", async () => {
  await shown(true);
  const read = () => all(".read .region").map((node) => node.dataset.zone);
  expect(read()).toEqual(["east", "field", "far"]);
  expect(all(".overview .tile").map((node) => [...node.classList].includes("legal"))).toEqual([false, true, true]);
  all(".overview [data-place='zone:west']")[0]!.click();
  await settle();
  expect(read()).toEqual(["west", "mine", "near"]);
  expect(all(".overview [data-place='zone:west']")[0]!.getAttribute("aria-pressed")).toBe("true");
});

test("whoever points at a gate sees the line to the other", async () => {
  await shown(false);
  expect(all(".map .way")).toHaveLength(0);
  all("[data-zone=near]")[0]!.dispatchEvent(new Event("pointerover", { bubbles: true }));
  await settle();
  const line = document.querySelector(".map .way line")!;
  expect(["x1", "y1", "x2", "y2"].map((name) => line.getAttribute(name))).toEqual(["80", "0", "435", "90"]);
  all("[data-zone=mine]")[0]!.dispatchEvent(new Event("pointerover", { bubbles: true }));
  await settle();
  expect(all(".map .way")).toHaveLength(0);
});

test("where one pick is the whole answer it is given with it, unless it may do harm", async () => {
  await shown(false, true);
  expect(all(".question .done")).toHaveLength(0);
  all("[data-piece=h0]")[0]!.click();
  await settle();
  expect(answer).not.toHaveBeenCalled();
  expect(all(".question .done")).toHaveLength(1);
  table.choosing.clearPicks();
  await settle();
  all("[data-zone=south] .cover")[0]!.click();
  await settle();
  expect(answer.mock.calls[0]?.[2]).toEqual([4]);
});
