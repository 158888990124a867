/** The other tables at which it is this person's turn, as the server tells them: the way from one to the next. */
import { backoff, pause } from "./retry";
import type { Server } from "./server";

export interface Turn {
  match: string;
  /** What the game is called. */
  title: string;
  url: string;
  left: number | null;
}

export class Turns {
  /** The most urgent first. */
  all = $state.raw<readonly Turn[]>([]);
  #socket: WebSocket | undefined;
  #stopped = false;
  #wake = new AbortController();

  constructor(
    private readonly server: Pick<Server, "turns">,
    private readonly match: string,
  ) {}

  /** Those elsewhere. */
  get others(): readonly Turn[] {
    return this.all.filter((turn) => turn.match !== this.match);
  }

  /** Listens until `stop`; what cannot be had is no trouble for this table. */
  async run(): Promise<void> {
    for (let attempt = 0; !this.#stopped; attempt++) {
      if (await this.#once()) attempt = 0;
      if (this.#stopped) return;
      await pause(backoff(attempt + 2), this.#wake.signal);
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#wake.abort();
    this.#socket?.close();
  }

  #once(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = this.server.turns();
      this.#socket = socket;
      let heard = false;
      socket.onmessage = (event: MessageEvent<string>) => {
        heard = true;
        const message = JSON.parse(event.data) as { type: string; turns?: Turn[] };
        if (message.type === "turns") this.all = message.turns ?? [];
      };
      socket.onclose = () => resolve(heard);
    });
  }
}
