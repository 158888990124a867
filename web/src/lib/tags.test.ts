import { expect, test } from "vitest";

import { placed } from "./tags";

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
