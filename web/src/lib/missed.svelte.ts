/** What the viewer has missed: what others did since his last answer, and what stands otherwise than it left it. */
import { running } from "./affairs";
import { recap, type Recap } from "./recap";
import type { Scene } from "./scene";
import { Refused } from "./server";
import { changed, standing, type Standing } from "./since";
import type { Table } from "./table.svelte";

export class Missed {
  /** Length of the log when the viewer's last answer had taken effect. */
  #since = $state(0);
  /** How the table stood then. */
  #stood = $state.raw<Standing | null>(null);
  /** The decision whose recap was put away. */
  #closed = $state(-1);
  /** How often the viewer has changed or moved: an answer of the server to an earlier question is late. */
  #moved = 0;
  /** How much of the log each viewer of this screen has seen. */
  #told = new Map<number, number>();

  constructor(private readonly table: Table) {}

  /** Places where something has changed since the viewer's last answer; it is marked until his next one. */
  places = $derived.by<ReadonlySet<string>>(() => {
    const { frame } = this.table;
    return frame && this.#stood ? changed(this.#stood, standing(frame.scene)) : new Set();
  });

  /** What others did since the viewer's last move; shown when it is his turn to choose again. */
  recap = $derived.by<Recap>(() => {
    const { frame, decision, behind, log } = this.table;
    return !frame || !decision || behind || this.#closed === decision.ordinal ? { lines: [], more: 0 } : recap(log.events, this.#since, running(log.events, frame.scene));
  });

  /** Puts the recap away until the next decision. */
  close(): void {
    this.#closed = this.table.decision?.ordinal ?? -1;
  }

  get #length(): number {
    return this.table.log.events.length;
  }

  /** A viewer of this screen makes room for another: so much of the log he has seen. */
  leave(viewer: number): void {
    this.#told.set(viewer, this.#length);
  }

  /** How much of the log a viewer has seen: all of it, if he has not left. */
  seenBy(viewer: number): number {
    return Math.min(this.#told.get(viewer) ?? Infinity, this.#length);
  }

  /** A viewer comes back to this screen, or to it at all: he reads on after his last move, as the server has kept it. */
  comeBack(viewer: number, since?: number | null): void {
    this.#since = Math.min(since ?? this.seenBy(viewer), this.#length);
    this.#stood = null;
    if (since !== undefined && since !== null) void this.#recall(viewer);
  }

  /** Asks how the table stood then; what cannot be had is not marked. */
  async #recall(viewer: number): Promise<void> {
    const moved = ++this.#moved;
    try {
      const { stood } = await this.table.server.since(viewer);
      if (moved !== this.#moved || this.table.frame?.viewer !== viewer) return;
      this.#stood = new Map(Object.entries(stood).map(([piece, [zone, face]]) => [piece, { zone, face }]));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** The viewer's answer has taken effect: so stood the table then. */
  answered(scene: Scene): void {
    this.#moved += 1;
    this.#since = this.#length;
    this.#stood = standing(scene);
  }

  /** The log may have become shorter. */
  fit(): void {
    this.#since = Math.min(this.#since, this.#length);
  }
}
