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

test("a file that browsers remember as missing is fetched by another address, and is there from then on", async () => {
  vi.useFakeTimers();
  const missing = (url: string) => new TypeError(`Failed to fetch dynamically imported module: ${url}`);
  const load = vi.fn().mockRejectedValue(missing("https://table.example/assets/later-1.js"));
  const from = vi.fn().mockRejectedValueOnce(missing("https://table.example/assets/later-1.js?0")).mockResolvedValue("part");
  const part = fetched(load, from);
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(part).resolves.toBe("part");
  expect(load).toHaveBeenCalledTimes(1);
  expect(from.mock.calls.map(([url]) => url as string)).toEqual(["https://table.example/assets/later-1.js?0", "https://table.example/assets/later-1.js?1"]);
  await expect(fetched(load, from)).resolves.toBe("part");
  expect([from.mock.calls.length, missed.parts]).toEqual([2, 0]);
  vi.useRealTimers();
});

test("no part of the page is fetched only once", () => {
  const sources = import.meta.glob<string>("../**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });
  const once = Object.entries(sources).filter(([name, text]) => !name.endsWith(".test.ts") && /(?<!typeof |fetched\(\(\) => )import\("/.test(text));
  // The first gives its caller what to fetch, the second fetches ahead at leisure.
  expect(once.map(([name]) => name).sort()).toEqual(["../main.ts", "./fair.svelte.ts"]);
});
