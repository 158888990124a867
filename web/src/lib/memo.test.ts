import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LONGEST, Memo, united } from "./memo.svelte";
import { Refused } from "./server";

const KEY = "shapan.memo.m.0";
/** A server that keeps one text, as another device may change it too. */
function server(text = "", version = 0) {
  const kept = { text, version };
  return {
    kept,
    memo: vi.fn(async () => ({ ...kept })),
    keepMemo: vi.fn(async (_seat: number, memo: { text: string; version: number }) => {
      if (memo.text !== kept.text && memo.version !== kept.version) throw new Refused(409, { reason: "changed" });
      if (memo.text !== kept.text) Object.assign(kept, { text: memo.text, version: kept.version + 1 });
      return { ...kept };
    }),
  };
}
async function opened(from: ReturnType<typeof server>): Promise<Memo> {
  const memo = new Memo(from, "m", 0);
  await memo.open();
  return memo;
}
function type(memo: Memo, text: string): void {
  memo.text = text;
  memo.changed();
}

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value), removeItem: (key: string) => kept.delete(key) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it is stored a moment after the last key, once", async () => {
  const from = server("old", 3);
  const memo = await opened(from);
  expect([memo.text, memo.state]).toEqual(["old", "kept"]);
  for (const text of ["old a", "old an", "old and new"]) type(memo, text);
  expect(memo.state).toBe("waits");
  await vi.advanceTimersByTimeAsync(800);
  expect(from.keepMemo.mock.calls).toEqual([[0, { text: "old and new", version: 3 }]]);
  expect(memo.state).toBe("kept");
  expect(localStorage.getItem(KEY)).toBeNull();
});

test("what was typed while the connection was lost is there after a reload, and stored then", async () => {
  const from = server("old", 3);
  const memo = await opened(from);
  from.keepMemo.mockImplementationOnce(() => new Promise(() => undefined));
  type(memo, "old, and more");
  await vi.advanceTimersByTimeAsync(800);
  const again = await opened(from);
  expect(again.text).toBe("old, and more");
  await vi.advanceTimersByTimeAsync(800);
  expect(from.kept).toEqual({ text: "old, and more", version: 4 });
});

test("what another device has stored meanwhile is not lost, and neither is this", async () => {
  const from = server("one", 1);
  const memo = await opened(from);
  Object.assign(from.kept, { text: "one\ntwo", version: 2 });
  type(memo, "one\nthree");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(memo.text).toBe("one\ntwo\nthree");
  expect(from.kept).toEqual({ text: "one\ntwo\nthree", version: 3 });
});

test("what is too long is kept here and not sent", async () => {
  const from = server();
  const memo = await opened(from);
  type(memo, "x".repeat(LONGEST + 1));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(memo.state).toBe("long");
  expect(from.keepMemo).not.toHaveBeenCalled();
  expect((await opened(from)).text).toHaveLength(LONGEST + 1);
});

test("typing goes on while it is stored, and the rest is stored behind it", async () => {
  const from = server();
  const memo = await opened(from);
  type(memo, "a");
  const storing = memo.store();
  type(memo, "ab");
  await storing;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(from.kept).toEqual({ text: "ab", version: 2 });
});

test("texts written upon the same one are united by their lines", () => {
  expect(united("a\nb", "a")).toBe("a\nb");
  expect(united("a", "a\nb")).toBe("a\nb");
  expect(united("a\nx", "a\ny")).toBe("a\nx\ny");
});
