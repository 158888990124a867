import { expect, test } from "vitest";
import python from "../../../src/shapan/engine/pictures.py?raw";
import { KINDS, groundOf, limbOf, PLANET, skylineOf, starsOf } from "./scenery";

const NAMES = ["torus", "halcyon", "braken", "helios"];

test.each(KINDS.ground)("the ground %s is the same at each drawing, and another one for each place", (kind) => {
  expect(groundOf(kind, "torus")).toEqual(groundOf(kind, "torus"));
  expect(new Set(NAMES.map((name) => JSON.stringify(groundOf(kind, name)))).size).toBe(NAMES.length);
  expect(groundOf(kind, "torus").length).toBeGreaterThan(1);
});

test.each(KINDS.skyline)("the skyline %s is the same at each drawing, and another one for each place", (kind) => {
  expect(new Set(NAMES.map((name) => JSON.stringify(skylineOf(kind, name)))).size).toBe(NAMES.length);
});

test("no two landscapes look alike", () => {
  expect(new Set(KINDS.ground.map((kind) => JSON.stringify(groundOf(kind, "torus")))).size).toBe(KINDS.ground.length);
});

test("a landscape that nobody has drawn is left out", () => {
  expect(groundOf("cheese", "torus")).toEqual([]);
});

test("a game can name what is drawn, and nothing else", () => {
  const named = /SCENERY: Final = \(([^)]*)\)/.exec(python)?.[1]?.match(/"(\w+)"/g)?.map((word) => word.slice(1, -1)) ?? [];
  expect([...named].sort()).toEqual([...new Set([...KINDS.ground, ...KINDS.skyline, "space"])].sort());
});

test("a planet rises below the upper edge of its tile, wherever it stands", () => {
  for (const name of NAMES) {
    const { x, y, r } = limbOf(name);
    expect(y - r).toBeGreaterThan(0);
    for (const edge of [0, PLANET.width]) expect(y - Math.sqrt(r * r - (edge - x) ** 2), name).toBeLessThan(60);
  }
});

test("no picture is large: its paths are short, and every number is rounded", () => {
  for (const layers of [...KINDS.ground.map((kind) => groundOf(kind, "torus")), ...KINDS.skyline.map((kind) => skylineOf(kind, "torus")), starsOf("map", 1200, 584, 110)]) {
    expect(layers.length).toBeLessThanOrEqual(4);
    expect(layers.map(([, path]) => path).join("").length).toBeLessThan(18_000);
    expect(JSON.stringify(layers)).not.toMatch(/NaN|Infinity|undefined|\.\d\d/);
  }
});
