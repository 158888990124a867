import { expect, test } from "vitest";

import { chiefOf, digest, MAX_PICTURES, type Act } from "./digest";
import type { GameEvent } from "./protocol";
import type { Moment } from "./scene";

const moment = (staging: string, rest: Partial<Moment> = {}): Moment => ({ staging, beats: [{ title: { key: staging } }], length: 1, ...rest });
const says = (key: string, seat: number, rest: Partial<GameEvent> = {}): GameEvent => ({ key, with: { seat: { seat } }, ...rest });
const turn = (round: number, seat: number): GameEvent => ({ key: "turn", with: { round, seat: { seat } } });
const log = (...events: GameEvent[]) => ({ events, fresh: events.length, epoch: 0 });
/** What it tells, in brief: a picture by its staging, lines by their keys. */
const brief = (acts: Act[]) => acts.map(({ round, scenes }) => [round, scenes.map(({ seat, items }) => [seat, ...items.map((item) => ("lines" in item ? item.lines.map(({ event }) => event.key).join() : `(${item.moment.staging})`))])]);

test("it begins behind the viewer's last move and goes turn by turn, moments among lines", () => {
  const events = [turn(1, 0), says("mine", 0), turn(2, 1), says("draws", 1), says("plays", 1, { moment: moment("vote") }), says("ends", 1), turn(3, 2), says("draws", 2)];
  expect(brief(digest(log(...events), 2, 0))).toEqual([
    [2, [[1, "draws", "(vote)", "ends"]]],
    [3, [[2, "draws"]]],
  ]);
  expect(brief(digest(log(...events), events.length, 0))).toEqual([]);
});

test("a battle is one picture, of what decided it, and all of it lies inside", () => {
  const battle = [says("attacks", 1, { affair: "b" }), says("draws", 1, { affair: "b", moment: moment("roll") }), says("holds", 0, { affair: "b", moment: moment("fight", { compares: true }) })];
  const [act] = digest(log(says("moves", 1), ...battle), 0, 0);
  const item = act!.scenes[0]!.items[1]!;
  expect("lines" in item ? [] : [item.event.key, item.moment.staging, item.line.inside?.length]).toEqual(["holds", "fight", 3]);
  expect(brief(digest(log(...battle), 0, 0, () => false, "b")), "one that runs is still to be told").toEqual([]);
  expect(brief(digest(log(...battle), 2, 0)), "one that ended since is told whole").toEqual([[null, [[-1, "(fight)"]]]]);
});

test("of many moments the weightiest have pictures, and what names the viewer before what names others", () => {
  const rolls = Array.from({ length: 20 }, (_, at) => says(`roll${at}`, at % 2, { moment: moment("roll", { seats: [1] }) }));
  const own = says("mine", 1, { moment: moment("roll", { seats: [0] }) });
  const acts = digest(log(own, says("unmasked", 1, { moment: moment("reveal", { seats: [2] }) }), ...rolls), 0, 0);
  const pictures = acts.flatMap(({ scenes }) => scenes.flatMap(({ items }) => items.flatMap((item) => ("lines" in item ? [] : [item.event.key]))));
  expect(pictures).toHaveLength(MAX_PICTURES);
  expect(pictures.slice(0, 2)).toEqual(["mine", "unmasked"]);
  expect(pictures.at(-1), "of like ones the latest").toBe("roll19");
});

test("what may not be shown here has no picture, and its line stays", () => {
  const secret = says("dealt", 0, { moment: moment("role", { private: true }) });
  expect(brief(digest(log(secret), 0, 0, () => false, "", (one) => !one.private))).toEqual([[null, [[-1, "dealt"]]]]);
});

test("of lines in a row the one that says most is told", () => {
  const lines = digest(log(says("a", 1), { key: "takes", with: { seat: { seat: 1 }, whom: { seat: 0 } } }, says("b", 1), says("c", 1)), 0, 0)[0]!.scenes[0]!.items[0]!;
  expect("lines" in lines && chiefOf(lines.lines).map(({ event }) => event.key)).toEqual(["takes"]);
  expect("lines" in lines && chiefOf(lines.lines.slice(2)).map(({ event }) => event.key)).toEqual(["b", "c"]);
});

test("it follows from the log alone: fewer or more messages make the same story", () => {
  const events = [turn(1, 1), says("draws", 1), says("plays", 1, { moment: moment("vote") }), says("draws", 1), says("x", 0)];
  expect(brief(digest({ events, fresh: 4, epoch: 0 }, 1, 0))).toEqual(brief(digest({ events, fresh: 0, epoch: 7 }, 1, 0)));
});
