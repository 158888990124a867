/** What of a table to scale is seen: the window, its three views in turn, and how it goes to where a question is asked. */
import { around, between, framed, held, onPage, shows, whole, zoomed, type At, type Box, type Size, type Window } from "./ground";
import { time } from "./motion";
import type { Ground } from "./scene";

/** A disc on the ground that is to be seen. */
export interface Disc {
  at: readonly number[];
  radius?: number;
}

/** So many measures lie round what a view shows. */
const MARGIN = 2;
/** A view of two models is no nearer than so many pixels a measure. */
const NEAREST = 60;

export class Camera {
  /** How large the page has it. */
  width = $state(0);
  height = $state(0);
  #moved = $state.raw<Window | null>(null);
  /** The view that was chosen last: the whole, all models, those that act; null once it was moved by hand. */
  #view: number | null = 0;
  #frame = 0;

  constructor(private readonly ground: () => Ground) {}

  get box(): Size {
    return { width: this.width, height: this.height };
  }

  win = $derived.by<Window>(() => (this.#moved ? held(this.ground(), this.box, this.#moved) : whole(this.ground(), this.box)));

  /** A pixel in units. */
  get px(): number {
    return 1 / this.win.scale;
  }

  /** It is nearer than the whole. */
  get near(): boolean {
    return this.win.scale > whole(this.ground(), this.box).scale * 1.02;
  }

  #stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#view = null;
  }

  zoom(by: number, at: At = [this.win.x, this.win.y]): void {
    this.#stop();
    this.#moved = zoomed(this.ground(), this.box, this.win, by, at);
  }

  pan(dx: number, dy: number): void {
    this.go({ ...this.win, x: this.win.x - dx * this.px, y: this.win.y - dy * this.px });
  }

  /** Goes there at once. */
  go(to: Window): void {
    this.#stop();
    this.#moved = held(this.ground(), this.box, to);
  }

  /** Goes there over a short while, where things move. */
  #glide(to: Window, then: Window | null = to): void {
    cancelAnimationFrame(this.#frame);
    const [from, length, begun] = [this.win, time("--t-move", 280), performance.now()];
    if (length < 20) {
      this.#moved = then;
      return;
    }
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - begun) / length));
      this.#moved = share < 1 ? between(from, to, share) : then;
      if (share < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** Shows all of the table. */
  fit(): void {
    this.#view = 0;
    this.#glide(whole(this.ground(), this.box), null);
  }

  /** The three views in turn: the whole, what stands there, what acts with whom it is about. Those that show the same are passed by. */
  turn(all: readonly Disc[], acting: readonly Disc[]): void {
    const wins = [whole(this.ground(), this.box), ...[all, acting].map((discs) => this.#of(discs))];
    const now = this.#view ?? wins.length - 1;
    for (let by = 1; by <= wins.length; by++) {
      const next = (now + by) % wins.length;
      const to = wins[next];
      if (!to || (next > 0 && by < wins.length && Math.abs(to.scale / this.win.scale - 1) < 0.02 && Math.hypot(to.x - this.win.x, to.y - this.win.y) * to.scale < 8)) continue;
      this.#glide(to, next ? to : null);
      this.#view = next;
      return;
    }
  }

  #of(discs: readonly Disc[]): Window | null {
    const ground = this.ground();
    const found = around(ground, discs);
    return found && framed(ground, this.box, found, MARGIN * ground.measure, NEAREST / ground.measure);
  }

  /** Brings some discs into sight where one of them is out of it, as near as the window is now, if they have room then. */
  show(discs: readonly Disc[], scale = this.win.scale): void {
    const ground = this.ground();
    const found: Box | null = around(ground, discs);
    if (!found || !this.width || (scale === this.win.scale && shows(this.win, this.box, found))) return;
    const to = framed(ground, this.box, found, MARGIN * ground.measure, scale);
    this.#glide(to);
    this.#view = null;
  }

  /** Where a point of the game is on the page, in pixels from the left upper corner of the window. */
  spot(at: readonly number[]): { left: number; top: number } {
    const [x, y] = onPage(this.ground(), at);
    const { win } = this;
    return { left: (x - win.x) * win.scale + this.width / 2, top: (y - win.y) * win.scale + this.height / 2 };
  }
}
