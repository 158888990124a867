/** Fair dice at the table: what they need is loaded only where a table has them. */
import type { Check, Keeper } from "./fair";
import { fetched } from "./fetched.svelte";
import type { FrameMessage } from "./protocol";
import type { Server } from "./server";

export class FairDice {
  /** What this browser has checked: that something does not fit, or at the end that all does; null before. */
  check = $state.raw<Check | null>(null);
  #keeper: Keeper | null = null;
  #work: Promise<void> = Promise.resolve();

  constructor(
    private readonly match: string,
    private readonly server: Server,
    private readonly load: () => Promise<{ Keeper: typeof Keeper }> = () => import("../parts/later"),
  ) {}

  /** Does what is to be done after a frame, one after another. */
  take(message: FrameMessage): void {
    if (message.fair) this.#work = this.#work.then(() => this.#take(message)).catch(reportError);
  }

  async #take(message: FrameMessage): Promise<void> {
    // However long it takes: no one else can put this browser's part into the dice.
    this.#keeper ??= new (await fetched(this.load)).Keeper(this.match, this.server, (check) => (this.check = check));
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
