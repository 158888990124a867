/** What turned a match, and how close it was, as lines that lead into its replay (docs/reference/server-api.md). */
import type { GameEvent, Outcome } from "./protocol";
import type { Phrase } from "./scene";

export interface Swing {
  position: number;
  /** 0 where the game counts none. */
  round: number;
  event: GameEvent;
  /** Of a sum: what it was about. */
  about: Phrase | null;
  /** What was in it for the winners before and after. */
  before: number;
  after: number;
}

export interface Turning {
  swings: Swing[];
  peaks: { position: number; round: number; seat: number; chance: number }[];
  lead: { position: number; round: number } | null;
}

export interface Turned {
  match: string;
  state: "waiting" | "done" | "none";
  measure: "chance" | "score";
  turning: Turning | null;
}

/** What a line says: something the game has told, or how a seat stood. */
export type Said = { kind: "swing"; swing: Swing } | { kind: "margin"; phrase: Phrase } | { kind: "peak"; seat: number; chance: number; own: boolean } | { kind: "lead" };

export interface Line {
  said: Said;
  /** Where in the match it leads; -1 where it leads nowhere. */
  position: number;
  round: number;
}

const MAX_SWINGS = 3;

/** What turned it. */
export const swung = (turned: Turned | null): Line[] =>
  (turned?.turning?.swings ?? []).slice(0, MAX_SWINGS).map((swing) => ({ said: { kind: "swing", swing }, position: swing.position, round: swing.round }));

/** How close it was for who looks on: as the game tells it, then where he stood best (a spectator: the best of those who lost), and from where on the winners led. */
export function close(turned: Turned | null, outcome: Outcome, viewer: number): Line[] {
  const lines: Line[] = (outcome.closing?.margin ?? []).map((phrase) => ({ said: { kind: "margin", phrase }, position: -1, round: 0 }));
  const { peaks = [], lead = null } = turned?.turning ?? {};
  const won = outcome.winners.includes(viewer);
  const own = peaks.find(({ seat }) => seat === viewer);
  const best = peaks.reduce<(typeof peaks)[number] | undefined>((top, peak) => (top && top.chance >= peak.chance ? top : peak), undefined);
  const peak = own ?? (won || viewer >= outcome.ranks.length ? best : undefined);
  if (peak && turned?.measure === "chance") lines.push({ said: { kind: "peak", seat: peak.seat, chance: peak.chance, own: peak === own }, position: peak.position, round: peak.round });
  if (lead) lines.push({ said: { kind: "lead" }, position: lead.position, round: lead.round });
  return lines.slice(0, MAX_SWINGS);
}
