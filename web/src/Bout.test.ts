/** A fight on the stage: what both have, where they meet, what the next lane can bring, and the buttons that turn it. */
import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "./App.svelte";
import type { Duel, Moment, Piece, Scene, Side } from "./lib/scene";
import { settings } from "./lib/settings.svelte";
import { Table } from "./lib/table.svelte";
import { all, asked, BOOT, furnish, say, serverOf, settle } from "./testing/page";

const TEXTS = { "ui.lane_wait": "wait", "ui.lane_go_on": "go on", "ui.lane_turn": "turn", "ui.lane_turns": "{lane} next", "ui.lane_can_bring": "{lane}:" };
const card = (id: string): Piece => ({ id, kind: "card", face: `b-${id}`, label: say(id) });
const side = (seat: number, rest: Partial<Side>): Side => ({ label: say(`unit${seat}`), seat, ...rest });
const lane = (name: string, own: number | null, theirs: number | null, cases: Duel[] = []): Duel => ({
  title: say(name),
  sides: [side(0, { value: own, pieces: own === null ? [{ id: `${name}0`, kind: "card", flags: ["face_down"] }] : [card("strike")] }), side(1, { value: theirs, pieces: theirs === null ? [{ id: `${name}1`, kind: "card", flags: ["face_down"] }] : [card("rest")] })],
  cases,
});
const could: Duel = { sides: [side(0, { was: 3, value: 3, pieces: [card("strike")] }), side(1, { was: 3, value: 0, pieces: [card("bomb")] })], verdict: say("falls") };
const fight: Moment = {
  staging: "fight",
  beats: [{ title: say("stake") }, { title: say("turns") }, { title: say("end") }],
  length: 1000,
  seats: [0, 1],
  duel: {
    sides: [side(0, { value: 2, was: 3, most: 3 }), side(1, { value: 0, was: 3, most: 3, note: say("counts") })],
    lanes: [lane("one", -1, 0, [could]), lane("two", 0, -3, [could, could]), lane("three", null, null)],
    path: ["land0", "land2"],
  },
};
const scene: Scene = {
  panels: [0, 1, 2].map((seat) => ({ seat })),
  zones: [{ id: "ring", kind: "ring", zones: [0, 1, 2].map((owner) => ({ id: `domain${owner}`, kind: "domain", owner, zones: [{ id: `column${owner}`, kind: "column", zones: [{ id: `land${owner}`, kind: "land", label: say(`place${owner}`) }] }] })) }],
};

let table: Table;
let app: ReturnType<typeof mount>;
let end: () => void;
const told = (moment?: Moment) => {
  const frame = asked(scene, { many: false, ordered: false, targets: [], done: false });
  const list = [{ key: "before" }, ...(moment ? [{ key: "fight", moment }] : [])];
  return { ...frame, decision: null, events: { from: 0, list }, log_length: list.length };
};
const words = (selector: string) => all(selector).map((node) => node.textContent?.replace(/\s+/g, " ").trim());

beforeEach(async () => {
  furnish();
  end = settings.begin();
  settings.speed = "normal";
  table = new Table(BOOT, serverOf({ texts: () => Promise.resolve(TEXTS) }));
  app = mount(App, { target: document.body, props: { table } });
  table.take(told());
  await settle();
  table.take(told(fight));
  await settle();
});
afterEach(() => {
  void unmount(app);
  table.close();
  end();
  vi.useRealTimers();
});

test("the own side is below, with its card face up in the next lane alone; each case says what both would have", async () => {
  expect(words(".bout .side b:first-of-type")[0]).toContain("unit1");
  expect(words(".bout .lane").map((text) => text?.includes("strike"))).toEqual([true, false, false]);
  expect(words(".bout .lane").every((text) => !text?.includes("rest"))).toBe(true);
  expect(words(".cases li")).toEqual(["2 bomb 3 − 3 → 0 1 strike 3 falls"]);
  table.moments.turn();
  await settle();
  expect(words(".bout .left")).toEqual(["3", "2"]);
  expect(all(".cases li")).toHaveLength(2);
  expect(all(".bout .side .lost")).toHaveLength(1);
});

test("it is told in the desk; the table shows what it led to once the last lane is turned", async () => {
  const frame = told(fight);
  const later: Scene = { ...scene, panels: [{ seat: 0, facts: [{ name: "left", label: say("left"), value: 4 }] }, { seat: 1 }, { seat: 2 }] };
  table.moments.end();
  table.take({ ...frame, scene: later, log_length: 3, events: { from: 0, list: [...frame.events.list, { key: "fight", moment: fight }] } });
  await settle();
  expect([all(".staged").length, all(".desk .battle .bout").length]).toEqual([0, 1]);
  for (let turned = 0; turned < 3; turned++) {
    expect(table.frame?.scene).toBe(scene);
    table.moments.turn();
  }
  expect(table.frame?.scene).toBe(later);
  expect(table.moments.fight).toBeTruthy();
});

test("a small ring shows from where to where it goes", () => {
  expect(all(".bout svg rect").map((one) => one.classList.contains("on"))).toEqual([true, false, true]);
  expect(all(".bout svg[role=img]")[0]?.getAttribute("aria-label")).toBe("place0 → place2");
});

test("its buttons wait and turn; behind the last lane the list is gone, and what was not turned stays a back", async () => {
  const [wait, turn] = all(".battle footer .btn");
  expect([wait?.textContent, words(".battle > p b")[0]]).toEqual(["wait", "one next"]);
  wait?.click();
  await settle();
  expect([table.moments.paused, all(".battle footer .btn")[0]?.textContent]).toEqual([true, "go on"]);
  for (let lane = 0; lane < 3; lane++) {
    turn?.click();
    await settle();
  }
  expect(table.moments.beat).toBe(2);
  expect(all(".cases")).toHaveLength(0);
  expect(all(".bout .lane")[2]?.querySelectorAll(".back")).toHaveLength(2);
});
