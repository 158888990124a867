/** People of the table who are named in a message: as they are typed, sent and shown. */
import type { SeatInfo } from "./protocol";

/** Stands in the words of a message where somebody is named. */
const HERE = "\ufffc";
/** So many may be named in one message. */
const MAX_MENTIONS = 3;

export interface Named {
  seat: number;
  name: string;
  /** The person's own name, where the table calls them by more, as by a character. */
  own?: string;
}

/** Who may be named: people who have not left, but oneself. */
export function people(seats: readonly SeatInfo[], call: (seat: number) => string): Named[] {
  return seats.filter((seat) => seat.person && seat.kind !== "you" && seat.kind !== "left").map(({ seat, name }) => ({ seat, name: call(seat), own: name }));
}

/** Who fits what is typed behind the last @ before the caret, and where that begins. */
export function offered(text: string, caret: number, all: readonly Named[]): { from: number; list: Named[] } {
  const from = text.lastIndexOf("@", caret - 1);
  const typed = text.slice(from + 1, caret).toLocaleLowerCase();
  const begins = from >= 0 && !/[\w.]/.test(text[from - 1] ?? "");
  return { from, list: begins ? all.filter(({ name }) => name.toLocaleLowerCase().includes(typed) && name.length > typed.length) : [] };
}

/** A message as it is sent: a mark for each @name of the table, and whose seats these are. */
export function marked(text: string, all: readonly Named[]): { text: string; mentions?: number[] } {
  const mentions: number[] = [];
  const longest = all.flatMap((one) => (one.own ? [one, { ...one, name: one.own }] : one)).sort((one, other) => other.name.length - one.name.length);
  let said = "";
  for (let at = 0; at < text.length; ) {
    const found = text[at] === "@" && mentions.length < MAX_MENTIONS && longest.find(({ name }) => text.startsWith(name, at + 1) && !/\w/.test(text[at + 1 + name.length] ?? ""));
    said += found ? HERE : text[at];
    at += found ? found.name.length + 1 : 1;
    if (found) mentions.push(found.seat);
  }
  return mentions.length ? { text: said, mentions } : { text };
}

/** The words of a message around those who are named in it. */
export const pieces = (words: string): string[] => words.split(HERE);
