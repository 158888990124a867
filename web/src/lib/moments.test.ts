// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { BOOT, serverOf } from "../testing/page";
import { DEAF, lengthOf, thinned, TURN, VERDICT } from "./moments.svelte";
import type { FrameMessage, GameEvent } from "./protocol";
import type { Moment } from "./scene";
import { settings } from "./settings.svelte";
import { Table } from "./table.svelte";

const phrase = (key: string) => ({ key });
const moment = (key: string, rest: Partial<Moment> = {}): Moment => ({
  staging: "fight",
  beats: [{ title: phrase(`${key}.stake`) }, { title: phrase(`${key}.happens`) }, { title: phrase(`${key}.follows`), text: phrase(`${key}.text`) }],
  length: 1000,
  ...rest,
});
const event = (key: string, rest?: Partial<Moment>): GameEvent => ({ key, ...(rest ? { moment: moment(key, rest) } : {}) });

let table: Table;
let frames = 0;

/** A frame that brings events behind those of the log. */
function frame(list: GameEvent[], rest: Partial<FrameMessage> = {}): FrameMessage {
  frames += 1;
  const from = rest.events?.from ?? table.log.events.length;
  return {
    match: "m",
    frame: frames,
    epoch: 0,
    viewer: 0,
    spectator: false,
    seats: [{ seat: 0, name: "Ann", kind: "you" }, { seat: 1, name: "Ben", kind: "bot" }],
    game: "g",
    scene: {},
    events: { from, list },
    log_length: from + list.length,
    decision: null,
    question: null,
    waiting: [1],
    answered: [],
    may_undo: false,
    outcome: null,
    ...rest,
  } as FrameMessage;
}
const key = (name: string) => {
  const press = new KeyboardEvent("keydown", { key: name, cancelable: true });
  return [table.moments.key(press), press.defaultPrevented];
};
const onStage = () => [table.moments.now?.event.key ?? "", table.moments.beat];

let end: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList;
  end = settings.begin();
  settings.speed = "normal";
  table = new Table(BOOT, serverOf({}));
  table.take(frame([event("before", { length: 1000 })]));
});
afterEach(() => {
  table.close();
  end();
  vi.useRealTimers();
});

test("a moment goes through its three beats and leaves by itself; what was told before the page is past", () => {
  expect(onStage()).toEqual(["", 0]);
  table.take(frame([event("told"), event("blow", {})]));
  expect(onStage()).toEqual(["blow", 0]);
  // What is told of it is read when it is over.
  expect(table.heard.events.map((one) => one.key)).toEqual(["before"]);
  vi.advanceTimersByTime(320);
  expect(onStage()).toEqual(["blow", 1]);
  vi.advanceTimersByTime(380);
  expect(onStage()).toEqual(["blow", 2]);
  vi.advanceTimersByTime(300);
  expect(onStage()[0]).toBe("");
  expect(table.heard.events).toHaveLength(3);
});

test("fast halves it, reduced motion shows its last beat as a still", () => {
  settings.speed = "fast";
  table.take(frame([event("blow", {})]));
  vi.advanceTimersByTime(499);
  expect(onStage()).toEqual(["blow", 2]);
  vi.advanceTimersByTime(1);
  expect(onStage()[0]).toBe("");
  window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: true, media }) as unknown as MediaQueryList;
  settings.speed = "normal";
  table.take(frame([event("blow", {})]));
  expect(onStage()).toEqual(["blow", 2]);
  vi.advanceTimersByTime(999);
  expect(onStage()[0]).toBe("blow");
  vi.advanceTimersByTime(1);
  expect(onStage()[0]).toBe("");
});

test("what passes is told in a line, covers nothing and takes its time", () => {
  const passing = frame([event("wakes", { passing: true })]);
  expect(lengthOf(passing, "normal")).toBe(1000);
  table.take(passing);
  expect(onStage()).toEqual(["", 0]);
  expect(table.notices.toasts.map((toast) => toast.text)).toEqual(["wakes.follows · wakes.text"]);
});

test("off makes a toast of it, but for what waits to be seen", () => {
  settings.speed = "off";
  table.take(frame([event("blow", {}), event("role", { waits: true })]));
  expect(table.notices.toasts.map((toast) => toast.text)).toEqual(["blow.follows · blow.text"]);
  expect(onStage()[0]).toBe("role");
});

