import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "./App.svelte";
import { MOMENTS } from "./testing/moments";
import type { Boot } from "./lib/protocol";
import { Table } from "./lib/table.svelte";
import { furnish, settle, serverOf } from "./testing/page";

const boot: Boot = {
  match: "m",
  symbols: "/symbols.svg",
  game: "g",
  language: "en",
  languages: [
    { code: "en", name: "English" },
    { code: "zh-Hans", name: "简体中文" },
  ],
  csrf: { header: "x", value: "1" },
};
const texts: Record<string, Record<string, string>> = {
  en: { "prompt.manage": "Choose first", "game.name": "A game", "action.manage_done": "Roll", "ui.you_decide": "You decide", "ui.your_turn": "Your turn" },
  "zh-Hans": { "prompt.manage": "选择星球", "game.name": "游戏", "action.manage_done": "掷骰" },
};
const answer = vi.fn(() => Promise.resolve());
const server = serverOf({
  texts: (language: string) => Promise.resolve(texts[language] ?? {}),
  picks: () => Promise.resolve({ options: [], done: true, done_binds: "final", done_label: { key: "action.manage_done" } }),
  answer,
});

let table: Table;
let app: ReturnType<typeof mount>;

const press = (key: string) => window.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true, bubbles: true }));
const question = () => document.querySelector("#question h2")?.textContent.trim();

beforeEach(async () => {
  furnish();
  answer.mockClear();
  table = new Table(boot, server);
  app = mount(App, { target: document.body, props: { table } });
  table.take(structuredClone(MOMENTS["manage"]!));
  await settle();
});
afterEach(() => void unmount(app));

test("the question, the boards and the log are there, and the title calls", () => {
  expect(question()).toBe("Choose first");
  expect(document.querySelectorAll("article")).toHaveLength(4);
  expect(document.querySelectorAll(".log .entry")).toHaveLength(15);
  expect(document.title).toBe("● Your turn · A game");
});

test("legal pieces are in the tab order and say what they are", () => {
  const piece = document.querySelector<HTMLElement>('[data-piece="dark_die-2:home"]')!;
  expect(piece.classList).toContain("legal");
  expect(piece.tabIndex).toBe(0);
  expect(piece.getAttribute("aria-label")).toContain("Ling");
});

test("a piece can be picked and the answer confirmed by Enter", async () => {
  document.querySelector<HTMLElement>('[data-piece="dark_die-2:home"]')!.click();
  await settle();
  expect(document.querySelector('[data-piece="dark_die-2:home"]')?.getAttribute("aria-pressed")).toBe("true");
  expect(document.querySelector(".tally")?.textContent).toBe("1");
  expect(table.row).toMatchObject({ done: true });
  table.choosing.finish();
  expect(answer).toHaveBeenCalledOnce();
});

test("the language changes in place", async () => {
  await table.setLanguage("zh-Hans");
  flushSync();
  expect(question()).toBe("选择星球");
  expect(document.documentElement.lang).toBe("zh-Hans");
});

test("Escape takes the picks back", async () => {
  document.querySelector<HTMLElement>('[data-piece="dark_die-2:home"]')!.click();
  await settle();
  press("Escape");
  flushSync();
  expect(table.row.picked).toEqual([]);
});

test("where the button that was pressed is gone, the focus is at the question, also while others play", async () => {
  const done = document.querySelector<HTMLElement>("#question .done")!;
  done.focus();
  table.take({ ...structuredClone(MOMENTS["manage"]!), decision: null, waiting: [1] });
  await settle();
  expect(done.isConnected).toBe(false);
  expect(document.activeElement?.id).toBe("question");
});
