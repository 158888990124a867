import { expect, test } from "vitest";

import type { Ground } from "./scene";
import { legTags, placed } from "./tags";

const disc = { x: 100, y: 100, radius: 10 };
const tag = { ...disc, width: 40, height: 20 };

test("a tag stands below its disc, and elsewhere where something is below it", () => {
  expect(placed([tag], [disc], 5)).toEqual([{ x: 80, y: 115 }]);
  expect(placed([tag], [disc, { x: 100, y: 125, radius: 10 }], 5)).toEqual([{ x: 80, y: 65 }]);
});

test("tags of neighbours do not lie on each other", () => {
  const [one, other] = placed([tag, { ...tag, x: 110 }], [disc, { ...disc, x: 110 }], 5);
  expect(Math.abs(one!.y - other!.y) >= 20 || Math.abs(one!.x - other!.x) >= 40).toBe(true);
});

test("where every side is taken the one that covers least is", () => {
  const all = [{ x: 100, y: 125, radius: 12 }, { x: 100, y: 75, radius: 12 }, { x: 135, y: 100, radius: 4 }, { x: 65, y: 100, radius: 12 }];
  expect(placed([tag], [disc, ...all], 5)).toEqual([{ x: 115, y: 90 }]);
});

test("what lies there already is not covered", () => {
  expect(placed([tag], [disc], 5, [[80, 115, 120, 135]])).toEqual([{ x: 80, y: 65 }]);
});

const ground = { size: [1000, 1000], measure: 10 } as Ground;
const length = (cost: number) => `${cost}″`;

test("the length of a leg lies on its middle", () => {
  const [only] = legTags(ground, [[100, 500], [500, 500]], [{ at: [500, 500], cost: 40 }], [], 20, 1, length);
  expect([only!.x + only!.width / 2, only!.y + only!.height / 2]).toEqual([300, 500]);
});

test("lengths of short legs lie neither on each other nor on who stands there", () => {
  const way = [[100, 500], [112, 500], [124, 500], [136, 500]];
  const legs = way.slice(1).map((at) => ({ at, cost: 1 }));
  const pieces = [{ id: "model.0", kind: "model", base: { at: [100, 500], radius: 12 } }];
  const tags = legTags(ground, way, legs, pieces, 12, 1, length);
  expect(tags.length).toBe(3);
  for (const [at, one] of tags.entries()) {
    for (const other of tags.slice(at + 1)) {
      expect(one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y || other.y + other.height <= one.y).toBe(true);
    }
    expect(one.y >= 512 || one.y + one.height <= 488 || one.x >= 112 || one.x + one.width <= 88).toBe(true);
  }
});
