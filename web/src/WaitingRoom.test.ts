import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "./App.svelte";
import type { FrameMessage, Seating } from "./lib/protocol";
import { Table } from "./lib/table.svelte";
import { all, BOOT, furnish, serverOf, settle } from "./testing/page";

const SEATING: Seating = {
  ready: [],
  starts: null,
  host: true,
  host_seat: 0,
  pace: 0,
  undo: "friendly",
  options: {},
  bots: ["greedy"],
  invitation: "/join/m.secret",
  invitations: [{ seat: 1, url: "/join/one" }],
};
const texts = { "ui.room_i_am_ready": "Ready!", "ui.room_stop": "Stop", "ui.room_begin_locked": "Begin: {count}", "ui.room_bot_missing": "Bot", "ui.room_starts": "in {seconds} s", "game.name": "A game", "ui.notice_sits": "{name} sits" };
const ready = vi.fn(() => Promise.resolve());
const seat = vi.fn(() => Promise.resolve());
const setTable = vi.fn(() => Promise.resolve());
const setSeats = vi.fn(() => Promise.resolve());
const rename = vi.fn(() => Promise.resolve());
const renewLinks = vi.fn(() => Promise.resolve());
const server = serverOf({ texts: () => Promise.resolve(texts), ready, seat, setTable, setSeats, rename, renewLinks });

const frame = (seating: Partial<Seating> | null, more: object = {}): FrameMessage =>
  ({
    match: "m", frame: 1, epoch: 0, viewer: 0, spectator: false, game: "g", scene: {}, events: { from: 0, list: [] }, log_length: 0,
    seats: [
      { seat: 0, name: "Ling", kind: "you", may: ["leave"] },
      { seat: 1, name: "", kind: "open", may: ["bot"] },
    ],
    decision: null, question: null, waiting: [], answered: [], may_undo: false, outcome: null, chat: "off",
    seating: seating && { ...SEATING, ...seating },
    ...more,
  }) as unknown as FrameMessage;

let table: Table;
let app: ReturnType<typeof mount>;
const shown = async (message: FrameMessage): Promise<string[]> => {
  table.take(message);
  await settle();
  return all("footer button").map((button) => button.textContent.trim());
};

beforeEach(() => {
  furnish();
  vi.clearAllMocks();
  table = new Table({ ...BOOT, address: "http://here" }, server);
  app = mount(App, { target: document.body, props: { table } });
});
afterEach(() => void unmount(app));

test("who is not ready says so; then he waits for the others, or stops the countdown", async () => {
  expect(await shown(frame({}))).toEqual(["ui.room_leave", "Bot", "Ready!"]);
  expect(all("button").filter((button) => button.textContent.includes("Ready!"))).toHaveLength(1);
  all("footer button").at(-1)!.click();
  expect(ready).toHaveBeenCalledWith(expect.any(String), true);
  expect(await shown(frame({ ready: [0] }))).toEqual(["ui.room_leave", "Bot", "Begin: 1"]);
  expect(all("footer button").at(-1)!.getAttribute("aria-disabled")).toBe("true");
  expect((await shown(frame({ ready: [0, 1], starts: 4200 }))).at(-1)).toBe("Stop");
  expect(document.querySelector("#question")?.textContent).toBe("in 5 s");
  all("footer button").at(-1)!.click();
  expect(ready).toHaveBeenLastCalledWith(expect.any(String), false);
});

test("the host has the links, and gives a seat to a bot or back to people", async () => {
  // Where the window is low the code waits behind a button.
  window.innerHeight = 900;
  await shown(frame({}));
  expect(document.querySelector<HTMLInputElement>("#room-link")?.value).toBe("http://here/join/m.secret");
  expect(document.querySelector("img[src='/join/m.secret/qr.svg']")).not.toBeNull();
  const select = document.querySelector<HTMLSelectElement>(".seats select")!;
  expect(select.value).toBe("");
  select.value = "greedy";
  select.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
  expect(seat).toHaveBeenCalledWith(expect.any(String), 1, "bot", "greedy");
  await settle();
  select.value = "";
  select.dispatchEvent(new Event("change", { bubbles: true }));
  expect(seat).toHaveBeenLastCalledWith(expect.any(String), 1, "open", "");
});

test("others have neither links nor choices, and who looks on nothing to press", async () => {
  const others = { host: false, bots: [], invitation: "", invitations: [] };
  await shown(frame(others));
  expect(document.querySelector("#room-link, .seats select, img[src*='qr']")).toBeNull();
  expect(await shown(frame(others, { viewer: 2, spectator: true, seats: [{ seat: 0, name: "A", kind: "player" }, { seat: 1, name: "", kind: "open" }] }))).toEqual(["Begin: 2"]);
});

