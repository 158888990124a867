/** What happened since a viewer's last move as a short story: turn by turn, its moments with pictures, the rest in lines that unfold. */
import { decides } from "./affairs";
import type { Log } from "./events";
import type { Joins } from "./joining";
import { concerns } from "./moments.svelte";
import type { GameEvent } from "./protocol";
import type { Moment } from "./scene";
import { chapters, linesOf, seatsOf, termsOf, type Chapter, type Group, type Line } from "./story";

/** More pictures are no short story: the rest of the moments are lines. */
export const MAX_PICTURES = 12;
/** So many lines in a row are told as they are. */
const MAX_PLAIN = 2;

/** What decides a match before what happens often. */
const WEIGHTS: Readonly<Record<string, number>> = { role: 6, reveal: 6, journey: 5, capture: 5, fight: 4, check: 4, vote: 4, loss: 3, die: 2, roll: 2 };
/** What a viewer is named in counts for more, and what nobody had to see again for less. */
const [OWN, PASSING] = [3, -3];

/** A moment with its picture, or lines in a row. */
export type Item = { line: Line; event: GameEvent; moment: Moment } | { lines: Line[] };

/** A seat's turn, or what stands under no head. */
export interface Scene {
  seat: number;
  items: Item[];
}

/** A round of the story; where the game counts none, all of it. */
export interface Act {
  round: number | null;
  scenes: Scene[];
}

/** The event of a line that has a picture: of a battle the one that decided it. */
function pictured(line: Line): (GameEvent & { moment: Moment }) | null {
  const events = line.inside ? line.inside.flatMap(({ event, more }) => [event, ...more]) : [line.event, ...line.more];
  const found = (line.inside && decides(events)) || events.filter(({ moment }) => moment).at(-1);
  return found?.moment ? (found as GameEvent & { moment: Moment }) : null;
}

/** Whether a line, or anything told in it, happened from an event on. */
const since = (line: Line, from: number): boolean =>
  line.index < 0 ? false : line.index + line.more.length >= from || !!line.inside?.some((one) => one.index + one.more.length >= from);

function weight({ moment }: GameEvent & { moment: Moment }, viewer: number): number {
  return (WEIGHTS[moment.staging] ?? 1) + (moment.seats?.includes(viewer) ? OWN : concerns({ moment }, viewer) ? 1 : 0) + (moment.passing ? PASSING : 0);
}

/** What of lines in a row is told: all of a few, of more the one that says most; the rest unfolds. */
export function chiefOf(lines: readonly Line[]): Line[] {
  const says = ({ inside, event }: Line) => (inside ? 4 : 0) + (event.moment ? 2 : 0) + (seatsOf(event).length > 1 ? 2 : 0) + (termsOf(event).length ? 1 : 0);
  const most = Math.max(...lines.map(says));
  return lines.length <= MAX_PLAIN ? [...lines] : lines.filter((line) => says(line) === most).slice(-1);
}

/** The lines with the weightiest moments; of like ones the latest. */
function chosen(lines: readonly Line[], viewer: number, shows: (moment: Moment) => boolean): ReadonlyMap<Line, GameEvent & { moment: Moment }> {
  const found = lines.flatMap((line) => {
    const event = pictured(line);
    return event && shows(event.moment) ? [{ line, event, weight: weight(event, viewer) }] : [];
  });
  const best = [...found].reverse().sort((one, other) => other.weight - one.weight);
  return new Map(best.slice(0, MAX_PICTURES).map(({ line, event }) => [line, event]));
}

function sceneOf(group: Group, lines: readonly Line[], pictures: ReadonlyMap<Line, GameEvent & { moment: Moment }>): Scene {
  const items: Item[] = [];
  for (const line of lines) {
    const event = pictures.get(line);
    const last = items.at(-1);
    if (event) items.push({ line, event, moment: event.moment });
    // The head says whose turn it is.
    else if (line === group.head) continue;
    else if (last && "lines" in last) last.lines.push(line);
    else items.push({ lines: [line] });
  }
  return { seat: group.head || group.lines.length > 1 ? group.seat : -1, items };
}

/** Scenes without a head run into each other. */
function run(scenes: readonly Scene[]): Scene[] {
  const found: Scene[] = [];
  for (const scene of scenes) {
    const before = found.at(-1);
    const [last, first] = [before?.items.at(-1), scene.items[0]];
    if (!before || before.seat >= 0 || scene.seat >= 0) found.push(scene);
    else if (last && first && "lines" in last && "lines" in first) before.items = [...before.items.slice(0, -1), { lines: [...last.lines, ...first.lines] }, ...scene.items.slice(1)];
    else before.items.push(...scene.items);
  }
  return found;
}

/**
 * The story of a log from an event on, as its viewer reads it. What still `runs` is none of it; `shows` says which moments may have a
 * picture. It follows from the log alone: on another device it is the same.
 */
export function digest(log: Log, from: number, viewer: number, joins: Joins = () => false, runs = "", shows: (moment: Moment) => boolean = () => true): Act[] {
  const all = chapters(log, -1, joins, [], runs);
  const lines = all.flatMap(({ groups }) => groups.flatMap(linesOf)).filter((line) => since(line, from));
  const [there, pictures] = [new Set(lines), chosen(lines, viewer, shows)];
  const act = ({ round, groups }: Chapter): Act => ({
    round,
    scenes: run(groups.map((group) => sceneOf(group, linesOf(group).filter((line) => there.has(line)), pictures)).filter(({ items }) => items.length)),
  });
  return all.map(act).filter(({ scenes }) => scenes.length);
}
