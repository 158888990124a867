/** The quiet pass: where a person who plays alone with bots can do nothing but pass, the table passes for him. */
import { DONE } from "./picks";
import { dwell } from "./pace";
import type { FrameMessage } from "./protocol";
import { newId, type Server } from "./server";
import { settings, type Speed } from "./settings.svelte";

/** Milliseconds that the question is seen before it is passed, however little there is to read. */
const SEEN: Record<Speed, number> = { normal: 700, fast: 350, off: 80 };

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
    if (!asked?.forced || !settings.quiet || asked.ordinal === this.#failed) return frame;
    return { ...frame, decision: null, question: asked.question, passes: asked.ordinal };
  }

  /** A frame stands on the table now: a moment later the table passes, unless another one comes or he takes it over. */
  shown(frame: FrameMessage): void {
    this.stop();
    const ordinal = frame.passes;
    if (ordinal === undefined || ordinal === this.#sent) return;
    const { speed } = settings;
    this.#timer = setTimeout(() => void this.#pass(ordinal, frame.viewer), Math.max(SEEN[speed], dwell(frame, speed, 0)));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #pass(ordinal: number, seat: number): Promise<void> {
    if (!settings.quiet) return this.again();
    this.#sent = ordinal;
    try {
      await this.server.answer(newId(), ordinal, [DONE], seat);
    } catch {
      this.#failed = ordinal;
      this.again();
    } finally {
      this.#sent = -1;
    }
  }
}
