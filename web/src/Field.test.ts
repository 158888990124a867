/** A table with a map: regions, tracks, dials, a case, secrets, and things that are alike. */
import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "./App.svelte";
import type { FrameMessage } from "./lib/protocol";
import type { Piece, Scene, Target } from "./lib/scene";
import type { Server } from "./lib/server";
import { settings } from "./lib/settings.svelte";
import { Table } from "./lib/table.svelte";
import { all, asked, BOOT, furnish, say, settle, serverOf } from "./testing/page";

const target = (code: number): Target => ({ code, label: say(`do.${code}`) });
const card = (id: string, code: number): Piece => ({ id, kind: "card", label: say("card"), mark: "4", suit: { letters: "AB", tone: 1 }, targets: [target(code)] });

const scene: Scene = {
  facts: [{ name: "grain", label: say("grain"), value: 3, most: 15, danger: 4 }],
  zones: [
    { id: "track", kind: "track", label: say("track"), zones: [{ id: "t0", kind: "space", label: say("zero"), flags: ["here"] }, { id: "t1", kind: "space", label: say("one"), flags: ["danger"] }] },
    {
      id: "map",
      kind: "map",
      size: [200, 100],
      shape: "M0 0H9",
      zones: [
        { id: "lab", kind: "room", label: say("lab"), at: [50, 10, 100, 40], flags: ["damaged"], targets: [target(1)] },
        { id: "sky", kind: "area", label: say("sky"), owner: 7, at: [0, 0, 40, 40], pieces: [{ id: "ship", kind: "ship", face: "s-x", label: say("ship"), count: 3, hits: 2 }] },
      ],
    },
  ],
  panels: [{ seat: 0, place: say("lab"), zones: [{ id: "own", kind: "secret", label: say("own"), pieces: [{ id: "own0", kind: "card", label: say("traitor") }] }] }],
  case: { title: say("storm"), goal: 7, summed: true, total: 5, upshots: [{ label: say("lost"), mood: "bad", stands: true }] },
  hand: [card("h0", 2), card("h1", 2), card("h2", 3)],
};
const frame = (many: boolean): FrameMessage => asked(scene, { many, ordered: false, targets: (many ? [2, 3] : [1, 2, 3]).map(target), done: many });

const answer = vi.fn<Server["answer"]>(() => Promise.resolve());
const picks = vi.fn<Server["picks"]>((_ordinal, picked) => Promise.resolve({ options: picked.length < 2 ? [target(2), target(3)] : [], done: true, done_binds: "final" }));
const server = serverOf({ texts: () => Promise.resolve({}), answer, picks });

let table: Table;
let app: ReturnType<typeof mount>;
let end: () => void;

beforeEach(async () => {
  vi.clearAllMocks();
  furnish();
  end = settings.begin();
  table = new Table(BOOT, server);
  app = mount(App, { target: document.body, props: { table } });
  table.take(frame(false));
  await settle();
});
afterEach(() => {
  end();
  void unmount(app);
});

test("a region stands at its place on the map, says that it is damaged, and is chosen by a click", async () => {
  const room = all("[data-zone=lab]")[0]!;
  expect([room.style.left, room.style.top, room.style.width, room.style.height]).toEqual(["25%", "10%", "50%", "40%"]);
  expect(room.classList).toContain("damaged");
  expect(all("[data-zone=sky] .cover")).toHaveLength(0);
  // It is a target where it stands, and a row in the desk.
  expect(all(".answers [data-code='1']")).toHaveLength(1);
  room.querySelector<HTMLElement>(".cover")!.click();
  await settle();
  expect(answer.mock.calls[0]?.[2]).toEqual([1]);
});

test("a region is seen to be a seat's, in that seat's colour, or nobody's", () => {
  const [sky, lab] = [all("[data-zone=sky]")[0]!, all("[data-zone=lab]")[0]!];
  expect([...sky.classList]).toContain("owned");
  expect(sky.style.getPropertyValue("--seat")).toBe("var(--seat-2)");
  expect([...lab.classList]).not.toContain("owned");
  expect([...lab.classList]).toContain("zone-bad");
});

