// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";

import { MOMENTS } from "../testing/moments";
import type { Boot, FrameMessage, Picks } from "./protocol";
import type { Server } from "./server";
import { Refused } from "./server";
import { Table } from "./table.svelte";
import { awaited, comingTurns } from "./tell";

const boot: Boot = { match: "m", game: "g", symbols: "/symbols.svg", language: "en", languages: [], csrf: { header: "x", value: "1" } };
const server = {
  texts: vi.fn(() => Promise.resolve({ "why_not.fleet_full": "The fleet is full", "event.won": "{seat} wins", "ui.full_stop": "." })),
  rule: vi.fn(),
  cards: vi.fn(),
  frame: vi.fn(),
  since: vi.fn(),
  memo: vi.fn(),
  keepMemo: vi.fn(),
  turns: vi.fn(() => ({ close: () => undefined }) as unknown as WebSocket),
  answer: vi.fn<Server["answer"]>(() => Promise.resolve()),
  ways: vi.fn<Server["ways"]>(() => Promise.resolve({ ways: [] })),
  picks: vi.fn<Server["picks"]>(() => Promise.resolve({ options: [], done: true, done_binds: "final" } satisfies Picks)),
  why: vi.fn(),
  measure: vi.fn(),
  undo: vi.fn<Server["undo"]>(() => Promise.resolve()),
  chat: vi.fn(),
  dossiers: vi.fn(),
  say: vi.fn(),
  seat: vi.fn(),
  readOn: vi.fn(),
  ready: vi.fn(),
  order: vi.fn(),
  plan: vi.fn(),
  planForm: vi.fn(),
  setTable: vi.fn(),
  setSeats: vi.fn(),
  rename: vi.fn(),
  renewLinks: vi.fn(),
  leave: vi.fn(),
  claim: vi.fn(),
  hint: vi.fn(),
  deal: vi.fn(),
  callOff: vi.fn(),
  wayBack: vi.fn(),
  seed: vi.fn(),
  fair: vi.fn(),
  rematch: vi.fn(),
  guide: vi.fn<Server["guide"]>(),
  rememberLanguage: vi.fn(() => Promise.resolve()),
  hearing: vi.fn(),
  quotes: vi.fn(),
  socket: vi.fn(() => ({ close: () => undefined }) as unknown as WebSocket),
};
const moment = (name: string, rest: Partial<FrameMessage> = {}): FrameMessage => ({ ...structuredClone(MOMENTS[name]!), ...rest });

let table: Table;
beforeEach(async () => {
  vi.clearAllMocks();
  table = new Table(boot, server);
  await table.setLanguage("en");
});

test("what is said comes once and in order, however often it is sent", () => {
  const said = (number: number) => ({ number, seat: 0, name: "Ling", text: `${number}`, phrase: null, at: number });
  table.hear([said(1), said(2)]);
  table.hear([said(2), said(3)]);
  expect(table.chat.map((message) => message.number)).toEqual([1, 2, 3]);
});

test("what was said by a seat that has moved is replaced when it comes again", () => {
  const said = (number: number, seat: number) => ({ number, seat, name: "Ling", text: `${number}`, phrase: null, at: number });
  table.hear([said(1, 0), said(2, 1)]);
  table.hear([said(1, 1), said(2, 0), said(3, 0)]);
  expect(table.chat.map((message) => [message.number, message.seat])).toEqual([[1, 1], [2, 0], [3, 0]]);
});

test("a click on a legal piece answers the question, once", async () => {
  table.take(moment("spoils"));
  expect(table.ring("piece:white_die-0:colony1")).toBe("legal");
  expect(table.choosing.activate("piece:white_die-0:colony1")).toBe(true);
  expect(table.busy).toBe(true);
  expect(table.choosing.activate("piece:white_die-0:colony2")).toBe(false);
  expect(server.answer).toHaveBeenCalledOnce();
  expect(server.answer.mock.calls[0]![1]).toBe(1);
  expect(server.answer.mock.calls[0]![3]).toBe(2);
});

test("a click on a piece of another mode changes the mode and chooses it, and answers nothing", () => {
  table.take(moment("spoils"));
  expect(table.ring("piece:red_die-0:weapon1")).toBe("other");
  table.choosing.activate("piece:red_die-0:weapon1");
  expect(server.answer).not.toHaveBeenCalled();
  expect(table.mode).toBe("destruction");
  expect(table.ring("piece:red_die-0:weapon1")).toBe("picked");
});

test("a piece that is not offered does nothing", () => {
  table.take(moment("spoils"));
  expect(table.choosing.activate("piece:red_die-1:weapon1")).toBe(false);
});

test("picks are collected and sent together", async () => {
  table.take(moment("manage"));
  table.choosing.activate("piece:dark_die-2:home");
  await vi.waitFor(() => expect(table.row.done).toBe(true));
  expect(table.ring("piece:dark_die-2:home")).toBe("picked");
  table.choosing.finish();
  expect(server.answer.mock.calls[0]![2]).toEqual(table.row.picked);
  expect(table.row.picked).toHaveLength(1);
});

