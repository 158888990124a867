import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "./App.svelte";
import { rolesOf } from "./lib/roles";
import type { Panel, Scene } from "./lib/scene";
import { Table } from "./lib/table.svelte";
import { all, asked, BOOT, furnish, say, serverOf, settle } from "./testing/page";

const texts = { "side.cards": "Roles", "flag.idle": "asleep", "flag.working": "at work", "t.strikes": "{seat} strikes {other}", "ui.colon": ": ", "ui.of": "{value} of {most}" };
const answer = vi.fn(() => Promise.resolve());
const server = serverOf({ texts: () => Promise.resolve(texts), answer });

const panel = (seat: number, rest: Partial<Panel> = {}): Panel => ({
  seat,
  zones: [
    { id: `lands${seat}`, kind: "slots", label: say("lands"), zones: [{ id: `lands${seat}.a`, kind: "slot", pieces: [{ id: `l${seat}`, kind: "token", face: "x" }] }] },
    { id: `ships${seat}`, kind: "slots", label: say("ships"), most: 3, zones: [{ id: `ships${seat}.a`, kind: "slot", pieces: [{ id: `s${seat}`, kind: "token", face: "x" }] }] },
  ],
  facts: [{ name: "force", label: say("force"), value: 4 + seat }],
  progress: [1, 2, 0],
  card: { id: `card${seat}`, kind: "card", label: say(`card ${seat}`), flags: [seat === 2 ? "working" : "idle"] },
  ...rest,
});
const scene = (seats: number, rest: Partial<Scene> = {}): Scene => ({
  panels: Array.from({ length: seats }, (_, seat) => panel(seat)),
  columns: [{ label: say("lands"), zone: 0 }, { label: say("ships"), zone: 1 }, { label: say("force"), fact: "force" }, { label: say("way") }],
  course: { label: say("course"), most: 3, reached: [1, 0, 2, 1, 1, 1].slice(0, seats) },
  zones: [{ id: "pool", kind: "heap", label: say("pool"), count: 2, most: 9 }],
  ...rest,
});
const frame = (made: Scene) => {
  const one = asked(made, { many: false, ordered: false, targets: [{ code: 7, label: say("hit") }], done: false });
  return { ...one, seats: (made.panels ?? []).map(({ seat }) => ({ seat, name: `P${seat}`, kind: seat ? ("bot" as const) : ("you" as const) })) };
};

let table: Table;
let app: ReturnType<typeof mount>;
const show = async (made: Scene) => {
  table.take(frame(made));
  await settle();
};

beforeEach(() => {
  furnish();
  answer.mockClear();
  table = new Table(BOOT, server);
  app = mount(App, { target: document.body, props: { table } });
});
afterEach(() => void unmount(app));

test("others stand as rows in the order of the seats, with a head for each column and free places dashed", async () => {
  await show(scene(4));
  expect(all(".row-board").map((row) => row.dataset["seat"])).toEqual(["1", "2", "3"]);
  expect(all(".heads span").map((head) => head.textContent.trim()).filter(Boolean)).toEqual(["lands", "ships", "force", "way /3"]);
  const [row] = all(".row-board");
  expect(row!.querySelectorAll("[data-slots=ships1] .free")).toHaveLength(2);
  expect(row!.querySelectorAll("[data-slots=lands1] .free")).toHaveLength(0);
  expect(row!.querySelector("[data-fact=force]")?.textContent).toContain("5");
  expect(all("article.own")).toHaveLength(1);
});

test("a single other keeps his whole board", async () => {
  await show(scene(2));
  expect(all(".row-board")).toHaveLength(0);
  expect(all("article.board").map((board) => board.dataset["seat"])).toEqual(["1", "0"]);
});

test("the middle says of each seat how far it has come, and of heaps how many there are", async () => {
  await show(scene(3));
  expect(all(".marks li").map((mark) => mark.getAttribute("aria-label"))).toEqual(["P0: 1 of 3", "P1: 0 of 3", "P2: 2 of 3"]);
  expect(all(".sky ellipse")).toHaveLength(3);
  expect(all(".heap")[0]?.getAttribute("aria-label")).toBe("pool: 2 of 9");
});

test("a fight is drawn from the one to the other, a vote as slips that say who has given his", async () => {
  const fight = { kind: "fight", title: { key: "t.strikes", words: { seat: { seat: 1 }, other: { seat: 2 } } }, seats: [1, 2] };
  await show(scene(3, { affair: fight }));
  expect(all(".strikes")).toHaveLength(1);
  expect(all(".what")[0]?.getAttribute("aria-label")).toBe("P1 strikes P2");
  const slip = (owner: number, rest: object) => ({ id: `v${owner}`, kind: "card", owner, mark: "2", ...rest });
  await show(scene(3, { affair: { kind: "vote", title: say("vote"), seats: [0, 1], pieces: [slip(0, { label: say("aye") }), slip(1, { flags: ["face_down"] }), slip(2, { flags: ["missing"] })] } }));
  expect(all(".strikes")).toHaveLength(0);
  expect(all(".what li").map((one) => one.getAttribute("aria-label"))).toEqual(["P0, 2, aye", "P1, 2, ui.answered", "P2, 2, ui.thinking"]);
});

test("a row is the answer where its board is", async () => {
  const made = scene(3);
  made.panels![2] = panel(2, { targets: [{ code: 7, label: say("hit") }] });
  await show(made);
  all(".row-board[data-seat='2'] .cover")[0]!.click();
  await settle();
  expect(answer).toHaveBeenCalledOnce();
});

test("cards of the players have a tab, those at work first", async () => {
  await show(scene(3));
  all("#tab-cards")[0]!.click();
  await settle();
  expect(all(".roles .name b").map((name) => name.textContent)).toEqual(["card 2", "card 0", "card 1"]);
  expect(all(".roles .state").map((state) => state.textContent.trim())).toEqual(["at work", "asleep", "asleep"]);
  expect(rolesOf([panel(0), { seat: 1 }]).map(({ panel: { seat } }) => seat)).toEqual([0]);
});
