import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "./App.svelte";
import { MOMENTS } from "./testing/moments";
import type { FrameMessage } from "./lib/protocol";
import { Refused, type Server } from "./lib/server";
import { settings } from "./lib/settings.svelte";
import { Table } from "./lib/table.svelte";
import { BOOT, furnish, settle, serverOf } from "./testing/page";

const texts: Record<string, string> = {
  "game.name": "A game",
  "prompt.manage": "Choose first",
  "prompt.spoils": "Take spoils",
  "event.attack_won": "{seat} beats {defender}",
  "rule.DB-5.4": "Spoils",
  "rule.DB-3.3": "Fleet limit",
  "ui.say.hello": "Hello",
  "ui.i_am": "I am {name}",
  "result.outsiders": "The outsiders win",
  "ending.outsiders": "Nobody stopped them",
  "ui.frozen_damaged": "It cannot be read",
};
const say = vi.fn<Server["say"]>(() => Promise.resolve({} as never));
const seat = vi.fn<Server["seat"]>(() => Promise.resolve());
const leave = vi.fn<Server["leave"]>(() => Promise.resolve());
const claim = vi.fn<Server["claim"]>(() => Promise.resolve());
const rematch = vi.fn<Server["rematch"]>(() => Promise.reject(new Refused(409, { reason: "running" })));
const quotes = vi.fn(() => Promise.resolve({ lines: {} as Record<string, number> }));
const server = serverOf({
  rematch,
  texts: () => Promise.resolve(texts),
  rule: (_language: string, rule: string) => Promise.resolve({ rule, title: texts[`rule.${rule}`] ?? "", text: `**${rule}** Words of the rule.` }),
  picks: () => Promise.resolve({ options: [], done: true, done_binds: "final" }),
  say,
  quotes,
  seat,
  leave,
  claim,
});

let table: Table;
let app: ReturnType<typeof mount>;
let end: () => void;

const moment = (name: string, rest: Partial<FrameMessage> = {}): FrameMessage => ({ ...structuredClone(MOMENTS[name]!), ...rest });
const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector);
const press = (key: string, on: EventTarget = document.activeElement ?? document.body, rest: KeyboardEventInit = {}) => {
  on.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true, bubbles: true, ...rest }));
  flushSync();
};
const click = async (selector: string) => {
  find(selector)!.click();
  await settle();
};
const said = (number: number, from: number, text: string) => ({ number, seat: from, name: "", text, phrase: null, at: number });

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  furnish();
  Element.prototype.scrollIntoView ??= () => undefined;
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
  [say, seat, leave, claim].forEach((call) => call.mockClear());
  end = settings.begin();
  table = new Table(BOOT, server);
  app = mount(App, { target: document.body, props: { table } });
  table.take(moment("manage"));
  await settle();
});
afterEach(() => {
  end();
  void unmount(app);
});

test("the tabs of the side panel go by arrows, and the chat's badge counts what is not read", async () => {
  table.hear([said(1, 0, "hello"), said(2, 1, "you")]);
  await settle();
  expect(find("#tab-chat .badge span")?.textContent).toBe("2");
  find("#tab-log")!.focus();
  press("ArrowRight");
  await settle();
  expect(find("#tab-chat")?.getAttribute("aria-selected")).toBe("true");
  expect(document.activeElement?.id).toBe("tab-chat");
  expect(document.querySelectorAll(".chat .words")).toHaveLength(2);
  expect(find("#tab-chat .badge")).toBeNull();
});

test("a match that cannot go on says why in words", async () => {
  table.take(moment("manage", { decision: null, waiting: [], frozen: { reason: "damaged" } }));
  await settle();
  expect(find(".trouble p")?.textContent).toBe("It cannot be read");
});

test("Enter sends what was written, but not the Enter of an input method", async () => {
  await click("#tab-chat");
  const field = find<HTMLTextAreaElement>("#chat-text")!;
  field.value = "ni hao";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  press("Enter", field, { isComposing: true });
  expect(say).not.toHaveBeenCalled();
  press("Enter", field);
  await settle();
  expect(say.mock.calls.map((call) => [call[1], call[2]])).toEqual([[{ text: "ni hao" }, 2]]);
  expect(field.value).toBe("");
});

