/** Messages of the play server (docs/reference/server-api.md). */
import type { Aim, TargetLine, Binds, MatchSummary, Leg, Line, Moment, Phrase, Scene, Target, Word } from "./scene";

export interface Language {
  code: string;
  name: string;
}

/** What the page tells the client before any request. */
export interface Boot {
  match: string;
  game: string;
  /** Where the symbols of the game are. */
  symbols: string;
  /** Whether the game has a page of disputed rulings. */
  rulings?: boolean;
  language: string;
  languages: Language[];
  csrf: { header: string; value: string };
  joins?: { seat: number; url: string }[];
  /** With joins: the address under which others reach the server, and whether it works on this machine only. */
  address?: string;
  only_here?: boolean;
  /** The invitation to which a guided match leads back. */
  back?: string;
  /** When the match is to be played, in seconds, and where that is as a file for calendars. */
  date?: { at: number; url: string };
  /** The page of the tournament that has opened the table. */
  tournament?: string;
  /** The page on which people of the table are reported; without accounts there is none. */
  report?: string;
}

/** What may be done about somebody: his time runs out, a bot plays for him, he goes, he may not write, or may again. */
export type Deed = "time" | "bot" | "remove" | "mute" | "unmute";

/** What is being voted on about a seat: the seats that are for it, and how many people may vote. */
export interface Vote {
  deed: Deed;
  yes: number[];
  of: number;
}

export interface SeatInfo {
  seat: number;
  name: string;
  kind: "you" | "player" | "bot" | "open" | "left";
  bot?: string;
  /** Its person has had no stream open for a while. */
  away?: boolean;
  /** What this viewer may do with the seat now: claim the victory, hand it to a bot, sit down again, leave for good, open it to people. */
  may?: ("claim" | "bot" | "take" | "leave" | "open")[];
  /** A bot plays it since its person's time ran out. */
  late?: boolean;
  /** It is a person's, also while a bot plays it. */
  person?: boolean;
  /** Its person sees to the table. */
  host?: boolean;
  /** It is asked, and its person has been away or silent for long. */
  holds_up?: boolean;
  /** It may not write in the chat. */
  muted?: boolean;
  /** What this viewer may do about its person; by vote: if more than half of the others agree. */
  deeds?: Deed[];
  by_vote?: boolean;
  votes?: Vote[];
}

/** Who answers in place of a person: a bot, the clock, or the default of somebody who has left. */
export type By = "bot" | "clock" | "left";

export interface GameEvent {
  key: string;
  rule?: string;
  with?: Record<string, Word>;
  /** What is staged of it, for this viewer. */
  moment?: Moment;
  /** Who gave the answer that it tells, if it was not its person. */
  by?: By;
  /** The battle, check or duel that it belongs to: the same for all its events. */
  affair?: string;
}

export interface Decision {
  kind: string;
  rule: string;
  ordinal: number;
  many: boolean;
  ordered: boolean;
  question: Phrase;
  help?: Phrase | null;
  targets: Target[];
  done: boolean;
  done_label?: Phrase | null;
  done_binds?: Binds;
  /** Of several picks the one that is offered has to come: there is no other, and the answer cannot stop before it. */
  sole?: boolean;
  /** Of more answers than can be listed, the few that are rated best. */
  likely?: number[];
  /** How many picks an answer has at least and at most; 0 and 0 where the rules do not say. */
  least?: number;
  most?: number;
  /** So many things stay of those that the answer gives up, and these are chosen: the answer is all the others. */
  keep?: number;
  /** Picks that are laid out from the start, to be taken or changed. */
  proposal?: number[];
  at_once?: boolean;
  /** Asked of all who might answer it, whether they can or not. */
  reaction?: boolean;
  /** Only to pass is possible, and nobody else is here: the table may pass by itself. */
  forced?: boolean;
  /** Why the table may decline for him all the same: nothing else would bring him anything, or he ordered it. */
  idle?: Phrase | null;
  /** It is by the viewer's order, however this browser is set. */
  by_order?: boolean;
}

