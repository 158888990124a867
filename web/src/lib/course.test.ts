import { expect, test } from "vitest";

import { angleOf, lineBetween, stars, wayOf } from "./course";

const far = (one: { x: number; y: number }, other: { x: number; y: number }) => Math.hypot(one.x - other.x, one.y - other.y);

test("nobody stands above or below the sun, where words and numbers are", () => {
  for (let seats = 2; seats <= 6; seats++) {
    for (let place = 0; place < seats; place++) {
      const from = Math.abs(Math.cos((angleOf(place, seats) * Math.PI) / 180));
      expect(from).toBeGreaterThan(0.5);
    }
  }
});

test("marks never lie on each other, whatever each has reached, on a laptop, on a desk and on a phone", () => {
  for (const [width, height, aside, mark] of [
    [948, 106, 130, 21],
    [1064, 220, 44, 26],
    [366, 90, 24, 19],
  ] as const) {
    for (let seats = 2; seats <= 6; seats++) {
      const order = Array.from({ length: seats }, (_, seat) => seat);
      for (let round = 0; round < 40; round++) {
        const reached = order.map((seat) => (round * 7 + seat * (round % 5)) % (seats + 2));
        const { spots } = wayOf(width, height, seats + 1, reached.map((steps) => Math.min(steps, seats)), order, aside, mark + 6);
        for (const one of spots) for (const other of spots) if (one.seat < other.seat) expect(far(one, other)).toBeGreaterThanOrEqual(mark);
      }
    }
  }
});

test("an orbit for each step, inward, and the sun for who has come all the way", () => {
  const way = wayOf(1000, 240, 5, [0, 3, 5], [0, 1, 2]);
  expect(way.orbits.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4]);
  const wide = way.orbits.map(({ rx }) => rx);
  expect(wide).toEqual([...wide].sort((a, b) => b - a));
  const from = way.spots.map((spot) => far(spot, way));
  expect(from[0]).toBeGreaterThan(from[1]!);
  expect(from[1]).toBeGreaterThan(from[2]!);
  expect(way.orbits.every(({ named }) => named)).toBe(true);
});

test("numbers of orbits that lie close are left out rather than drawn on each other", () => {
  const { orbits } = wayOf(948, 106, 7, [], []);
  const named = orbits.filter(({ named }) => named);
  expect(named.length).toBeGreaterThan(1);
  expect(named.length).toBeLessThan(7);
  named.slice(1).forEach((orbit, index) => expect(named[index]!.ry - orbit.ry).toBeGreaterThanOrEqual(11.9));
});

test("seats go round in the order that is asked for, the first at the right", () => {
  const { spots } = wayOf(600, 200, 4, [0, 0, 0], [2, 0, 1]);
  expect(spots.map(({ seat }) => seat)).toEqual([2, 0, 1]);
  expect(spots[0]!.x).toBeGreaterThan(300);
});

test("a line begins and ends beside the marks", () => {
  const numbers = lineBetween({ seat: 0, x: 0, y: 0 }, { seat: 1, x: 100, y: 0 }, 20).match(/-?[\d.]+/g)!.map(Number);
  expect([numbers[0], numbers[4]]).toEqual([20, 80]);
});

test("the sky is the same at each drawing and lies within its frame", () => {
  expect(stars(300, 100, 20)).toEqual(stars(300, 100, 20));
  for (const { x, y } of stars(300, 100, 20)) expect(x >= 0 && x <= 300 && y >= 0 && y <= 100).toBe(true);
});

test("a frame that has no size yet breaks nothing", () => {
  const way = wayOf(0, 0, 3, [1, 2], [0, 1]);
  expect(way.spots.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
});
