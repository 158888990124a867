import { afterEach, expect, test, vi } from "vitest";
import { Choosing } from "./choosing.svelte";
import type { Decision, Picks } from "./protocol";
import type { Aim, Binds, Scene } from "./scene";
import { settings } from "./settings.svelte";
import type { Table } from "./table.svelte";
import { offersOf } from "./targets";

const label = { key: "x" };
const decision = { kind: "k", ordinal: 3, many: false, targets: [1, 2, 3, 4].map((code) => ({ code, label })) } as unknown as Decision;
const piece = (id: string, code: number, mode: string) => ({ id, kind: "token", targets: [{ code, label, mode }] });
/** In each mode of what is taken something can be taken; `binds`: it cannot be undone. */
const scene = (binds: Binds): Scene => ({
  modes: [
    { name: "push", label: { key: "mode.push" } },
    { name: "take", label: { key: "mode.take" } },
  ],
  zones: [{ id: "z", kind: "row", pieces: [piece("a", 1, "take"), piece("b", 2, "take"), piece("c", 3, "push")].map((one) => ({ ...one, targets: one.targets.map((target) => ({ ...target, binds })) })) }],
});

function choosing(binds: Binds) {
  const answer = vi.fn(() => Promise.resolve());
  const offers = offersOf(scene(binds), decision);
  const table = { decision, offers, viewer: 0, tip: null, coaching: { catches: () => false }, server: { answer } } as unknown as Table;
  return { choosing: new Choosing(table), answer, offers };
}

afterEach(() => {
  settings.confirm = "binding";
});

test("modes stand in the order that the scene tells", () => {
  expect(choosing("final").offers.modes.map(({ name }) => name)).toEqual(["push", "take"]);
});

test("what cannot be undone is chosen by the first click and given by the second, or by what the foot says", () => {
  for (const second of ["click", "foot"]) {
    const { choosing: it, answer } = choosing("final");
    it.activate("piece:c");
    expect(answer).not.toHaveBeenCalled();
    expect([it.armed?.target.code, it.ring("piece:c"), it.marked, it.binds]).toEqual([3, "picked", "armed", "final"]);
    if (second === "click") it.activate("piece:c");
    else it.give();
    expect(answer.mock.calls.map((call) => (call as unknown[])[2])).toEqual([[3]]);
  }
});

test("one step back forgets what was chosen, and gives nothing", () => {
  const { choosing: it, answer } = choosing("final");
  it.activate("piece:c");
  expect(it.stepBack()).toBe(true);
  expect([it.armed, it.ring("piece:c"), it.marked]).toEqual([null, "legal", ""]);
  it.give();
  expect(it.stepBack()).toBe(false);
  expect(answer).not.toHaveBeenCalled();
});

test.each([
  ["binding", "", 1],
  ["binding", "may", 0],
  ["binding", "final", 0],
  ["always", "", 0],
  ["never", "final", 1],
] as const)("set to %s, a click on what binds (%s) answers %i times", (confirm, binds, times) => {
  settings.confirm = confirm;
  const { choosing: it, answer } = choosing(binds);
  it.activate("piece:c");
  expect(answer).toHaveBeenCalledTimes(times);
});

test("a click on a target of another mode chooses both, and answers nothing yet, also where it can be undone", () => {
  for (const binds of ["final", ""] as const) {
    const { choosing: it, answer } = choosing(binds);
    it.activate("piece:b");
    expect([it.mode, it.armed?.target.code, it.ring("piece:a")]).toEqual(["take", 2, "legal"]);
    expect(answer).not.toHaveBeenCalled();
    it.activate("piece:b");
    expect(answer).toHaveBeenCalledOnce();
  }
});

test("the only target of a mode is chosen with the mode, and not given", () => {
  const { choosing: it, answer } = choosing("");
  it.mode = "take";
  expect(it.armed).toBeNull();
  it.mode = "push";
  expect([it.armed?.target.code, it.marked]).toEqual([3, "armed"]);
  expect(answer).not.toHaveBeenCalled();
});

