import { expect, test, vi } from "vitest";
import { Choosing } from "./choosing.svelte";
import type { Decision } from "./protocol";
import type { Scene } from "./scene";
import { Refused } from "./server";
import type { Table } from "./table.svelte";
import { offersOf } from "./targets";

const label = { key: "x" };
const decision = { kind: "k", ordinal: 3, many: true, ordered: true, done: false } as unknown as Decision;

test("who keeps two of four cards chooses these, and the answer is the others", async () => {
  const answer = vi.fn((..._: unknown[]) => Promise.resolve());
  const keep: Decision = { ...decision, ordered: false, keep: 2, targets: [1, 2, 3].map((code) => ({ code, label })) };
  const hand = { hand: ["a1", "b1", "c2", "d3"].map(([id, code]) => ({ id, kind: "token", targets: [{ code: Number(code), label }] })) } as unknown as Scene;
  const table = { decision: keep, offers: offersOf(hand, keep), viewer: 0, tip: null, coaching: { catches: () => false }, server: { answer }, say: ({ key }: { key: string }) => key, texts: {} } as unknown as Table;
  const it = new Choosing(table);
  it.reset();
  it.activate("piece:a");
  it.finish();
  expect(answer).not.toHaveBeenCalled();
  expect(it.ring("piece:a")).toBe("picked");
  expect(it.ring("piece:b")).toBe("legal");
  it.activate("piece:d");
  expect(it.ring("piece:c")).toBe("");
  expect([it.marked, it.doneLabel]).toEqual(["done", "ui.keep_these"]);
  it.finish();
  expect(answer.mock.calls[0]?.[2]).toEqual([1, 2]);
});

/** Two things to be laid into two rows of places, left ones first; then one of them gets a sign. */
const LEFT = [1, 2];
const RIGHT = [3, 4];
const CHIEF = [5, 6];
const into = (side: string) => ["first", "second"].map((at) => `zone:${side}.${at}`);
const optionOf = (code: number) => ({ code, label, ...(LEFT.includes(code) && { into: into("left") }), ...(RIGHT.includes(code) && { into: into("right") }), ...(CHIEF.includes(code) && { sign: "t-star" }) });
const thingOf = (code: number) => `piece:${["b", "a"][code % 2]}`;

function laying(more: Partial<Decision> = {}, answer = vi.fn()) {
  const scene = { hand: [1, 2].map((code) => ({ id: thingOf(code).slice(6), kind: "card", targets: [optionOf(code)] })), zones: [] } as unknown as Scene;
  const asked = { ...decision, targets: LEFT.map(optionOf), ...more };
  const picks = vi.fn((_ordinal: number, picked: number[], _viewer: number, at?: number[]) => {
    if (at) return Promise.resolve({ options: [], done: true, picked: [...picked, 9] });
    // The sign needs both of them.
    if (CHIEF.includes(picked[1]!)) return Promise.reject(new Refused(422, { rule: "R-1", key: "both", codes: [picked[1]!] }));
    const laid = picked.map((code) => code % 2);
    const codes = laid.length === 2 ? CHIEF : laid.length > 2 ? [] : [...LEFT, ...RIGHT].filter((code) => !laid.includes(code % 2));
    return Promise.resolve({ options: codes.map(optionOf), done: picked.length === 3, done_binds: "final", places: Object.fromEntries(codes.map((code) => [code, [thingOf(code)]])) });
  });
  const it = new Choosing({ decision: asked, offers: offersOf(scene, asked), viewer: 0, tip: null, coaching: { catches: () => false }, server: { picks, answer } } as unknown as Table);
  it.reset();
  return it;
}

