/** The reaction window that is open: how long it lasts at least, counted from when the server named it, the same for all. */
import type { ReactionWindow, StandingOrder } from "./protocol";

const TICK = 100;
const SECOND = 1_000;

export class WindowTime {
  /** Milliseconds that it lasts at least; 0 without one. */
  length = $state(0);
  #ends = 0;
  #now = $state(0);
  #timer = 0;

  constructor(private readonly time: () => number = Date.now) {}

  /** Milliseconds that are left. */
  left = $derived(Math.min(this.length, Math.max(0, this.#ends - this.#now)));
  seconds = $derived(Math.ceil(this.left / SECOND));

  /** Takes what a frame says, at the moment when it comes. */
  set(window: ReactionWindow | null | undefined): void {
    clearInterval(this.#timer);
    this.#ends = this.time() + (window?.left ?? 0);
    this.#now = this.time();
    this.length = window?.length ?? 0;
    this.#timer = window ? globalThis.setInterval(() => this.tick(), TICK) as unknown as number : 0;
  }

  tick(): void {
    this.#now = this.time();
    if (this.#now >= this.#ends) clearInterval(this.#timer);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** What is ordered for a kind of window: the order for the kind counts more than the one for all (its kind is empty). */
export function ordered(orders: readonly StandingOrder[] | null | undefined, kind: string): StandingOrder | null {
  return orders?.find((order) => order.kind === kind) ?? orders?.find((order) => order.kind === "") ?? null;
}

/** What is to be ordered so that a kind of window is passed, or asked again. */
export function toOrder(orders: readonly StandingOrder[] | null | undefined, kind: string, pass: boolean): { kind: string; answer: "pass" | "ask" | "none" } {
  const every = orders?.find((order) => order.kind === "")?.answer === "pass";
  if (pass) return { kind, answer: every ? "none" : "pass" };
  return { kind, answer: every ? "ask" : "none" };
}
