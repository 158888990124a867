/** What is put together from a list: what can be taken and for how much, lists that are ready, lists of one's own. */
import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "./App.svelte";
// The page loads it when it is needed; a test does not wait for that.
import "./parts/muster/Muster.svelte";
import type { Picks } from "./lib/protocol";
import type { Muster, Scene, Target } from "./lib/scene";
import { Refused, type Server } from "./lib/server";
import { settings } from "./lib/settings.svelte";
import { Table } from "./lib/table.svelte";
import { all, asked, BOOT, furnish, say, settle, serverOf } from "./testing/page";

const JUDGE = 10;
const MARSHAL = 11;
const BUDGET = 20;
const COSTS: Record<number, number> = { [JUDGE]: 9, [MARSHAL]: 5 };
const piece = (id: string) => ({ id, kind: "card", label: say(id), note: say("rank") });
const muster: Muster = {
  kind: "crew",
  title: say("Your crew"),
  budget: BUDGET,
  given: [piece("leader")],
  sortings: [{ label: say("by rank"), heads: [{ when: say("high") }, { when: say("low") }] }],
  offered: [
    { name: "judge", code: JUDGE, piece: piece("Judge"), cost: 9, heads: [0] },
    { name: "marshal", code: MARSHAL, piece: piece("Marshal"), cost: 5, most: 3, heads: [1] },
  ],
  rest: { most: 4, kept: "pool" },
  ready: [{ label: say("Marshals"), names: ["judge", "marshal", "marshal"] }],
};
const target = (code: number): Target => ({ code, label: say(`take ${code}`) });
const open = (picked: readonly number[]) => {
  const left = BUDGET - picked.reduce((sum, code) => sum + COSTS[code]!, 0);
  return [JUDGE, MARSHAL].filter((code) => COSTS[code]! <= left && !(code === JUDGE && picked.includes(JUDGE)));
};
const picks = vi.fn<Server["picks"]>((_ordinal, picked): Promise<Picks> => {
  const fits = picked.reduce((sum, code) => sum + COSTS[code]!, 0) <= BUDGET;
  return fits ? Promise.resolve({ options: open(picked).map(target), done: true }) : Promise.reject(new Refused(422, { rule: "R-1", key: "too_dear" }));
});
const why = vi.fn<Server["why"]>(() => Promise.resolve({ rule: "R-1", key: "too_many" }));
const answer = vi.fn<Server["answer"]>(() => Promise.resolve());
const TEXTS = { "ui.muster_mine": "Mine: {name}", "ui.muster_missing": "{count} missing", "ui.muster_save": "Save", "ui.muster_keep": "Save as a list", "ui.muster_drop": "Out with {name}", pool: "{kept} kept", pool_lost: "{kept} kept, {lost} lost", "common.value": "{value}", "ui.of": "{value} of {most}" };
const KEPT = "shapan.lists.";

let table: Table;
let app: ReturnType<typeof mount>;
let end: () => void;

async function begin(one: Muster = muster, many = true): Promise<void> {
  const scene: Scene = { panels: [{ seat: 0 }, { seat: 1 }], muster: one };
  table.take(asked(scene, { many, ordered: false, targets: [target(JUDGE), target(MARSHAL)], done: true }));
  for (let turn = 0; turn < 400 && !all(".muster").length; turn++) await settle();
}
const row = (code: number) => all(`.stock [data-code="${code}"]`)[0]!;
const press = async (node: HTMLElement) => {
  node.click();
  for (let turn = 0; turn < 12; turn++) await settle();
};
const named = (text: string) => all(".taken button").find((one) => one.textContent!.includes(text))!;

beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  furnish();
  end = settings.begin();
  table = new Table(BOOT, serverOf({ texts: () => Promise.resolve(TEXTS), answer, picks, why }));
  app = mount(App, { target: document.body, props: { table } });
});
afterEach(() => {
  end();
  void unmount(app);
});

