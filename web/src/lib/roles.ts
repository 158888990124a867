/** The cards of the players, those at work first; among them in the order of the seats. */
import type { Panel, Piece } from "./scene";

export interface Role {
  panel: Panel;
  card: Piece;
}

export function rolesOf(panels: readonly Panel[]): Role[] {
  const idle = ({ card }: Role): number => Number(card.flags?.includes("idle") ?? false);
  return panels.flatMap((panel) => (panel.card ? [{ panel, card: panel.card }] : [])).sort((one, other) => idle(one) - idle(other));
}
