/** A ruler that somebody lays on a table to scale: how far two places are apart is counted here, what is seen the server says. */
import { apart, measured, pair, type At } from "./ground";
import type { End, Ground, Piece, Ruler } from "./scene";
import type { Table } from "./table.svelte";

/** So many milliseconds lie between two questions at least. */
const PAUSE = 200;

export class Ruling {
  on = $state(false);
  one = $state.raw<End | null>(null);
  other = $state.raw<End | null>(null);
  /** Both ends lie fast: the pointer moves none. */
  fixed = $state(false);
  #told = $state.raw<{ of: string; ruler: Ruler | null } | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: Table,
    private readonly shown: () => { ground: Ground; pieces: readonly Piece[] },
  ) {}

  /** Takes the ruler up, with one end at what is chosen already, or puts it away. */
  toggle(from: Piece | undefined): void {
    const on = !this.on;
    this.stop();
    this.on = on;
    if (on && from?.base) this.one = { at: from.base.at, piece: from.id };
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.on = this.fixed = false;
    this.one = this.other = this.#told = null;
  }

  /** The end at a point: the piece that stands there, if one does. */
  #end(at: At): End {
    const piece = this.shown().pieces.find(({ base }) => base && apart(pair(base.at), at) <= base.radius);
    return piece?.base ? { at: piece.base.at, piece: piece.id } : { at: at.map(Math.round) };
  }

  /** The free end goes to a point. */
  look(at: At): void {
    if (!this.on || !this.one || this.fixed) return;
    this.other = this.#end(at);
    this.#ask();
  }

  /** A press: the first end, then the second one, then a new ruler. */
  press(at: At): void {
    if (!this.one || this.fixed) [this.one, this.other, this.fixed] = [this.#end(at), null, false];
    else {
      this.look(at);
      this.fixed = true;
      this.table.spoken = this.words;
    }
  }

  get #of(): string {
    return JSON.stringify([this.one, this.other]);
  }

  #ask(): void {
    clearTimeout(this.#timer);
    const { one, other } = this;
    const of = this.#of;
    if (!one || !other || this.#told?.of === of) return;
    this.#timer = setTimeout(() => {
      void this.table.server.measure(one, other, this.table.viewer).then(
        (ruler) => {
          if (this.#of !== of) return;
          this.#told = { of, ruler };
          if (this.fixed) this.table.spoken = this.words;
        },
        // The distance stays, which nobody has to be asked for.
        () => undefined,
      );
    }, PAUSE);
  }

  #radius(end: End): number {
    return this.shown().pieces.find(({ id }) => id === end.piece)?.base?.radius ?? 0;
  }

  /** From edge to edge. */
  get distance(): number {
    const { one, other } = this;
    if (!one || !other) return 0;
    return Math.max(0, apart(pair(one.at), pair(other.at)) - this.#radius(one) - this.#radius(other));
  }

  get told(): Ruler | null {
    return this.#told?.of === this.#of ? this.#told.ruler : null;
  }

  get lines(): string[] {
    if (!this.one || !this.other) return [];
    const { ground } = this.shown();
    const { told, table } = this;
    return [
      table.fill(ground.unit ?? "common.inches", { value: measured(ground, told?.distance ?? this.distance) }),
      ...(told?.seen == null ? [] : [table.word(told.seen ? "ui.in_sight" : "ui.out_of_sight")]),
      ...(told?.notes ?? []).map((note) => table.say(note)),
    ];
  }

  get words(): string {
    return this.lines.join(this.table.word("ui.comma"));
  }
}
