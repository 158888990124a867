/** The table in somebody's first matches: the coach keeps an answer back, a tip gives way on a phone, a help text is said once. */
import { mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import App from "./App.svelte";
import type { Zone } from "./lib/scene";
import { Table } from "./lib/table.svelte";
import { ofZone } from "./lib/tell";
import { all, asked, BOOT, furnish, say, serverOf, settle } from "./testing/page";

const texts = { walk: "Walk", stay: "Stay", no_help: "No card helps.", "help.cell": "No moves.", "tip.k": "Think first.", "ui.tip": "Tip", "ui.coach_caught": "That would be {answer}", "ui.coach_caught_alike": "Not as suggested", "ui.coach_instead_marked": "Follow the mark", "ui.coach_instead": "Suggested: {answer}" };
const places = { id: "z", kind: "row", pieces: [1, 2, 3].map((code) => ({ id: `p${code}`, kind: "token", targets: [{ code, label: say(code === 3 ? "stay" : "walk") }] })) } as unknown as Zone;
const targets = [1, 2, 3].map((code) => ({ code, label: say(code === 3 ? "stay" : "walk"), binds: "final" as const }));

let table: Table;
let app: ReturnType<typeof mount>;

async function begin(narrow = false): Promise<void> {
  furnish();
  localStorage.clear();
  window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: narrow && media.includes("899px"), media }) as unknown as MediaQueryList;
  table = new Table(BOOT, serverOf({ texts: () => Promise.resolve(texts), answer: () => Promise.resolve(), picks: () => Promise.resolve({ options: [], done: true, done_binds: "final" }) }));
  app = mount(App, { target: document.body, props: { table } });
  await settle();
}
afterEach(() => void unmount(app));

const frame = () => asked({ zones: [places] }, { many: false, ordered: false, done: false, targets });

test.each([
  [2, "Not as suggested", "Follow the mark"],
  [3, "That would be Stay", "Suggested: Walk"],
])("the coach does not name as another answer what has the words of the advised one (%s)", async (code, caught, instead) => {
  await begin();
  table.take({ ...frame(), guide: { total: 1, notes: [{ number: 1, text: say("go there") }], advised: [1] } });
  for (let turn = 0; turn < 200 && !all(".coach").length; turn++) await settle();
  expect(table.coaching.catches([code])).toBe(true);
  await settle();
  expect(document.querySelector(".coach b")?.textContent).toBe(caught);
  expect(document.querySelector(".coach p.m")?.textContent).toBe(instead);
});

test.each([
  [true, 0],
  [false, 1],
])("in a sheet (%s) a tip makes room once something is chosen", async (narrow, left) => {
  await begin(narrow);
  table.take({ ...frame(), seats: [{ seat: 0, name: "Ann", kind: "you" }, { seat: 1, name: "Bo", kind: "bot", bot: "novice" }] } as never);
  await settle();
  expect(all(".tip")).toHaveLength(1);
  table.choosing.activate("piece:p1");
  await settle();
  expect(table.choosing.begun).toBe(true);
  expect(all(".tip")).toHaveLength(left);
  table.choosing.stepBack();
  await settle();
  expect(all(".tip")).toHaveLength(1);
});

test("in a sheet a tip makes room for the parts of an answer", async () => {
  await begin(true);
  const frame = asked({ zones: [places] }, { many: true, ordered: false, done: false, targets });
  table.take({ ...frame, seats: [{ seat: 0, name: "Ann", kind: "you" }, { seat: 1, name: "Bo", kind: "bot", bot: "novice" }] } as never);
  await settle();
  expect(all(".tip")).toHaveLength(1);
  table.choosing.activate("piece:p1");
  await settle();
  expect(table.row.picked).toEqual([1]);
  expect(all(".tip")).toHaveLength(0);
});

test("a phone says why somebody is not asked, outside of what a low sheet hides", async () => {
  await begin(true);
  const frame = asked({ zones: [places] }, { many: false, ordered: false, done: false, targets });
  table.take({ ...frame, decision: { ...frame.decision!, idle: say("no_help") } } as never);
  await settle();
  const told = all("#question .told").map((node) => node.textContent.trim());
  expect(told).toEqual(["No card helps."]);
  expect(document.querySelector("#question .told")?.closest(".body")).toBeNull();
});

test("beside a card that says it a help text is not said again", async () => {
  await begin();
  const zone = (text: string) => ({ id: "cell", kind: "spot", label: say("walk"), help: say("help.cell"), print: { text: say(text) } }) as unknown as Zone;
  expect(ofZone(table, zone("help.cell"))?.text).toBe("");
  expect(ofZone(table, zone("stay"))?.text).toBe("No moves.");
});

test("what the coach advises is brought into sight until it stays there", async () => {
  const brought: Element[] = [];
  let sight = false;
  Element.prototype.scrollIntoView = function () {
    brought.push(this);
  };
  document.elementFromPoint = () => (sight ? (brought[0] ?? null) : null);
  Object.defineProperty(HTMLElement.prototype, "offsetParent", { configurable: true, get: () => document.body });
  await begin();
  table.take({ ...frame(), guide: { total: 1, notes: [{ number: 1, text: say("go there") }], advised: [1] } });
  await vi.waitFor(() => expect(brought.length).toBeGreaterThan(2), { timeout: 5000 });
  sight = true;
  await new Promise((done) => setTimeout(done, 600));
  const { length } = brought;
  await new Promise((done) => setTimeout(done, 600));
  expect(brought).toHaveLength(length);
});
