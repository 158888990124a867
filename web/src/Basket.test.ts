/** An answer of several parts: it grows part by part, and the part that is to blame says why. */
import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "./App.svelte";
import type { Boot, Decision, Picks, Reason } from "./lib/protocol";
import { Refused, type Server } from "./lib/server";
import { Table } from "./lib/table.svelte";
import { furnish, settle, serverOf } from "./testing/page";
import { MOMENTS } from "./testing/moments";

const boot: Boot = { match: "m", symbols: "/symbols.svg", game: "g", language: "en", languages: [], csrf: { header: "x", value: "1" } };
const texts = { "why_not.too_little": "Together at least {cost}", "why_not.too_far": "Too far", "act.charge": "Charge", "act.at": "At model 2", "act.spend": "Spend {card}", "ui.also_back": "Also takes back: {parts}", "ui.comma": ", " };
const CHARGE = 11;
const AT = 12;
const SPEND = [13, 14];
const target = (code: number, key: string, words = {}) => ({ code, label: { key, words } });
const spending = SPEND.map((code) => target(code, "act.spend", { card: code }));
/** What may follow so many picks: the target, then the cards. */
const NEXT: Picks[] = [
  { options: [target(CHARGE, "act.charge")], done: false },
  { options: [target(AT, "act.at")], done: false },
  { options: spending, done: true },
  { options: spending.slice(1), done: false },
  { options: [], done: true, done_binds: "final" },
];
const TOO_LITTLE: Reason = { rule: "G-8.2", key: "too_little", words: { cost: 10 }, path: "cards", codes: [SPEND[0]!] };

const answer = vi.fn<Server["answer"]>(() => Promise.resolve());
/** Each part is offered behind those before it, and nowhere else. */
const fits = (picked: readonly number[]) => picked.every((code, at) => NEXT[at]?.options.some((option) => option.code === code));
const picks = vi.fn<Server["picks"]>((_, picked) => (fits(picked) ? Promise.resolve(NEXT[picked.length]!) : Promise.reject(new Refused(422, { ...TOO_LITTLE, path: "", codes: [] }))));
const why = vi.fn<Server["why"]>(() => Promise.resolve(TOO_LITTLE));
const server = serverOf({
  texts: () => Promise.resolve(texts),
  picks,
  why,
  answer,
});

let table: Table;
let app: ReturnType<typeof mount>;

const one = (selector: string) => document.querySelector<HTMLElement>(selector);
const option = (code: number) => one(`.question [data-code="${code}"]`);
const parts = () => [...document.querySelectorAll<HTMLElement>(".parts .part")];
const said = () => parts().map((part) => part.querySelector(".words b")!.textContent);
const back = (line: number) => parts()[line]!.querySelector<HTMLElement>(".off")!;
const wrong = () => parts().map((part) => part.dataset.wrong);
const choose = async (...codes: number[]) => {
  for (const code of codes) {
    option(code)!.click();
    await settle();
  }
};

beforeEach(async () => {
  furnish();
  vi.clearAllMocks();
  table = new Table(boot, server);
  await table.setLanguage("en");
  app = mount(App, { target: document.body, props: { table } });
  const moment = structuredClone(MOMENTS["manage"]!);
  const decision: Decision = { ...moment.decision!, ordered: true, targets: NEXT[0]!.options, done: false };
  table.take({ ...moment, decision, scene: { ...moment.scene, zones: [], panels: [], buttons: [] } });
  await settle();
});
afterEach(() => void unmount(app));

test("what comes later is offered when its turn has come, and can be taken back", async () => {
  expect(option(AT)).toBeNull();
  await choose(CHARGE);
  expect(option(CHARGE)).toBeNull();
  await choose(AT, SPEND[0]!);
  expect(said()).toEqual(["Charge", "At model 2", "Spend 13"]);
  back(1).focus();
  await settle();
  expect(one(".parts .also")!.textContent).toBe("Also takes back: Spend 13");
  back(1).click();
  await settle();
  expect(table.row.picked).toEqual([CHARGE]);
  expect(option(AT)).not.toBeNull();
});

test("who presses what cannot be the answer yet sees which part is to blame, and why", async () => {
  await choose(CHARGE, AT, SPEND[0]!);
  const done = one(".question .done")!;
  expect(done.getAttribute("aria-disabled")).toBe("true");
  done.click();
  await settle();
  expect(why.mock.calls[0]!.slice(1, 3)).toEqual([0, [CHARGE, AT, SPEND[0]]]);
  expect(answer).not.toHaveBeenCalled();
  expect(wrong()).toEqual([undefined, undefined, "true"]);
  const told = document.getElementById(back(2).getAttribute("aria-describedby")!)!;
  expect(told.textContent).toBe("Together at least 10");
  expect(told.closest("[role=alert]")!.textContent).toContain("G-8.2");
  expect(done.getAttribute("aria-describedby")).toBe(told.id);
  await choose(SPEND[1]!);
  expect(one("#fault")).toBeNull();
  expect(one(".parts [data-wrong]")).toBeNull();
});

test("a refused answer stays, with what is wrong with it marked", async () => {
  answer.mockRejectedValueOnce(new Refused(422, TOO_LITTLE));
  await choose(CHARGE, AT, ...SPEND);
  one(".question .done")!.click();
  await settle();
  expect(table.row.picked).toEqual([CHARGE, AT, ...SPEND]);
  expect(wrong()).toEqual([undefined, undefined, "true", undefined]);
  expect(table.notices.toasts).toEqual([]);
});

test("a pick that may not follow is marked where it is offered", async () => {
  await choose(CHARGE, AT);
  picks.mockRejectedValueOnce(new Refused(422, { ...TOO_LITTLE, key: "too_far", path: "cards.0" }));
  await choose(SPEND[0]!);
  expect(table.row.picked).toEqual([CHARGE, AT]);
  expect(option(SPEND[0]!)!.getAttribute("aria-describedby")).toBe("fault");
  expect(one("#fault")!.textContent).toBe("Too far");
  expect(option(SPEND[1]!)!.hasAttribute("aria-describedby")).toBe(false);
});

test("what is missing is said, and nothing that is there is blamed", async () => {
  why.mockResolvedValueOnce({ ...TOO_LITTLE, path: "path", codes: [] });
  await choose(CHARGE);
  one(".question .done")!.click();
  await settle();
  expect(one("#fault")).not.toBeNull();
  expect(one("[data-wrong]")).toBeNull();
});

test("a reason without a field marks nothing", async () => {
  why.mockResolvedValueOnce({ rule: "G-8.1", key: "too_far", words: {} });
  await choose(CHARGE);
  one(".question .done")!.click();
  await settle();
  expect(one("#fault")).toBeNull();
});
