import { describe, expect, it } from "vitest";
import type { Recording } from "./reel";
import { curve, judged, lineOf, positions, readAt, stepAt, timeLeft, turns, type Review, type ReviewPoint } from "./review";

const choice = (chance: number) => ({ codes: [1], labels: [{ key: "action.one" }], chance });
const point = (position: number, seat: number, best: number, chosen = best): ReviewPoint => ({
  position,
  seat,
  person: seat === 0,
  question: { key: "prompt.what" },
  rule: "X-1",
  chances: seat === 0 ? [best, 1 - best] : [1 - best, best],
  chosen: choice(chosen),
  best: choice(best),
  gain: best - chosen,
  looks: 150,
});
const review: Review = {
  match: "m",
  state: "done",
  done: 5,
  total: 5,
  measure: "chance",
  points: [point(0, 0, 0.5), point(1, 1, 0.5), point(2, 0, 0.52, 0.3), point(3, 1, 0.68), point(5, 0, 0.3)],
  end: { position: 6, chances: [1, 0] },
};
const recording = {
  seats: [],
  at: [0, 2, 3, 6],
  frames: [
    { events: [] },
    { events: [{ key: "rolled", with: { seat: { seat: 0 } } }] },
    { events: [{ key: "moved", with: { seat: { seat: 1 } } }] },
    { events: [{ key: "fell" }, { key: "won", with: { seat: { seat: 0 } } }, { key: "over" }], notes: [0] },
  ],
} as unknown as Recording;

describe("a review", () => {
  it("draws for each seat what it knew at its own decisions, and the end", () => {
    expect(curve(review, 0)).toEqual([
      { position: 0, chance: 0.5 },
      { position: 2, chance: 0.52 },
      { position: 5, chance: 0.3 },
      { position: 6, chance: 1 },
    ]);
    expect(curve({ ...review, points: review.points.slice(0, 1) }, 1)[0]).toEqual({ position: 0, chance: 0.5 });
    expect(positions(review)).toEqual([0, 1, 2, 3, 5, 6]);
  });
  it("blames nobody for what may be chance", () => {
    expect(judged(point(0, 0, 0.5, 0.47))).toBe("good");
    expect(judged(point(0, 0, 0.5, 0.3))).toBe("loss");
    expect(judged({ ...point(0, 0, 0.5, 0.3), even: true })).toBe("unclear");
  });
  it("reads a curve between its places", () => {
    const places = curve(review, 0);
    expect([readAt(places, -1), readAt(places, 4), readAt(places, 6), readAt([], 1)]).toEqual([0.5, 0.52, 1, 0]);
  });
  it("names the largest changes, and what they came from", () => {
    const found = turns(review);
    expect(found.map(({ seat, from, to }) => [seat, from, to])).toEqual([[0, 2, 5], [0, 5, 6]]);
    expect(found.map(({ decision }) => decision?.position)).toEqual([2, undefined]);
    for (const [index, one] of found.entries()) for (const other of found.slice(index + 1)) expect(one.to).toBeLessThanOrEqual(other.from);
  });
  it("blames a decision only for a loss that is mostly its own", () => {
    const blunder: Review = { ...review, points: [point(0, 0, 0.6, 0.35), point(4, 0, 0.33)], end: { position: 5, chances: [0.33, 0.67] } };
    expect(turns(blunder)).toMatchObject([{ seat: 0, from: 0, to: 4, before: 0.6, after: 0.33, decision: { position: 0 } }]);
    const luck: Review = { ...blunder, points: [point(0, 0, 0.6, 0.58), point(4, 0, 0.33)] };
    expect(turns(luck)[0]?.decision).toBeNull();
  });
  it("finds the step of a position, and the line that tells of a change", () => {
    expect([0, 1, 2, 5, 6].map((position) => stepAt(recording, position))).toEqual([0, 0, 1, 2, 3]);
    const turn = { seat: 0, from: 3, to: 6, before: 0.3, after: 1, decision: null };
    expect(lineOf(recording, turn)).toEqual({ event: { key: "fell" }, step: 3 });
    expect(lineOf(recording, { ...turn, from: 0, to: 3 })?.event.key).toBe("rolled");
    expect(lineOf(recording, { ...turn, from: 6, to: 7 })).toBeNull();
  });
});

describe("what is still to come of a review", () => {
  const making: Review = { ...review, state: "making", done: 3, total: 240 };
  it("is told in minutes, and at the end as less than one", () => {
    expect(timeLeft({ ...making, seconds: 400 })).toEqual({ key: "ui.review.minutes", count: 7 });
    expect(timeLeft({ ...making, seconds: 59 })).toEqual({ key: "ui.review.soon", count: 0 });
  });
  it("is not guessed where the server does not know it, and waits behind the reviews that come first", () => {
    expect(timeLeft(making)).toBeNull();
    expect(timeLeft({ ...making, state: "waiting", seconds: 400, ahead: 2 })).toEqual({ key: "ui.review.ahead", count: 2 });
  });
});