test("keys answer nothing: swallowed at first, then they skip to the last beat and away", () => {
  table.take(frame([event("blow", {})]));
  expect(key("Enter")).toEqual([true, true]);
  expect(onStage()).toEqual(["blow", 0]);
  vi.advanceTimersByTime(DEAF);
  expect(key("Shift")).toEqual([true, true]);
  expect(onStage()).toEqual(["blow", 0]);
  expect(key("Enter")).toEqual([true, true]);
  expect(onStage()).toEqual(["blow", 2]);
  expect(key("1")).toEqual([true, true]);
  expect(onStage()[0]).toBe("");
  expect(key("Enter")).toEqual([false, false]);
});

test("the next event shows the last beat at once and goes on; never more than one is there", () => {
  table.take(frame([event("first", {})]));
  table.take(frame([event("second", {})]));
  expect(onStage()).toEqual(["first", 2]);
  vi.advanceTimersByTime(350);
  expect(onStage()).toEqual(["second", 0]);
  // A frame without news hurries nobody.
  table.take(frame([]));
  expect(onStage()).toEqual(["second", 0]);
});

test("of two that wait only what concerns the viewer is shown; the rest is a line of the log", () => {
  const [mine, theirs, all] = [moment("mine", { seats: [0] }), moment("theirs", { seats: [1] }), moment("all")].map((one) => ({ moment: one }));
  expect(thinned([theirs!], 0)).toEqual([theirs]);
  expect(thinned([theirs!, mine!], 0)).toEqual([mine]);
  expect(thinned([all!, theirs!], 0)).toEqual([all]);
  expect(thinned(Array.from({ length: 5 }, () => ({ moment: moment("all") })), 0)).toHaveLength(3);
  table.take(frame([event("first", {}), event("theirs", { seats: [1] }), event("mine", { seats: [0] })]));
  vi.advanceTimersByTime(1000);
  expect(onStage()[0]).toBe("mine");
});

test("a role waits until it was seen, holds what comes next, and is not shown again after a reload", () => {
  table.take(frame([event("role", { waits: true, private: true })]));
  vi.advanceTimersByTime(60_000);
  expect(onStage()).toEqual(["role", 2]);
  expect(table.moments.waits).toBe(true);
  table.moments.skip();
  expect(table.moments.now).toBeNull();
  const again = new Table(BOOT, serverOf({}));
  again.take(frame([event("before"), event("role", { waits: true, private: true })], { events: { from: 0, list: [event("before"), event("role", { waits: true, private: true })] } }));
  expect(again.moments.now).toBeNull();
  again.close();
});

test("who was away when his role was dealt sees it when he comes", () => {
  const other = new Table({ ...BOOT, match: "other" }, serverOf({}));
  const list = [event("blow", {}), event("role", { waits: true, private: true })];
  other.take(frame(list, { events: { from: 0, list } }));
  expect(other.moments.now?.event.key).toBe("role");
  other.close();
});

test("at a screen that several people share a secret is turned up on demand only", () => {
  const seats = [{ seat: 0, name: "Ann", kind: "you" as const }, { seat: 1, name: "Ben", kind: "you" as const }];
  table.take(frame([], { seats }));
  table.take(frame([event("role", { waits: true, private: true })], { seats }));
  vi.advanceTimersByTime(5_000);
  key("Enter");
  table.moments.skip();
  expect([...onStage(), table.moments.open]).toEqual(["role", 0, false]);
  expect(table.moments.spoken).toBe("");
  table.moments.show();
  vi.advanceTimersByTime(1_000);
  expect(onStage()).toEqual(["role", 2]);
  expect(table.moments.spoken).toContain("role.happens");
});

test("an undo takes a moment off the stage", () => {
  table.take(frame([event("blow", {})]));
  table.take(frame([], { epoch: 1, events: { from: 1, list: [] } }));
  expect(table.moments.now).toBeNull();
});

test("its line calls it again, and hides nothing of the log then", () => {
  table.moments.again(0);
  expect(onStage()[0]).toBe("before");
  expect(table.moments.waits).toBe(false);
  expect(table.heard.events).toHaveLength(1);
});

