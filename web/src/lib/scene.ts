// Written by scripts/client_types.py from shapan.engine (scene, ground, moment ...): change those, then run it.
// Fields at their default are left out of a message, so they are optional here.

/** A word of a phrase: a number, a name, a seat, a term of the texts or a phrase again; null is nobody. */
export type Word = number | string | boolean | null | { seat: number } | { term: string } | Phrase;

/** Whether it cannot be undone (`final`), or may not, by others or chance (`may`); `late`: ask when chosen. */
export type Binds = "" | "may" | "final" | "late";

/** What goes on in the middle of the table for a short while: a fight, a vote, an arrival. */
export interface Affair {
  kind: string;
  title: Phrase;
  seats?: number[];
  pieces?: Piece[];
  rule?: string;
}

/** What the open question puts somewhere or moves: how large it is, how far it has come, where it could end. */
export interface Aim {
  radius: number;
  piece?: string;
  start?: number[];
  owner?: number;
  label?: Phrase | null;
  allowance?: number;
  legs?: Leg[];
  most?: number;
  step?: number;
  reach?: number[][];
  zones?: Area[];
  snaps?: Snap[];
  proposed?: Snap | null;
}

/** A part of the ground that has a meaning, such as where a seat sets up: a polygon, or a disc. */
export interface Area {
  label: Phrase;
  points?: number[][];
  at?: number[];
  radius?: number;
  owner?: number;
  lit?: boolean;
  code?: number;
}

/** How a piece stands on a ground: a disc that covers what it covers on the table, and what its rim tells. */
export interface Base {
  at: number[];
  radius: number;
  value?: number;
  most?: number;
  marks?: Mark[];
  spent?: boolean;
}

/** One of the three beats: a few words to be read at a glance, and a line below them. */
export interface Beat {
  title: Phrase;
  text?: Phrase | null;
  tone?: string;
}

/** A number that an answer changes: what is shown now at a place, and what will be. */
export interface Become {
  where: string;
  was: number;
  now: number;
  fact?: string;
}

/** The part of a ground that the open question is about: a table shows it once, if some of it is out of sight. */
export interface Camera {
  low: number[];
  high: number[];
}

/** What the table is about just now: a card that is read out, and the sum of cards that settles it. */
export interface Case {
  title: Phrase;
  kind?: Phrase | null;
  help?: Phrase | null;
  rule?: string;
  goal?: number;
  suits?: Suit[];
  counts?: Fact[];
  holds?: string;
  zones?: Zone[];
  total?: number;
  summed?: boolean;
  upshots?: Upshot[];
  over?: boolean;
  lasts?: boolean;
  tally?: Tally | null;
  card?: Piece | null;
}

/** Something in a dossier that can be said in one breath, against a seat or, by the seat itself, in its defence. */
export interface Cause {
  name: string;
  text: Phrase;
  own?: Phrase | null;
  tone?: string;
}

/** One thing that may fall: what it is, and in how many of how many equal cases. */
export interface Chance {
  label: Phrase;
  times: number;
  of: number;
  face?: string;
  good?: boolean;
  mark?: string;
}

/** What an answer says under one heading of a form: whom a clause binds, for how long, what is paid. */
export interface Choice {
  head: Phrase;
  value: Phrase;
}

/** A column of the rows in which the boards of others stand below each other: its head, and what each shows in it. */
export interface Column {
  label: Phrase;
  fact?: string;
  zone?: number;
}

/** A number weighed against one of the other side that not everybody knows: against each value that it may have. */
export interface Comparison {
  label: Phrase;
  against: Phrase;
  good: Phrase;
  bad: Phrase;
  stands?: Stand[];
  parts?: Phrase[];
  spread?: number[];
  met?: Stand | null;
  equal?: boolean;
  verdict?: Phrase | null;
  mood?: string;
}

/** How far each seat has come to what ends the match: an orbit for each step, the last in the middle. */
export interface Course {
  label: Phrase;
  most: number;
  reached: number[];
  rule?: string;
}

/** What all have seen of a seat: sums first, then all entries in the order in which they came. */
export interface Dossier {
  seat: number;
  sums?: Phrase[];
  causes?: Cause[];
  weight?: number;
  open?: boolean;
  entries?: Entry[];
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
  weighs?: Comparison[];
  cases?: Duel[];
  path?: string[];
  note?: Phrase | null;
  steps?: Phrase[];
  step?: number;
  own?: number;
  prospects?: Prospect[];
}

/** One end of a ruler: a point, or the piece that stands there. */
export interface End {
  at: number[];
  piece?: string;
}

/** One thing that all have seen of a seat. */
export interface Entry {
  seat: number;
  head: string;
  text: Phrase;
  rule?: string;
  tone?: string;
  round?: number;
  marks?: Record<string, Word>;
  by?: string;
}

