import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "./App.svelte";
import { keys } from "./lib/keys";
import type { Scene, Zone } from "./lib/scene";
import type { Server } from "./lib/server";
import { Table } from "./lib/table.svelte";
import { all, asked, BOOT, furnish, say, serverOf, settle } from "./testing/page";

const answer = vi.fn(() => Promise.resolve());
const picks = vi.fn<Server["picks"]>();
const server = serverOf({ picks, texts: () => Promise.resolve({ "ui.colon": ": ", "ui.steps_away": "{count} away" }), answer });

const land = (id: string, rest: Partial<Zone> = {}): Zone => ({ id, kind: "land", label: say(id), count: 3, most: 4, ...rest });
const column = (id: string, ...zones: Zone[]): Zone => ({ id, kind: "column", label: say(id), zones });
const domain = (owner: number): Zone => ({
  id: `domain${owner}`,
  kind: "domain",
  owner,
  zones: [
    column(`left${owner}`, land(`land${owner}a`, owner ? {} : { pieces: [{ id: "tank", kind: "unit", owner, label: say("tank"), mark: "5/4", hits: 1, targets: [{ code: 7, label: say("hit"), onto: ["zone:land2b"] }, { code: 8, label: say("run"), onto: ["zone:land0b"] }] }] })),
    column(`right${owner}`, land(`land${owner}b`)),
  ],
});
const scene = (seats: number): Scene => ({
  panels: Array.from({ length: seats }, (_, seat) => ({ seat, title: say(`title${seat}`) })),
  zones: [
    { id: "ring", kind: "ring", label: say("ring"), zones: Array.from({ length: seats }, (_, seat) => domain(seat)) },
    { id: "pile", kind: "heap", label: say("pile"), count: 9 },
  ],
});
const frame = (made: Scene) => {
  const one = asked(made, { many: false, ordered: false, targets: [7, 8].map((code) => ({ code, label: say(code === 7 ? "hit" : "run") })), done: false });
  return { ...one, seats: (made.panels ?? []).map(({ seat }) => ({ seat, name: `P${seat}`, kind: seat ? ("bot" as const) : ("you" as const) })) };
};

let table: Table;
let app: ReturnType<typeof mount>;
const show = async (made: Scene) => {
  table.take(frame(made));
  await settle();
};
const ids = (selector: string) => all(selector).map((node) => node.dataset["zone"]);

beforeEach(() => {
  furnish();
  answer.mockClear();
  table = new Table(BOOT, server);
  app = mount(App, { target: document.body, props: { table } });
});
afterEach(() => void unmount(app));

test("the viewer's domain lies below, his right neighbour's at the right, and columns go on round the table", async () => {
  await show(scene(4));
  expect(["own", "right", "top", "left"].map((side) => all(`.ring .side.${side} .domain`).map((one) => one.dataset["domain"]))).toEqual([["0"], ["1"], ["2"], ["3"]]);
  expect(ids(".own .lot")).toEqual(["land0a", "land0b"]);
  expect(ids(".right .lot")).toEqual(["land1b", "land1a"]);
  expect(ids(".top .lot")).toEqual(["land2b", "land2a"]);
  expect(ids(".left .lot")).toEqual(["land3a", "land3b"]);
  expect(all(".middle .stock")[0]?.getAttribute("aria-label")).toBe("pile: 9");
});

test("of six the domains between the neighbours stand above, from the left to the right; two face each other", async () => {
  await show(scene(6));
  expect(all(".ring .top .domain").map((one) => one.dataset["domain"])).toEqual(["4", "3", "2"]);
  await show(scene(2));
  expect(all(".ring .top .domain").map((one) => one.dataset["domain"])).toEqual(["1"]);
});

