import { mount } from "svelte";

import "../../../src/shapan/server/static/tokens.css";
import "../../../src/shapan/server/static/shared.css";
import App from "../App.svelte";
import Cards from "./Cards.svelte";
import "../app.css";
import type { Boot, ChatMessage, FrameMessage } from "../lib/protocol";
import type { Server } from "../lib/server";
import type { Piece } from "../lib/scene";
import { settings } from "../lib/settings.svelte";
import { loadSymbols } from "../lib/symbols.svelte";
import { Table } from "../lib/table.svelte";

interface Moments {
  game: string;
  frames: Record<string, FrameMessage>;
  cards: Piece[];
  texts: Record<string, Record<string, string>>;
}

const asked = new URLSearchParams(location.search);
const { game, frames, cards, texts } = (await (await fetch("moments.json")).json()) as Moments;
const names = Object.keys(frames);
let at = Math.max(0, names.indexOf(asked.get("moment") ?? ""));
let decisions = 1;
const SAID: ChatMessage[] = [{ number: 1, seat: 0, name: "", text: "", phrase: "ui.say.hello", at: Date.now() - 400_000 }];
let spoken = SAID.length;
let listener: WebSocket | null = null;

/** The moment to be seen; `shared` sets a second person before the same screen. */
const message = (): FrameMessage => {
  const made = structuredClone(frames[names[at]!]!);
  if (made.decision) made.decision.ordinal = decisions;
  if (asked.has("shared")) made.seats = made.seats.map((seat) => (seat.seat < 2 ? { ...seat, kind: "you" } : seat));
  return made;
};
const say = (data: unknown) => listener?.onmessage?.(new MessageEvent("message", { data: JSON.stringify(data) }));

const server: Server = {
  texts: (language) => Promise.resolve(texts[language] ?? {}),
  memo: () => Promise.resolve({ text: "", version: 0 }),
  keepMemo: (_seat, memo) => Promise.resolve({ ...memo, version: memo.version + 1 }),
  rule: (language, rule) => Promise.resolve({ rule, title: texts[language]?.[`rule.${rule}`] ?? "", text: `**${rule}** The demo has no rulebook; **words** may be set apart.` }),
  cards: () => Promise.resolve(cards),
  frame: () => Promise.resolve(message()),
  async answer() {
    at = (at + 1) % names.length;
    decisions++;
    setTimeout(() => say(message()), 150);
  },
  ways: () => Promise.resolve({ ways: [] }),
  picks: (_ordinal, picked) => {
    const decision = message().decision;
    const options = (decision?.targets ?? []).filter((target) => !picked.includes(target.code));
    return Promise.resolve({ options, done: true, done_label: decision?.done_label ?? { key: "action.done" } });
  },
  why: () => Promise.resolve({ rule: "", key: "" }),
  measure: () => Promise.resolve(null),
  hint: (ordinal) => {
    const targets = message().decision?.targets ?? [];
    const answers = targets.slice(0, 4).map((target, at) => ({ codes: [target.code], labels: [target.label], chance: 0.61 - at * 0.06, looks: 120 }));
    return new Promise((done) => setTimeout(() => done({ ordinal, measure: "chance", looks: 980, answers }), 800));
  },
  undo: () => Promise.resolve(),
  chat: () => Promise.resolve(SAID),
  dossiers: () => Promise.resolve([]),
  say: (_id, said, seat) => {
    const { mentions, line, ...words } = { mentions: [], line: undefined, ...said };
    const message = { number: ++spoken, seat, name: "", text: "", phrase: null, at: Date.now(), ...words, quote: line !== undefined, mentions: mentions.map((one) => ({ seat: one, name: "" })) };
    setTimeout(() => say({ chat: [message] }), 50);
    return Promise.resolve(message);
  },
  seat: () => Promise.resolve(),
  ready: () => Promise.resolve(),
  setTable: () => Promise.resolve(),
  setSeats: () => Promise.resolve(),
  rename: () => Promise.resolve(),
  renewLinks: () => Promise.resolve(),
  turns: () => ({ close: () => undefined }) as unknown as WebSocket,
  since: () => Promise.resolve({ log: 0, stood: {} }),
  seed: () => Promise.resolve(),
  fair: () => Promise.resolve({ fair: null, key: "" }),
  leave: () => Promise.resolve(),
  claim: () => Promise.resolve(),
  order: () => Promise.resolve(),
  plan: () => Promise.resolve(),
  planForm: () => Promise.resolve({ kinds: [], many: false, ordered: false, decline: false, proposal: false, useful: false, options: [], numbers: [], about: null }),
  readOn: () => Promise.resolve(),
  guide: () => Promise.resolve({ id: "demo", url: location.pathname }),
  deal: () => Promise.resolve({ done: true }),
  callOff: () => Promise.resolve({ done: true }),
  quotes: () => Promise.resolve({ lines: {} }),
  hearing: () => Promise.resolve(),
  wayBack: () => Promise.resolve({ seat: 0, url: "/back/demo", address: location.origin, only_here: true }),
  rematch: () => Promise.resolve({ id: "demo", url: location.pathname }),
  rememberLanguage: () => Promise.resolve(),
  socket() {
    const socket = { close: () => undefined } as unknown as WebSocket;
    listener = socket;
    setTimeout(() => say(message()), 20);
    setTimeout(() => say({ chat: SAID }), 60);
    if (asked.has("offline")) setTimeout(() => (table.link = "lost"), 200);
    return socket;
  },
};

const boot: Boot = {
  match: "demo",
  game,
  symbols: "symbols.svg",
  language: asked.get("lang") ?? "en",
  languages: [
    { code: "en", name: "English" },
    { code: "zh-Hans", name: "简体中文" },
    { code: "zh-Hant", name: "繁體中文" },
  ],
  csrf: { header: "x-shapan", value: "1" },
};

settings.begin();
const theme = asked.get("theme");
if (theme) document.documentElement.dataset["theme"] = theme;
loadSymbols(boot.symbols);
const table = new Table(boot, server);
const target = document.getElementById("app");
if (target && asked.has("cards")) {
  await table.setLanguage(boot.language);
  document.documentElement.lang = boot.language;
  document.body.style.overflow = "auto";
  mount(Cards, { target, props: { table, cards } });
} else if (target) mount(App, { target, props: { table } });
