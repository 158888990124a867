import { expect, test, vi } from "vitest";
import { Choosing } from "./choosing.svelte";
import type { Decision } from "./protocol";
import type { Scene } from "./scene";
import type { Table } from "./table.svelte";
import { offersOf } from "./targets";

const label = { key: "x" };
const decision = { kind: "k", ordinal: 3, many: false, targets: [1, 2, 3, 4].map((code) => ({ code, label })) } as unknown as Decision;
const piece = (id: string, code: number, mode: string) => ({ id, kind: "token", targets: [{ code, label, mode }] });
const scene = (act: boolean): Scene => ({
  modes: [
    { name: "push", label: { key: "mode.push" }, ...(act && { act: { key: "act.push" } }) },
    { name: "take", label: { key: "mode.take" }, ...(act && { act: { key: "act.take" } }) },
  ],
  zones: [{ id: "z", kind: "row", pieces: [piece("a", 1, "take"), piece("b", 2, "take"), piece("c", 3, "push")] }],
});

function choosing(act: boolean) {
  const answer = vi.fn(() => Promise.resolve());
  const offers = offersOf(scene(act), decision);
  const table = { decision, offers, viewer: 0, tip: null, coaching: { catches: () => false }, server: { answer } } as unknown as Table;
  return { choosing: new Choosing(table), answer, offers };
}

test("modes stand in the order that the scene tells", () => {
  expect(choosing(true).offers.modes.map(({ name }) => name)).toEqual(["push", "take"]);
});

test("the only target of a mode is chosen from the start, and its button confirms it", () => {
  const { choosing: it, answer } = choosing(true);
  expect(it.act).toEqual({ key: "act.push" });
  expect(it.selected?.target.code).toBe(3);
  expect(it.ring("piece:c")).toBe("picked");
  expect(it.ring("piece:a")).toBe("other");
  it.activate("piece:c");
  expect(answer).not.toHaveBeenCalled();
  expect(it.marked).toBe("act");
});

test("a click on a target of another mode chooses both, and answers nothing yet", () => {
  const { choosing: it, answer } = choosing(true);
  it.activate("piece:b");
  expect(it.mode).toBe("take");
  expect(it.selected?.target.code).toBe(2);
  expect(it.ring("piece:a")).toBe("legal");
  it.activate("piece:a");
  expect(it.selected?.target.code).toBe(1);
  it.activate("piece:a");
  expect(it.selected).toBeNull();
  expect(answer).not.toHaveBeenCalled();
});

test("without a button the click is the answer", () => {
  const { choosing: it, answer } = choosing(false);
  expect(it.act).toBeNull();
  it.activate("piece:c");
  expect(answer).toHaveBeenCalledOnce();
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
  const harmful: Scene = structuredClone(scene(true));
  harmful.zones![0]!.pieces![2]!.targets![0]!.unmarked = true;
  const it = new Choosing({ decision, offers: offersOf(harmful, decision), viewer: 0, tip: null, coaching: { catches: () => false }, server: { answer: vi.fn() } } as unknown as Table);
  expect(it.selected?.target.code).toBe(3);
  expect(it.marked).toBe("");
  it.activate("piece:a");
  expect(it.marked).toBe("act");
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

test("the only answer is marked, one of several is not, and none while a coach speaks", () => {
  const one = { ...decision, targets: decision.targets.slice(0, 1) };
  const table = { decision: one, offers: offersOf({ zones: [] }, one), viewer: 0, tip: null, coaching: { catches: () => false } };
  expect(new Choosing(table as unknown as Table).marked).toBe("only");
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
  const picks = vi.fn(() => Promise.resolve({ options: [], done: true }));
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
  const picks = vi.fn(() => Promise.resolve({ options: [], done: true }));
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
    return Promise.resolve({ options: left, done: true, places: Object.fromEntries(left.map(({ code }) => [code, places.map((id) => `piece:${id}`)])) });
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
  const picks = vi.fn((_ordinal: number, _picked: number[]) => Promise.resolve({ options: [], done: true }));
  const it = new Choosing({ decision: asked, offers, viewer: 0, tip: null, coaching: { catches: () => false }, server: { picks } } as unknown as Table);
  it.reset();
  expect(offers.all.map((offer) => it.now(offer).target.code)).toEqual([1, 2]);
  it.press(it.now(offers.all[1]!));
  await vi.waitFor(() => expect(picks.mock.calls[0]?.[1]).toEqual([2]));
  expect(offers.all.map((offer) => it.now(offer).target.code)).toEqual([1, 2]);
});
