/** Comparisons: one, several side by side, cards laid face down, lanes. */
import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "./App.svelte";
import type { FrameMessage } from "./lib/protocol";
import type { Duel, Piece, Target } from "./lib/scene";
import type { Server } from "./lib/server";
import { settings } from "./lib/settings.svelte";
import { Table } from "./lib/table.svelte";
import { all, asked, BOOT, furnish, say, settle, serverOf } from "./testing/page";

const target = { code: 5, label: say("do.5") };
const card = (id: string, label = ""): Piece => ({ id, kind: "card", ...(label ? { label: say(label), face: "b-attack" } : { flags: ["face_down"] }) });
const lane = (name: string, values: (number | null)[], cards: Piece[]): Duel => ({
  title: say(name),
  due: values[0] === null,
  sides: values.map((value, at) => ({ label: say(`side${at}`), value, pieces: cards.slice(at, at + 1) })),
});
const fight = (name: string): Duel => ({
  ...lane(name, [4, 3], []),
  lanes: [lane(`${name}.one`, [-1, 0], [card(`${name}a`, "strike"), card(`${name}b`, "rest")]), lane(`${name}.two`, [null, null], [card(`${name}c`), { ...card(`${name}d`, "guard"), targets: [target] }])],
});
const frame = (duels: Duel[]): FrameMessage => asked({ panels: [{ seat: 0 }], duels }, { many: false, ordered: true, targets: [target], done: false });

const answer = vi.fn<Server["answer"]>(() => Promise.resolve());
const picks = vi.fn<Server["picks"]>(() => Promise.resolve({ options: [], done: true }));
const server = serverOf({ texts: () => Promise.resolve({ "ui.comma": ", " }), answer, picks });

let table: Table;
let app: ReturnType<typeof mount>;
let end: () => void;
const shown = async (duels: Duel[]) => {
  table.take(frame(duels));
  await settle();
};

beforeEach(() => {
  vi.clearAllMocks();
  furnish();
  end = settings.begin();
  settings.speed = "off"; // totals stand at once
  table = new Table(BOOT, server);
  app = mount(App, { target: document.body, props: { table } });
});
afterEach(() => {
  end();
  void unmount(app);
});

test("one comparison stands alone", async () => {
  await shown([{ sides: [{ label: say("yes"), value: 3 }, { label: say("no"), value: 1 }], sign: ":" }]);
  expect(all(".duel")).toHaveLength(1);
  expect(all(".duels")).toHaveLength(0);
  expect(all(".duel .less")).toHaveLength(1);
});

test("several stand side by side, each with its name, and the one that is due is marked", async () => {
  await shown([fight("first"), { ...fight("second"), due: true }]);
  expect(all(".duels .duel .title").map((node) => node.textContent)).toEqual(["first", "second"]);
  expect(all(".duels > .due")).toHaveLength(1);
});

test("lanes tell their numbers, those not known with a question mark, and cards not shown are backs", async () => {
  await shown([fight("first")]);
  expect(all(".lane").map((node) => node.getAttribute("aria-label"))).toEqual(["first.one, side0 strike -1, side1 rest 0", "first.two, side0 ?, side1 guard ?"]);
  expect(all(".lane.due")).toHaveLength(1);
  expect(all(".lane .back")).toHaveLength(1);
  expect(all(".lane .plate b").map((node) => node.textContent)).toEqual(["strike", "rest"]);
});

test("the button that gives an answer calls it as its row does", async () => {
  const no: Target = { code: 6, label: say("no"), binds: "final" };
  const rows = [{ label: say("no_block"), code: 6, lines: [say("health")] }, { label: say("block"), code: 5 }];
  table.take(asked({ panels: [{ seat: 0 }], duels: [{ ...fight("first"), prospects: rows }] }, { many: false, ordered: true, targets: [no, target], done: false }));
  await settle();
  table.choosing.arm(6);
  await settle();
  expect(all(".foot .btn.p").map((node) => node.textContent).join()).toContain("no_block");
});

