/** A battle, check or duel as one thing: while it runs the desk has it, behind it the log tells it in one line. */
import { eventPhrase } from "./phrases";
import type { GameEvent } from "./protocol";
import type { Phrase, Scene } from "./scene";

/** The affair that still goes on, by its name: the last one, as long as something is compared, tried or under way. */
export function running(events: readonly GameEvent[], scene: Scene | undefined): string {
  const goes = !!scene?.duels?.length || !!scene?.affair || (!!scene?.case && !scene.case.over && !scene.case.lasts);
  return goes ? (events.at(-1)?.affair ?? "") : "";
}

/** The event at which it was compared who prevails: the last one that all are shown, else the last. */
export function decides(events: readonly GameEvent[]): GameEvent | undefined {
  const all = events.filter(({ moment }) => moment?.compares);
  return all.filter(({ moment }) => !moment?.quiet).at(-1) ?? all.at(-1);
}

/** What it was and how it ended, in one line; of one in which nothing was compared how it began and what came last. */
export function affairPhrase(events: readonly [GameEvent, ...GameEvent[]]): Phrase {
  const [first] = events;
  const moment = decides(events)?.moment;
  const end = moment?.beats.at(-1);
  const what = moment && !moment.quiet && moment.beats[0] ? moment.beats[0].title : eventPhrase(first);
  const title = end?.title ?? eventPhrase(events.at(-1) ?? first);
  const how: Phrase = end?.text ? { key: "ui.affair_end", words: { how: title, text: end.text } } : title;
  // What is put to the vote is a question, which ends as one.
  return { key: moment?.staging === "vote" ? "ui.affair_vote" : "ui.affair", words: { what, how } };
}

/** Where on the map something is fought out, as a place; nowhere where nothing is. */
export function site({ duels, affair, about = [] }: Scene): string {
  return duels?.length || affair?.kind === "fight" ? (about.find((key) => key.startsWith("zone:")) ?? "") : "";
}

const MAX_SIDES = 2;
/** Who fights whom, as places of the map: the things that the scene names, else the places, while something is compared. */
export function sides(scene: Scene): string[] {
  if (!scene.duels?.length) return [];
  const named = [...new Set(scene.about ?? [])];
  const things = named.filter((key) => key.startsWith("piece:"));
  return (things.length ? things : named.filter((key) => key.startsWith("zone:"))).slice(0, things.length ? MAX_SIDES : 1);
}
