/** Which cards are read beside a question. */
import type { Case, Piece, Scene } from "./scene";

/** The card that a case shows in full: where a sum settles it, its panel says what stands on the card. */
export const shownBy = (about: Case | null | undefined): Piece | null => (about?.card && (about.goal ?? -1) < 0 ? about.card : null);

const same = (one: Piece, other: Piece): boolean => JSON.stringify([one.label, one.print]) === JSON.stringify([other.label, other.print]);

/** The cards that the question is about, without the one that the case beside it shows. */
export function toRead(scene: Scene, alone: boolean): Piece[] {
  const shown = alone ? null : shownBy(scene.case);
  return (scene.reading ?? []).filter((piece) => !shown || !same(piece, shown));
}
