// @vitest-environment jsdom
/** The camera of every map: a question moves it, whoever looks has the last word, others are followed. */
import { beforeEach, expect, test, vi } from "vitest";

import { Camera } from "./camera.svelte";
import { whole, type Box, type World } from "./sight";

const WORLD: World = { box: [0, 0, 4000, 2000], least: 0.5, most: 2, closest: 4, rim: 16 };
const [WEST, EAST]: [Box, Box] = [[0, 0, 100, 100], [3900, 1900, 4000, 2000]];

function camera(world = WORLD, match = "m"): Camera {
  const made = new Camera(() => world, match);
  [made.width, made.height] = [700, 400];
  return made;
}
const asks = (one: Camera, ordinal: number, about: Box[], kind = "move", step = `${ordinal}`) => one.ask({ step, ordinal, kind, about });

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  document.documentElement.style.setProperty("--t-move", "0");
});

test("a question goes where it is about, and does not move what is seen already", () => {
  const one = camera();
  asks(one, 1, [WEST]);
  const begun = one.win;
  expect(one.isSeen([WEST])).toBe(true);
  asks(one, 2, [WEST]);
  expect(one.win).toEqual(begun);
  asks(one, 3, [EAST]);
  expect(one.isSeen([EAST])).toBe(true);
  expect(one.win.scale).toBe(begun.scale);
  asks(one, 4, [WEST, EAST]);
  expect(one.isSeen([WEST, EAST])).toBe(true);
});

test("after he has moved it, the window is his for this question, whatever he picks", () => {
  const one = camera();
  asks(one, 1, [WEST]);
  one.pan(-600, -300);
  const own = one.win;
  asks(one, 1, [WEST], "move", "1 picked");
  expect(one.win).toEqual(own);
  expect(one.beyond([WEST])).toMatchObject([{ side: "left", boxes: [WEST] }]);
  asks(one, 2, [WEST], "build");
  expect(one.isSeen([WEST])).toBe(true);
});

test("his view comes back for each kind of question, in this match and on another day", () => {
  const one = camera();
  asks(one, 1, [WEST]);
  one.zoom(2, [3000, 1500]);
  const own = one.win;
  asks(one, 2, [WEST], "build");
  expect(one.isSeen([WEST])).toBe(true);
  asks(one, 3, [WEST], "move");
  expect(one.win).toMatchObject({ x: own.x, y: own.y, scale: expect.closeTo(own.scale) });
  const again = camera();
  asks(again, 9, [WEST], "move");
  expect(again.win.scale).toBeCloseTo(own.scale, 9);
  const elsewhere = camera(WORLD, "another match");
  asks(elsewhere, 9, [WEST], "move");
  expect(elsewhere.isSeen([WEST])).toBe(true);
});

test("to fit it is a view of his own too, and forgets the one before", () => {
  const one = camera();
  asks(one, 1, [WEST]);
  one.zoom(3);
  vi.runAllTimers();
  one.fit();
  vi.runAllTimers();
  expect(one.fitted).toBe(true);
  expect(JSON.parse(localStorage.getItem("shapan.views") ?? "[]")).toEqual([]);
});

test("where nothing is kept, or what is kept is spoiled, it goes by the rules", () => {
  for (const spoiled of ["{", "7", '[["m","move",1,2]]', '[["m","move",1,2,-3]]', '[["m","move","a","b","c"]]']) {
    localStorage.setItem("shapan.views", spoiled);
    const one = camera();
    asks(one, 1, [WEST]);
    expect(one.isSeen([WEST])).toBe(true);
  }
});

test("an arrow leads to what lies beyond the edge", () => {
  const one = camera();
  asks(one, 1, [WEST]);
  one.pan(-1200, -600);
  const [arrow] = one.beyond([WEST]);
  one.reach(arrow!);
  expect(one.isSeen([WEST])).toBe(true);
  expect(one.beyond([WEST])).toEqual([]);
});

