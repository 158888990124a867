/** Something that the server works out after a match: asked for again and again while it is being made. */
import type { Boot } from "./protocol";

const AGAIN = 1_500;

export class Polled<T extends { state: string }> {
  value = $state.raw<T | null>(null);
  failed = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #begun = false;
  #left: number;

  /** `name`: what of the match is asked for, at most so often. */
  constructor(
    private readonly boot: Boot,
    private readonly name: string,
    most = Infinity,
  ) {
    this.#left = most;
  }

  /** Begins to ask for it, once. */
  open(): void {
    if (this.#begun) return;
    this.#begun = true;
    void this.#ask();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#begun = false;
  }

  get #over(): boolean {
    return this.value?.state === "done" || this.value?.state === "none";
  }

  async #ask(): Promise<void> {
    this.#left -= 1;
    try {
      const answer = await fetch(`/api/matches/${encodeURIComponent(this.boot.match)}/${this.name}`, { credentials: "same-origin" });
      this.failed = !answer.ok;
      if (answer.ok) this.value = (await answer.json()) as T;
    } catch {
      this.failed = true;
    }
    if (this.#begun && !this.#over && this.#left > 0) this.#timer = setTimeout(() => void this.#ask(), AGAIN);
  }
}