test("set phrases are sent as keys, and a muted seat is not shown", async () => {
  await click("#tab-chat");
  await click(".chat .phrase");
  expect(say.mock.calls[0]?.[1]).toEqual({ phrase: "ui.say.hello" });
  table.hear([said(1, 0, "loud"), said(2, 1, "kind")]);
  const hearing = (table.server.hearing = vi.fn(async () => undefined));
  table.talk.mute(0, true);
  expect(hearing.mock.calls).toEqual([[0, false]]);
  await settle();
  expect([...document.querySelectorAll(".chat .words")].map((one) => one.textContent)).toEqual(["kind"]);
  const note = { number: 1, key: "replaced" as const, seat: 0, at: 0, after: 0, by: -1, called: "Tomas" };
  table.take({ ...table.frame!, notes: [...(table.frame!.notes ?? []), note], events: { from: table.frame!.log_length, list: [] } });
  expect(table.talk.isMuted(0), "who has taken the seat over is somebody else").toBe(false);
  const gone = { ...said(1, -1, "loud"), name: table.seats[0]?.name ?? "" };
  table.chat = [gone, said(3, 0, "new here"), { ...said(4, -1, "bye"), name: "Mia" }];
  await settle();
  expect([...document.querySelectorAll(".chat .words")].map((one) => one.textContent), "who was muted stays so without a seat").toEqual(["new here", "bye"]);
  settings.mute("m", [0, `@${gone.name}`], false);
});

test("a line of the log is quoted, and a quote leads to the line in the own log", async () => {
  expect(find(".log .quote"), "a replay has no chat").toBeNull();
  table.take({ ...table.frame!, chat: "free", events: { from: table.frame!.log_length, list: [] } });
  await settle();
  const line = Number(find(".log .entry:last-child .line")!.dataset["line"]);
  find(".log .entry:last-child .line")!.focus();
  press("ArrowRight");
  while (!document.activeElement?.matches(".quote, .rule")) press("ArrowRight");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("ui.chat_quote");
  await click(".log .entry:last-child .quote");
  find<HTMLTextAreaElement>("#chat-text")!.value = "why?";
  find("#chat-text")!.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  press("Enter", find("#chat-text")!);
  await settle();
  expect(say.mock.calls[0]?.[1]).toEqual({ text: "why?", line, epoch: table.frame!.epoch });
  quotes.mockResolvedValue({ lines: { 1: line } });
  table.hear([{ ...said(1, 0, "why?"), quote: true }, { ...said(2, 1, "and that?"), quote: true }]);
  await settle();
  expect(document.querySelectorAll(".said button.quote")).toHaveLength(1);
  expect(find(".said p.quote")?.textContent).toBe("ui.chat_line_gone");
  await click(".said button.quote");
  await settle();
  expect(Number((document.activeElement as HTMLElement).dataset["line"])).toBe(line);
});

test("a spectator reads only, and where there is no chat nobody writes", async () => {
  await click("#tab-chat");
  table.take(moment("waiting", { spectator: true, viewer: 4 }));
  await settle();
  expect(find("#chat-text")).toBeNull();
  table.take(moment("waiting", { chat: "phrases" }));
  await settle();
  expect([!!find("#chat-text"), !!find(".chat .phrase")]).toEqual([false, true]);
});

test("a line of the log is shown on the board, and one seat's log can be read alone", async () => {
  await click(".log .entry:last-child .line");
  expect(table.lit?.key).toBe("attack_won");
  await click(".seats button:nth-child(3)");
  expect(document.querySelectorAll(".log .entry").length).toBeLessThan(15);
  expect(document.querySelectorAll(".log [data-line][tabindex='0']")).toHaveLength(1);
});

test("the rule of the question stands above all rules, which can be searched", async () => {
  table.take(moment("spoils"));
  await click("#tab-rules");
  expect(find(".now h3")?.textContent).toContain("DB-5.4 Spoils");
  const field = find<HTMLInputElement>("#rules-search")!;
  field.value = "fleet";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await settle();
  expect([...document.querySelectorAll(".rules .number")].map((one) => one.textContent)).toEqual(["DB-3.3"]);
});

test("the rules lead to the disputed rulings of a game that has them", async () => {
  await click("#tab-rules");
  const links = () => [...document.querySelectorAll<HTMLAnchorElement>(".rules .book a")].map((one) => one.getAttribute("href"));
  expect(links()).toEqual(["/rules/g"]);
  await unmount(app);
  app = mount(App, { target: document.body, props: { table: (table = new Table({ ...BOOT, rulings: true }, server)) } });
  table.take(moment("manage"));
  await settle();
  await click("#tab-rules");
  expect(links()).toEqual(["/rules/g", "/rules/g/rulings"]);
});