test("carrying a thing to its place is the answer, as long as its question is open", () => {
  const scene: Scene = { zones: [{ id: "z", kind: "row", pieces: [{ id: "a", kind: "token", targets: [{ code: 1, label, onto: ["panel:0"] }, { code: 2, label }] }] }] };
  const answer = vi.fn(() => Promise.resolve());
  const it = new Choosing({ decision, offers: offersOf(scene, decision), viewer: 0, tip: null, coaching: { catches: () => false }, server: { answer } } as unknown as Table);
  expect(it.carried("piece:a").map(({ target }) => target.code)).toEqual([1]);
  it.drop("piece:a", "panel:1", 3);
  it.drop("piece:a", "panel:0", 2);
  expect(answer).not.toHaveBeenCalled();
  it.drop("piece:a", "panel:0", 3);
  expect(answer.mock.calls[0]?.slice(1, 3)).toEqual([3, [1]]);
});

test("what may harm who answers is chosen like all else, and never marked", () => {
  const harmful: Scene = structuredClone(scene(""));
  harmful.zones![0]!.pieces![2]!.targets![0]!.unmarked = true;
  const it = new Choosing({ decision, offers: offersOf(harmful, decision), viewer: 0, tip: null, coaching: { catches: () => false }, server: { answer: vi.fn() } } as unknown as Table);
  it.activate("piece:c");
  expect([it.armed?.target.code, it.marked]).toEqual([3, ""]);
  it.activate("piece:a");
  expect([it.armed?.target.code, it.marked]).toEqual([1, "armed"]);
});

test("a row of picks is marked done once something is picked, or nothing can be", () => {
  const row = { ...decision, many: true, ordered: false, done: true } as Decision;
  const it = new Choosing({ decision: row, offers: offersOf({ zones: [] }, row), viewer: 0, tip: null, coaching: { catches: () => false }, server: { answer: vi.fn() } } as unknown as Table);
  it.reset();
  expect(it.marked).toBe("");
  it.row = { ...it.row, picked: [1], done: true };
  expect(it.marked).toBe("done");
  it.row = { picked: [], options: [], done: true, label: null };
  expect(it.marked).toBe("done");
});

test("a way is marked once it leads somewhere", () => {
  const row = { ...decision, many: true, ordered: true } as Decision;
  const it = new Choosing({ decision: row, offers: offersOf({ zones: [] }, row), viewer: 0, tip: null, coaching: { catches: () => false } } as unknown as Table);
  const marked = [[], [{ at: [1, 2] }]].map((legs) => {
    it.row = { picked: [1], options: [], done: true, label: null, aim: { radius: 15, legs } as unknown as Aim };
    return it.marked;
  });
  expect(marked).toEqual(["", "done"]);
});

test("the only answer is marked, one of several is not, and none while a coach speaks", () => {
  const one = { ...decision, targets: decision.targets.slice(0, 1) };
  const table = { decision: one, offers: offersOf({ zones: [] }, one), viewer: 0, tip: null, coaching: { catches: () => false } };
  expect(new Choosing(table as unknown as Table).marked).toBe("armed");
  expect(new Choosing({ ...table, coached: true } as unknown as Table).marked).toBe("");
  const two = new Choosing({ decision, offers: offersOf({ zones: [] }, decision), viewer: 0, tip: null, coaching: { catches: () => false } } as unknown as Table);
  expect(two.marked).toBe("");
});

/** Two soldiers who may each go to two fields, one of them by a card too. */
const marching: Scene = {
  zones: [
    {
      id: "ring",
      kind: "ring",
      zones: [
        { id: "north", kind: "land", pieces: [{ id: "one", kind: "unit", targets: [{ code: 1, label, onto: ["zone:south"] }, { code: 2, label, onto: ["zone:west"] }] }] },
        { id: "south", kind: "land", pieces: [{ id: "two", kind: "unit", targets: [{ code: 3, label, onto: ["zone:north"] }, { code: 4, label, onto: ["zone:west"] }] }] },
        { id: "west", kind: "land" },
      ],
    },
  ],
  hand: [{ id: "march", kind: "card", targets: [1, 2, 3, 4].map((code) => ({ code, label })) }],
};

