import { mount } from "svelte";

import "../../../src/shapan/server/static/tokens.css";
import App from "../App.svelte";
import "../app.css";
import type { Boot, ChatMessage, FrameMessage } from "../lib/protocol";
import type { Server } from "../lib/server";
import { settings } from "../lib/settings.svelte";
import { loadSymbols } from "../lib/symbols.svelte";
import { Table } from "../lib/table.svelte";
import { MOMENTS } from "./moments";
import { textsOf } from "./texts";

const asked = new URLSearchParams(location.search);
const names = Object.keys(MOMENTS);
let at = Math.max(0, names.indexOf(asked.get("moment") ?? ""));
let decisions = 1;
const SAID: ChatMessage[] = [
  { number: 1, seat: 0, name: "Tomas", text: "", phrase: "ui.say.hello", at: Date.now() - 400_000 },
  { number: 2, seat: 1, name: "Okoye", text: "I would never attack you.", phrase: null, at: Date.now() - 60_000 },
  { number: 3, seat: 1, name: "Okoye", text: "Not before round seven.", phrase: null, at: Date.now() - 50_000 },
];
let spoken = SAID.length;
let listener: WebSocket | null = null;

const message = (): FrameMessage => {
  const made = structuredClone(MOMENTS[names[at] ?? "spoils"]!);
  if (made.decision) made.decision.ordinal = decisions;
  return made;
};
const say = (data: unknown) => listener?.onmessage?.(new MessageEvent("message", { data: JSON.stringify(data) }));

const server: Server = {
  texts: (language) => Promise.resolve(textsOf(language)),
  rule: (language, rule) =>
    Promise.resolve({
      rule,
      title: textsOf(language)[`rule.${rule}`] ?? "",
      text: `**${rule}** The demo has no rulebook. A rule may name another, such as PM-3.3, and set **words** apart.`,
    }),
  frame: () => Promise.resolve(message()),
  async answer() {
    at = (at + 1) % names.length;
    decisions++;
    setTimeout(() => say(message()), 150);
  },
  picks: (_ordinal, picked) => {
    const decision = message().decision;
    const options = (decision?.targets ?? []).filter((target) => !picked.includes(target.code));
    return Promise.resolve({ options, done: true, done_label: { key: "action.manage_done" } });
  },
  why: () => Promise.resolve({ rule: "", key: "" }),
  hint: (ordinal) => {
    const targets = message().decision?.targets ?? [];
    const answers = targets.slice(0, 4).map((target, at) => ({ codes: [target.code], labels: [target.label], chance: 0.61 - at * 0.06, looks: 120 }));
    return new Promise((done) => setTimeout(() => done({ ordinal, measure: "chance", looks: 980, answers }), 800));
  },
  undo: () => Promise.resolve(),
  chat: () => Promise.resolve(SAID),
  say: (_id, said, seat) => {
    const message = { number: ++spoken, seat, name: "", text: "", phrase: null, at: Date.now(), ...said };
    setTimeout(() => say({ chat: [message] }), 50);
    return Promise.resolve(message);
  },
  seat: () => Promise.resolve(),
  leave: () => Promise.resolve(),
  order: () => Promise.resolve(),
  rematch: () => Promise.resolve({ id: "demo", url: location.pathname }),
  rememberLanguage: () => Promise.resolve(),
  socket() {
    const socket = { close: () => undefined } as unknown as WebSocket;
    listener = socket;
    setTimeout(() => say(message()), 20);
    setTimeout(() => say({ chat: SAID }), 60);
    if (asked.get("moment") === "offline") setTimeout(() => (table.link = "lost"), 200);
    return socket;
  },
};

const boot: Boot = {
  match: "demo",
  game: "planet_masters",
  symbols: new URL("../../../src/shapan/games/planet_masters/art/symbols.svg", import.meta.url).href,
  language: asked.get("lang") ?? "en",
  languages: [
    { code: "en", name: "English" },
    { code: "zh-Hans", name: "简体中文" },
  ],
  csrf: { header: "x-shapan", value: "1" },
};

settings.begin();
const theme = asked.get("theme");
if (theme) document.documentElement.dataset["theme"] = theme;
loadSymbols(boot.symbols);
const table = new Table(boot, server);
const target = document.getElementById("app");
if (target) mount(App, { target, props: { table } });
