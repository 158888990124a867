/** Messages of the play server (docs/reference/server-api.md). */
import type { Phrase, Scene, Target, Word } from "./scene";

export interface Language {
  code: string;
  name: string;
}

/** What the page tells the client before any request. */
export interface Boot {
  match: string;
  game: string;
  language: string;
  languages: Language[];
  csrf: { header: string; value: string };
  joins?: { seat: number; url: string }[];
}

export interface SeatInfo {
  seat: number;
  name: string;
  kind: "you" | "player" | "bot" | "open" | "left";
  bot?: string;
}

export interface GameEvent {
  key: string;
  rule?: string;
  with?: Record<string, Word>;
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
}

export interface Outcome {
  result: string;
  winners: number[];
  ranks: number[];
  scores?: number[];
  /** Why it ended so. */
  why?: Phrase | null;
}

export interface FrameMessage {
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
  frozen?: { record: number; reason: string } | null;
}

/** Why something is not possible; the text is `why_not.<key>`. */
export interface Reason {
  rule: string;
  key: string;
  words?: Record<string, Word>;
}

export interface Picks {
  options: Target[];
  done: boolean;
  done_label?: Phrase | null;
}

export interface RuleText {
  rule: string;
  title: string;
  text: string;
}