function march(many: boolean) {
  const answer = vi.fn(() => Promise.resolve());
  const picks = vi.fn(() => Promise.resolve({ options: [], done: true, done_binds: "final" }));
  const asked = { ...decision, many, ordered: true, done: true } as Decision;
  const it = new Choosing({ decision: asked, offers: offersOf(marching, asked), viewer: 0, tip: null, coaching: { catches: () => false }, server: { answer, picks } } as unknown as Table);
  it.reset();
  return { it, answer, picks };
}

test("what offers several answers leads on to where each of them goes, and only there is one chosen", () => {
  const { it, answer } = march(false);
  it.activate("piece:one");
  expect([it.ring("piece:one"), it.ring("zone:south"), it.ring("zone:west"), it.ring("zone:north")]).toEqual(["picked", "legal", "legal", ""]);
  expect(it.ring("piece:two")).toBe("other");
  expect(it.ahead.map(({ target }) => target.code)).toEqual([1, 2]);
  it.activate("zone:west");
  expect(answer.mock.calls[0]?.slice(1, 3)).toEqual([3, [2]]);
});

test("a card leads on to who does it, and he to his goal; what tells nothing apart is no step", () => {
  const { it, answer } = march(false);
  it.activate("piece:march");
  expect(it.ring("piece:two")).toBe("legal");
  it.activate("piece:two");
  expect(answer).not.toHaveBeenCalled();
  expect(it.ring("zone:south")).toBe("");
  it.activate("zone:north");
  expect(answer.mock.calls[0]?.slice(1, 3)).toEqual([3, [3]]);
});

test("of several picks a thing with one answer picks it, one with more opens them, and another act takes its place", async () => {
  const { it, answer, picks } = march(true);
  it.activate("piece:one");
  expect(picks).not.toHaveBeenCalled();
  it.activate("zone:south");
  await vi.waitFor(() => expect(it.row.done).toBe(true));
  expect(it.row.picked).toEqual([1]);
  expect(it.unfolds).toBe(true);
  it.activate("piece:two");
  it.activate("zone:west");
  await vi.waitFor(() => expect(it.row.done).toBe(true));
  expect(it.row.picked).toEqual([4]);
  expect(answer).not.toHaveBeenCalled();
});

test("what harms who confirms it is not called by what the question is for", () => {
  const row = { ...decision, many: true, kind: "build", targets: [{ code: 9, label, unmarked: true }, { code: 1, label }] } as Decision;
  const words = { word: (key: string) => key, say: ({ key }: { key: string }) => key, texts: { "action.build_done": "", "action.build_none": "" } };
  const it = new Choosing({ ...words, decision: row, offers: offersOf({ zones: [] }, row), viewer: 0, tip: null, coaching: { catches: () => false } } as unknown as Table);
  const labels = [[], [1], [9]].map((picked) => {
    it.row = { picked, options: [], done: true, label: null };
    return it.doneLabel;
  });
  expect(labels).toEqual(["action.build_none", "action.build_done", "ui.confirm"]);
});

test("a pick that is the whole answer by itself is given with one press, unless it may harm who gives it", async () => {
  const picks = vi.fn(() => Promise.resolve({ options: [], done: true, done_binds: "final" }));
  const answer = vi.fn((_id: string, _ordinal: number, _codes: number[]) => Promise.resolve());
  const targets = [{ code: 1, label, alone: true }, { code: 2, label }, { code: 3, label, alone: true, unmarked: true }];
  const row = { ...decision, many: true, ordered: true, targets } as Decision;
  const offers = offersOf({ zones: [] }, row);
  const it = new Choosing({ decision: row, offers, viewer: 0, tip: null, coaching: { catches: () => false }, server: { picks, answer } } as unknown as Table);
  await it.pick(3);
  await it.pick(3);
  it.clearPicks();
  await it.pick(2);
  expect(answer).not.toHaveBeenCalled();
  it.clearPicks();
  await it.pick(1);
  expect(answer.mock.calls.map(([, , codes]) => codes)).toEqual([[1]]);
});

