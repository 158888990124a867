/** The cards of the game, which never change: fetched when the first of them is looked at. */
import type { Base, Piece } from "./scene";
import type { Server } from "./server";

export class Cards {
  #all = $state.raw<ReadonlyMap<string, Piece> | null>(null);
  #asked = false;

  constructor(private readonly server: Server) {}

  /** The card that tells of a piece, with what is left of it now; null where it has none, or while it is on its way. */
  of({ card, label, base }: Piece): Piece | null {
    if (!card) return null;
    if (!this.#asked) void this.#fetch();
    const found = this.#all?.get(card);
    // Of several of a kind each has a number.
    return found ? worn({ ...found, label: label ?? found.label ?? null }, base) : null;
  }

  async #fetch(): Promise<void> {
    this.#asked = true;
    try {
      this.#all = new Map((await this.server.cards()).map((piece) => [piece.id, piece]));
    } catch {
      // Asked anew when the next one is looked at.
      this.#asked = false;
    }
  }
}

function worn(card: Piece, base: Base | null | undefined): Piece {
  const left = base?.value ?? -1;
  if (!card.print || left < 0) return card;
  const figures = (card.print.figures ?? []).map((one) => (one.worn ? { ...one, count: left } : one));
  return { ...card, print: { ...card.print, figures } };
}
