/** The story of what happened since the viewer's last move, as a notice's link opens it. */
import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "./App.svelte";
import { toOpen } from "./lib/cover";
import type { GameEvent } from "./lib/protocol";
import { settings } from "./lib/settings.svelte";
import { Table } from "./lib/table.svelte";
import { all, asked, BOOT, furnish, say, settle, serverOf } from "./testing/page";

const TEXTS = { "event.went": "{seat} went", "event.voted": "they voted", "ui.story_replay": "Replay", passed: "Passed", "ui.recap": "Since", q: "Well?" };
const event = (key: string): GameEvent => ({ key, with: { seat: { seat: 1 } } });
const vote: GameEvent = { ...event("voted"), moment: { staging: "vote", beats: [{ title: say("passed") }], length: 1, seats: [1] } };
const LIST = [event("before"), event("went"), vote, event("went")];

let app: ReturnType<typeof mount> | undefined;
let table: Table;
let end: () => void;

async function shown(address: string, rest: object = {}): Promise<void> {
  history.replaceState(null, "", address);
  table = new Table(BOOT, serverOf({ texts: () => Promise.resolve(TEXTS), since: () => Promise.resolve({ log: 1, stood: {} }) }));
  app = mount(App, { target: document.body, props: { table } });
  const frame = asked({}, { many: false, ordered: false, targets: [{ code: 1, label: say("go") }], done: false });
  table.take({ ...frame, seats: [...frame.seats, { seat: 1, name: "Bo", kind: "player" }], events: { from: 0, list: LIST }, log_length: 4, since: 1, clock: { limit: 1000, left: { "0": 600 } }, ...rest });
  await settle();
}

beforeEach(() => {
  furnish();
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function () {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
  end = settings.begin();
});
afterEach(async () => {
  end();
  if (app) await unmount(app);
  history.replaceState(null, "", "/");
});

test("a notice's link opens it: what came since, its moment with a picture and a way into the replay, the clock in sight", async () => {
  await shown("/match/m?story");
  const text = all("dialog")[0]!.textContent;
  expect(text).toContain("Passed");
  expect(text).not.toContain("before");
  expect(all("dialog .picture")).toHaveLength(1);
  expect(all("dialog a").map((link) => link.getAttribute("href"))).toEqual(["/replay/m?seat=0&event=2", "/replay/m?seat=0&event=1"]);
  expect(all("dialog .clock li")).toHaveLength(1);
});

test("who has taken the seat over reads what came since its last move, which was not theirs", async () => {
  const note = { number: 1, key: "replaced" as const, seat: 0, at: 0, after: 3, by: -1, called: "Tomas" };
  await shown("/match/m?story", { notes: [note] });
  expect(all("#story-title")[0]!.textContent).toBe("ui.recap_seat");
});

test("once it is closed a reload does not bring it back, and the menu's way does", async () => {
  await shown("/match/m?story");
  all("dialog .close")[0]!.click();
  await settle();
  expect(all("dialog")).toHaveLength(0);
  expect(location.search).toBe("");
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "s", bubbles: true }));
  await settle();
  expect(all("dialog .picture")).toHaveLength(1);
});

test("the steps of a battle unfold, and have none of their own", async () => {
  const step = (key: string): GameEvent => ({ ...event(key), affair: "b" });
  await shown("/match/m?story", { events: { from: 0, list: [event("before"), step("went"), step("voted"), step("went")] } });
  expect(all("dialog details ul")).toHaveLength(1);
  expect(all("dialog details details")).toHaveLength(0);
});

test("a spectator has no last move, and none is told", async () => {
  await shown("/match/m?story", { spectator: true, viewer: 2, decision: null });
  expect(all("dialog")).toHaveLength(0);
});

test("at a screen that people share it shows no replay, nor what one alone may see", async () => {
  toOpen(BOOT.match, true);
  const secret = { ...event("dealt"), moment: { ...vote.moment!, private: true } };
  await shown("/match/m?story", { seats: [0, 1].map((seat) => ({ seat, name: "", kind: "you" })), events: { from: 0, list: [event("before"), secret, vote] } });
  expect(all("dialog .picture")).toHaveLength(1);
  expect(all("dialog a")).toHaveLength(0);
  toOpen(BOOT.match, false);
});