test("a refused pick is taken back and says why", async () => {
  server.picks.mockRejectedValueOnce(new Refused(422, { rule: "DB-3.3", key: "fleet_full", words: {} }));
  table.take(moment("manage"));
  table.choosing.activate("piece:dark_die-2:home");
  await vi.waitFor(() => expect(table.notices.toasts).toHaveLength(1));
  expect(table.notices.toasts[0]).toMatchObject({ text: "The fleet is full", rule: "DB-3.3" });
  expect(table.row.picked).toEqual([]);
});

test("a question that is closed makes the table ask again", async () => {
  server.answer.mockRejectedValueOnce(new Refused(409, { reason: "closed" }));
  server.frame.mockResolvedValueOnce(moment("waiting"));
  table.take(moment("spoils"));
  table.choosing.activate("piece:white_die-0:colony1");
  await vi.waitFor(() => expect(table.decision).toBeNull());
});

test("a match that has become too long says so where something is refused", async () => {
  server.answer.mockRejectedValueOnce(new Refused(409, { reason: "table_full" }));
  table.take(moment("spoils"));
  table.choosing.activate("piece:white_die-0:colony1");
  await vi.waitFor(() => expect(table.notices.toasts).toHaveLength(1));
  expect(table.notices.toasts[0]?.text).toContain("table_full");
});

test("a repeated frame of the same question keeps what was chosen", async () => {
  table.take(moment("manage"));
  table.choosing.activate("piece:dark_die-2:home");
  await vi.waitFor(() => expect(table.row.done).toBe(true));
  table.take(moment("manage"));
  expect(table.row.picked).toHaveLength(1);
});

test("undo is asked for only when it is possible", async () => {
  table.take(moment("spoils"));
  await table.undo();
  expect(server.undo).not.toHaveBeenCalled();
  expect(table.notices.toasts).toHaveLength(1);
  table.take(moment("manage"));
  await table.undo();
  expect(server.undo).toHaveBeenCalledOnce();
});

test("after the end nothing is asked, and what happened is spoken", () => {
  const before = moment("waiting");
  table.take(before);
  table.take(moment("over", { events: { from: before.log_length, list: [{ key: "won", with: { seat: { seat: 2 } } }] } }));
  expect(table.decision).toBeNull();
  expect(table.spoken).toBe("animal.foxes (Ling) wins.");
});

test("a stream that is opened again before the match begins reads all that was said again: seats may have moved", async () => {
  vi.useFakeTimers();
  const socket = () => ({ close: () => undefined, onmessage: null as null | ((event: MessageEvent) => void), onclose: null as null | ((event: CloseEvent) => void) });
  const sockets = [socket(), socket(), socket()] as const;
  for (const one of sockets) server.socket.mockReturnValueOnce(one as unknown as WebSocket);
  const opened = table.open();
  const seating = { ready: [], starts: null, host: false, host_seat: 0, pace: 0, undo: "friendly", options: {}, bots: [], invitation: "", invitations: [] };
  for (const [at, frame] of [moment("waiting", { seating }), moment("waiting")].entries()) {
    sockets[at]!.onmessage?.({ data: JSON.stringify(frame) } as MessageEvent);
    table.hear([{ number: 1 + at, seat: 0, name: "Ling", text: "", phrase: null, at: 1 }]);
    sockets[at]!.onclose?.({ code: 1006 } as CloseEvent);
    await vi.advanceTimersByTimeAsync(2_000);
  }
  expect((server.socket.mock.calls as unknown as number[][]).map((call) => call[2])).toEqual([0, 0, 2]);
  table.close();
  vi.useRealTimers();
  sockets[2].onclose?.({ code: 1000 } as CloseEvent);
  await opened;
});

test("frames of others wait their turn, and the stream goes on after the newest", async () => {
  vi.useFakeTimers();
  const socket = { close: () => undefined, onmessage: null as null | ((event: MessageEvent) => void) };
  server.socket.mockReturnValueOnce(socket as unknown as WebSocket);
  const opened = table.open();
  const say = (message: FrameMessage) => socket.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  const idle = moment("waiting");
  const told = (count: number) => ({ events: { from: idle.log_length + count - 1, list: [{ key: "built", with: { seat: { seat: 1 }, face: { term: "x" } } }] }, log_length: idle.log_length + count });
  say(idle);
  for (const count of [1, 2]) say({ ...idle, ...told(count) });
  say({ ...moment("spoils"), ...told(3) });
  expect(table.behind).toBe(2);
  expect(table.decision).toBeNull();
  expect(table.missed.recap.lines).toEqual([]);
  table.skip();
  expect(table.decision).not.toBeNull();
  expect(table.log.events).toHaveLength(idle.log_length + 3);
  expect(table.missed.recap.lines).toHaveLength(3);
  table.missed.close();
  expect(table.missed.recap.lines).toEqual([]);
  table.close();
  vi.useRealTimers();
  await opened;
});