/** Three soldiers who lie as one counter, each with two fields to go to, of which `room` says how many they hold. */
function patrol(room: number[], places: string[] = ["men"]) {
  const goals = [1, 2].map((code) => ({ code, label, onto: [`zone:field${code}`] }));
  const scene: Scene = { zones: [{ id: "camp", kind: "map", zones: [{ id: "home", kind: "land", pieces: places.map((id) => ({ id, kind: "counter", targets: goals })) }, ...goals.map(({ code }) => ({ id: `field${code}`, kind: "land" }))] }] };
  const asked = { ...decision, many: true, ordered: false, done: true, targets: goals.map(({ code }) => ({ code, label })) } as Decision;
  const picks = vi.fn((_ordinal: number, picked: number[]) => {
    const left = goals.filter(({ code }) => picked.length < 3 && picked.filter((one) => one === code).length < (room[code - 1] ?? 0));
    return Promise.resolve({ options: left, done: true, done_binds: "final", places: Object.fromEntries(left.map(({ code }) => [code, places.map((id) => `piece:${id}`)])) });
  });
  const it = new Choosing({ decision: asked, offers: offersOf(scene, asked), viewer: 0, tip: null, coaching: { catches: () => false }, server: { picks } } as unknown as Table);
  it.reset();
  return { it, picks };
}

test("of things that lie together each is asked where it goes, also to where one has gone and where one way is left", async () => {
  const { it, picks } = patrol([2, 3]);
  const go = async (field: string, picked: number[]) => {
    it.activate("piece:men");
    expect(it.row.picked).toHaveLength(picked.length - 1);
    expect(it.opened).toBe("piece:men");
    expect(it.ring(field)).toBe("legal");
    it.activate(field);
    await vi.waitFor(() => expect(picks).toHaveBeenCalledTimes(picked.length));
    await Promise.resolve();
    expect(it.row.picked).toEqual(picked);
  };
  await go("zone:field1", [1]);
  await go("zone:field1", [1, 1]);
  expect(it.ring("zone:field1")).toBe("");
  await go("zone:field2", [1, 1, 2]);
  it.activate("piece:men");
  await vi.waitFor(() => expect(it.row.picked).toEqual([1, 2]));
});

test("of things that lie side by side the first keeps its way, and the second may go the same", async () => {
  const { it, picks } = patrol([3, 3], ["a", "b"]);
  it.activate("piece:a");
  it.activate("zone:field2");
  await vi.waitFor(() => expect(picks).toHaveBeenCalledTimes(1));
  await Promise.resolve();
  expect([it.ring("piece:a"), it.ring("piece:b")]).toEqual(["picked", "legal"]);
  it.activate("piece:b");
  expect([it.ring("zone:field1"), it.ring("zone:field2")]).toEqual(["legal", "legal"]);
  it.activate("zone:field2");
  await vi.waitFor(() => expect(it.row.picked).toEqual([2, 2]));
});

test("offers of one place stand each for itself: of two cards that one order can bring each has its button", async () => {
  const bring = [1, 2].map((code) => ({ code, label: { key: `t${code}` }, card: { id: `choice${code}`, kind: "card" } }));
  const asked = { ...decision, many: true, ordered: true, done: true, targets: bring } as Decision;
  const offers = offersOf({ hand: ["order1", "order2"].map((id) => ({ id, kind: "card", targets: bring })) }, asked);
  const picks = vi.fn((_ordinal: number, _picked: number[]) => Promise.resolve({ options: [], done: true, done_binds: "final" }));
  const it = new Choosing({ decision: asked, offers, viewer: 0, tip: null, coaching: { catches: () => false }, server: { picks } } as unknown as Table);
  it.reset();
  expect(offers.all.map((offer) => it.now(offer).target.code)).toEqual([1, 2]);
  it.press(it.now(offers.all[1]!));
  await vi.waitFor(() => expect(picks.mock.calls[0]?.[1]).toEqual([2]));
  expect(offers.all.map((offer) => it.now(offer).target.code)).toEqual([1, 2]);
});