/** One face of a die that decides. */
export interface Face {
  mark: string;
  good?: boolean;
  fell?: boolean;
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
  holds?: string;
  endless?: boolean;
}

/** A table to scale: how large it is, what is printed on it, what lies there. Pieces stand in its zone. */
export interface Ground {
  size: number[];
  measure: number;
  unit?: string;
  grid?: number[];
  turned?: boolean;
  areas?: Area[];
  lines?: Rule[];
  terrain?: Terrain[];
  rings?: Ring[];
  paths?: Path[];
  aim?: Aim | null;
  target_lines?: TargetLine[];
  camera?: Camera | null;
}

/** A part of a way, or a place: where it ends, what it costs, what is left then, what the end is worth. */
export interface Leg {
  at: number[];
  cost?: number;
  left?: number;
  notes?: Phrase[];
  target_lines?: TargetLine[];
}

/** A line of a card: when, and what then: in words, or in signs where it is a picture. */
export interface Line {
  when: Phrase;
  what?: Phrase | null;
  signs?: Sign[];
  spent?: boolean;
}

/** A small sign at the rim of a base: a condition, a burden, with its number where it has one. */
export interface Mark {
  label: Phrase;
  glyph?: string;
  value?: number;
}

/** The end of a match for one viewer. */
export interface MatchSummary {
  rule?: string;
  figures?: Fact[];
  columns?: Phrase[];
  standings?: SeatSummary[];
  won?: Piece[];
  lost?: Piece[];
  margin?: Phrase[];
}

/** A kind of answer that is chosen before its target: what is offered in another mode stays to be seen, dashed. */
export interface Mode {
  name: string;
  label: Phrase;
  hint?: Phrase | null;
}

/** What a table shows of an event over its stage, and then leaves to the log. */
export interface Moment {
  staging: string;
  beats: Beat[];
  length: number;
  rule?: string;
  seats?: number[];
  foot?: Phrase | null;
  pieces?: Piece[];
  left?: Piece[];
  sides?: Side[];
  scale?: Upshot[];
  total?: number;
  faces?: Face[];
  notes?: Note[];
  duel?: Duel | null;
  compares?: boolean;
  waits?: boolean;
  private?: boolean;
  quiet?: boolean;
  passing?: boolean;
}

/** What is put together from a list: what there is, for how much, what is in it already, lists that are ready. */
export interface Muster {
  kind: string;
  title: Phrase;
  note?: Phrase | null;
  unit?: string;
  budget?: number;
  given?: Piece[];
  sortings?: Sorting[];
  offered?: Offered[];
  sums?: Phrase[];
  start?: number[];
  ready?: Ready[];
  rest?: Rest | null;
  about?: Line[];
  goals?: Piece[];
  others?: Line[];
}

/** What is read at leisure beside a moment that waits: a head and its text. */
export interface Note {
  head: Phrase;
  text: Phrase;
}

/** What may come of a choice: one short sentence ("4 of 6 on a win face"), and the chances behind it. */
export interface Odds {
  summary: Phrase;
  chances?: Chance[];
  rule?: string;
}

/** Something that can be taken: its card, what it costs, how many there may be. */
export interface Offered {
  name: string;
  code: number;
  piece: Piece;
  cost?: number;
  most?: number;
  text?: Phrase | null;
  heads?: number[];
  counts?: number[];
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
  card?: Piece | null;
  scenery?: string;
  targets?: Target[];
  why_not?: Phrase | null;
}

/** A way that somebody has gone or is about to go. */
export interface Path {
  points: number[][];
  owner?: number;
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
  print?: Print | null;
  card?: string;
  base?: Base | null;
  station?: string;
  outline?: string;
  targets?: Target[];
  would?: number;
  why_not?: Phrase | null;
  rule?: string;
}

/** What is printed on a card below its band and its name; a card that is face down has none. */
export interface Print {
  kind?: Phrase | null;
  suits?: Suit[];
  figures?: Sign[];
  text?: Phrase | null;
  lines?: Line[];
  aside?: Line[];
  stake?: Stake | null;
  picture?: string;
  foot?: Sign[];
}

/** What an answer would make of a comparison, or how it stands as it lies; and what would come next. */
export interface Prospect {
  label: Phrase;
  code?: number;
  piece?: Piece | null;
  value?: number | null;
  verdict?: Phrase | null;
  mood?: string;
  lines?: Phrase[];
  beside?: Phrase[];
  head?: Phrase | null;
  signs?: Sign[];
  chances?: Chance[];
}

/** A list that is filled in at one press: the names of what it takes, or the answer that it is. */
export interface Ready {
  label: Phrase;
  names?: string[];
  code?: number;
  pieces?: Piece[];
  note?: Phrase | null;
}

