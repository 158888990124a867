/** Seconds until the match begins, counted down here; null while somebody is missing. */
const TICK = 250;

export class Start {
  #left = $state<number | null>(null);
  #timer: ReturnType<typeof setInterval> | undefined;

  get seconds(): number | null {
    return this.#left === null ? null : Math.ceil(Math.max(0, this.#left) / 1000);
  }

  set(left: number | null): void {
    this.stop();
    this.#left = left;
    if (left === null) return;
    const end = performance.now() + left;
    this.#timer = setInterval(() => (this.#left = end - performance.now()), TICK);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
