/**
 * The quiet pass: where a person who plays alone with bots can do nothing but pass, or nothing else would bring him
 * anything, the table passes for him.
 */
import { DONE } from "./picks";
import { dwell } from "./pace";
import type { FrameMessage, Passes } from "./protocol";
import { newId, type Server } from "./server";
import { settings, type Speed } from "./settings.svelte";

/** Milliseconds that the question is seen before it is passed, however little there is to read. */
const SEEN: Record<Speed, number> = { normal: 700, fast: 350, off: 80 };
/** Where the reason is one to be read, and the question one that he may want after all. */
const READ: Record<Speed, number> = { normal: 1_600, fast: 900, off: 300 };

export class QuietPass {
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The last question that could not be passed for him: he is asked it after all. */
  #failed = -1;
  /** The question whose pass is on its way. */
  #sent = -1;

  constructor(
    private readonly server: Pick<Server, "answer">,
    /** The table is to ask the server again. */
    private readonly again: () => void,
  ) {}

  /** The frame as the table is to show it: as one that asks him nothing, if the table answers. */
  hushed(frame: FrameMessage): FrameMessage {
    const asked = frame.outcome || frame.frozen ? null : frame.decision;
    if (!asked || asked.ordinal === this.#failed) return frame;
    const forced = asked.forced && settings.quiet;
    if (!forced && !(asked.idle && (settings.idle || asked.by_order))) return frame;
    const why = forced ? { key: "ui.quiet_passes", words: {} } : asked.idle!;
    return { ...frame, decision: null, question: asked.question, passes: { ordinal: asked.ordinal, codes: asked.many ? [] : [DONE], forced: !!forced, ordered: !forced && !!asked.by_order, why } };
  }

  /** He wants to be asked what is about to be passed. */
  ask(frame: FrameMessage): void {
    this.stop();
    this.#failed = frame.passes?.ordinal ?? this.#failed;
    this.again();
  }

  /** A frame stands on the table now: a moment later the table passes, unless another one comes or he takes it over. */
  shown(frame: FrameMessage): void {
    this.stop();
    const { passes } = frame;
    if (!passes || passes.ordinal === this.#sent) return;
    const { speed } = settings;
    const seen = passes.forced ? SEEN[speed] : READ[speed];
    this.#timer = setTimeout(() => void this.#pass(passes, frame.viewer), Math.max(seen, dwell(frame, speed, 0)));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #pass({ ordinal, codes, forced, ordered }: Passes, seat: number): Promise<void> {
    if (!(forced ? settings.quiet : settings.idle || ordered)) return this.again();
    this.#sent = ordinal;
    try {
      await this.server.answer(newId(), ordinal, codes, seat, !forced);
    } catch {
      this.#failed = ordinal;
      this.again();
    } finally {
      this.#sent = -1;
    }
  }
}
