/** The log of a table: a battle that is over is one line, which opens all of it again. */
import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "./App.svelte";
import type { GameEvent } from "./lib/protocol";
import type { Moment, Scene } from "./lib/scene";
import { settings } from "./lib/settings.svelte";
import { Table } from "./lib/table.svelte";
import { all, asked, BOOT, furnish, say, settle, serverOf } from "./testing/page";

const verdict: Moment = { staging: "battle", beats: [{ title: say("fight") }, { title: say("held"), text: say("lost_two") }], length: 1, compares: true };
const event = (key: string, affair: string, moment?: Moment): GameEvent => ({ key, with: { seat: { seat: 1 } }, ...(affair ? { affair } : {}), ...(moment ? { moment } : {}) });
const battle = [event("attacked", "battle.1"), event("drawn", "battle.1"), event("held", "battle.1", verdict)];
const TEXTS = { "event.went": "{who}在{place}", "area.one": "哈西恩·征服 2", "event.long": "{place}", "area.long": "很长很长很长很长很长的名字", "ui.affair": "{what}: {how}", "ui.affair_end": "{how}. {text}", fight: "Battle", held: "held", lost_two: "Two lost", "event.moves": "moves", "event.attacked": "attacks", "event.drawn": "draws", "event.held": "holds" };

let app: ReturnType<typeof mount> | undefined;
let table: Table;
let end: () => void;
async function shown(scene: Scene, list: GameEvent[]): Promise<void> {
  table.take({ ...asked(scene, { many: false, ordered: false, targets: [{ code: 1, label: say("go") }], done: false }), events: { from: 0, list } });
  await settle();
}
const lines = () => all("#log .entry .grow").map((node) => node.textContent.replace(/\s+/g, " ").trim());

beforeEach(() => {
  furnish();
  end = settings.begin();
  table = new Table(BOOT, serverOf({ texts: () => Promise.resolve(TEXTS) }));
  app = mount(App, { target: document.body, props: { table } });
});
afterEach(async () => {
  end();
  if (app) await unmount(app);
});

test("a battle that is over is one line, and a click opens it again in the desk", async () => {
  await shown({}, [event("moves", ""), ...battle, event("moves", "")]);
  expect(lines()).toEqual(["moves", "Battle: held. Two lost", "moves"]);
  all("#log [aria-expanded]")[0]!.click();
  await settle();
  expect(lines()).toHaveLength(3);
  const read = () => all(".desk .battle :is(h3, .end, li)").map((node) => node.textContent.replace(/\s+/g, " ").trim());
  expect(read()).toEqual(["Battle", "heldTwo lost", "attacks", "draws", "holds"]);
  all(".battle .back")[0]!.click();
  await settle();
  expect(read()).toEqual([]);
});

test("one that runs stands in no line", async () => {
  await shown({ duels: [{ sides: [{ label: say("one"), value: 1 }, { label: say("other"), value: 2 }] }] } as unknown as Scene, [event("moves", ""), ...battle.slice(0, 2)]);
  expect(lines()).toEqual(["moves"]);
});

test("in a Chinese line a short name stays whole", async () => {
  await shown({}, [{ key: "went", with: { who: "她", place: { term: "area.one" } } }, { key: "long", with: { place: { term: "area.long" } } }]);
  const names = all("#log .entry .name");
  expect(names.map((node) => node.textContent)).toEqual(["哈西恩\u2060·征服\u00a02"]);
});
