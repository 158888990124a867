/** Of several tabs with the same match only one makes sounds: the one that was looked at last. */
const NAME = "shapan.voice.";

export class Voice {
  /** Without locks (an old browser, a page without https) every tab speaks that is seen. */
  #holds: boolean | null = null;

  constructor(
    private readonly match: string,
    private readonly locks: LockManager | undefined = navigator.locks,
  ) {
    this.#claim(!document.hidden);
  }

  get speaks(): boolean {
    return this.#holds ?? !document.hidden;
  }

  /** The tab came to the front or went to the back. */
  seen(): void {
    if (!document.hidden && !this.#holds) this.#claim(true);
  }

  #claim(steal: boolean): void {
    if (!this.locks) return;
    this.#holds = false;
    const held = (): Promise<never> => {
      this.#holds = true;
      // Held until the tab is closed, or another one takes it.
      return new Promise(() => undefined);
    };
    this.locks.request(NAME + this.match, steal ? { steal } : {}, held).catch(() => {
      this.#holds = false;
      // Taken away: wait in line, should the other tab be closed.
      this.#claim(false);
    });
  }
}
