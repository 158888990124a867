import { expect, test } from "vitest";
import { marksOf, type Mark, type RecordedFrame } from "./reel";
import { clustersOf, stepIn } from "./staging";

const mark = (step: number, staging: string): Mark => ({ step, staging, seat: -1, event: { key: `event ${step}` } });

test("moments and landmarks are marks, and an event that is both is one", () => {
  const staged = { key: "voted", moment: { staging: "vote", beats: [], length: 1 } };
  const frames = [{ events: [{ key: "plain" }, staged] }, { events: [staged], notes: [0] }, { events: [{ key: "won" }], notes: [0] }] as unknown as RecordedFrame[];
  expect(marksOf(frames).map(({ step, staging }) => [step, staging])).toEqual([
    [0, "vote"],
    [1, "vote"],
    [2, ""],
  ]);
});

test("what stands too near is one cluster, with the sign of the weightiest; landmarks have none", () => {
  const found = clustersOf([mark(0, "check"), mark(3, "die"), mark(4, "reveal"), mark(50, "vote"), mark(60, ""), mark(100, "fight")], 101, 0.05);
  expect(found.map(({ chief, marks, at }) => [chief.staging, marks.length, at])).toEqual([
    ["reveal", 3, 0],
    ["vote", 1, 0.5],
    ["fight", 1, 1],
  ]);
});

test("a cluster leads to its chief first, then round all it holds", () => {
  const [cluster] = clustersOf([mark(0, "check"), mark(3, "die"), mark(4, "reveal")], 101, 0.05);
  expect(stepIn(cluster!, 80)).toBe(4);
  expect(stepIn(cluster!, 4)).toBe(0);
  expect(stepIn(cluster!, 0)).toBe(3);
});

test("a kind that has no sign of its own ranks last", () => {
  const [cluster] = clustersOf([mark(1, "unheard"), mark(2, "roll")], 101, 0.05);
  expect(cluster!.chief.staging).toBe("roll");
});
