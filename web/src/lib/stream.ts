/** The live stream of frames: one WebSocket, opened again whenever it ends. */
import { forgetDrafts } from "./drafts";
import type { ChatMessage, FrameMessage } from "./protocol";
import { backoff, pause } from "./retry";
import type { Server } from "./server";

export type Link = "connecting" | "open" | "lost" | "gone";

/** Milliseconds without a sign of life, of which one comes every three seconds, after which a stream is given up. */
const SILENCE = 10_000;
/** Close codes after which a new try would end the same way. */
const FINAL = [4403, 4404];
/** The log-in has ended, here or from another device. */
const LOGGED_OUT = 4401;

export interface Listener {
  /** Where the next stream goes on. */
  place(): { after: number; epoch: number; chat: number };
  frame(message: FrameMessage): void;
  /** What was said since, in order. */
  chat(messages: ChatMessage[]): void;
  link(state: Link): void;
}

export class Stream {
  #socket: WebSocket | null = null;
  #wake = new AbortController();
  #stopped = false;

  constructor(
    private readonly server: Pick<Server, "socket" | "frame">,
    private readonly listener: Listener,
  ) {}

  /** Runs until `stop`. */
  async run(): Promise<void> {
    let attempt = 0;
    while (!this.#stopped) {
      const { code, heard } = await this.#once();
      if (this.#stopped) return;
      if (FINAL.includes(code)) {
        this.listener.link("gone");
        return;
      }
      if (heard) attempt = 0;
      // One silent repeat: a server that restarts is no trouble worth a word.
      if (attempt > 0) this.listener.link("lost");
      this.#wake = new AbortController();
      await pause(backoff(attempt), this.#wake.signal);
      attempt++;
    }
  }

  /** Tries at once, or anew. */
  again(): void {
    this.#wake.abort();
    this.#socket?.close();
  }

  stop(): void {
    this.#stopped = true;
    this.again();
  }

  #once(): Promise<{ code: number; heard: boolean }> {
    return new Promise((resolve) => {
      const { after, epoch, chat } = this.listener.place();
      const socket = this.server.socket(after, epoch, chat);
      this.#socket = socket;
      let heard = false;
      let silence = setTimeout(() => socket.close(), SILENCE);
      socket.onmessage = (event: MessageEvent<string>) => {
        clearTimeout(silence);
        silence = setTimeout(() => socket.close(), SILENCE);
        const message = JSON.parse(event.data) as FrameMessage | { type: "ping" } | { type: "chat"; chat: ChatMessage[] };
        if (!heard) this.listener.link("open");
        heard = true;
        if (message.type === "frame") this.listener.frame(message);
        else if (message.type === "chat") this.listener.chat(message.chat);
      };
      socket.onclose = (event) => {
        clearTimeout(silence);
        if (event.code === LOGGED_OUT) forgetDrafts();
        resolve({ code: event.code, heard });
      };
    });
  }
}