test("what is laid out lies in the first free place, leads on to others, and is chosen again where it lies", async () => {
  const it = laying();
  it.activate("piece:a");
  await vi.waitFor(() => expect(it.row.options).toHaveLength(2));
  expect(it.row.picked).toEqual([1]);
  expect(it.laidAt("zone:left.first")).toEqual({ place: "piece:a", sign: "" });
  expect(it.unfolds).toBe(false);
  it.activate("piece:b");
  expect(it.row.picked).toEqual([1]);
  expect(["left.first", "left.second", "right.first", "right.second"].map((at) => it.ring(`zone:${at}`))).toEqual(["picked", "legal", "legal", ""]);
  it.activate("zone:right.first");
  await vi.waitFor(() => expect(it.row.options).toHaveLength(2));
  expect(it.row.picked).toEqual([1, 4]);
  expect([it.ring("piece:a"), it.ring("zone:right.first")]).toEqual(["legal", "legal"]);
  it.activate("zone:right.first");
  await vi.waitFor(() => expect(it.row.done).toBe(true));
  expect(it.row.picked).toEqual([1, 4, 6]);
  expect(it.laidAt("zone:right.first")).toEqual({ place: "piece:b", sign: "t-star" });
  it.activate("piece:a");
  await vi.waitFor(() => expect(it.row.picked).toEqual([4]));
});

test("where one of two that lie in a row is taken back, the other moves up", async () => {
  const it = laying();
  it.activate("piece:a");
  await vi.waitFor(() => expect(it.row.options).toHaveLength(2));
  await it.pick(2);
  expect(it.laidAt("zone:left.second")?.place).toBe("piece:b");
  await it.takeBack(0);
  expect([it.row.picked, it.laidAt("zone:left.first")?.place]).toEqual([[2], "piece:b"]);
});

test("what a question proposes lies there from the start, and can be taken back", async () => {
  const it = laying({ proposal: [1, 2] });
  expect(it.row.picked).toEqual([1, 2]);
  await vi.waitFor(() => expect(it.row.options).toHaveLength(2));
  expect(it.laidAt("zone:left.first")?.place).toBe("piece:a");
  it.clearPicks();
  expect(it.row.picked).toEqual([]);
});

test("what is to be laid may be carried to the first free place of each row, and nowhere else", async () => {
  const it = laying();
  it.drop("piece:a", "zone:left.second", 3);
  expect(it.row.picked).toEqual([]);
  it.drop("piece:a", "zone:left.first", 3);
  await vi.waitFor(() => expect(it.row.options).toHaveLength(2));
  it.drop("piece:b", "zone:left.second", 3);
  await vi.waitFor(() => expect(it.row.picked).toEqual([1, 2]));
});

test("a card that is laid open to choose from offers what may follow now, and says that", async () => {
  const asked = { ...decision, targets: [1, 2].map((code) => ({ code, label: { key: `play.${code}` } })) };
  const offers = offersOf({ zones: [{ id: "row", kind: "row", pieces: [1, 2].map((code) => ({ id: `c${code}`, kind: "card", targets: [asked.targets[code - 1]] })) }] } as unknown as Scene, asked);
  const below = [11, 12].map((code) => ({ code, label: { key: `below.${code}` } }));
  const picks = vi.fn((_ordinal: number, picked: number[]) => Promise.resolve({ options: picked.length > 1 ? [] : below.slice(1), done: picked.length > 1, done_binds: "final", places: { 12: ["piece:c2"] } }));
  const say = ({ key }: { key: string }) => key;
  const hints = { words: () => "", of: () => null };
  const it = new Choosing({ decision: asked, offers, viewer: 0, tip: null, say, hints, word: () => "", coaching: { catches: () => false }, server: { picks } } as unknown as Table);
  it.reset();
  const [one, two] = offers.all as [(typeof offers.all)[0], (typeof offers.all)[0]];
  expect(it.now(two).target.code).toBe(2);
  it.press(it.now(one));
  await vi.waitFor(() => expect(it.row.options.map(({ code }) => code)).toEqual([12]));
  expect([it.now(one).target.code, it.now(two).target.code]).toEqual([1, 12]);
  expect(it.doings("piece:c2")).toEqual(["below.12"]);
  it.press(it.now(two));
  await vi.waitFor(() => expect(it.row.done).toBe(true));
  expect(it.row.picked).toEqual([1, 12]);
  expect(it.now(two).target.code).toBe(12);
});