export interface Outcome {
  result: string;
  /** Nobody where the other side has won, or where rivals all come first: a draw. */
  winners: number[];
  ranks: number[];
  scores?: number[];
  /** Why it ended so. */
  why?: Phrase | null;
  /** What is told beside it: figures, who was who. */
  closing?: MatchSummary | null;
}

/** Seconds a decision, and the milliseconds left to every seat whose answer is awaited. */
/** That the match may be called off: whether the viewer can agree, and how a proposal stands (`by` -1: there is none). */
export interface Voiding {
  asked: boolean;
  by: number;
  yes: number[];
  of: number;
  left: number;
}

export interface Clock {
  limit: number;
  left: Record<string, number>;
  /** Seconds of each seat for the whole match, what a decision adds, and the milliseconds that each person has left. */
  bank?: number;
  increment?: number;
  banks?: Record<string, number>;
}

/** What may be said at a table: anything, set phrases only, nothing. */
export type ChatMode = "free" | "phrases" | "off";

/** Something said at the table: words of its own, or the key of a set phrase (`ui.say.*`). */
export interface ChatMessage {
  number: number;
  seat: number;
  name: string;
  text: string;
  phrase: string | null;
  /** Milliseconds since 1970. */
  at: number;
  /** What fills the phrase. */
  words?: Record<string, Word> | null;
  /** Who is named at each U+FFFC of the text; seat -1: who has gone. */
  mentions?: { seat: number; name: string }[];
  /** It quotes a line of the log. */
  quote?: boolean;
}

/** One thing that the coach of a guided match says: its number in the story (0 beside it), where it points. */
export interface CoachNote {
  number: number;
  text: Phrase;
  points?: string[];
}

/** What the coach says now: notes one after another, and the answer he advises, as codes. */
export interface Guide {
  total: number;
  notes: CoachNote[];
  advised?: number[] | null;
  /** The others wait until this has been read. */
  waits?: string;
  /** Of each code that is advised, the point of a table to scale that it names. */
  at?: number[][];
}

/** The reaction window that is open: milliseconds it lasts at least, and those left. `own`: the viewer has answered, or an order does. */
export interface ReactionWindow {
  kind: string;
  rule: string;
  length: number;
  left: number;
  own: "" | "answered" | "order";
}

/** What the viewer wants answered unasked: for a kind of window (empty: all), this turn or the whole match. */
export interface StandingOrder {
  kind: string;
  answer: "pass" | "decides" | "ask";
  until: "match" | "turn";
  rule: string;
}

/** An answer of a plan: to decline, what the table proposes, or codes. */
export interface PlanChoice {
  how: "decline" | "proposal" | "codes";
  codes?: number[];
  /** In a frame: what the codes are called. */
  labels?: Phrase[];
}

/** What a word of the question has to be: a number in a range, or the very same. */
export interface PlanLimit {
  word: string;
  least?: number | null;
  most?: number | null;
  same?: Word;
}

/** An answer that the viewer gives in advance, or what has become of one. */
export interface Plan {
  key: string;
  kind: string;
  name: Phrase;
  rule: string;
  choices: PlanChoice[];
  /** Only in this seat's turn; -1 (the default): in any. */
  turn?: number;
  limits?: PlanLimit[];
  useful?: boolean;
  otherwise?: "ask" | "decline";
  /** Only while the table is as it was when the plan was made. */
  unless?: boolean;
  state?: "open" | "given" | "dropped";
  why?: "" | "unfit" | "changed" | "undone";
  at?: number;
}

/** A plan as it is sent; the key stays the same while it is moved or changed. */
export interface Planned {
  key: string;
  plan: Pick<Plan, "kind" | "turn" | "limits" | "useful" | "otherwise"> & { choices: PlanChoice[] };
  unless: boolean;
}

/** What a plan for a kind of question may say. */
export interface PlanForm {
  kinds: { kind: string; name: Phrase; rule: string; reaction: boolean }[];
  many: boolean;
  ordered: boolean;
  decline: boolean;
  proposal: boolean;
  useful: boolean;
  options: Target[];
  numbers: string[];
  about: Phrase | null;
}

