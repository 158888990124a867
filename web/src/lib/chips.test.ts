import { expect, test } from "vitest";

import { chipsOf, type Chip } from "./chips";
import type { Ground, Piece, Terrain } from "./scene";

const square = (id: string, left: number, low: number, side: number, height = 2): Terrain => ({
  id, kind: "wall", label: { key: "wall" }, height, points: [[left, low], [left + side, low], [left + side, low + side], [left, low + side]],
});
const ground = (...terrain: Terrain[]) => ({ size: [1000, 1000], measure: 1, terrain }) as Ground;
const base = (x: number, y: number, radius: number): Piece => ({ id: `${x}`, kind: "model", base: { at: [x, y], radius } });
const chips = (table: Ground, pieces: Piece[] = []) => chipsOf(table, pieces, 1, (units) => `${units}in`, () => false);
const middle = ({ x, y, width, height }: Chip) => [x + width / 2, y + height / 2];
const clear = (chip: Chip, { base }: Piece) => {
  const [x, y] = [base!.at[0]!, 1000 - base!.at[1]!];
  return Math.hypot(Math.max(chip.x - x, 0, x - chip.x - chip.width), Math.max(chip.y - y, 0, y - chip.y - chip.height)) >= base!.radius;
};

test("the sign of a piece lies in its middle", () => {
  const [only] = chips(ground(square("a", 400, 400, 200)));
  expect(middle(only!)).toEqual([500, 500]);
});

test("where somebody stands on it, it lies beside him, still on its piece", () => {
  const who = base(500, 500, 40);
  const [only] = chips(ground(square("a", 400, 400, 200)), [who]);
  expect(clear(only!, who)).toBe(true);
  expect(only!.x >= 400 && only!.y >= 400 && only!.x + only!.width <= 600 && only!.y + only!.height <= 600).toBe(true);
});

test("where its piece is taken it lies outside, beside neither base nor sign", () => {
  const who = base(500, 500, 62);
  const [one, other] = chips(ground(square("a", 460, 460, 80), square("b", 460, 340, 80)), [who]);
  expect(clear(one!, who) && clear(other!, who)).toBe(true);
  expect(Math.abs(one!.x - other!.x) >= one!.width || Math.abs(one!.y - other!.y) >= one!.height).toBe(true);
});

test("it stays on the table, and what has no room for one has none", () => {
  const [edge, ...rest] = chips(ground(square("a", 0, 0, 80), square("b", 700, 700, 18), square("c", 500, 500, 90, 0)), [base(40, 40, 70)]);
  expect(edge!.x >= 0 && edge!.y + edge!.height <= 1000).toBe(true);
  expect(rest).toEqual([]);
});
