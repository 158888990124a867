/** Fetches a review, again and again while it is being made. */
import type { Boot } from "./protocol";
import type { Review } from "./review";

const AGAIN = 1_500;

export class Reviewing {
  review = $state.raw<Review | null>(null);
  failed = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #begun = false;

  constructor(private readonly boot: Boot) {}

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

  async #ask(): Promise<void> {
    try {
      const answer = await fetch(`/api/matches/${encodeURIComponent(this.boot.match)}/review`, { credentials: "same-origin" });
      this.failed = !answer.ok;
      if (answer.ok) this.review = (await answer.json()) as Review;
    } catch {
      this.failed = true;
    }
    const over = this.review?.state === "done" || this.review?.state === "none";
    if (this.#begun && !over) this.#timer = setTimeout(() => void this.#ask(), AGAIN);
  }
}
