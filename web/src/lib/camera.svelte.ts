/** What of a map is seen: where a question takes the window, and the view of whoever looks, which wins. One for all maps. */
import { time } from "./motion";
import { alike, around, asked, beside, beyond, between, framed, hold, home, shows, STEP, whole, zoomed, type At, type Beyond, type Box, type Size, type Window, type World } from "./sight";
import { keepView, viewOf } from "./views";

/** What is asked, so far as the window has to know. */
export interface Asked {
  /** Another one for each step of a question at which the window may move. */
  step: string;
  ordinal: number;
  kind: string;
  about: readonly Box[];
  /** So small may be what is asked about, where that is not the least of the map. */
  least?: number;
  /** So many units lie round it. */
  margin?: number;
}

/** So long must others have played for the window to follow them. */
const PAUSE = 400;
/** So many times as near as the whole. */
const NEARER = 1.2;
/** So long a view must stand to be kept. */
const STANDS = 400;

export class Camera {
  /** How large the page has it. */
  width = $state(0);
  height = $state(0);
  /** A pointer is down on the map: nothing moves it but that. */
  down = false;
  /** Where it has been moved to; its height as the map says it, however high that is drawn. */
  #moved = $state.raw<Window | null>(null);
  /** Without a window of its own: all of it, however small; else as near as reading needs. */
  #all = $state(false);
  /** What was asked about first: there it begins where not all of it can be read. */
  #about = $state.raw<readonly Box[]>([]);
  /** Whoever looks has moved it himself, at this question. */
  #own = false;
  #asked: Pick<Asked, "step" | "ordinal" | "kind"> = { step: "", ordinal: -1, kind: "" };
  /** The last of its three views in turn. */
  #turn = 0;
  #frame = 0;
  #later: ReturnType<typeof setTimeout> | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  /** What was asked while a pointer was down. */
  #missed: Asked | null = null;

  /** `match`: by which the views of whoever looks are kept; empty where they are not. */
  constructor(
    private readonly map: (window: Size) => World,
    private readonly match = "",
  ) {}

  get box(): Size {
    return { width: this.width, height: this.height };
  }

  get ready(): boolean {
    return this.width > 0 && this.height > 0;
  }

