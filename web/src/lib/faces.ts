/** Which symbol a term of the texts is drawn with: learned from what lies on the table. */
import { lookIn, lookOf } from "./look";
import type { Piece, Scene, Zone } from "./scene";

export interface Face {
  /** Name of the symbol, or a number of pips. */
  face: string;
  /** Look of the pieces that show it; empty where several kinds do. */
  kind: string;
  /** Seen on a piece; an empty place only lets guess the kind. */
  seen: boolean;
}

export type Faces = ReadonlyMap<string, Face>;

/** Every zone with the kind of what lies in the zones beside it. */
function* places(scene: Scene): Generator<{ zone: Zone; kind: string }> {
  function* inside(zones: readonly Zone[] | undefined, around: string): Generator<{ zone: Zone; kind: string }> {
    for (const zone of zones ?? []) {
      const kind = lookIn(zone) || kindOf(zone) || around;
      yield { zone, kind };
      yield* inside(zone.zones, kind);
    }
  }
  yield* inside(scene.zones, "");
  for (const panel of scene.panels ?? []) yield* inside(panel.zones, "");
}

/** The one kind of everything in a zone, empty if there are several. */
function kindOf(zone: Zone): string {
  const kinds = new Set<string>();
  const waiting: Zone[] = [zone];
  for (const one of waiting) {
    one.pieces?.forEach((piece) => kinds.add(lookOf(piece)));
    waiting.push(...(one.zones ?? []));
  }
  return kinds.size === 1 ? ([...kinds][0] ?? "") : "";
}

/** What is known after looking at a scene; the same map if there was nothing new. */
export function learned(known: Faces, scene: Scene): Faces {
  const next = new Map(known);
  let changed = false;
  const see = (key: string | undefined, face: string | undefined, kind: string, seen: boolean): void => {
    if (!key || !face) return;
    const old = next.get(key);
    if (old && (old.seen || !seen) && (!seen || old.kind === "" || (old.kind === kind && old.face === face))) return;
    next.set(key, { face, kind: old?.seen && old.kind !== kind ? "" : kind, seen });
    changed = true;
  };
  const seePiece = (piece: Piece): void => {
    if (!piece.flags?.includes("face_down")) see(piece.label?.key, piece.face, lookOf(piece), true);
  };
  for (const { zone, kind } of places(scene)) {
    see(zone.label?.key, zone.glyph, kind, false);
    zone.pieces?.forEach(seePiece);
  }
  scene.hand?.forEach(seePiece);
  return changed ? next : known;
}