test("a frame stays as long as its moments take", () => {
  const message = frame([event("a", { length: 1200 }), event("b", { length: 1600 }), event("role", { waits: true })]);
  expect([lengthOf(message, "normal"), lengthOf(message, "fast"), lengthOf(message, "off")]).toEqual([2800, 1400, 0]);
});

const lane = (...values: (number | null)[]) => ({ sides: values.map((value, seat) => ({ label: phrase(`side${seat}`), value, seat })) });
const fight = (...seats: number[]): Partial<Moment> => ({
  seats,
  duel: { sides: [0, 1].map((seat) => ({ label: phrase(`side${seat}`), seat })), lanes: [lane(-1, 0), lane(0, -3), lane(null, null)] },
});
const turned = () => [table.moments.turned, table.moments.beat];

test("the viewer's own fight is turned lane by lane while he reads, and holds what comes next", () => {
  table.take(frame([event("fight", fight(0, 1))]));
  vi.advanceTimersByTime(TURN - 1);
  expect(turned()).toEqual([0, 0]);
  expect(table.moments.holds).toBe(true);
  vi.advanceTimersByTime(1);
  expect(turned()).toEqual([1, 1]);
  vi.advanceTimersByTime(TURN);
  expect(turned()).toEqual([2, 1]);
  // What never was turned is not waited for.
  vi.advanceTimersByTime(400);
  expect(turned()).toEqual([2, 2]);
  vi.advanceTimersByTime(4_000);
  expect([onStage()[0], table.moments.holds]).toEqual(["", false]);
  // That of others holds nothing.
  table.take(frame([event("theirs", fight(1, 2))]));
  expect([onStage()[0], table.moments.holds]).toEqual(["theirs", false]);
});

test("Space turns the next lane at once, also where a button has the focus, and Escape goes to the end", () => {
  table.take(frame([event("fight", fight(0, 1))]));
  vi.advanceTimersByTime(DEAF);
  expect(key(" ")).toEqual([true, true]);
  expect(turned()).toEqual([1, 1]);
  // The page keeps its own keys: the fight is in the desk, and nothing is asked.
  expect([key("Tab"), key("Enter")]).toEqual([[false, false], [false, false]]);
  expect(turned()).toEqual([1, 1]);
  expect(key("Escape")).toEqual([true, true]);
  expect(turned()[1]).toBe(2);
});

test("who waits turns nothing until he goes on; nothing that happens meanwhile hurries him", () => {
  table.take(frame([event("fight", fight(1, 2))]));
  table.moments.pause(true);
  table.take(frame([event("next", {})]));
  vi.advanceTimersByTime(60_000);
  expect([...turned(), onStage()[0]]).toEqual([0, 0, "fight"]);
  table.moments.pause(false);
  vi.advanceTimersByTime(299);
  expect(turned()).toEqual([0, 0]);
  vi.advanceTimersByTime(1);
  expect(turned()).toEqual([1, 1]);
});

test("of a battle only how it ended is told, for a short while; what leads to it is neither staged nor a toast, and no key is taken", () => {
  const of = (name: string, rest: Partial<Moment>): GameEvent => ({ ...event(name, rest), affair: "battle.1" });
  const held = frame([of("cheats", {}), of("joker", { passing: true }), of("held", { compares: true })]);
  expect(lengthOf(held, "normal")).toBe(VERDICT);
  table.take(held);
  expect([onStage(), table.moments.brief, table.notices.toasts]).toEqual([["held", 2], true, []]);
  expect(key("Enter")).toEqual([false, false]);
  vi.advanceTimersByTime(VERDICT - 1);
  expect(onStage()[0]).toBe("held");
  vi.advanceTimersByTime(1);
  expect(onStage()[0]).toBe("");
  // Called again from the log it is told as a whole.
  table.moments.again(3);
  expect([onStage(), table.moments.brief]).toEqual([["held", 0], false]);
});

test("what somebody has to see within a battle is shown all the same", () => {
  table.take(frame([{ ...event("role", { waits: true }), affair: "battle.1" }]));
  expect([onStage()[0], table.moments.brief]).toEqual(["role", false]);
});