test("why picks are no answer is told, also where nothing of them is to blame", async () => {
  const it = laying();
  const tellWhy = vi.fn();
  const reason = { rule: "R-1", key: "layout" };
  Object.assign((it as unknown as { table: Table }).table, { notices: { tellWhy }, server: { why: () => Promise.resolve(reason) } });
  it.finish();
  await vi.waitFor(() => expect(tellWhy).toHaveBeenCalledWith(reason));
  expect(it.fault).toBeNull();
});

test("who clicks before the server has said what may follow loses no click", async () => {
  const answer = vi.fn((..._: unknown[]) => Promise.resolve());
  const it = laying({}, answer);
  it.activate("piece:a");
  it.activate("piece:b");
  it.activate("zone:right.first");
  await vi.waitFor(() => expect(it.row.picked).toEqual([1, 4]));
  await vi.waitFor(() => expect(it.row.options).toHaveLength(2));
  it.activate("zone:right.first");
  expect(it.row.done).toBe(false);
  it.finish();
  await vi.waitFor(() => expect(answer).toHaveBeenCalledOnce());
  expect(answer.mock.calls[0]?.[2]).toEqual([1, 4, 6]);
});

test("a point that was pressed a moment ago is part of the answer", async () => {
  const answer = vi.fn((..._: unknown[]) => Promise.resolve());
  const it = laying({ done: true }, answer);
  it.row = { ...it.row, picked: [1], done: true };
  void it.point([1, 2], label);
  it.finish();
  await vi.waitFor(() => expect(answer).toHaveBeenCalledOnce());
  expect(answer.mock.calls[0]?.[2]).toEqual([1, 9]);
});

test("another question that knows the same codes lays nothing where the last one did", async () => {
  const codes = [{ code: 1, label, into: into("left") }, { code: 1, label }];
  const table = { viewer: 0, tip: null, coaching: { catches: () => false }, server: { picks: () => Promise.resolve({ options: [], done: true, done_binds: "final" }) } };
  const questions = codes.map((target, at) => ({ ...decision, ordinal: at, targets: [target] }));
  const put = (question: Decision) => Object.assign(table, { decision: question, offers: offersOf({ zones: [] }, question) });
  put(questions[0]!);
  const it = new Choosing(table as unknown as Table);
  for (const [at, places] of [into("left"), undefined].entries()) {
    put(questions[at]!);
    it.reset();
    await it.pick(1);
    expect(it.parts.map((part) => part.into)).toEqual([places]);
  }
});

test("a place that is proposed follows the pick and waits for the foot; another point takes its place", async () => {
  const answer = vi.fn((..._: unknown[]) => Promise.resolve());
  const aim = { radius: 1, legs: [] as { at: number[] }[] };
  const picks = vi.fn((_ordinal: number, picked: number[], _viewer: number, at?: number[]) =>
    Promise.resolve(at ? { options: [], done: true, picked: [...picked, at[0]!], aim: { ...aim, legs: [{ at }] } } : { options: [], done: false, aim: { ...aim, proposed: { at: [70, 8], label } } }),
  );
  const asked = { ...decision, targets: [1, 2].map((code) => ({ code, label })) };
  const it = new Choosing({ decision: asked, offers: offersOf({} as Scene, asked), viewer: 0, tip: null, coaching: { catches: () => false }, server: { picks, answer } } as unknown as Table);
  it.reset();
  void it.pick(1);
  await vi.waitFor(() => expect(it.row.picked).toEqual([1, 70]));
  expect(it.marked).toBe("done");
  expect(it.offered(70)?.target).toMatchObject({ at: [70, 8], label });
  expect(answer).not.toHaveBeenCalled();
  await it.point([90, 3], label, [1]);
  expect(it.row.picked).toEqual([1, 90]);
  it.finish();
  expect(answer.mock.calls[0]?.[2]).toEqual([1, 90]);
});
