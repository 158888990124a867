import { expect, test } from "vitest";

import type { Fact, Panel } from "./scene";
import { countsOf, pointsOf } from "./seat";

const fact = (name: string, more: Partial<Fact> = {}): Fact => ({ name, label: { key: name }, value: 1, glyph: `g-${name}`, ...more });

test("a seat wins by its first number that counts no cards; the others are its counts, then what lies before it with a number", () => {
  const zones = [
    { id: "row", kind: "row", pieces: [{ id: "w", kind: "card", face: "worker", mark: "3/4" }, { id: "b", kind: "card", face: "barracks", mark: "II" }, { id: "c", kind: "card", face: "x", mark: "2", suit: { letters: "A" } }] },
    { id: "own", kind: "secret", pieces: [{ id: "s", kind: "card", face: "y", mark: "9" }] },
  ];
  const panel: Panel = { seat: 0, facts: [fact("hand", { holds: "combat" }), fact("points"), fact("bare", { glyph: "" })], zones };
  expect(pointsOf(panel)?.name).toBe("points");
  expect(countsOf(panel).map(({ id, mark }) => [id, mark])).toEqual([["hand", undefined], ["w", "3/4"]]);
  expect(pointsOf({ seat: 0, facts: [fact("hand", { holds: "skill" })] })).toBeUndefined();
});