/** A standing order as it is given; `none` takes it back. */
export interface Ordering {
  kind: string;
  answer: "pass" | "decides" | "ask" | "none";
  until?: "match" | "turn";
}

/** A question that the table declines by itself: with these codes, as the only answer there is or for this reason. */
export interface Passes {
  ordinal: number;
  codes: number[];
  forced: boolean;
  /** By the viewer's order, however this browser is set. */
  ordered: boolean;
  why: Phrase;
}

/** A table that waits for its people, before the match begins: nothing of it is told. */
export interface Seating {
  /** Seats for which nobody has to wait: those of bots, and of people who are here and ready. */
  ready: number[];
  /** Milliseconds until it begins; null while somebody is missing. */
  starts: number | null;
  /** Whether the viewer opened the table, and the seat of who did. */
  host: boolean;
  host_seat: number | null;
  pace: number;
  /** Instead of it: seconds of each seat for the whole match, and what a decision adds. */
  bank?: number;
  increment?: number;
  undo: string;
  /** Those that differ from the game's defaults. */
  options: Record<string, unknown>;
  /** For the host: bots that may be put at a seat, the link to the first open seat, and one for each. */
  bots: string[];
  invitation: string;
  invitations: { seat: number; url: string }[];
  /** Whether strangers find the table in the lobby. */
  listed?: boolean;
  /** Who is late twice in a row: a bot sits in, or only default answers are given for them. */
  late?: "bot" | "default";
  reserves?: boolean;
  /** For the host: clocks in seconds a decision, banks with their increments, and how few and how many seats there can be. */
  paces?: number[];
  banks?: [number, number][];
  seats_range?: number[];
  /** Whether it counts for ratings as things stand, where that was wished. */
  rated?: "" | "yes" | "no";
}

/** Fair dice: what the server and the people at the table have committed to. */
export interface Fair {
  mode: "seeds" | "reveal";
  round: number;
  server: string;
  /** By seat. */
  commits: Record<string, string>;
  /** What the table is bound to, while browsers reveal their seeds; and its digest. */
  table: string;
  digest: string;
  revealed: number[];
  /** Milliseconds left to the others. */
  left: number | null;
  /** How many rounds before this one came to nothing. */
  voided: number;
}

/** How the key of a match was made; with seeds and key once it is over. */
export interface FairProof {
  fair: { match: string; rounds: { round: number; server: string; secret: string | null; table: string; seeds: { seat: number; commit: string; seed: string | null }[] }[] } | null;
  key: string;
}

/** What the host may change of a waiting table beside its seats. */
export interface TableSetting {
  pace?: number;
  bank?: number;
  increment?: number;
  listed?: boolean;
  chat?: ChatMode;
  hints?: boolean;
  reserves?: boolean;
}

/** Another number of seats, or another order. */
export type SeatChange = { change: "add" } | { change: "drop"; seat: number } | { change: "swap"; seat: number; other: number };

/** What the table tells of its people: the text is `ui.note_<key>`; it stands behind so many of the viewer's events. */
export interface Note {
  number: number;
  key: "undo" | "late" | "back" | "bot" | "left" | "moved" | "timed" | "removed" | "muted" | "unmuted" | "offered" | "kept" | "replaced";
  seat: number;
  at: number;
  after: number;
  /** The seat that did it, if another one did. */
  by?: number;
  voted?: boolean;
  /** What is asked now. */
  said?: Phrase | null;
  /** What the people of `seat` and `by` were called, where others have these seats since. */
  called?: string;
  by_called?: string;
}

/** Who waits to take over a seat, in line, and which seats are offered. */
export interface Reserves {
  people: { name: string; asked: number | null }[];
  offered: number[];
  mine: "" | "waits" | "asked";
  /** Whether the page of reserves has something for the viewer. */
  may: boolean;
  /** For the host: by it others may wait. */
  link: string;
}

