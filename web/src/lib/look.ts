/** What a piece looks like: a die by its tone, everything else by its kind. */
import type { Piece, Suit, Zone } from "./scene";

export const isDie = (kind: string): boolean => kind.endsWith("die");

const look = (kind: string, tone: string): string => (isDie(kind) ? `die ${tone || "light"}` : kind);

export const lookOf = (piece: Piece): string => look(piece.kind, piece.tone ?? "");

/** That of what lies in a heap; empty if nobody says it. */
export const lookIn = (zone: Zone): string => look(zone.piece ?? "", zone.tone ?? "");

/** A look as classes of the style sheets: only dice have some of their own. */
export const asDie = (look: string): string => (look.startsWith("die ") ? look : "");

/** The colour of a kind of card, as classes of the style sheets. */
export const toneOf = (suit: Suit | null | undefined): string => (suit?.tone ? `tone tone-${suit.tone}` : "tone");

const SPOTS = ["", "5", "19", "159", "1379", "13579", "134679"];

/** Which of the nine places of a die's side have a spot; empty for a side that is a picture. */
export const spotsOf = (face: string): string => (/^[1-6]$/.test(face) ? SPOTS[Number(face)]! : "");