test("the menu goes by arrows, Esc gives the focus back", async () => {
  await click("[aria-haspopup=menu]");
  expect(document.activeElement?.getAttribute("role")).toBe("menuitemradio");
  press("ArrowDown");
  expect(document.activeElement?.textContent).toBe("ui.speed_normal");
  press("ArrowRight");
  (document.activeElement as HTMLElement).click();
  flushSync();
  expect(settings.speed).toBe("fast");
  settings.speed = "normal";
  press("Escape");
  await settle();
  expect(find(".menu")).toBeNull();
  expect(document.activeElement?.getAttribute("aria-haspopup")).toBe("menu");
});

test("giving up asks first, and says what happens", async () => {
  await click("[aria-haspopup=menu]");
  const concede = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")].find((item) => item.textContent.includes("ui.seat_leave"))!;
  concede.click();
  await settle();
  expect(find("dialog #confirm-text")?.textContent).toBe("ui.leave_text");
  expect(leave).not.toHaveBeenCalled();
  await click("dialog .danger");
  expect(leave.mock.calls[0]?.[1]).toBe(2);
});

test("who opened the table may let a bot play for one who is away", async () => {
  table.take(moment("manage", { seats: moment("manage").seats.map((one) => (one.seat === 1 ? { ...one, may: ["bot"] } : one)) }));
  await settle();
  await click("[aria-haspopup=menu]");
  const items = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")].filter((item) => /seat_bot|other_bot/.test(item.textContent));
  expect(items.map((item) => item.textContent.trim())).toEqual(["ui.other_bot", "ui.seat_bot"]);
  items[0]!.click();
  await settle();
  await click("dialog .danger");
  expect(seat.mock.calls[0]?.slice(1)).toEqual([1, "bot"]);
});

test("while a bot plays, the way back stands above the question", async () => {
  table.take(moment("waiting", { seats: moment("waiting").seats.map((one) => (one.seat === 2 ? { ...one, kind: "bot" as const, may: ["take", "leave"] } : one)) }));
  await settle();
  await click(".seated button");
  expect(seat.mock.calls[0]?.slice(1)).toEqual([2, "me"]);
  table.take(moment("waiting"));
  await settle();
  expect(find(".seated")).toBeNull();
});

test("the one who is left is offered the victory until he plays on, and the menu has it still", async () => {
  const seats = moment("manage").seats.map((one) => (one.seat === 2 ? { ...one, may: ["claim" as const, "bot" as const, "leave" as const] } : { ...one, kind: "left" as const }));
  table.take(moment("manage", { seats }));
  await settle();
  const offer = [...document.querySelectorAll<HTMLElement>(".seated")].find((one) => one.textContent.includes("ui.claim_offer"))!;
  const [win, on] = [...offer.querySelectorAll("button")];
  win!.click();
  await settle();
  expect(find("dialog #confirm-text")?.textContent).toBe("ui.claim_text");
  expect(claim).not.toHaveBeenCalled();
  await click("dialog .danger");
  expect(claim.mock.calls[0]?.[1]).toBe(2);
  on!.click();
  await settle();
  expect(document.body.textContent).not.toContain("ui.claim_offer");
  await click("[aria-haspopup=menu]");
  [...document.querySelectorAll<HTMLElement>("[role=menuitem]")].find((item) => item.textContent.includes("ui.seat_claim"))!.click();
  await settle();
  await click("dialog .danger");
  expect(claim).toHaveBeenCalledTimes(2);
});

test("a question mark where nothing is to be explained shows the keys, unless single keys are off", async () => {
  settings.keys = false;
  press("?", document.body);
  press("?", document.body);
  expect(table.view.keyMap).toBe(false);
  settings.keys = true;
  press("?", document.body);
  expect(table.view.keyMap).toBe(true);
});

test("a press between the items of the menu leaves it the keys", async () => {
  await click("[aria-haspopup=menu]");
  expect(find<HTMLElement>("[role=menu]")!.tabIndex).toBe(-1);
  find<HTMLElement>("[role=menu]")!.focus();
  press("Escape", document.activeElement!);
  await settle();
  expect(find("[role=menu]")).toBeNull();
  expect(document.activeElement?.matches("[aria-haspopup=menu]")).toBe(true);
});

