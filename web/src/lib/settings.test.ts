// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { calm, settings } from "./settings.svelte";

let end = () => undefined as void;
beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset["theme"];
  window.matchMedia = vi.fn(() => ({ matches: false }) as MediaQueryList);
});
afterEach(() => end());

test("without a choice the table is dark, even where the system is light", () => {
  window.matchMedia = vi.fn(() => ({ matches: true }) as MediaQueryList);
  end = settings.begin();
  expect(settings.theme).toBe("dark");
});

test("the page's theme holds, and what was chosen here holds more", () => {
  document.documentElement.dataset["theme"] = "light";
  end = settings.begin();
  expect(settings.theme).toBe("light");
  settings.turn();
  end();
  document.documentElement.dataset["theme"] = "light";
  end = settings.begin();
  expect(settings.theme).toBe("dark");
});

test("what is set is kept, what is spoiled is read as the default", () => {
  end = settings.begin();
  settings.sound = false;
  settings.speed = "fast";
  settings.keys = false;
  settings.volume = 7;
  settings.mute("m", [2], true);
  end();
  end = settings.begin();
  expect([settings.sound, settings.speed, settings.keys, settings.volume]).toEqual([false, "fast", false, 1]);
  expect(settings.isMuted("m", 2)).toBe(true);
  expect(settings.isMuted("other", 2)).toBe(false);
  end();
  localStorage.setItem("shapan.speed", "warp");
  localStorage.setItem("shapan.volume", "loud");
  localStorage.setItem("shapan.muted", "{");
  end = settings.begin();
  expect([settings.speed, settings.volume, settings.muted.length]).toEqual(["normal", 0.6, 0]);
});

test("another tab's choice is taken over", () => {
  end = settings.begin();
  localStorage.setItem("shapan.sound", "off");
  window.dispatchEvent(new StorageEvent("storage", { key: "shapan.sound" }));
  expect(settings.sound).toBe(false);
});

test("nothing moves where the player has switched it off", () => {
  end = settings.begin();
  expect(calm()).toBe(false);
  settings.speed = "off";
  expect(calm()).toBe(true);
  settings.speed = "normal";
});
