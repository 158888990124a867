// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { clockText, Countdown, isLast, passed } from "./clock.svelte";

let now = 1_000_000;
let clock: Countdown;
beforeEach(() => {
  vi.useFakeTimers();
  clock = new Countdown(() => now);
});
afterEach(() => {
  clock.stop();
  vi.useRealTimers();
});

test("the time is counted from its end, however rarely somebody looks", () => {
  clock.set({ limit: 60, left: { "2": 45_000 } });
  now += 40_000;
  clock.tick();
  expect(clock.of(2)).toBe(5_000);
  now += 20_000;
  vi.advanceTimersByTime(300);
  expect(clock.of(2)).toBe(0);
  expect(clock.of(1)).toBeNull();
});

test("a new frame sets it anew, a frame without a clock ends it", () => {
  clock.set({ limit: 60, left: { "2": 45_000, "0": 9_000 } });
  expect(clock.hands.map((hand) => hand.seat)).toEqual([0, 2]);
  clock.set({ limit: 60, left: { "1": 60_000 } });
  expect(clock.hands).toEqual([{ seat: 1, left: 60_000 }]);
  clock.set(null);
  expect(clock.hands).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test("with banks those who are not asked stand still", () => {
  clock.set({ limit: 600, left: { "1": 590_000 }, bank: 600, increment: 10, banks: { "0": 600_000, "1": 590_000 } });
  now += 5_000;
  clock.tick();
  expect(clock.hands).toEqual([{ seat: 1, left: 585_000 }]);
  expect(clock.stands).toEqual([{ seat: 0, left: 600_000 }]);
  clock.set({ limit: 60, left: { "1": 60_000 } });
  expect(clock.stands).toEqual([]);
});

test("times are written as people write them", () => {
  const days = (count: number) => `${count} days`;
  expect([40_100, 725_000, 3_600_000, 200_000_000, 0].map((left) => clockText(left, days))).toEqual(["0:41", "12:05", "1:00:00", "2 days", "0:00"]);
  expect([isLast(10_000), isLast(10_001)]).toEqual([true, false]);
});

test("30, 10 and 5 seconds are said once, a jump over two says the later", () => {
  expect(passed(30_001, 30_000)).toBe(30);
  expect(passed(30_000, 29_000)).toBeNull();
  expect(passed(31_000, 4_000)).toBe(5);
  expect(passed(20_000, 9_900)).toBe(10);
});