test("a laid card can be the answer", async () => {
  await shown([fight("first")]);
  expect(all(".answers [data-code='5']")).toHaveLength(1);
  all("[data-piece=firstd]")[0]!.click();
  await new Promise((resolve) => setTimeout(resolve));
  expect(answer.mock.calls[0]?.[2]).toEqual([5]);
});

const weighed: Duel = {
  ...lane("first", [null, null], [card("front", "wolf"), card("other", "bear")]),
  weighs: [
    {
      label: say("your_attack"),
      against: say("their_health"),
      good: say("falls"),
      bad: say("lives"),
      parts: [say("card"), say("effects")],
      equal: true,
      spread: [4, 5, 5, 8],
      stands: [{ value: 5, parts: [5, 0], codes: [5] }, { value: 8, parts: [7, 1], codes: [6] }],
    },
  ],
};

test("what is weighed shows its dots, and each choice where it stands", async () => {
  const other = { code: 6, label: say("do.6") };
  table.take({ ...frame([weighed]), decision: { ...asked({ panels: [{ seat: 0 }] }, { many: true, ordered: true, targets: [target, other], done: false }).decision! } });
  await settle();
  expect(all(".numbers")).toHaveLength(0);
  expect(all(".comparison i")).toHaveLength(4);
  expect(all(".comparison .open")).toHaveLength(4);
  expect(all(".comparison .here")).toHaveLength(0);
  table.pointed = { code: 5 };
  await settle();
  expect(all(".comparison .else .value").map((node) => node.textContent)).toEqual(["5"]);
  expect(all(".comparison .not")).toHaveLength(1);
  void table.choosing.pick(6);
  await settle();
  expect(all(".comparison .here .value").map((node) => node.textContent)).toEqual(["8"]);
  expect(all(".comparison .not")).toHaveLength(0);
  expect(all(".comparison .end b").map((node) => node.className.split(" ")[0])).toEqual(["good"]);
  expect(all(".comparison .sum")[0]!.textContent).toBe("7 card + 1 effects");
  expect(all(".comparison .else .value").map((node) => node.textContent)).toEqual(["5"]);
});

test("known numbers stand against each other with their sign", async () => {
  const [one] = weighed.weighs!;
  await shown([{ ...weighed, weighs: [{ ...one!, stands: [{ value: 8 }], met: { value: 6, parts: [6] }, verdict: say("dead"), mood: "good" }] }]);
  expect(all(".comparison .sign").map((node) => node.textContent)).toEqual(["≥"]);
  expect(all(".comparison .big").map((node) => node.textContent)).toEqual(["8", "6"]);
  expect(all(".comparison i")).toHaveLength(0);
  expect(all(".comparison")[0]!.getAttribute("aria-label")).toMatch(/^your_attack 8.*their_health 6.*dead$/);
});

test("a lane that was weighed tells both numbers with their sign, and no change", async () => {
  const [one] = weighed.weighs!;
  await shown([{ ...fight("first"), lanes: [{ ...lane("one", [8, 5], []), weighs: [{ ...one!, stands: [{ value: 8 }], met: { value: 8 } }, { ...one!, stands: [{ value: 5 }], met: { value: 6 } }] }] }]);
  expect(all(".lane .change").map((node) => node.textContent?.replace(/\d(?=\d[≥<])/, "").slice(-3))).toEqual(["8≥8", "5<6"]);
  expect(all(".lane .good, .lane .bad")).toHaveLength(0);
});

test("where the card of a case may give way, its words stand beside it", async () => {
  const help = { key: "ui.comma" }; // a text that this server has
  const about = { title: say("crisis"), help, card: { id: "c", kind: "card", label: say("crisis"), help } };
  table.take(asked({ panels: [{ seat: 0 }], case: about }, { many: false, ordered: true, targets: [target], done: false }));
  await settle();
  expect(all(".about .case .card-read")).toHaveLength(1);
  expect(all(".about .case .help.instead").map((node) => node.textContent)).toEqual([", "]);
});
