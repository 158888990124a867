/** The end of a match: a row for each seat, with what there is room for on a narrow screen. */
import { mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";

import App from "./App.svelte";
import type { SeatSummary } from "./lib/scene";
import { Table } from "./lib/table.svelte";
import { all, asked, BOOT, furnish, say, serverOf, settle } from "./testing/page";

let close = (): void => undefined;
afterEach(() => close());

async function ended(standings: SeatSummary[], rest: object = {}, more: object = {}): Promise<void> {
  furnish();
  const table = new Table(BOOT, serverOf({ texts: () => Promise.resolve({ "t.points": "points", "t.fell": "out", "t.why": "{seat} has banked 100", "label.points": "Points" }) }));
  const app = mount(App, { target: document.body, props: { table } });
  close = () => {
    void unmount(app);
    table.close();
  };
  const frame = asked({ panels: standings.map(({ seat }) => ({ seat })) }, { many: false, ordered: false, targets: [], done: false });
  table.take(frame);
  await settle();
  const closing = { columns: [say("t.points")], standings };
  table.take({ ...frame, ...more, decision: null, outcome: { result: "normal", winners: [0], ranks: [1, 2, 3], closing, ...rest } });
  await settle();
}

test("who is out with nothing has a note in place of a nought, where there is room for one of them", async () => {
  await ended([{ seat: 0, values: [7] }, { seat: 1, values: [0] }, { seat: 2, values: [0], note: say("t.fell") }]);
  const counted = all(".end tbody tr").map((row) => row.querySelector("td.counted") !== null);
  expect(counted).toEqual([true, true, false]);
  expect(all(".end .note").map((node) => node.textContent)).toEqual(["out"]);
});

test("a nought is told where notes say who each was", async () => {
  await ended([{ seat: 0, values: [1], note: say("t.fell") }, { seat: 1, values: [0], note: say("t.fell") }]);
  expect(all(".end td.counted").length).toBe(2);
});

test("who is out and had counted something keeps both", async () => {
  await ended([{ seat: 0, values: [7] }, { seat: 1, values: [4], note: say("t.fell") }]);
  expect(all(".end td.counted").length).toBe(2);
});

test("scores have a heading where a game tells nothing more", async () => {
  await ended([{ seat: 0 }, { seat: 1 }], { closing: null, ranks: [1, 2], scores: [7, 4] });
  expect(all(".end thead th").map((node) => node.textContent)).toContain("Points");
});

test("who has won is said once where the reason says it", async () => {
  await ended([{ seat: 0 }, { seat: 1 }], { why: { key: "t.why", words: { seat: { seat: 0 } } } });
  expect(all(".end .why").map((node) => node.textContent?.trim())).toEqual(["1 Ann has banked 100"]);
});

test("a bot that is called so is not called a bot again", async () => {
  const seats = [{ seat: 0, name: "", kind: "bot" }, { seat: 1, name: "Ann", kind: "bot", person: true }];
  const said = () => all(".end :is(tbody th, .who .row:first-child .grow)").map((node) => node.textContent.includes("ui.is_bot"));
  await ended([{ seat: 0, values: [7] }, { seat: 1, values: [4] }], {}, { seats });
  expect(said()).toEqual([false, true]);
  close();
  await ended([{ seat: 0, side: say("t.fell") }, { seat: 1, side: say("t.fell") }], {}, { seats });
  expect(said()).toEqual([false, true]);
});
