import { expect, test } from "vitest";

import { offered, pageAt, pageOf, stopOf, tabOf } from "./pages";
import type { Decision } from "./protocol";
import type { Ground, Phrase, Piece, Scene, Target } from "./scene";
import { offersOf } from "./targets";

const say = (key: string): Phrase => ({ key });
const target = (code: number): Target => ({ code, label: say(`do.${code}`) });
const card = (id: string, ...codes: number[]): Piece => ({ id, kind: "card", targets: codes.map(target) });
const about = { title: say("storm"), goal: 7 };
const scene = (parts: Partial<Scene>): Scene => ({ zones: [{ id: "map", kind: "map", zones: [] }], ...parts });
const asked = (...codes: number[]): Decision => ({ targets: codes.map(target) }) as unknown as Decision;
const page = (parts: Partial<Scene>, ...codes: number[]) => pageOf(scene(parts), 0, offersOf(scene(parts), asked(...codes)));
const room = { id: "map", kind: "map", zones: [{ id: "lab", kind: "room", targets: [target(1)], pieces: [card("ship", 2)] }] };

test("a question opens the page where most can be chosen, the hand only where it is too much for a list", () => {
  expect(page({ zones: [room], hand: [card("h", 3)] }, 1, 2, 3)).toBe("table");
  const many = Array.from({ length: 25 }, (_, at) => 100 + at);
  expect(page({ zones: [room], hand: many.map((code) => card(`h${code}`, code)) }, 1, 2, ...many)).toBe("hand");
  expect(page({ zones: [room], hand: many.slice(1).map((code) => card(`h${code}`, code)) }, 1, 2, ...many.slice(1))).toBe("table");
});

test("own secrets and open rows belong to the hand, those of others do not", () => {
  const secret = (seat: number) => ({ seat, zones: [{ id: `s${seat}`, kind: "secret", pieces: [card(`c${seat}`, 5)] }] });
  expect(offered(scene({ panels: [secret(0)] }), 0, offersOf(scene({ panels: [secret(0)] }), asked(5))).hand).toBe(1);
  expect(offered(scene({ panels: [secret(1)] }), 0, offersOf(scene({ panels: [secret(1)] }), asked(5)))).toEqual({ table: 0, hand: 0, case: 0 });
  const rows = { zones: [{ id: "map", kind: "map" }, { id: "row", kind: "row", pieces: [card("d", 6)] }] };
  expect(offered(scene(rows), 0, offersOf(scene(rows), asked(6))).hand).toBe(1);
});

test("who stands on the table is chosen there, not in the hand, though a row of his player names him too", () => {
  const crew = { seat: 0, zones: [{ id: "crew", kind: "roll", pieces: [card("row.ann", 1), card("row.bob", 2)] }] };
  const stands = { id: "map", kind: "ground", pieces: [card("ann", 1), card("bob", 2)] };
  expect(page({ zones: [stands], panels: [crew] }, 1, 2)).toBe("table");
  const deeds = { id: "deeds", kind: "deeds", pieces: [card("walk", 3)] };
  expect(page({ zones: [stands, deeds], panels: [crew] }, 3)).toBe("table");
  expect(offered(scene({ panels: [crew] }), 0, offersOf(scene({ panels: [crew] }), asked(1, 2))).hand).toBe(0);
});

test("a point is asked for on the table, whatever is compared meanwhile; what is compared stands above a table to scale", () => {
  const duel = { sides: [] };
  const ground = { size: [1, 1], measure: 1, aim: { radius: 1 } } as unknown as Ground;
  expect(page({ zones: [{ id: "map", kind: "ground", ground }], duels: [duel] }, 9)).toBe("table");
  expect(page({ zones: [{ id: "map", kind: "ground" }], duels: [duel] }, 9)).toBe("case");
  const plain = { size: [1, 1], measure: 1 } as unknown as Ground;
  const zones = [{ id: "map", kind: "ground", ground: plain }];
  expect(page({ zones, duels: [{ ...duel, prospects: [{ label: say("keep"), code: 9 }] }], hand: [card("h", 9)] }, 9)).toBe("table");
  expect(pageAt(scene({ zones, duels: [duel] }), 0, "duel")).toBe("table");
  expect(pageAt(scene({ zones, duels: [duel] }), 0, "case")).toBe("case");
});

