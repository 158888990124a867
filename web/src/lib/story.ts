/** The log as it is read: rounds, in them the seats' turns, for all seats or for one; and what on the table a line is about. */
import { affairPhrase } from "./affairs";
import type { Log } from "./events";
import type { Joins } from "./joining";
import { eventSeat, type Part } from "./phrases";
import type { GameEvent, Note, SeatInfo } from "./protocol";
import type { Phrase, Scene, Word, Zone } from "./scene";

export interface Line {
  /** Place among the events; below -1 for a note, which is none. */
  index: number;
  /** What it says, if it is a note of the table or a whole battle. */
  note?: Phrase;
  event: GameEvent;
  seat: number;
  fresh: boolean;
  /** What is told in the same line after it. */
  more: GameEvent[];
  /** It is a whole battle, check or duel: what happened in it, line by line. */
  inside?: Line[];
}

/** Lines under one head: a seat's turn with what others did in it, else lines of one seat in a row. */
export interface Group {
  /** Whose head stands above the lines; -1 where there is none, and each line has its own mark. */
  seat: number;
  /** The event that began the turn is the head itself. */
  head: Line | null;
  lines: Line[];
}

/** What lies between one round's beginning and the next; before the first round there is no number. */
export interface Chapter {
  round: number | null;
  groups: Group[];
}

/** Whether it is told beside a line who gave the answer: the clock always, a bot only in the seat of a person. */
export function standsIn(seats: readonly SeatInfo[], seat: number, by: string | undefined): string {
  return !by || (by === "bot" && !seats.find((one) => one.seat === seat)?.person) ? "" : `ui.by_${by}`;
}

/** What somebody was called, who had a seat before another; `#2` where they had no name. */
const was = (called: string): Word => (called[0] === "#" ? { key: "ui.player_number", words: { number: +called.slice(1) } } : called);

/** What a note says, in words. */
export function notePhrase({ key, seat, by = -1, voted = false, said, called, by_called }: Note): Phrase {
  const how = voted ? "_voted" : by >= 0 ? "_by" : key === "undo" && said ? "_said" : "";
  return { key: `ui.note_${key}${how}`, words: { seat: called && key !== "replaced" ? was(called) : { seat }, by: by_called ? was(by_called) : { seat: Math.max(by, 0) }, was: was(called ?? ""), ...(said ? { said } : {}) } };
}

function* wordsOf(words: Record<string, Word> | undefined): Generator<Exclude<Word, Phrase>> {
  for (const word of Object.values(words ?? {})) {
    if (word && typeof word === "object" && "key" in word) {
      yield { term: word.key };
      yield* wordsOf(word.words);
    } else yield word;
  }
}

export function seatsOf(event: GameEvent): number[] {
  const seats = new Set<number>();
  for (const word of wordsOf(event.with)) if (word && typeof word === "object" && "seat" in word) seats.add(word.seat);
  return [...seats];
}

export function termsOf(event: GameEvent): string[] {
  const terms = new Set<string>();
  for (const word of wordsOf(event.with)) if (word && typeof word === "object" && "term" in word) terms.add(word.term);
  return [...terms];
}

/** The log in rounds and turns; with a seat (0 or more) only what names it. An event that counts the round, or the turns, begins a turn.
 *  A battle is one line, and none as long as it runs. */
