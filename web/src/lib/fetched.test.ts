// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { fetched, missed } from "./fetched.svelte";

test("what could not be fetched is missed until it is here", async () => {
  vi.useFakeTimers();
  const load = vi.fn().mockRejectedValueOnce(new TypeError("gone")).mockRejectedValueOnce(new TypeError("gone")).mockResolvedValue("part");
  const part = fetched(load);
  const other = fetched(() => Promise.resolve("other"));
  await expect(other).resolves.toBe("other");
  expect(missed.parts).toBe(1);
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(part).resolves.toBe("part");
  expect([load.mock.calls.length, missed.parts]).toEqual([3, 0]);
  vi.useRealTimers();
});

test("no part of the page is fetched only once", () => {
  const sources = import.meta.glob<string>("../**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });
  const once = Object.entries(sources).filter(([name, text]) => !name.endsWith(".test.ts") && /(?<!typeof |fetched\(\(\) => )import\("/.test(text));
  // The first gives its caller what to fetch, the second fetches ahead at leisure.
  expect(once.map(([name]) => name).sort()).toEqual(["../main.ts", "./fair.svelte.ts"]);
});