test("a shared screen is covered when the match begins, and not before", async () => {
  const seats = [{ seat: 0, name: "A", kind: "you" }, { seat: 1, name: "B", kind: "you" }];
  await shown(frame({}, { seats }));
  expect(table.covered).toBe(false);
  await shown(frame(null, { seats }));
  expect(table.covered).toBe(true);
});

const id = expect.any(String) as string;
const choose = (selector: string, value: string): void => {
  const field = document.querySelector<HTMLSelectElement>(selector)!;
  field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true }));
};
const press = async (label: string): Promise<void> => {
  all("button").find((button) => button.textContent.trim() === label || button.getAttribute("aria-label") === label)!.click();
  await settle();
};

test("the host changes clock, visibility, chat and the number of seats; others read what is agreed", async () => {
  const host = { paces: [0, 86_400], seats_range: [2, 3], listed: false };
  await shown(frame(host));
  expect(all(".agreed li")).toEqual([]);
  choose("#room-pace", "86400");
  choose("#room-listed", "on");
  choose("#room-chat", "phrases");
  expect(setTable.mock.calls.map(([, setting]: unknown[]) => setting)).toEqual([{ pace: 86_400 }, { listed: true }, { chat: "phrases" }]);
  await press("ui.add_seat");
  expect(setSeats).toHaveBeenLastCalledWith(id, { change: "add" });
  await shown(frame({ ...host, seats_range: [2, 2] }));
  expect(document.querySelector(".add")).toBeNull();
  await shown(frame({ host: false, bots: [], invitation: "", invitations: [] }));
  expect(all(".settings")).toEqual([]);
  expect(all(".agreed li").map((one) => one.textContent)).toEqual(["ui.room_no_clock", "ui.room_by_link", "ui.room_chat_off"]);
});

test("a seat is renamed, swapped and removed from its row", async () => {
  const seats = [{ seat: 0, name: "Ling", kind: "you" }, { seat: 1, name: "", kind: "open" }, { seat: 2, name: "", kind: "bot", bot: "greedy" }];
  await shown(frame({ seats_range: [2, 4] }, { seats }));
  expect(all(".edit")).toEqual([]);
  all(".more")[0]!.click();
  await settle();
  const field = document.querySelector<HTMLInputElement>("#room-name-0")!;
  expect(field.value).toBe("Ling");
  field.value = " Mei ";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.form!.requestSubmit();
  await settle();
  expect(rename).toHaveBeenCalledWith(id, 0, "Mei");
  expect(all(".edit")).toEqual([]);
  all(".more")[1]!.click();
  await settle();
  choose(".edit select", "2");
  expect(setSeats).toHaveBeenLastCalledWith(id, { change: "swap", seat: 1, other: 2 });
  await settle();
  all(".more")[1]!.click();
  await settle();
  await press("ui.room_drop");
  expect(setSeats).toHaveBeenLastCalledWith(id, { change: "drop", seat: 1 });
});

test("links are renewed after a question, and who was removed is told", async () => {
  await shown(frame({}));
  await press("ui.room_renew");
  expect(renewLinks).not.toHaveBeenCalled();
  table.view.confirm!.act();
  expect(renewLinks).toHaveBeenCalledOnce();
  expect(document.querySelector(".removed")).toBeNull();
  await shown(frame({ host: false }, { viewer: 2, spectator: true, removed: true, seats: [{ seat: 0, name: "A", kind: "player" }, { seat: 1, name: "", kind: "open" }] }));
  expect(document.querySelector(".removed")?.textContent).toContain("ui.error_removed");
});

test("the title says how many are ready, and who has come while nobody looked", async () => {
  const seats = (kind: string) => ({ seats: [{ seat: 0, name: "Ling", kind: "you" }, { seat: 1, name: kind === "open" ? "" : "Cy", kind }] });
  await shown(frame({ ready: [0] }, seats("open")));
  expect(document.title).toContain("(1/2)");
  const focus = vi.spyOn(document, "hasFocus").mockReturnValue(false);
  await shown(frame({ ready: [0] }, seats("player")));
  expect(document.title).toContain("Cy sits");
  focus.mockReturnValue(true);
  window.dispatchEvent(new Event("focus"));
  await settle();
  expect(document.title).not.toContain("Cy");
  focus.mockRestore();
});
