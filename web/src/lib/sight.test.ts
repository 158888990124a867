/** The arithmetic of the window on a map, for each rule of the camera. */
import { expect, test } from "vitest";

import { alike, around, asked, beside, between, beyond, framed, hold, home, meant, shows, stretch, whole, zoomed, type Box, type Window, type World } from "./sight";

const size = { width: 700, height: 400 };
const map = (box: Box, rest: Partial<World> = {}): World => ({ box, least: 0.5, most: 2, closest: 4, rim: 16, ...rest });
/** Maps of every shape, far larger and far smaller than the window. */
const WORLDS = [map([0, 0, 1000, 500]), map([200, 100, 500, 900]), map([0, 0, 40, 40]), map([-50, 0, 6000, 300]), map([0, 0, 3600, 3600], { bounds: [-400, -400, 4000, 4000] })];
const SIZES = [size, { width: 390, height: 340 }, { width: 1240, height: 892 }];

test("all that lies there is shown with its rim, as large as the window allows in one direction", () => {
  for (const world of WORLDS)
    for (const room of SIZES) {
      const all = whole(world, room);
      expect(shows(all, room, world.box)).toBe(true);
      const [left, top, right, bottom] = world.box;
      const fills = [(right - left) * all.scale + 32 - room.width, (bottom - top) * all.scale + 32 - room.height];
      if (all.scale < world.most) expect(Math.max(...fills)).toBeCloseTo(0, 6);
      expect(Math.max(...fills)).toBeLessThan(1e-6);
    }
});

test("not the grid is fitted, but what lies there", () => {
  const all = whole(map([800, 0, 1000, 100]), size);
  expect([all.x, all.y, all.scale]).toEqual([900, 50, 2]);
});

test("it begins with all of it where that can be read, else near what is asked about", () => {
  const world = map([0, 0, 4000, 400]);
  expect(whole(world, size).scale).toBeLessThan(world.least);
  expect(home(world, size, []).scale).toBe(world.least);
  const begun = home(world, size, [[3800, 100, 3900, 200]]);
  expect(begun.scale).toBe(world.least);
  expect(shows(begun, size, [3800, 100, 3900, 200])).toBe(true);
  const small = map([0, 0, 800, 400]);
  expect(home(small, size, [[700, 0, 800, 100]])).toEqual(whole(small, size));
  expect(home({ ...world, start: [0, 0] }, size, []).x).toBe(700 - 32);
});

test("a question moves the window only if something of it is out of sight or too small", () => {
  const world = map([0, 0, 4000, 2000]);
  const now: Window = { x: 1000, y: 500, scale: 0.6 };
  expect(asked(world, size, now, [])).toBeNull();
  expect(asked(world, size, now, [[900, 400, 1100, 600]])).toBeNull();
  expect(asked(world, size, now, [[3000, 400, 3100, 600]])).not.toBeNull();
  const nearer = asked(world, size, { ...now, scale: 0.3 }, [[900, 400, 1100, 600]]);
  expect(nearer?.scale).toBe(world.least);
});

test("a question shows all that it is about, and nothing of it is left out", () => {
  const corners = (box: Box): Box[] => [[box[0], box[1], box[0] + 1, box[1] + 1], [box[2] - 1, box[3] - 1, box[2], box[3]]];
  for (const world of WORLDS)
    for (const room of SIZES)
      for (const scale of [0.05, 0.5, 3])
        for (const about of [corners(world.box), corners(world.box).slice(0, 1)]) {
          const now = hold(world, room, { x: 0, y: 0, scale });
          const to = asked(world, room, now, about) ?? now;
          for (const box of about) expect(shows(to, room, box)).toBe(true);
          expect(asked(world, room, to, about)).toBeNull();
        }
});

test("it comes no nearer than it was for what fits, and goes farther for what does not", () => {
  const world = map([0, 0, 4000, 2000]);
  const now = hold(world, size, { x: 200, y: 200, scale: 1 });
  expect(asked(world, size, now, [[3000, 1000, 3100, 1100]])?.scale).toBe(1);
  expect(asked(world, size, now, [[0, 0, 10, 10], [3990, 1990, 4000, 2000]])?.scale).toBeLessThan(world.least);
});

test("round the two sides of a duel lies as much as is asked for", () => {
  const world = map([0, 0, 4000, 4000]);
  const now = hold(world, size, { x: 0, y: 0, scale: 3 });
  const duel: Box = [2000, 2000, 2100, 2100];
  const to = asked(world, size, now, [duel], 0, 300);
  expect(shows(to!, size, [1700, 1700, 2400, 2400])).toBe(true);
});

test("a zoom leaves what is under the pointer where it is, up to its ends", () => {
  const world = map([0, 0, 1000, 500]);
  const all = whole(world, size);
  const at = [500, 250] as const;
  const where = (win: Window) => (at[0] - win.x) * win.scale;
  const near = zoomed(world, size, all, 2, at);
  expect(where(near)).toBeCloseTo(where(all), 6);
  expect(zoomed(world, size, near, 1_000, at).scale).toBe(world.closest);
  expect(zoomed(world, size, near, 0.001, at)).toEqual(all);
});

