/** What may be said about other seats, from what is known of them: needed where somebody speaks. */
import { TELL } from "./chat";
import type { Cause, Dossier, Phrase, Word } from "./scene";

/** A remark as it may be said, and how the server is told: a phrase about a seat, with a cause of a dossier. */
export interface Remark {
  phrase: string;
  about: number;
  cause?: string;
  said: Phrase;
}

function told(kind: string, seat: number, cause?: Cause, own = false): Remark {
  const text = own ? cause?.own : cause?.text;
  const words: Record<string, Word> = { seat: { seat }, ...(text ? { cause: text } : {}) };
  return { phrase: TELL + kind, about: seat, ...(cause ? { cause: cause.name } : {}), said: { key: `${TELL}${kind}${cause ? "" : "_bare"}`, words } };
}

/** What may be said about another seat: with each cause that its dossier has, and without one. */
export function remarksOn(dossier: Dossier): Remark[] {
  const causes = dossier.causes ?? [];
  const bad = causes.filter((cause) => cause.tone !== "good");
  const good = causes.filter((cause) => cause.tone === "good");
  const { seat } = dossier;
  return [...bad.map((cause) => told("suspect", seat, cause)), told("suspect", seat), ...good.map((cause) => told("trust", seat, cause)), told("trust", seat)];
}

/** What a seat may answer to another. */
export function answersTo(seat: number, own: Dossier | undefined): Remark[] {
  return [...(own?.causes ?? []).filter((cause) => cause.own).map((cause) => told("deny", seat, cause, true)), told("deny", seat)];
}
