/** What a piece looks like: a die by its tone, everything else by its kind. */
import type { Piece, Zone } from "./scene";

export const isDie = (kind: string): boolean => kind.endsWith("die");

const look = (kind: string, tone: string): string => (isDie(kind) ? `die ${tone || "light"}` : kind);

export const lookOf = (piece: Piece): string => look(piece.kind, piece.tone ?? "");

/** That of what lies in a heap; empty if nobody says it. */
export const lookIn = (zone: Zone): string => look(zone.piece ?? "", zone.tone ?? "");