test("what is taken costs its part of the budget, and what cannot be taken any more is seen", async () => {
  await begin();
  expect(all(".answers [data-option]")).toHaveLength(0);
  await press(row(JUDGE));
  await press(row(MARSHAL));
  expect(all(".bar span").map((one) => one.textContent)).toEqual(["9", "5", "6"]);
  expect(all(".rest")[0]!.textContent).toContain("4 kept, 2 lost");
  expect(row(JUDGE).getAttribute("aria-disabled")).toBe("true");
  expect(row(MARSHAL).getAttribute("aria-disabled")).toBe("false");
  await press(all(".rows .close")[0]!);
  expect(table.row.picked).toEqual([MARSHAL]);
});

test("a ready list is filled in at one press, and sent as it is", async () => {
  await begin();
  await press(named("Marshals"));
  expect(table.row.picked).toEqual([JUDGE, MARSHAL, MARSHAL]);
  expect(picks).toHaveBeenCalledTimes(1);
  all(".question .done")[0]!.click();
  expect(answer.mock.calls[0]?.[2]).toEqual([JUDGE, MARSHAL, MARSHAL]);
});

test("a list of one's own is kept by its names, filled in again, and forgotten", async () => {
  await begin();
  await press(row(MARSHAL));
  await press(named("Save as a list"));
  const field = all(".naming input")[0] as HTMLInputElement;
  field.value = "Riders";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await press(all(".naming button")[0]!);
  expect(JSON.parse(localStorage.getItem(`${KEPT}${BOOT.game}.crew`)!)).toEqual([{ name: "Riders", names: ["marshal"] }]);
  await press(row(MARSHAL));
  await press(named("Mine: Riders"));
  expect(table.row.picked).toEqual([MARSHAL]);
  await press(all(".own .x")[0]!);
  expect(localStorage.getItem(`${KEPT}${BOOT.game}.crew`)).toBeNull();
  expect(all(".own")).toHaveLength(0);
});

test("a list that is old is filled in as far as it goes, and says what is missing", async () => {
  localStorage.setItem(`${KEPT}${BOOT.game}.crew`, JSON.stringify([{ name: "Old", names: ["ghost", "judge", "judge", "marshal", "marshal", "marshal"] }]));
  await begin();
  await press(named("Mine: Old"));
  expect(table.row.picked).toEqual([JUDGE, MARSHAL, MARSHAL]);
  await press(row(JUDGE));
  expect(why.mock.lastCall?.slice(1, 3)).toEqual([JUDGE, [JUDGE, MARSHAL, MARSHAL]]);
  expect(all(".missing")[0]!.textContent).toContain("3 missing");
});

test.each(["nonsense", "{}", '[{"name": 3}]'])("a browser that has kept %s has no lists, and nothing breaks", async (text) => {
  localStorage.setItem(`${KEPT}${BOOT.game}.crew`, text);
  await begin();
  expect(all(".own")).toHaveLength(0);
  expect(row(JUDGE)).toBeDefined();
});

test("of one thing that is taken a press chooses it and a button answers", async () => {
  await begin({ ...muster, budget: -1, rest: null, ready: [{ label: say("All marshals"), code: 99, pieces: [piece("a"), piece("b")] }] }, false);
  await press(row(MARSHAL));
  expect(answer).not.toHaveBeenCalled();
  await press(all(".foot [data-primary]")[0]!);
  expect(answer.mock.calls[0]?.[2]).toEqual([MARSHAL]);
});

test("a phone offers the ready lists first, and a list that is filled in opens what is taken", async () => {
  await unmount(app);
  window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: media.includes("max-width"), media }) as unknown as MediaQueryList;
  app = mount(App, { target: document.body, props: { table } });
  await begin({ ...muster, ready: [{ label: say("Marshals"), names: ["judge", "ghost", "marshal"] }] });
  const [first] = all(".muster button");
  expect(first!.textContent).toContain("Marshals");
  await press(first!);
  expect(table.row.picked).toEqual([JUDGE, MARSHAL]);
  expect(all(".rows .close")).toHaveLength(2);
  expect(all(".missing")[0]!.textContent).toContain("1 missing");
});