  world = $derived.by<World>(() => this.map(this.box));
  #whole = $derived.by<Window>(() => whole(this.world, this.box));
  win = $derived.by<Window>(() => (this.#moved ? hold(this.world, this.box, this.#drawn(this.#moved)) : this.#all ? this.#whole : home(this.world, this.box, this.#about)));

  #drawn = (told: Window): Window => ({ ...told, y: told.y * (this.world.ratio ?? 1) });
  #told = (drawn: Window): Window => ({ ...drawn, y: drawn.y / (this.world.ratio ?? 1) });

  /** A pixel in units. */
  get px(): number {
    return 1 / this.win.scale;
  }

  /** All that lies there is seen. */
  get fitted(): boolean {
    return alike(this.win, this.#whole);
  }

  /** It is so near that much of the map is out of sight. */
  get near(): boolean {
    return this.win.scale > this.#whole.scale * NEARER;
  }

  get farthest(): boolean {
    return alike(this.win, hold(this.world, this.box, { ...this.win, scale: 0 }));
  }

  get closest(): boolean {
    return this.win.scale >= hold(this.world, this.box, { ...this.win, scale: Infinity }).scale * 0.999;
  }

  // By whoever looks

  /** From now on the window is his, for this question and each one of its kind. */
  #mine(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#later);
    this.#own = true;
    this.#turn = 0;
    clearTimeout(this.#keeping);
    this.#keeping = this.match ? setTimeout(() => this.#keep(), STANDS) : undefined;
  }

  #keep(): void {
    clearTimeout(this.#keeping);
    if (this.#keeping === undefined) return;
    this.#keeping = undefined;
    const { x, y, scale } = this.#told(this.win);
    keepView(this.match, this.#asked.kind, this.fitted ? null : { x, y, scale: scale / this.#whole.scale });
  }

  zoom(by: number, at: At = [this.win.x, this.win.y]): void {
    this.go(zoomed(this.world, this.box, this.win, by, at));
  }

  closer = (): void => this.zoom(STEP);
  out = (): void => this.zoom(1 / STEP);

  pan(dx: number, dy: number): void {
    this.go({ ...this.win, x: this.win.x - dx * this.px, y: this.win.y - dy * this.px });
  }

  /** Goes there at once. */
  go(to: Window): void {
    this.#moved = this.#told(hold(this.world, this.box, to));
    this.#mine();
  }

  /** Shows all that lies there. */
  fit = (): void => this.#to(this.#whole);

  /** Comes near a thing. */
  approach(thing: Box): void {
    this.#to(beside(this.world, this.box, this.win, thing));
  }

  /** Goes to what lies beyond an edge. */
  reach({ boxes }: Beyond): void {
    const all = around(boxes);
    if (all) this.#to(framed(this.world, this.box, all, 0, this.win.scale));
  }

  /** All of the map, all that stands there, what is asked about: in turn. Those that show the same are passed by. */
  turn = (standing: readonly Box[], about: readonly Box[]): void => {
    const bounds = hold(this.world, this.box, { ...this.#whole, scale: 0 });
    const wins = [bounds, ...[standing, about].map((boxes) => this.#of(boxes))];
    for (let by = 0; by < wins.length; by++) {
      const next = (this.#turn + by) % wins.length;
      const to = wins[next];
      if (!to || alike(to, this.win)) continue;
      this.#to(to);
      this.#turn = next + 1;
      return;
    }
  };

  #of(boxes: readonly Box[]): Window | null {
    const all = around(boxes);
    return all && framed(this.world, this.box, all, 0, Math.max(this.world.least, this.#whole.scale) * 2);
  }

  /** Goes there for whoever looks: it is his view from then on. */
  #to(to: Window): void {
    const from = this.win;
    this.#set(to);
    this.#mine();
    this.#glide(from, to);
  }

  // By what is asked and done

  /** A question, or its next step: the view that he has of its kind, else where it has to go. */
  ask(question: Asked): void {
    if (!this.ready) return;
    this.#missed = this.down ? question : null;
    if (this.down) return;
    this.#keep();
    const { step, ordinal, kind, about, least, margin } = question;
    const [fresh, again] = [ordinal !== this.#asked.ordinal, step === this.#asked.step];
    this.#asked = { step, ordinal, kind };
    clearTimeout(this.#later);
    if (fresh) {
      this.#own = false;
      this.#turn = 0;
      const kept = this.match ? viewOf(this.match, kind) : null;
      if (kept) {
        this.#own = true;
        this.#move(hold(this.world, this.box, this.#drawn({ ...kept, scale: kept.scale * this.#whole.scale })));
        return;
      }
    }
    if (this.#own) return;
    if (!this.#about.length) this.#about = about;
    const to = asked(this.world, this.box, this.win, about, least, margin);
    // Where only the room has changed there is nothing to be followed by the eye.
    if (to && again && !fresh) this.#set(to);
    else if (to) this.#move(to);
  }

  /** What others do is brought into sight if they are still at it after a while, and he has not looked elsewhere. */
  follow(boxes: readonly Box[], playing: () => boolean): void {
    clearTimeout(this.#later);
    if (!boxes.length) return;
    this.#later = setTimeout(() => playing() && !this.#own && this.show(boxes), PAUSE);
  }

  /** Brings some things into sight where one of them is out of it. */
  show(boxes: readonly Box[], least = 0): void {
    if (!this.ready || this.down) return;
    const to = asked(this.world, this.box, this.win, boxes, least);
    if (to) this.#move(to);
  }

  /** The pointer is up: what was asked meanwhile is looked at. */
  lift(): void {
    this.down = false;
    if (this.#missed) this.ask(this.#missed);
  }

  stop(): void {
    this.#keep();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#later);
  }

  /** What of some things cannot be seen, by edges. */
  beyond(boxes: readonly Box[]): Beyond[] {
    return this.ready ? beyond(this.win, this.box, boxes) : [];
  }

  isSeen(boxes: readonly Box[]): boolean {
    return boxes.every((box) => shows(this.win, this.box, box));
  }

  // How it gets there

  #set(to: Window): void {
    cancelAnimationFrame(this.#frame);
    this.#all = alike(to, this.#whole);
    this.#moved = this.#all ? null : this.#told(to);
  }

  #move(to: Window): void {
    const from = this.win;
    this.#set(to);
    this.#glide(from, to);
  }

  /** From where it was over a short while, where things move; it is set already. */
  #glide(from: Window, to: Window): void {
    const [length, begun] = [time("--t-move", 280), performance.now()];
    if (length < 20 || alike(from, to)) return;
    const end = this.#moved;
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - begun) / length));
      this.#moved = share < 1 ? this.#told(between(from, to, share)) : end;
      if (share < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#moved = this.#told(from);
    this.#frame = requestAnimationFrame(step);
  }

  /** Where a point of the map is in the window, in pixels from its left upper corner. */
  spot([x, y]: At): { left: number; top: number } {
    const { win } = this;
    return { left: (x - win.x) * win.scale + this.width / 2, top: (y - win.y) * win.scale + this.height / 2 };
  }

  /** The point of the map at a place of the window. */
  at(left: number, top: number): At {
    return [this.win.x + (left - this.width / 2) * this.px, this.win.y + (top - this.height / 2) * this.px];
  }
}
