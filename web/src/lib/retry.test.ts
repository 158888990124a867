// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { backoff, pause } from "./retry";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("the wait doubles from a quarter of a second to ten seconds, spread by chance", () => {
  expect([0, 1, 2, 5, 6, 40].map((attempt) => backoff(attempt, () => 1))).toEqual([250, 500, 1000, 8000, 10_000, 10_000]);
  expect(backoff(0, () => 0)).toBe(125);
});

test("a pause ends by itself", async () => {
  const ended = vi.fn();
  void pause(1000).then(ended);
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

test.each([
  ["the network is back", () => window.dispatchEvent(new Event("online"))],
  ["the page is seen again", () => document.dispatchEvent(new Event("visibilitychange"))],
])("a pause ends at once when %s", async (_why, happen) => {
  const ended = vi.fn();
  void pause(10_000).then(ended);
  happen();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledOnce();
});

test("a pause ends when it is woken", async () => {
  const wake = new AbortController();
  const ended = vi.fn();
  void pause(10_000, wake.signal).then(ended);
  wake.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledOnce();
});