test("in a chosen mode an answer does not repeat the mode's name", async () => {
  server.texts.mockResolvedValueOnce({ "action.conquer": "Conquer: {defender}", "mode.conquer": "Conquer", "action.pass": "Conquer nobody", "animal.hares": "Hares" } as never);
  await table.setLanguage("en");
  table.take(moment("action"));
  const target = { code: 1, label: { key: "action.conquer", words: { defender: { seat: 0 } } }, mode: "conquer" };
  expect(table.choosing.labelParts(target, true).map((part) => part.text)).toEqual(["Hares (Tomas)"]);
  expect(table.choosing.labelParts(target, false)).toHaveLength(2);
  expect(table.choosing.labelParts({ code: 2, label: { key: "action.pass" } }, true)).toEqual([{ text: "Conquer nobody" }]);
});

test("who waits is told whose turns come before his own", async () => {
  const words = { "ui.next_turns": "Next: {names}", "ui.next_is_you": "You are next", "ui.comma": ", ", "ui.you": "you" };
  server.texts.mockResolvedValueOnce(words as never);
  await table.setLanguage("en");
  const told = (turns: number[], rest: Partial<FrameMessage> = {}) => {
    const frame = moment("waiting", rest);
    table.take({ ...frame, scene: { ...frame.scene, turns } });
    return comingTurns(table);
  };
  expect(told([3, 0, 1, 2])).toBe("Next: Tomas, Okoye, you");
  expect(told([1, 2, 3, 0])).toBe("You are next");
  expect(told([2, 3, 0, 1])).toBe("");
  expect(told([])).toBe("");
  expect(told([3, 0, 1, 2], { viewer: 4, spectator: true })).toBe("Next: Tomas, Okoye, Ling");
});

test("what is read out in a row has the comma of the language between, and nothing for what is empty", async () => {
  server.texts.mockResolvedValueOnce({ "ui.comma": "、" } as never);
  await table.setLanguage("zh-Hans");
  expect(table.list(["法官", "", false, undefined, "7"])).toBe("法官、7");
});

test("what is told of a roll is read when it has landed, and at once where nothing moves", () => {
  vi.useFakeTimers();
  table.take(moment("spoils"));
  const before = table.heard.events.length;
  const told = moment("spoils").events.list;
  table.take(moment("spoils", { log_length: before + 1, events: { from: before, list: told.slice(0, 1) } }));
  table.land(600);
  expect([table.log.events.length, table.heard.events.length]).toEqual([before + 1, before]);
  vi.advanceTimersByTime(600);
  expect(table.heard.events.length).toBe(before + 1);
  table.land(600);
  table.land(0);
  expect(table.heard).toBe(table.log);
  vi.useRealTimers();
});

const advice = (number: number, advised: number[] | null) => ({ total: 3, notes: [{ number, text: { key: "n" } }], advised });

test("in the story an answer that is not advised is kept back, and sent when it is given all the same", () => {
  const { decision } = MOMENTS["action"]!;
  const [first, other] = decision!.targets.map(({ code }) => code) as [number, number];
  table.take(moment("action", { guide: advice(1, [first]) }));
  void table.choosing.choose(other);
  expect(server.answer).not.toHaveBeenCalled();
  expect(table.coaching.caught?.codes).toEqual([other]);
  expect(table.choosing.marked).toBe("");
  table.coaching.back();
  expect(table.coaching.caught).toBeNull();
  void table.choosing.choose(other);
  table.coaching.anyway();
  expect(server.answer).toHaveBeenCalledOnce();
  expect(server.answer.mock.calls[0]?.[2]).toEqual([other]);
  expect(table.coaching.strayed).toBe(true);
});

test("the advised answer goes at once, and so does any outside the story or without the coach", () => {
  const { decision } = MOMENTS["action"]!;
  const [first, other] = decision!.targets.map(({ code }) => code) as [number, number];
  table.take(moment("action", { guide: advice(1, [first]) }));
  void table.choosing.choose(first);
  expect(server.answer).toHaveBeenCalledOnce();
  table.take(moment("action", { decision: { ...decision!, ordinal: 99 }, guide: advice(0, [first]) }));
  void table.choosing.choose(other);
  expect(server.answer).toHaveBeenCalledTimes(2);
  table.take(moment("action", { decision: { ...decision!, ordinal: 100 }, guide: advice(1, [first]) }));
  table.coaching.turn(true);
  void table.choosing.choose(other);
  expect(server.answer).toHaveBeenCalledTimes(3);
  table.coaching.turn(false);
});

test("others wait until what the coach says of them has been read", () => {
  table.take(moment("action", { guide: advice(1, null) }));
  table.take(moment("waiting", { guide: { ...advice(0, null), waits: "1:n" } }));
  expect(table.coaching.holds).toBe(true);
  expect(awaited(table)).toBe("ui.coach_holds");
  table.coaching.go(1);
  expect(table.coaching.holds).toBe(false);
  expect(awaited(table)).not.toBe("ui.coach_holds");
  table.take(moment("waiting", { guide: advice(0, null) }));
  expect(table.coaching.holds).toBe(false);
  table.take(moment("waiting", { guide: { ...advice(2, null), waits: "1:m" } }));
  expect(table.coaching.holds).toBe(true);
});