export interface FrameMessage {
  type?: "frame";
  match: string;
  frame: number;
  epoch: number;
  viewer: number;
  spectator: boolean;
  seats: SeatInfo[];
  game: string;
  rules_version?: number;
  scene: Scene;
  events: { from: number; list: GameEvent[] };
  log_length: number;
  decision: Decision | null;
  question: Phrase | null;
  waiting: number[];
  answered: number[];
  may_undo: boolean;
  outcome: Outcome | null;
  frozen?: { reason: "unfit" | "damaged" | "failed" } | null;
  clock?: Clock | null;
  void?: Voiding | null;
  /** The next match of this table, once somebody has opened it. */
  rematch?: { id: string; by: number } | null;
  /** The bots of the level above, offered to a player who has beaten bots alone. */
  stronger?: string | null;
  /** How many spectators there are. */
  watchers?: number;
  chat?: ChatMode;
  guide?: Guide | null;
  /** Whether this table gives hints to who is asked. */
  hints?: boolean;
  /** The rules have changed under the match: their versions, and whether it went back to go on. */
  changed?: { was: number; now: number; back: boolean } | null;
  window?: ReactionWindow | null;
  /** The viewer's own standing orders; null where there can be none. */
  orders?: StandingOrder[] | null;
  /** What the viewer answers in advance, and news of it; null where nothing can be. */
  plans?: Plan[] | null;
  /** How many events the viewer had been told when his last answer had taken effect; null before he has given one. */
  since?: number | null;
  /** The viewer was removed from this table before it began. */
  removed?: boolean;
  /** While the table waits for its people. */
  seating?: Seating | null;
  /** Seconds after which somebody who is asked and silent holds the table up. */
  patience?: number;
  /** The latest notes, in order. */
  notes?: Note[];
  fair?: Fair | null;
  /** Null at a table without reserves. */
  reserves?: Reserves | null;
  /** Set by the client: the question that the table is about to pass for the viewer, whom it does not ask. */
  passes?: Passes;
}

/** A link that gives a seat back to its person on another device, and the address under which others reach the server. */
export interface ReturnLink {
  seat: number;
  url: string;
  address: string;
  only_here: boolean;
}

/** Why something is not possible; the text is `why_not.<key>`. */
export interface Reason {
  rule: string;
  key: string;
  words?: Record<string, Word>;
  /** Of an answer of several parts the one that is to blame, as its field is written, such as `cards` or `path.1`. */
  path?: string;
  /** Those of the codes sent that lie there; none where what is missing is to blame. */
  codes?: number[];
}

export interface Picks {
  options: Target[];
  done: boolean;
  done_label?: Phrase | null;
  done_binds?: Binds;
  sole?: boolean;
  /** By code, the places of the table that offer it. */
  places?: Record<string, string[]>;
  /** The picks so far, with the code of a point that was given in words. */
  picked?: number[];
  /** What the next pick moves on a table to scale. */
  aim?: Aim | null;
  /** Who may be aimed at on such a table behind these picks. */
  target_lines?: TargetLine[];
  /** What these picks bring about. */
  follows?: Line[];
}

/** An answer, or its beginning, that does something to a place: its picks in order. */
export interface Way {
  picks: Target[];
}

/** Whether something is possible; of a point its code, and what it costs and is worth. */
export interface Verdict extends Reason {
  code?: number;
  leg?: Leg | null;
}

/** An answer as a hint has it: its codes and what they are called, its chance 0 to 1, how often it was looked at. */
export interface HintAnswer {
  codes: number[];
  labels: Phrase[];
  chance: number;
  looks: number;
  /** The first answer does not lead it by more than chance makes of it. */
  even?: boolean;
  /** By code its point of a table to scale, to the unit; empty for what is none. */
  at?: number[][];
}

/** The best answers to a decision, the best one first. */
export interface Hint {
  ordinal: number;
  /** What the chances are: to win, or the expected score (a half is nothing won and nothing lost). */
  measure: "chance" | "score";
  looks: number;
  answers: HintAnswer[];
  /** By how much the chances that were compared may be off. */
  margin?: number;
}

/** What the person of a seat has written for themselves, and how often it was changed. */
export interface Memo {
  text: string;
  version: number;
}

export interface RuleText {
  rule: string;
  title: string;
  text: string;
}