test("with single keys off a letter does nothing, Escape still does", async () => {
  settings.keys = false;
  press("l", document.body);
  press("c", document.body);
  expect(table.view.side).toBe("log");
  await click('[data-piece="dark_die-2:home"]');
  press("Escape", document.body);
  expect(table.row.picked).toEqual([]);
  settings.keys = true;
  press("c", document.body);
  expect(table.view.side).toBe("chat");
});

test("the end offers one more match, in the result and in the menu", async () => {
  table.take(moment("over"));
  await settle();
  // A click that nobody aimed with the pointer was meant for the last question.
  find(".result .again")!.dispatchEvent(new MouseEvent("click", { detail: 1, bubbles: true, cancelable: true }));
  await settle();
  expect(rematch).not.toHaveBeenCalled();
  await click(".result .again");
  expect(rematch).toHaveBeenCalledOnce();
  expect(table.notices.toasts.at(-1)?.text).toBe("ui.refused_by_server");
  table.take(moment("over", { rematch: { id: "next", by: 0 } }));
  await settle();
  expect(find<HTMLAnchorElement>(".result .again")?.getAttribute("href")).toBe("/match/next");
  expect(table.notices.toasts.at(-1)?.text).toBe("ui.notice_rematch");
  await click("[aria-haspopup=menu]");
  expect([...document.querySelectorAll("[role=menuitem]")].some((item) => item.textContent.includes("ui.join_rematch"))).toBe(true);
});

test("a draw has no winner, and is no defeat", async () => {
  table.take(moment("over", { outcome: { result: "even", winners: [], ranks: [1, 1, 1, 1] } }));
  await settle();
  expect(find(".end h2")!.textContent).toBe("ui.drawn");
  press("Escape", document.body);
  await settle();
  expect(find(".result h2")!.textContent).toBe("ui.drawn");
  expect([...document.querySelectorAll(".tag.won, .result .won")]).toEqual([]);
});

test("a match that was called off is neither won, lost nor drawn", async () => {
  table.take(moment("over", { outcome: { result: "void", winners: [], ranks: [1, 1, 1, 1] } }));
  await settle();
  expect(find(".end h2")!.textContent).toBe("ui.void");
  press("Escape", document.body);
  await settle();
  expect(find(".result h2")!.textContent).toBe("ui.void");
});

test("half of the people have gone: a proposal to call the match off is answered at the desk", async () => {
  const callOff = vi.fn(() => Promise.resolve({ done: false }));
  Object.assign(table.server, { callOff });
  table.take(moment("over", { outcome: null, void: { asked: true, by: 1, yes: [1], of: 2, left: 60_000 } }));
  await settle();
  await click(".seated.off .btn");
  expect(callOff).toHaveBeenCalledWith(expect.any(String), true);
  table.take(moment("over", { outcome: null, void: { asked: false, by: 1, yes: [0, 1], of: 3, left: 60_000 } }));
  await settle();
  expect(document.querySelectorAll(".seated.off")).toHaveLength(1);
  expect(document.querySelectorAll(".seated.off .btn")).toHaveLength(0);
});

test("where no seat has won the result is told in the words of the game", async () => {
  const outcome = { result: "outsiders", winners: [], ranks: [2, 2, 2, 2], why: { key: "ending.outsiders" } };
  table.take(moment("over", { outcome }));
  await settle();
  // On the stage of the end it stands below the heading; beside the table it is the heading.
  expect(find(".end h2")!.textContent).toBe("ui.defeat");
  expect(find(".end .why")!.textContent).toMatch(/The outsiders win.*Nobody stopped them/);
  press("Escape", document.body);
  await settle();
  expect(find(".result.end")).toBeNull();
  expect(find(".result h2")!.textContent).toBe("The outsiders win");
  expect(find(".result p")!.textContent).toBe("Nobody stopped them");
  expect([...document.querySelectorAll(".result .rank")]).toEqual([]);
  table.take(moment("over", { outcome: { ...outcome, why: { key: "result.outsiders" } } }));
  await settle();
  expect(find(".result h2")!.textContent).toBe("The outsiders win");
  expect(find(".result p")).toBeNull();
  table.take(moment("over", { outcome: { ...outcome, result: "other" } }));
  await settle();
  expect(find(".result h2")!.textContent).toBe("ui.no_winner");
});

