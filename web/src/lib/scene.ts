// Written by scripts/client_types.py from shapan.engine.scene: change that file, then run the script.
// Fields at their default are left out of a message, so they are optional here.

/** A word of a phrase: a number, a name, a seat, a term of the texts or a phrase again; null is nobody. */
export type Word = number | string | boolean | null | { seat: number } | { term: string } | Phrase;

/** What the table is about just now: a card that is read out, and the sum of cards that settles it. */
export interface Case {
  title: Phrase;
  kind?: Phrase | null;
  help?: Phrase | null;
  rule?: string;
  goal?: number;
  suits?: Suit[];
  counts?: Fact[];
  zones?: Zone[];
  total?: number;
  summed?: boolean;
  upshots?: Upshot[];
  over?: boolean;
}

/** One thing that may fall: what it is, and in how many of how many equal cases. */
export interface Chance {
  label: Phrase;
  times: number;
  of: number;
  face?: string;
  good?: boolean;
}

/** A comparison in the middle of the table: attack and defence, yes and no. */
export interface Duel {
  sides: Side[];
  sign?: string;
  verdict?: Phrase | null;
  rule?: string;
  title?: Phrase | null;
  due?: boolean;
  lanes?: Duel[];
}

/** A number that players look for: a glyph, a label, a value, if need be with its most and its arithmetic. */
export interface Fact {
  name: string;
  label: Phrase;
  value: number;
  most?: number;
  glyph?: string;
  big?: boolean;
  parts?: string[];
  rule?: string;
  danger?: number;
}

/** A kind of answer that is chosen before its target: what is offered in another mode stays to be seen, dashed. */
export interface Mode {
  name: string;
  label: Phrase;
  hint?: Phrase | null;
  act?: Phrase | null;
}

/** What may come of a choice: one short sentence ("4 of 6 on a win face"), and the chances behind it. */
export interface Odds {
  summary: Phrase;
  chances?: Chance[];
  rule?: string;
}

/** A seat's board: name plate, facts and zones. */
export interface Panel {
  seat: number;
  title?: Phrase | null;
  glyph?: string;
  note?: Phrase | null;
  place?: Phrase | null;
  state?: string[];
  zones?: Zone[];
  facts?: Fact[];
  progress?: number[];
  goal?: Phrase | null;
  targets?: Target[];
}

/** A text key with parameters: numbers, words, {"seat": n} or {"term": "table.word"}. */
export interface Phrase {
  key: string;
  words?: Record<string, Word>;
}

/** A thing on the table: die, card, token, ship, person. */
export interface Piece {
  id: string;
  kind: string;
  face?: string;
  label?: Phrase | null;
  help?: Phrase | null;
  owner?: number;
  count?: number;
  flags?: string[];
  mark?: string;
  suit?: Suit | null;
  hits?: number;
  tone?: string;
  note?: Phrase | null;
  targets?: Target[];
  would?: number;
  why_not?: Phrase | null;
  rule?: string;
}

/** A whole table for one viewer. */
export interface Scene {
  title?: Phrase | null;
  round?: number;
  steps?: Phrase[];
  step?: number;
  active?: number;
  turns?: number[];
  facts?: Fact[];
  zones?: Zone[];
  panels?: Panel[];
  case?: Case | null;
  duels?: Duel[];
  counts?: string;
  modes?: Mode[];
  buttons?: Target[];
  hand?: Piece[];
  alarms?: Phrase[];
}

/** One side of a comparison: whose, its number, what makes it, the cards laid for it. */
export interface Side {
  label: Phrase;
  value?: number | null;
  seat?: number;
  parts?: Fact[];
  won?: boolean;
  pieces?: Piece[];
}

/** What kind a card is of, beside what it says: a letter or two, a colour and a sign, always together. */
export interface Suit {
  letters: string;
  tone?: number;
  glyph?: string;
  label?: Phrase | null;
}

/** A legal action offered by a piece, zone or button. */
export interface Target {
  code: number;
  label: Phrase;
  help?: Phrase | null;
  mode?: string;
  odds?: Odds | null;
  onto?: string[];
}

/** One of the things that may come of a case. */
export interface Upshot {
  label: Phrase;
  text?: Phrase | null;
  least?: number;
  mood?: string;
  stands?: boolean;
}

/** A place where pieces lie: a table, a slot row, a hand, a supply. */
export interface Zone {
  id: string;
  kind: string;
  label?: Phrase | null;
  help?: Phrase | null;
  glyph?: string;
  owner?: number;
  pieces?: Piece[];
  count?: number;
  piece?: string;
  tone?: string;
  zones?: Zone[];
  targets?: Target[];
  size?: number[];
  at?: number[];
  shape?: string;
  flags?: string[];
  would?: number;
}
