/** Fair dice at the table: what they need is loaded only where a table has them. */
import type { Check, Keeper } from "./fair";
import type { FrameMessage } from "./protocol";
import type { Server } from "./server";

export class FairDice {
  /** What this browser has checked: that something does not fit, or at the end that all does; null before. */
  check = $state.raw<Check | null>(null);
  #keeper: Promise<Keeper> | null = null;

  constructor(
    private readonly match: string,
    private readonly server: Server,
  ) {}

  /** Does what is to be done after a frame, one after another. */
  take(message: FrameMessage): void {
    if (!message.fair) return;
    this.#keeper ??= import("./fair").then(({ Keeper }) => new Keeper(this.match, this.server, (check) => (this.check = check)));
    this.#keeper = this.#keeper.then(async (keeper) => {
      await keeper.take(message);
      return keeper;
    });
  }

  /** Gives what this browser has kept as a file. */
  async save(): Promise<void> {
    const record = (await this.#keeper)?.record();
    if (!record) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([record], { type: "application/json" }));
    link.download = `${this.match}.seen.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  }
}