test("a question with buttons only is about the case, as long as it is open", () => {
  expect(page({ case: about }, 9)).toBe("case");
  expect(page({ case: { ...about, lasts: true } }, 9)).toBe("table");
  expect(page({ case: { ...about, over: true } }, 9)).toBe("table");
  expect(page({}, 9)).toBe("table");
});

test("what is offered by a card of the case leads there", () => {
  expect(page({ case: { ...about, zones: [{ id: "open", kind: "row", pieces: [card("x", 1)] }] } }, 1)).toBe("case");
});

test("a place is shown on the page on which it lies", () => {
  const secret = (seat: number) => ({ seat, zones: [{ id: `s${seat}`, kind: "secret", pieces: [card(`c${seat}`)] }] });
  const all = scene({ zones: [room, { id: "way", kind: "track" }], hand: [card("h")], panels: [secret(0), secret(1)], case: { ...about, zones: [{ id: "open", kind: "row" }] } });
  const at = (key: string) => pageAt(all, 0, key);
  expect(["zone:lab", "piece:ship", "piece:h", "zone:s0", "zone:open", "case", "duel"].map(at)).toEqual(["table", "table", "hand", "hand", "case", "case", "case"]);
  expect(["panel:1", "fact:1.votes", "goal:0"].map(at)).toEqual(["players", "players", "players"]);
  expect(["fact:store", "zone:way"].map(at)).toEqual(["table", "table"]);
  expect(["code:7", "steps", "zone:s1"].map(at)).toEqual(["", "", ""]);
  expect(pageAt({ zones: [{ id: "map", kind: "ring" }] }, 0, "panel:1")).toBe("table");
});

test("boards to choose from are the page of the players, and what lies nowhere has the page that the scene names", () => {
  const tab = (parts: Partial<Scene>, ...codes: number[]) => tabOf(scene(parts), 0, offersOf(scene(parts), asked(...codes)));
  const panels = [{ seat: 1, targets: [target(1)] }];
  expect(tab({ panels }, 1)).toBe("players");
  expect(tab({ panels, zones: [{ id: "map", kind: "ring" }] }, 1)).toBe("table");
  expect(tab({ panels, about: ["zone:lab"], zones: [room] }, 1)).toBe("table");
  expect(tab({ about: ["piece:h"], hand: [card("h")] }, 9)).toBe("hand");
  expect(tab({ zones: [room], about: ["piece:h"], hand: [card("h")] }, 1)).toBe("table");
});

test("the sheet begins low where the table is worked on, high where what can be chosen is mostly not on it", () => {
  const stop = (parts: Partial<Scene>, aims: boolean, ...codes: number[]) => stopOf(scene(parts), 0, offersOf(scene(parts), asked(...codes)), aims);
  expect([stop({ zones: [room] }, false, 1), stop({ zones: [room] }, true, 1), stop({}, false, 9), stop({ case: about }, false, 9)]).toEqual(["half", "line", "full", "half"]);
  const lab = { id: "map", kind: "map", zones: [{ id: "lab", kind: "room" }] };
  const [hand, panels] = [[card("h", 7)], [{ seat: 1, targets: [target(7)] }]];
  // What the question is about shows where to look, not what to choose.
  expect(stop({ zones: [lab], about: ["zone:lab"] }, false, 9)).toBe("full");
  expect([stop({ zones: [room] }, false, 8, 9), stop({ zones: [room] }, false, 7, 8, 9)]).toEqual(["half", "full"]);
  expect([stop({ zones: [lab], hand }, false, 7), stop({ zones: [], hand }, false, 7)]).toEqual(["full", "half"]);
  expect(stop({ zones: [lab, { id: "deck", kind: "heap", targets: [target(7)] }] }, false, 7)).toBe("full");
  expect([stop({ zones: [lab], panels }, false, 7), stop({ zones: [lab], panels, about: ["zone:lab"] }, false, 7)]).toEqual(["half", "full"]);
});