test("a card is a line of its number, its type and its name, and paper with the colour of its kind where the hand is open", async () => {
  const line = () => all("[data-piece=h0]")[0]!;
  expect([...line().querySelector(".head")!.classList]).toEqual(expect.arrayContaining(["tone", "tone-1"]));
  expect([line().querySelector(".head")?.textContent, line().querySelector(".title")?.textContent]).toEqual(["4AB", "card"]);
  all(".holding .toggle")[0]!.click();
  await settle();
  const lying = line();
  expect([...lying.classList]).toEqual(expect.arrayContaining(["card", "paper"]));
  expect([...lying.querySelector(".band")!.classList]).toEqual(expect.arrayContaining(["tone", "tone-1"]));
});

test("ships tell how many they are and how often they were hit", () => {
  const ship = all("[data-piece=ship]")[0]!;
  expect(ship.querySelector(".count")?.textContent).toBe("3");
  expect(ship.querySelector(".hits")?.textContent?.trim()).toBe("2");
});

test("a dial in its red zone, the token on a track and the sum of a case are told in words", () => {
  expect(all(".fact.danger")[0]?.getAttribute("aria-label")).toContain("grain 3");
  expect(all(".track li.here")).toHaveLength(1);
  expect(all(".case .stands")[0]?.textContent).toContain("lost");
});

test("a secret lies face down until its owner looks at it", async () => {
  expect(all("[data-piece=own0]")).toHaveLength(0);
  all(".holding .other")[0]!.click();
  await settle();
  expect(all("[data-piece=own0]")).toHaveLength(0);
  all(".secret .look")[0]!.click();
  await settle();
  expect(all("[data-piece=own0]")).toHaveLength(1);
});

test("of cards that are alike each is picked by itself", async () => {
  table.take({ ...frame(true), decision: { ...frame(true).decision!, ordinal: 2 } });
  await settle();
  const [first, second] = all("#hand .piece");
  first!.click();
  await settle();
  expect(all("#hand .picked").map((node) => node.dataset["piece"])).toEqual(["h0"]);
  second!.click();
  await settle();
  expect(picks.mock.calls.at(-1)?.[1]).toEqual([2, 2]);
  expect(all("#hand .picked")).toHaveLength(2);
  second!.click();
  await settle();
  expect(table.row.picked).toEqual([2]);
});

test("tiles, what belongs to them and counters stand on a grid; what harms who does it is dashed alone", async () => {
  const harm: Target = { ...target(4), unmarked: true };
  const grid: Scene = {
    zones: [
      {
        id: "map",
        kind: "map",
        size: [100, 100],
        zones: [
          { id: "tile", kind: "tile", label: say("world"), at: [0, 0, 50, 50], flags: ["here"], pieces: [{ id: "o1", kind: "order", owner: 1, flags: ["face_down"] }] },
          { id: "plot", kind: "plot", label: say("land"), glyph: "t-x", owner: 0, at: [5, 20, 40, 25], pieces: [{ id: "c1", kind: "counter", face: "u-x", label: say("guard"), owner: 0, count: 2, targets: [harm] }] },
          { id: "link", kind: "link", label: say("way"), at: [50, 20, 10, 10], pieces: [{ id: "p1", kind: "plate", face: "t-y", label: say("boat"), owner: 1, targets: [target(5)] }] },
        ],
      },
    ],
  };
  const next = asked(grid, { many: true, ordered: true, targets: [harm, target(5)], done: false });
  table.take({ ...next, decision: { ...next.decision!, ordinal: 2 } });
  await settle();
  expect(all(".region").map((node) => node.dataset.zone)).toEqual(["tile", "plot", "link"]);
  expect(all(".region.here").map((node) => node.dataset.zone)).toEqual(["tile"]);
  const [guard] = all("[data-piece=c1]");
  expect(guard?.className).toContain("counter");
  expect(guard?.className).toContain("other");
  expect(guard?.textContent).toContain("2");
  expect(all("[data-piece=p1]")[0]?.className).toContain("legal");
  expect(all("[data-piece=o1]")[0]?.className).toContain("order");
});