/** What becomes of what is not spent: so much is kept at most, the rest is lost. */
export interface Rest {
  most: number;
  kept: string;
  glyph?: string;
  rule?: string;
}

/** How far something reaches: a circle round a point. */
export interface Ring {
  at: number[];
  radius: number;
  label: Phrase;
  kind?: string;
  owner?: number;
  asked?: boolean;
}

/** A line on the ground through some points, such as the middle. */
export interface Rule {
  points: number[][];
  label?: Phrase | null;
  kind?: string;
}

/** What is measured between two places: from edge to edge, whether one is seen from the other, and why not. */
export interface Ruler {
  distance: number;
  seen?: boolean | null;
  notes?: Phrase[];
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
  columns?: Column[];
  course?: Course | null;
  affair?: Affair | null;
  case?: Case | null;
  reading?: Piece[];
  duels?: Duel[];
  counts?: string;
  modes?: Mode[];
  buttons?: Target[];
  hand?: Piece[];
  muster?: Muster | null;
  about?: string[];
  follows?: Line[];
  alarms?: Phrase[];
}

/** One seat at the end. */
export interface SeatSummary {
  seat: number;
  side?: Phrase | null;
  tone?: string;
  note?: Phrase | null;
  title?: Phrase | null;
  pieces?: Piece[];
  values?: number[];
  progress?: number[];
}

/** One side of a comparison: whose, its number, what makes it, the cards laid for it. */
export interface Side {
  label: Phrase;
  value?: number | null;
  seat?: number;
  parts?: Fact[];
  won?: boolean;
  pieces?: Piece[];
  was?: number | null;
  most?: number;
  note?: Phrase | null;
  signs?: Sign[];
}

/** A few drawn symbols with a word or two, as at the foot of a card; `count` of them, where it is more than one. */
export interface Sign {
  label: Phrase;
  glyphs?: string[];
  count?: number;
  quiet?: boolean;
  worn?: boolean;
}

/** A point worth aiming at, by its name: contact with somebody, the edge of a reach. */
export interface Snap {
  at: number[];
  label: Phrase;
}

/** A way to sort what can be taken: its name, and its headings in their order. */
export interface Sorting {
  label: Phrase;
  heads: Line[];
}

/** What a card lets somebody risk: who and what, what follows, and how likely it is. */
export interface Stake {
  title: Phrase;
  lines?: Line[];
  note?: Phrase | null;
}

/** What a number comes to: as things lie, or with some picks. */
export interface Stand {
  value: number;
  parts?: number[];
  codes?: number[];
  spread?: number[] | null;
}

/** What kind a card is of, beside what it says: a letter or two, a colour and a sign, always together. */
export interface Suit {
  letters: string;
  tone?: number;
  glyph?: string;
  label?: Phrase | null;
  count?: number;
}

/** What each seat has gained so far, by rounds: a small table. */
export interface Tally {
  heads: Phrase[];
  rows: TallyRow[];
}

/** What a seat has gained, under each heading and in all. */
export interface TallyRow {
  seat: number;
  values: number[];
  total: number;
}

/** A legal action offered by a piece, zone or button. */
export interface Target {
  code: number;
  label: Phrase;
  help?: Phrase | null;
  mode?: string;
  odds?: Odds | null;
  onto?: string[];
  unmarked?: boolean;
  alone?: boolean;
  card?: Piece | null;
  into?: string[];
  sides?: string;
  sign?: string;
  at?: number[];
  choices?: Choice[];
  binds?: Binds;
  becomes?: Become[];
  follow?: number[];
  group?: Phrase | null;
  verb?: string;
}

/** From a piece to one that it may aim at: how far off, whether it is seen, what changes its chances and why. */
export interface TargetLine {
  source: string;
  target: string;
  label?: Phrase | null;
  distance?: number;
  seen?: boolean;
  chosen?: boolean;
  factors?: Phrase[];
  chance?: Phrase | null;
}

/** Something that lies on the ground and is no piece: a polygon, or a disc. */
export interface Terrain {
  id: string;
  kind: string;
  label: Phrase;
  points?: number[][];
  at?: number[];
  radius?: number;
  height?: number;
  traits?: Trait[];
  glyph?: string;
}

/** What terrain does to things that come there: its name, and that in words. */
export interface Trait {
  label: Phrase;
  text?: Phrase | null;
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
  most?: number;
  piece?: string;
  holds?: string;
  tone?: string;
  zones?: Zone[];
  targets?: Target[];
  size?: number[];
  at?: number[];
  shape?: string;
  flags?: string[];
  would?: number;
  why_not?: Phrase | null;
  print?: Print | null;
  mark?: string;
  pair?: string;
  ground?: Ground | null;
  scenery?: string;
  art?: string;
}