test("the window never leaves the map, and farther than all of it nothing is", () => {
  for (const world of WORLDS)
    for (const room of SIZES)
      for (const to of [{ x: -9e9, y: 9e9, scale: 1 }, { x: 9e9, y: -9e9, scale: 9 }, { x: 0, y: 0, scale: 1e-9 }]) {
        const { x, y, scale } = hold(world, room, to);
        const [left, top, right, bottom] = world.bounds ?? world.box;
        const [dx, dy, rim] = [room.width / scale / 2, room.height / scale / 2, world.rim / scale + 1e-6];
        expect(dx * 2 > right - left || (x - dx >= left - rim && x + dx <= right + rim)).toBe(true);
        expect(dy * 2 > bottom - top || (y - dy >= top - rim && y + dy <= bottom + rim)).toBe(true);
      }
});

test("a table's bounds may lie farther out than what stands there", () => {
  const world = map([1000, 1000, 1400, 1400], { bounds: [0, 0, 3600, 3600] });
  expect(hold(world, size, { x: 0, y: 0, scale: 0 }).scale).toBeLessThan(whole(world, size).scale);
  expect(shows(hold(world, size, { x: 0, y: 0, scale: 0 }), size, [0, 0, 3600, 3600])).toBe(true);
});

test("a thing that somebody goes to is near, and in the middle where the map allows it", () => {
  const world = map([0, 0, 4000, 2000]);
  const to = beside(world, size, home(world, size, []), [2000, 1000, 2100, 1100]);
  expect([to.x, to.y]).toEqual([2050, 1050]);
  expect(to.scale).toBeGreaterThan(world.least);
  expect(framed(world, size, [2000, 1000, 2100, 1100], 0, 1).scale).toBe(1);
});

test("on the way from one window to another it begins here and ends there", () => {
  const [from, to] = [{ x: 0, y: 100, scale: 1 }, { x: 50, y: 0, scale: 4 }];
  expect([between(from, to, 0), between(from, to, 1)]).toEqual([from, to]);
  expect(between(from, to, 0.5).scale).toBeGreaterThan(1);
  expect(alike(from, { x: 1, y: 100, scale: 1.001 })).toBe(true);
  expect(alike(from, to)).toBe(false);
});

test("every target is in sight or counted at one edge", () => {
  const now: Window = { x: 500, y: 500, scale: 1 };
  const boxes: Box[] = [];
  for (let x = -600; x < 1600; x += 130) for (let y = -600; y < 1600; y += 130) boxes.push([x, y, x + 40, y + 40]);
  const found = beyond(now, size, boxes);
  const inSight = boxes.filter(([x, y]) => Math.abs(x + 20 - 500) <= 350 && Math.abs(y + 20 - 500) <= 200);
  expect(found.reduce((sum, one) => sum + one.boxes.length, 0) + inSight.length).toBe(boxes.length);
  expect(found.map(({ side }) => side).sort()).toEqual(["bottom", "left", "right", "top"]);
  expect(found.every(({ along }) => along >= 0 && along <= 1)).toBe(true);
  expect(beyond(now, size, [[900, 500, 940, 540]])).toMatchObject([{ side: "right" }]);
  expect(beyond(now, size, [[480, 480, 520, 520]])).toEqual([]);
});

test("a finger beside a small target means it; of two that claim the point the nearer one", () => {
  const disc = (x: number, least = 44) => ({ x, y: 100, width: 12, height: 12, least });
  expect(meant([disc(100)], 118, 100)).toBe(0);
  expect(meant([disc(100)], 124, 100)).toBe(-1);
  expect(meant([disc(100), disc(130)], 113, 100)).toBe(0);
  expect(meant([disc(100), disc(130)], 117, 100)).toBe(1);
  expect(meant([{ ...disc(100), width: 200, height: 200 }, disc(150)], 160, 100)).toBe(1);
  expect(meant([disc(100, 0)], 110, 100)).toBe(-1);
});

test("a map is drawn higher or lower than it says, so far as it still looks right", () => {
  expect(stretch([0, 0, 100, 100], { width: 232, height: 252 }, 16, [0.8, 1.4])).toBeCloseTo(1.1);
  expect(stretch([0, 0, 100, 100], { width: 232, height: 900 }, 16, [0.8, 1.4])).toBe(1.4);
  expect(stretch([0, 0, 100, 100], { width: 900, height: 232 }, 16, [0.8, 1.4])).toBe(0.8);
  expect(around([])).toBeNull();
});

test("a map that is read is never shown smaller than it can be read: its beginning comes into sight, the rest is scrolled to", () => {
  const page = map([0, 0, 366, 900], { least: 1, most: 1, rim: 0, firm: true });
  const now: Window = { x: 183, y: 800, scale: 1 };
  const to = asked(page, { width: 366, height: 250 }, now, [[0, 100, 100, 160], [0, 500, 100, 560]]);
  expect(to).toEqual({ x: 183, y: 225, scale: 1 });
  const most = asked(page, { width: 366, height: 250 }, now, [[0, 100, 100, 160], [0, 500, 100, 560], [0, 570, 100, 630]]);
  expect(most).toEqual({ x: 183, y: 625, scale: 1 });
  expect(asked({ ...page, firm: false }, { width: 366, height: 250 }, now, [[0, 100, 100, 160], [0, 500, 100, 560]])?.scale).toBeLessThan(1);
});