test("another tab's language is taken over", async () => {
  const asked = vi.spyOn(table, "setLanguage");
  localStorage.setItem("shapan.language", "en");
  window.dispatchEvent(new StorageEvent("storage", { key: "shapan.language", newValue: "en" }));
  expect(asked).not.toHaveBeenCalled();
  window.dispatchEvent(new StorageEvent("storage", { key: "shapan.language", newValue: "xx" }));
  expect(asked).not.toHaveBeenCalled();
  table.boot.languages.push({ code: "zh-Hans", name: "简体中文" });
  window.dispatchEvent(new StorageEvent("storage", { key: "shapan.language", newValue: "zh-Hans" }));
  expect(asked).toHaveBeenCalledWith("zh-Hans");
  table.boot.languages.pop();
});

test("at a shared screen nothing of the next table is there until its person says so", async () => {
  const seats = moment("manage").seats.map((one) => (one.seat === 0 ? { ...one, kind: "you" as const } : one));
  table.take(moment("manage", { seats }));
  await settle();
  expect(find(".hand-over")).toBeNull();
  table.take(moment("spoils", { seats, viewer: 0, waiting: [0] }));
  await settle();
  expect(find(".hand-over h1")?.textContent).toContain("ui.turn_of");
  expect(find("#question, [data-piece], .log, .chat, .toast")).toBeNull();
  expect(document.body.textContent).not.toMatch(/Take spoils|beats/);
  expect(document.activeElement?.textContent).toContain("I am Tomas");
  press("l", document.body);
  press("u", document.body);
  expect(find(".hand-over")).not.toBeNull();
  (document.activeElement as HTMLElement).click();
  await settle();
  expect(find("#question h2")?.textContent).toContain("Take spoils");
  table.take(moment("manage", { seats }));
  await settle();
  expect(find(".hand-over")).not.toBeNull();
});

test("a running match at a shared screen has no replay, which would show another's view", async () => {
  const items = async () => {
    await click("[aria-haspopup=menu]");
    const found = [...document.querySelectorAll("[role=menuitem]")].some((item) => item.textContent.includes("ui.replay"));
    press("Escape");
    await settle();
    return found;
  };
  expect(await items()).toBe(true);
  table.take(moment("manage", { seats: moment("manage").seats.map((one) => (one.seat === 0 ? { ...one, kind: "you" as const } : one)) }));
  await settle();
  expect(await items()).toBe(false);
});

test("people who may see everything are not asked again", async () => {
  const seats = moment("manage").seats.map((one) => (one.seat === 0 ? { ...one, kind: "you" as const } : one));
  table.take(moment("spoils", { seats, viewer: 0 }));
  await settle();
  table.reveal(true);
  table.take(moment("manage", { seats }));
  await settle();
  expect(find(".hand-over")).toBeNull();
});

test("who comes back to a shared screen sees what is new to him", async () => {
  const seats = moment("manage").seats.map((one) => (one.seat === 0 ? { ...one, kind: "you" as const } : one));
  const full = moment("manage").events.list;
  const events = (count: number) => ({ events: { from: 0, list: full.slice(0, count) }, log_length: count, seats });
  table.take(moment("manage", events(10)));
  table.take(moment("spoils", { ...events(12), viewer: 0 }));
  table.take(moment("manage", events(14)));
  expect(table.log.fresh).toBe(10);
});

test("the log follows what is new until somebody scrolls up, whatever comes before the scroll is told of", async () => {
  const log = find("#log")!;
  let top = 0;
  Object.defineProperties(log, { scrollHeight: { value: 1000 }, clientHeight: { value: 200 }, scrollTop: { get: () => top } });
  const scroll = async (to: number) => {
    top = to;
    log.dispatchEvent(new Event("scroll"));
    await settle();
  };
  const more = async () => {
    const { events, log_length } = table.frame!;
    const list = [...events.list, events.list.at(-1)!];
    table.take({ ...table.frame!, frame: table.frame!.frame + 1, events: { ...events, list }, log_length: log_length + 1 });
    await settle();
  };
  await scroll(400); // where the end was when it was gone to
  await more();
  expect(find(".around > .more")).toBeNull();
  await scroll(300);
  await more();
  expect(find(".around > .more")).not.toBeNull();
  await scroll(790);
  expect(find(".around > .more")).toBeNull();
});