test("to stop with nothing picked takes a second step where it cannot be undone", () => {
  for (const [binds, times] of [["final", 2], ["may", 2], ["", 1]] as const) {
    const answer = vi.fn((..._: unknown[]) => Promise.resolve());
    const asked = { ...decision, many: true, ordered: true, done: true, done_binds: binds } as Decision;
    const it = new Choosing({ decision: asked, offers: offersOf({ zones: [] }, asked), viewer: 0, tip: null, coaching: { catches: () => false }, server: { answer } } as unknown as Table);
    it.reset();
    for (let click = 1; click < times; click++) {
      it.finish();
      expect([it.stopping, it.marked]).toEqual([true, "done"]);
      expect(answer).not.toHaveBeenCalled();
    }
    it.finish();
    expect(answer.mock.calls[0]?.[2]).toEqual([]);
  }
});

/** A question of several picks: what may follow so many of them. */
function chain(next: (picked: number[]) => Partial<Picks>, asked: Partial<Decision> = {}) {
  const answer = vi.fn((..._: unknown[]) => Promise.resolve());
  const picks = vi.fn((_ordinal: number, picked: number[]) => Promise.resolve({ options: [], done: false, ...next(picked) }));
  const question = { ...decision, many: true, ordered: true, done: false, targets: [{ code: 1, label, follow: [11, 21] }, { code: 2, label }], ...asked } as Decision;
  const it = new Choosing({ decision: question, offers: offersOf({ zones: [] }, question), viewer: 0, tip: null, coaching: { catches: () => false }, server: { answer, picks } } as unknown as Table);
  it.reset();
  return { it, answer, picks };
}
const option = (...codes: number[]) => codes.map((code) => ({ code, label }));
const steps = (picked: number[]) => [{}, { options: option(10, 11, 12) }, { options: option(20, 21) }, { done: true }][picked.length]!;

test("a pick brings those that best complete it, which can be taken back and wait for the foot", async () => {
  const { it, answer } = chain(steps);
  await it.pick(1);
  expect([it.row.picked, it.marked]).toEqual([[1, 11, 21], "done"]);
  expect(answer).not.toHaveBeenCalled();
  await it.cut(1);
  expect(it.row.picked).toEqual([1]);
  await it.pick(10);
  await it.pick(20);
  expect(answer.mock.calls[0]?.[2]).toEqual([1, 10, 20]);
});

test("a pick that has to follow is made by itself, from the start too, and taking it back does not bring it again", async () => {
  const { it, answer } = chain((picked) => (picked.length === 1 ? { options: option(3), sole: true } : { options: option(5, 6) }), { targets: option(2), sole: true });
  await vi.waitFor(() => expect(it.row.options).toHaveLength(2));
  expect(it.row.picked).toEqual([2, 3]);
  await it.cut(1);
  expect(it.row.picked).toEqual([2]);
  await it.cut(0);
  expect(it.row.picked).toEqual([]);
  expect(answer).not.toHaveBeenCalled();
});

test.each([
  ["", "binding", 1],
  ["final", "binding", 0],
  ["", "always", 0],
  ["final", "never", 1],
] as const)("where nothing may follow and the picks bind (%s), set to %s, they are given %i times", async (binds, confirm, times) => {
  settings.confirm = confirm;
  const { it, answer } = chain(() => ({ done: true, done_binds: binds }));
  await it.pick(2);
  expect(answer).toHaveBeenCalledTimes(times);
});