test("a window of another size keeps its middle, and a fitted map is fitted again", () => {
  const small: World = { ...WORLD, box: [0, 0, 800, 400] };
  const one = camera(small);
  expect(one.fitted).toBe(true);
  [one.width, one.height] = [1200, 800];
  expect(one.win).toEqual(whole(small, { width: 1200, height: 800 }));
  const far = camera();
  far.go({ x: 2000, y: 1000, scale: 1 });
  [far.width, far.height] = [1200, 800];
  expect([far.win.x, far.win.y, far.win.scale]).toEqual([2000, 1000, 1]);
});

test("a map that is drawn higher in another window keeps its middle too", () => {
  let ratio = 1;
  const one = new Camera(() => ({ ...WORLD, ratio, box: [0, 0, 4000, 2000 * ratio] }), "");
  [one.width, one.height] = [700, 400];
  one.go({ x: 2000, y: 800, scale: 1 });
  ratio = 1.25;
  [one.width, one.height] = [700, 700];
  expect([one.win.x, one.win.y]).toEqual([2000, 1000]);
});

test("its buttons end where it ends", () => {
  const one = camera();
  one.fit();
  expect([one.farthest, one.fitted, one.closest]).toEqual([true, true, false]);
  one.closer();
  expect([one.farthest, one.fitted, one.closest]).toEqual([false, false, false]);
  for (let press = 0; press < 30; press++) one.closer();
  expect([one.farthest, one.closest]).toEqual([false, true]);
  for (let press = 0; press < 30; press++) one.out();
  expect(one.farthest).toBe(true);
});

test("others are followed if they are still at it after a while, out of sight, and he has not looked elsewhere", () => {
  const one = camera();
  asks(one, 1, [WEST]);
  const begun = one.win;
  one.follow([EAST], () => true);
  vi.advanceTimersByTime(399);
  expect(one.win).toEqual(begun);
  vi.advanceTimersByTime(2);
  expect(one.isSeen([EAST])).toBe(true);

  const asked = camera();
  asks(asked, 1, [WEST]);
  asked.follow([EAST], () => false);
  vi.advanceTimersByTime(500);
  expect(asked.win).toEqual(begun);

  const held = camera();
  asks(held, 1, [WEST]);
  held.down = true;
  held.follow([EAST], () => true);
  vi.advanceTimersByTime(500);
  expect(held.win).toEqual(begun);

  const own = camera();
  asks(own, 1, [WEST]);
  own.pan(10, 10);
  const his = own.win;
  own.follow([EAST], () => true);
  vi.advanceTimersByTime(500);
  expect(own.win).toEqual(his);
});

test("a question that comes while a pointer is down waits until it is up", () => {
  const one = camera();
  asks(one, 1, [WEST]);
  one.down = true;
  asks(one, 2, [EAST]);
  expect(one.isSeen([EAST])).toBe(false);
  one.lift();
  expect(one.isSeen([EAST])).toBe(true);
});

test("V shows all of the map, then all that stands there, then what is asked about, and begins again", () => {
  const one = camera({ ...WORLD, bounds: [-500, -500, 4500, 2500] });
  const standing: Box[] = [[1000, 500, 1400, 700]];
  const scales: number[] = [];
  for (let press = 0; press < 4; press++) {
    one.turn(standing, [[1000, 500, 1010, 510]]);
    scales.push(one.win.scale);
  }
  expect(scales[0]).toBeLessThan(scales[1]!);
  expect(one.isSeen([[1000, 500, 1010, 510]])).toBe(true);
  expect(scales[3]).toBe(scales[0]);
});

test("it goes to a question once, over a short while", () => {
  document.documentElement.style.setProperty("--t-move", "280");
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
  const one = camera();
  asks(one, 1, [WEST]);
  const begun = one.win;
  asks(one, 2, [EAST]);
  expect(one.win).toEqual(begun);
  const now = performance.now();
  frames.shift()!(now + 140);
  expect(one.win.x).toBeGreaterThan(begun.x);
  expect(one.isSeen([EAST])).toBe(false);
  frames.shift()!(now + 400);
  expect(one.isSeen([EAST])).toBe(true);
  expect(frames).toEqual([]);
  vi.unstubAllGlobals();
});
