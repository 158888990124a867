/** Fair dice at the table: what they need is loaded only where a table has them. */
import type { Check, Keeper } from "./fair";
import type { FrameMessage } from "./protocol";
import { backoff, pause } from "./retry";
import type { Server } from "./server";

export class FairDice {
  /** What this browser has checked: that something does not fit, or at the end that all does; null before. */
  check = $state.raw<Check | null>(null);
  #keeper: Keeper | null = null;
  #work: Promise<void> = Promise.resolve();

  constructor(
    private readonly match: string,
    private readonly server: Server,
    private readonly load: () => Promise<{ Keeper: typeof Keeper }> = () => import("./fair"),
  ) {}

  /** Does what is to be done after a frame, one after another. */
  take(message: FrameMessage): void {
    if (message.fair) this.#work = this.#work.then(() => this.#take(message)).catch(reportError);
  }

  async #take(message: FrameMessage): Promise<void> {
    for (let attempt = 0; !this.#keeper; attempt++) {
      const code = await this.load().catch(() => null);
      if (code) this.#keeper = new code.Keeper(this.match, this.server, (check) => (this.check = check));
      else await pause(backoff(attempt)); // no one else can put this browser's part into the dice
    }
    await this.#keeper.take(message);
  }

  /** Gives what this browser has kept as a file. */
  async save(): Promise<void> {
    await this.#work;
    const record = this.#keeper?.record();
    if (!record) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([record], { type: "application/json" }));
    link.download = `${this.match}.seen.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  }
}
