/** A replay under way: which recording, which step, whether it plays. It shows its steps on a table that asks nobody. */
import { ALL, opened } from "./open";
import type { Boot } from "./protocol";
import { countsOf, frameOf, markedFrom, marksOf, sameMoment, stepOf, ticksOf, type Mark, type Recording, type Tick } from "./reel";
import { stepAt } from "./review";
import { Table } from "./table.svelte";

export const PACES = [0.5, 1, 2, 4] as const;
/** Milliseconds of a step at pace 1; one in which nothing was told is shorter. */
const STEP = 1_400;
const QUIET = 600;

/** Fetches a recording; without a seat, the one that the viewer is shown first. */
export type Fetch = (seat: number | null) => Promise<Recording>;

export class NoRecording extends Error {
  constructor(readonly status: number) {
    super(`no recording: status ${status}`);
  }
}

export function fetchRecording(boot: Boot): Fetch {
  return async (seat) => {
    const query = seat === null ? "" : `?seat=${seat}`;
    const answer = await fetch(`/api/matches/${encodeURIComponent(boot.match)}/replay${query}`, { credentials: "same-origin" });
    if (!answer.ok) throw new NoRecording(answer.status);
    return (await answer.json()) as Recording;
  };
}

export class Replay {
  recording = $state.raw<Recording | null>(null);
  step = $state(0);
  playing = $state(false);
  pace = $state<number>(1);
  /** Why nothing is shown: the status of the answer, 0 without one. */
  failed = $state<number | null>(null);

  steps = $derived(this.recording?.frames.length ?? 0);
  marks = $derived<Mark[]>(marksOf(this.recording?.frames ?? []));
  ticks = $derived<Tick[]>(ticksOf(this.recording?.frames ?? []));
  rounds = $derived(this.recording?.frames.at(-1)?.scene.round ?? 0);
  /** What happened at this step that is worth a mark. */
  mark = $derived(this.marks.filter((mark) => mark.step === this.step).at(-1) ?? null);

  #counts: number[] = [0];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(
    readonly table: Table,
    private readonly fetch: Fetch,
  ) {
    table.moments.silent = true;
  }

  /** Loads a viewer's recording and goes to a step, a position of the match or an event of the viewer's log, by default to the moment that is shown now. */
  async view(seat: number | null, step: number | null = null, position: number | null = null, event: number | null = null): Promise<void> {
    const asked = ++this.#asked;
    this.failed = null;
    try {
      const next = await (seat === ALL ? this.#all() : this.fetch(seat));
      if (asked !== this.#asked) return;
      const placed = event !== null ? stepOf(next.frames, event) : position === null ? null : stepAt(next, position);
      const moment = step ?? placed ?? (this.recording ? sameMoment(this.recording, this.step, next) : 0);
      this.recording = next;
      this.#counts = countsOf(next.frames);
      this.#show(Math.max(0, Math.min(moment, next.frames.length - 1)), true);
    } catch (error) {
      if (asked === this.#asked) this.failed = error instanceof NoRecording ? error.status : 0;
    }
  }

  /** Everything open, once the match is over; before that what the viewer may see. */
  async #all(): Promise<Recording> {
    const first = await this.fetch(null);
    if (!first.over) return first;
    const viewers = [...first.seats.keys(), first.seats.length];
    const found = await Promise.all(viewers.map((viewer) => (viewer === first.viewer ? first : this.fetch(viewer))));
    return opened(found.at(-1)!, found.slice(0, -1));
  }

  /** Goes to a step; only the very next one is played with its movements. */
  go(step: number): void {
    const to = Math.max(0, Math.min(step, this.steps - 1));
    if (to !== this.step) this.#show(to, to !== this.step + 1);
    if (this.playing) this.#wait();
  }

  goBy(by: number): void {
    this.pause();
    this.go(this.step + by);
  }

  toMark(by: 1 | -1): void {
    this.pause();
    this.go(markedFrom(this.marks, this.step, by, this.steps));
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    if (this.steps < 2) return;
    if (this.step >= this.steps - 1) this.go(0);
    this.playing = true;
    this.#wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  setPace(pace: number): void {
    this.pace = pace;
    if (this.playing) this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const told = this.recording?.frames[this.step]?.events?.length;
    this.#timer = setTimeout(() => this.#next(), (told ? STEP : QUIET) / this.pace);
  }

  #next(): void {
    this.go(this.step + 1);
    if (this.step >= this.steps - 1) this.pause();
  }

  #show(step: number, still: boolean): void {
    const { recording, table } = this;
    if (!recording?.frames.length) return;
    this.step = step;
    table.still = still;
    const fresh = this.#counts[step] ?? 0;
    const events = recording.frames.slice(0, step + 1).flatMap((frame) => frame.events ?? []);
    table.log = { events: events.slice(0, fresh), fresh, epoch: 0 };
    table.take(frameOf(recording, step, this.#counts));
    // To the table a first frame, or another viewer's, is news from beginning to end; here only this step is.
    table.log = { events, fresh, epoch: 0 };
  }
}