export function chapters(log: Log, seat = -1, joins: Joins = () => false, notes: readonly Note[] = [], runs = ""): Chapter[] {
  const found: Chapter[] = [];
  let now: Chapter = { round: null, groups: [] };
  let group: Group | null = null;
  let told = 0;
  let affair: { name: string; line: Line } | null = null;
  /** The notes that stand before an event; they are of no turn, and end none. */
  const tellTo = (index: number): void => {
    for (; told < notes.length && notes[told]!.after <= index; told++) {
      const note = notes[told]!;
      if (seat >= 0 && note.seat !== seat && note.by !== seat) continue;
      const line: Line = { index: -1 - note.number, event: { key: "" }, note: notePhrase(note), seat: (note.by ?? -1) >= 0 ? note.by! : note.seat, fresh: false, more: [] };
      if (group) group.lines.push(line);
      else now.groups.push({ seat: -1, head: null, lines: [line] });
    }
  };
  log.events.forEach((event, index) => {
    tellTo(index);
    const round = event.with?.["round"] ?? event.with?.["turn"];
    const begins = typeof round === "number";
    if (begins) group = null;
    if (begins && round !== now.round) {
      if (now.groups.length) found.push(now);
      now = { round, groups: [] };
    }
    if (event.affair && event.affair === runs) return;
    if (seat >= 0 && !seatsOf(event).includes(seat)) return;
    const line: Line = { index, event, seat: eventSeat(event), fresh: index >= log.fresh, more: [] };
    if (event.affair && affair?.name === event.affair) {
      const { line: whole } = affair;
      const inside = (whole.inside ??= [{ ...whole, more: whole.more }]);
      const before = inside.at(-1)!;
      if (joins([before.event, ...before.more], event)) before.more.push(event);
      else inside.push(line);
      whole.fresh ||= line.fresh;
      return;
    }
    affair = event.affair ? { name: event.affair, line } : null;
    const last = begins ? undefined : now.groups.at(-1)?.lines.at(-1);
    if (last && !last.note && !event.affair && !last.event.affair && joins([last.event, ...last.more], event)) {
      last.more.push(event);
      last.fresh ||= line.fresh;
    } else if (begins && line.seat >= 0) now.groups.push((group = { seat: line.seat, head: line, lines: [] }));
    else if (group && (group.head || group.seat === line.seat)) group.lines.push(line);
    else now.groups.push((group = { seat: line.seat, head: null, lines: [line] }));
  });
  tellTo(Infinity);
  if (now.groups.length) found.push(now);
  for (const { groups } of found) for (const line of groups.flatMap(linesOf)) if (line.inside) line.note = affairPhrase(line.inside.flatMap(({ event, more }) => [event, ...more]) as [GameEvent]);
  // A head over a single line would say everything twice.
  for (const { groups } of found) for (const one of groups) if (!one.head && one.lines.length < 2) one.seat = -1;
  return found;
}

/** Every line of a group, its head first. */
export const linesOf = (group: Group): Line[] => (group.head ? [group.head, ...group.lines] : group.lines);

/** Whether a line is read as the head's own: no line of somebody else stands between, whose it would seem to be. */
export const underHead = (group: Group, at: number): boolean =>
  group.lines[at]?.seat === group.seat && (at === 0 || group.lines[at - 1]?.seat === group.seat);

/** A sentence under the head of its seat, without the name that begins it; null where it does not begin so. */
export function withoutSeat(parts: readonly Part[], seat: number): Part[] | null {
  const [first, second, ...rest] = parts;
  if (first?.seat !== seat || !second) return null;
  // "Ada's hand" is no sentence without Ada.
  if (second.seat !== undefined || /^(['’]|的)/.test(second.text)) return null;
  // "Ada: income" is "Income" there.
  const text = second.text.replace(/^[\s:：]+/, "");
  return text ? [{ ...second, text: text[0]!.toLocaleUpperCase() + text.slice(1) }, ...rest] : /[:：]/.test(second.text) && rest[0] ? rest : null;
}

/** Ids of the pieces that an event names: those of its seats that show one of its terms. */
export function piecesOf(scene: Scene, event: GameEvent): string[] {
  const seats = seatsOf(event);
  const terms = new Set(termsOf(event));
  const found: string[] = [];
  const look = (zones: readonly Zone[] | undefined): void => {
    for (const zone of zones ?? []) {
      for (const piece of zone.pieces ?? []) if (piece.label && terms.has(piece.label.key)) found.push(piece.id);
      look(zone.zones);
    }
  };
  for (const panel of scene.panels ?? []) if (seats.includes(panel.seat)) look(panel.zones);
  if (!seats.length) look(scene.zones);
  return found;
}
