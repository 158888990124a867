import { expect, test } from "vitest";

import { affairPhrase, running, sides } from "./affairs";
import { joining } from "./joining";
import type { GameEvent } from "./protocol";
import { recap } from "./recap";
import type { Moment, Scene } from "./scene";
import { chapters, linesOf } from "./story";

const say = (key: string) => ({ key });
const moment = (parts: Partial<Moment>): Moment => ({ staging: "battle", beats: [{ title: say("moment.battle") }, { title: say("moment.held"), text: say("moment.losses") }], length: 1, ...parts });
const event = (key: string, affair = "", more: Partial<GameEvent> = {}): GameEvent => ({ key, with: { seat: { seat: 0 } }, ...(affair ? { affair } : {}), ...more });
const battle = [event("attacked", "battle.1"), event("drawn", "battle.1"), event("drawn", "battle.1"), event("held", "battle.1", { moment: moment({ compares: true }) })];
const events = [event("moves"), ...battle, event("moves")];
const told = (list: GameEvent[], runs = "", seat = -1) =>
  chapters({ events: list, fresh: 99, epoch: 0 }, seat, joining({}), [], runs).flatMap(({ groups }) => groups.flatMap(linesOf).map((line) => (line.inside ? line.inside.map((one) => [one.event.key, one.more.length]) : line.event.key)));

test("a battle is one line of the log, which holds all that happened in it; what is alike is told once there too", () => {
  expect(told(events)).toEqual(["moves", [["attacked", 0], ["drawn", 1], ["held", 0]], "moves"]);
});

test("as long as it runs it stands in no line, and nothing that came before is lost", () => {
  expect(told(events.slice(0, 4), "battle.1")).toEqual(["moves"]);
  expect(told([...events, event("attacked", "battle.6"), event("drawn", "battle.6")], "battle.6")).toEqual(["moves", [["attacked", 0], ["drawn", 1], ["held", 0]], "moves"]);
});

test("two battles in a row are two lines, one of a single event is a plain line", () => {
  expect(told([...battle, event("attacked", "battle.5"), event("drawn", "battle.5"), event("acted", "action.7")])).toEqual([[["attacked", 0], ["drawn", 1], ["held", 0]], [["attacked", 0], ["drawn", 0]], "acted"]);
});

test("one seat's log has the battles in which it is named", () => {
  const other = { with: { seat: { seat: 1 } } };
  expect(told([event("attacked", "battle.0", other), event("drawn", "battle.0", other), ...battle], "", 1)).toEqual([[["attacked", 0], ["drawn", 0]]]);
});

test("the line says what it was, how it ended and what was lost; where nothing was compared how it began and what came last", () => {
  expect(affairPhrase(battle as [GameEvent])).toEqual({ key: "ui.affair", words: { what: say("moment.battle"), how: { key: "ui.affair_end", words: { how: say("moment.held"), text: say("moment.losses") } } } });
  expect(affairPhrase([event("motion", "m.0"), event("passed", "m.0", { moment: moment({ compares: true, staging: "vote" }) })]).key).toBe("ui.affair_vote");
  const plain = affairPhrase([event("attacked", "a.0"), event("hit", "a.0")]);
  expect([plain.key, plain.words?.["what"], plain.words?.["how"]]).toMatchObject(["ui.affair", { key: "event.attacked" }, { key: "event.hit" }]);
});

test("of several comparisons the last one that all were shown decides, and a quiet one begins with its own event", () => {
  const quiet = moment({ compares: true, quiet: true, beats: [{ title: say("duel") }, { title: say("event.failed") }] });
  const last = moment({ compares: true, beats: [{ title: say("check") }, { title: say("passed") }] });
  expect(affairPhrase([event("attacked", "a.0", { moment: last }), event("failed", "a.0", { moment: quiet })]).words).toEqual({ what: say("check"), how: say("passed") });
  expect(affairPhrase([event("attacked", "a.0"), event("failed", "a.0", { moment: quiet })]).words).toMatchObject({ what: { key: "event.attacked" }, how: say("event.failed") });
});

test("it runs as long as the table has something to compare or to try", () => {
  const at = (scene: Scene, list = battle) => running(list, scene);
  const about = { title: say("storm") };
  expect([at({ duels: [{ sides: [] }] }), at({ case: about }), at({})]).toEqual(["battle.1", "battle.1", ""]);
  expect([at({ case: { ...about, over: true } }), at({ case: { ...about, lasts: true } }), at({ duels: [{ sides: [] }] }, events)]).toEqual(["", "", ""]);
});

test("what the others did tells a battle in one line, and not the one that runs", () => {
  expect(recap(events, 1).lines).toEqual([[1, 2, 3, 4]]);
  expect(recap(events, 2).lines).toEqual([[2, 3, 4]]);
  expect(recap(events.slice(0, 4), 0, "battle.1").lines).toEqual([[0]]);
});

test("while something is compared the map has a ring round both sides, or round the place of it", () => {
  const duels = [{ sides: [] }];
  expect(sides({ duels, about: ["piece:a", "zone:x", "piece:b", "zone:y", "piece:c"] })).toEqual(["piece:a", "piece:b"]);
  expect(sides({ duels, about: ["panel:1", "zone:x", "zone:y"] })).toEqual(["zone:x"]);
  expect(sides({ about: ["piece:a"] })).toEqual([]);
});
