import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { StandingOrder } from "./protocol";
import { ordered, toOrder, WindowTime } from "./window.svelte";

let now = 1_000_000;
let held: WindowTime;
beforeEach(() => {
  vi.useFakeTimers();
  held = new WindowTime(() => now);
});
afterEach(() => {
  held.stop();
  vi.useRealTimers();
});

const order = (kind: string, answer: "pass" | "ask"): StandingOrder => ({ kind, answer, until: "match", rule: "" });

test("the time is counted from its end, however rarely somebody looks", () => {
  held.set({ kind: "W2", rule: "", length: 4_000, left: 3_500, own: "" });
  expect([held.length, held.left, held.seconds]).toEqual([4_000, 3_500, 4]);
  now += 3_000;
  held.tick();
  expect([held.left, held.seconds]).toEqual([500, 1]);
  now += 3_000;
  vi.advanceTimersByTime(300);
  expect([held.left, held.seconds]).toEqual([0, 0]);
});

test("a frame without a window ends it", () => {
  held.set({ kind: "W2", rule: "", length: 4_000, left: 4_000, own: "" });
  held.set(null);
  expect([held.length, held.left]).toEqual([0, 0]);
});

test("the order for a kind counts more than the one for all", () => {
  const orders = [order("", "pass"), order("W2", "ask")];
  expect(ordered(orders, "W2")?.answer).toBe("ask");
  expect(ordered(orders, "W3")?.kind).toBe("");
  expect(ordered([], "W3")).toBeNull();
  expect(ordered(null, "W3")).toBeNull();
});

test("a tick makes an order, or an exception from the one for all", () => {
  expect(toOrder([], "W2", true)).toEqual({ kind: "W2", answer: "pass" });
  expect(toOrder([order("W2", "pass")], "W2", false)).toEqual({ kind: "W2", answer: "none" });
  expect(toOrder([order("", "pass")], "W2", false)).toEqual({ kind: "W2", answer: "ask" });
  expect(toOrder([order("", "pass"), order("W2", "ask")], "W2", true)).toEqual({ kind: "W2", answer: "none" });
});