test("a unit that is chosen says how far each column is, and what it goes to can be chosen there", async () => {
  await show(scene(4));
  const tank = all("[data-piece=tank]")[0]!;
  expect(tank.textContent).toContain("5/4");
  expect(tank.querySelectorAll(".lost")).toHaveLength(1);
  tank.click();
  await settle();
  expect(all(".column .m").map((far) => far.textContent)).toEqual(["3 away", "4 away", "2 away", "1 away", "3 away", "2 away", "1 away"]);
  expect(ids(".lot:has(.cover.legal)").sort()).toEqual(["land0b", "land2b"]);
  all("[data-zone=land2b] .cover")[0]!.click();
  await settle();
  expect(answer.mock.calls[0]?.slice(1, 3)).toEqual([1, [7]]);
});

test("while something is carried to a place, a click on who stands there goes to the place", async () => {
  const made = scene(3);
  made.hand = [{ id: "order", kind: "card", label: say("order"), targets: [{ code: 9, label: say("go"), onto: ["zone:land0a"] }, { code: 10, label: say("go"), onto: ["zone:land0b"] }] }];
  table.take({ ...frame(made), decision: { ...frame(made).decision!, targets: [7, 8, 9, 10].map((code) => ({ code, label: say("go") })) } });
  await settle();
  const through = () => all("[data-piece=tank]")[0]!.classList.contains("through");
  expect(through()).toBe(false);
  all("[data-piece=order]")[0]!.click();
  await settle();
  expect(ids(".lot:has(.cover.legal)").sort()).toEqual(["land0a", "land0b"]);
  expect(through()).toBe(true);
});

test("the sides of a fight are called what they are in the game, with their players beside; what they have makes no sum", async () => {
  const parts = [{ name: "power", label: say("power"), value: 4 }, { name: "guard", label: say("guard"), value: 99, endless: true }];
  await show({ ...scene(3), duels: [{ sides: [0, 1].map((seat) => ({ label: say("unit"), seat, value: 3, parts })) }] });
  expect(all(".duel .who").map((one) => [...one.querySelectorAll("b, .name")].map((part) => part.textContent))).toEqual([
    ["title0", "P0"],
    ["title1", "P1"],
  ]);
  expect(all(".duel .parts b").map((one) => one.textContent)).toEqual(["4", "∞", "4", "∞"]);
  expect(all(".duel .parts .q")).toEqual([]);
});

test("digits lay cards into a row, which are numbered as they lie, and Backspace takes the last back", async () => {
  const cards = ["strike", "guard", "rest"].map((id, code) => ({ id, kind: "card", face: "x", label: say(id), targets: [{ code: 20 + code, label: say(id) }] }));
  const targets = cards.flatMap((card) => card.targets);
  picks.mockImplementation((_, picked) => Promise.resolve({ options: targets.filter(({ code }) => !picked.includes(code)), done: true }));
  table.take(asked({ hand: cards }, { many: true, ordered: true, targets, done: true }));
  await settle();
  const press = async (key: string) => {
    keys(new KeyboardEvent("keydown", { key, cancelable: true }), table);
    await settle();
    return cards.map(({ id }) => all(`[data-piece=${id}] .tick`)[0]?.textContent ?? "");
  };
  expect(await press("3")).toEqual(["", "", "1"]);
  expect(await press("1")).toEqual(["2", "", "1"]);
  expect(await press("Backspace")).toEqual(["", "", "1"]);
  expect(table.row.picked).toEqual([22]);
});

test("on a phone the own domain of six stands first, between its neighbours, and its columns go on round the table", async () => {
  table.view.narrow = true;
  window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: media.includes("max-width"), media }) as unknown as MediaQueryList;
  void unmount(app);
  app = mount(App, { target: document.body, props: { table } });
  await show(scene(6));
  expect(all(".ring > .side").map((side) => [...side.classList].find((name) => ["own", "left", "right", "top"].includes(name)))).toEqual(["own", "left", "right", "top"]);
  expect([ids(".left .lot"), ids(".right .lot")]).toEqual([["land5b", "land5a"], ["land1a", "land1b"]]);
  expect(all(".ring .top .domain").map((one) => one.dataset["domain"])).toEqual(["2", "3", "4"]);
});
