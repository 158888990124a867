// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import type { SeatInfo } from "./protocol";
import type { Table } from "./table.svelte";
import { isFirstTable, MATCHES, readKept, tipped, Tips, type Kept } from "./tips.svelte";

beforeEach(() => localStorage.clear());

const seat = (kind: string, bot = "") => ({ seat: 0, name: "", kind, bot }) as SeatInfo;

/** How many of ten questions of a kind have a tip. */
function count(kept: Kept, match: string, kind: string): [number, Kept] {
  let times = 0;
  for (let asked = 0; asked < 10; asked++) {
    const next = tipped(kept, match, kind);
    if (next) [kept, times] = [next, times + 1];
  }
  return [times, kept];
}

test("tips fade over three matches", () => {
  let kept = readKept(null);
  let times: number;
  [times, kept] = count(kept, "a", "tip.move");
  expect(times).toBe(MATCHES);
  [times, kept] = count(kept, "b", "tip.move");
  expect(times).toBe(0);
  [times, kept] = count(kept, "b", "tip.action");
  expect(times).toBe(2);
  [times, kept] = count(kept, "c", "tip.vote");
  expect(times).toBe(1);
  [times, kept] = count(kept, "d", "tip.new");
  expect(times).toBe(0);
  expect(kept.matches).toEqual(["a", "b", "c"]);
});

test("what somebody has spoiled counts as nothing", () => {
  expect(readKept("[")).toEqual({ matches: [], told: {} });
  expect(readKept('{"matches": [1, "a"], "told": {"x": "y", "z": 2}}')).toEqual({ matches: ["a"], told: { z: 2 } });
});

test("tips are for one person among beginners", () => {
  expect(isFirstTable([seat("you"), seat("bot", "odds:65"), seat("bot", "novice")])).toBe(true);
  expect(isFirstTable([seat("you"), seat("bot", "greedy")])).toBe(false);
  expect(isFirstTable([seat("you"), seat("player"), seat("bot", "odds:65")])).toBe(false);
  expect(isFirstTable([seat("player"), seat("bot", "odds:65")])).toBe(false);
});

test("a tip that was put away does not come again, one that was passed over does", () => {
  const asked = (ordinal: number) => ({ ordinal, kind: "move" });
  const table = { boot: { game: "g", match: "a" }, frame: { seats: [seat("you"), seat("bot", "novice")] }, texts: { "tip.move": "Move." }, decision: asked(1) };
  const tips = new Tips(table as unknown as Table);
  const shown = (ordinal: number): string => {
    table.decision = asked(ordinal);
    tips.asked();
    return tips.text;
  };
  expect([shown(1), shown(2)]).toEqual(["Move.", "Move."]);
  tips.close();
  expect([tips.text, shown(3), shown(4)]).toEqual(["", "", ""]);
});