test("a click that waits is not lost where a message comes about the same question, and is where another is put", async () => {
  for (const [ordinal, given] of [[3, 1], [4, 0]] as const) {
    const answer = vi.fn((..._: unknown[]) => Promise.resolve());
    let tell = (_: unknown): void => undefined;
    const picks = vi.fn(() => new Promise((done) => (tell = done)));
    const asked = { ...decision, many: true, ordered: true, done: false } as Decision;
    const table = { decision: asked, offers: offersOf({ zones: [] }, asked), viewer: 0, tip: null, coaching: { catches: () => false }, server: { answer, picks } } as unknown as { -readonly [K in keyof Table]: Table[K] };
    const it = new Choosing(table as unknown as Table);
    it.reset();
    void it.pick(1);
    it.finish();
    table.decision = { ...asked, ordinal };
    if (ordinal !== asked.ordinal) it.reset();
    tell({ options: asked.targets, done: true });
    await new Promise((done) => setTimeout(done));
    expect(answer).toHaveBeenCalledTimes(given);
  }
});

test("what the foot says of several picks is the surest of what is known of them", () => {
  for (const [row, binds] of [["", ""], ["may", "may"], ["final", "final"]] as const) {
    const asked = { ...decision, many: true, done: true, done_binds: row } as Decision;
    const it = new Choosing({ decision: asked, offers: offersOf({ zones: [] }, asked), viewer: 0, tip: null, coaching: { catches: () => false }, server: {} } as unknown as Table);
    it.reset();
    expect(it.binds).toBe(binds);
  }
});

test("where many answers are listed it is asked of the one that is chosen whether it can be undone", async () => {
  for (const [binds, times] of [["", 1], ["may", 0], ["final", 0]] as const) {
    const { choosing: it, answer, offers } = choosing("late");
    const picks = vi.fn((..._: unknown[]) => Promise.resolve({ options: [], done: true, done_binds: binds }));
    Object.assign((it as unknown as { table: { server: object } }).table.server, { picks });
    it.activate("piece:c");
    await vi.waitFor(() => expect(offers.byCode.get(3)!.target.binds).toBe(binds));
    expect(picks).toHaveBeenCalledWith(3, [3], 0);
    expect(answer).toHaveBeenCalledTimes(times);
    expect(it.binds).toBe(times ? "" : binds);
  }
});

test("where one pick is the whole answer the foot says what it does, else that it is done", () => {
  const targets = [{ code: 1, label: { key: "action.end_turn" } }, { code: 2, label }];
  const words = { word: (key: string) => key, say: ({ key }: { key: string }) => key, texts: {} };
  const labels = ([[true, [1]], [true, []], [true, [1, 2]], [false, [1]]] as const).map(([at_once, picked]) => {
    const row = { ...decision, many: true, at_once, targets } as unknown as Decision;
    const it = new Choosing({ ...words, decision: row, offers: offersOf({ zones: [] }, row), viewer: 0, tip: null, coaching: { catches: () => false } } as unknown as Table);
    it.row = { picked: [...picked], options: [], done: true, label: null };
    return it.doneLabel;
  });
  expect(labels).toEqual(["action.end_turn", "action.done", "action.done", "action.done"]);
});

test("an undo names what was chosen, and no place on a scale map unless that is all", async () => {
  const targets = [
    { code: 1, label: { key: "walk" } },
    { code: 2, label: { key: "place" }, at: [2162, 604] },
  ];
  for (const [codes, named] of [[[1, 2], "walk"], [[2], "place"]] as const) {
    const asked = { ...decision, many: true, targets } as unknown as Decision;
    const frame = { scene: { zones: [] } };
    const it = new Choosing({ decision: asked, frame, offers: offersOf({ zones: [] }, asked), viewer: 0, tip: null, coaching: { catches: () => false }, server: { answer: () => Promise.resolve() } } as unknown as Table);
    await it.send(codes);
    expect(it.given).toEqual([[{ key: named }]]);
  }
});
