/** The card in its three sizes, and what is read beside a question. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "./App.svelte";
import { calledBy } from "./lib/phrases";
import { shownBy, toRead } from "./lib/reading";
import type { Piece, Scene } from "./lib/scene";
import { Table } from "./lib/table.svelte";
import { all, asked, BOOT, furnish, say, serverOf, settle } from "./testing/page";

const TEXTS = {
  "suit.AB": "AB",
  storm: "Storm",
  check: "check",
  kind: "A card of trouble",
  pass: "Pass",
  calm: "All is calm",
  first: "First",
  vessel: "Vessel",
  once: "Once",
  used: "It was used",
  act: "act",
  risk: "You may risk a ship",
  hint: "in short",
  leader: "Leader",
  "ui.called": "{title} ({name})",
};
const CARD: Piece = {
  id: "storm",
  kind: "card",
  label: say("storm"),
  mark: "7",
  suit: { letters: "", tone: 6, glyph: "i-alert", label: say("check") },
  note: say("hint"),
  print: {
    kind: say("kind"),
    suits: [{ letters: "AB", tone: 1 }],
    lines: [
      { when: say("pass"), what: say("calm") },
      { when: say("first"), signs: [{ label: say("vessel"), glyphs: ["i-eye"], count: 4 }] },
      { when: say("once"), what: say("used"), spent: true },
    ],
    stake: { title: say("risk") },
    foot: [{ label: say("act"), glyphs: ["i-eye"] }],
  },
};
const decision = { many: false, ordered: false, done: false, targets: [{ code: 1, label: say("pass") }] };

let app: ReturnType<typeof mount> | undefined;

async function shown(scene: Scene): Promise<void> {
  const table = new Table(BOOT, serverOf({ texts: () => Promise.resolve(TEXTS) }));
  app = mount(App, { target: document.body, props: { table } });
  table.take(asked({ buttons: decision.targets, ...scene }, decision));
  await settle();
}

beforeEach(furnish);
afterEach(async () => {
  if (app) await unmount(app);
  app = undefined;
  flushSync();
});

const words = (selector: string) => all(selector).map((one) => one.textContent.replace(/\s+/g, " ").trim());

test("a card that the question is about is read in full beside it", async () => {
  await shown({ reading: [CARD] });
  expect(words("[data-reading] .name")).toEqual(["Storm"]);
  expect(words("[data-reading] .number")).toEqual(["7"]);
  expect(words("[data-reading] .line dt")).toEqual(["Pass", "First", "Once"]);
  expect(words("[data-reading] .line.picture dd")).toEqual(["4 Vessel"]);
  expect(words("[data-reading] .line.spent dd")).toEqual(["It was used"]);
  expect(words("[data-reading] .stake")).toEqual(["You may risk a ship"]);
  expect(words("[data-reading] .foot")).toEqual(["act"]);
  expect(words("[data-reading] .suit")).toEqual(["AB"]);
});

test("in a hand it says number, type, name and what it does in short", async () => {
  await shown({ hand: [CARD] });
  expect(words("#hand .name")).toEqual(["Storm"]);
  expect(words("#hand .note")).toEqual(["in short"]);
  expect(words("#hand .letters-row")).toEqual(["AB"]);
  expect(all("#hand .line")).toEqual([]);
});

test("a card of a game that prints nothing on it still has its name and its picture", async () => {
  await shown({ hand: [{ id: "plain", kind: "card", face: "no-such", label: say("storm") }, { id: "back", kind: "card", flags: ["face_down"] }] });
  expect(words("#hand .name")).toEqual(["Storm"]);
  expect(all("#hand .band")).toEqual([]);
  expect(all("#hand .reverse")).toHaveLength(1);
});

test("a card is called by its name, its type and its number, as far as it has them", async () => {
  await shown({ hand: [{ ...CARD, mark: "", suit: { letters: "", tone: 6 } }, { ...CARD, id: "other" }] });
  expect(all("#hand [data-piece]").map((one) => one.getAttribute("aria-label"))).toEqual(["Storm", "Storm, check 7"]);
});

test("hands over seven show less of each card", async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...CARD, id: `card${at}` }));
  await shown({ hand: many(7), zones: [{ id: "m", kind: "map", size: [10, 10] }] });
  all(".holding .toggle")[0]!.click();
  await settle();
  expect(all("#hand.full")).toHaveLength(0);
  await unmount(app!);
  app = undefined;
  await shown({ hand: many(8), zones: [{ id: "m", kind: "map", size: [10, 10] }] });
  all(".holding .toggle")[0]!.click();
  await settle();
  expect(all("#hand.full")).toHaveLength(1);
});

test("what the case shows in full is not read twice", () => {
  const scene: Scene = { reading: [{ ...CARD, id: "read" }], case: { title: say("storm"), card: CARD } };
  expect(shownBy(scene.case)).toBe(CARD);
  expect(toRead(scene, false)).toEqual([]);
  expect(toRead(scene, true)).toHaveLength(1);
  const summed: Scene = { ...scene, case: { ...scene.case!, goal: 7 } };
  expect(shownBy(summed.case)).toBeNull();
  expect(toRead(summed, false)).toHaveLength(1);
});

test("a check says at its head which ships act", async () => {
  await shown({ case: { title: say("storm"), goal: 7, card: CARD } });
  expect(words(".case header .chip")).toEqual(["act"]);
  expect(all(".case .print")).toEqual([]);
});

test("sentences call a seat by what it is in the game, with the player's name", () => {
  const seats = [
    { seat: 0, name: "Ann", kind: "you" as const },
    { seat: 1, name: "", kind: "bot" as const },
  ];
  const called = calledBy({ ...TEXTS, "ui.bot_number": "Bot {number}" }, seats, [{ seat: 1, title: say("leader") }, { seat: 0 }]);
  expect(called.map(({ name }) => name)).toEqual(["Ann", "Leader (Bot 2)"]);
});
