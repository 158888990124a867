/** Requests to the play server. A request that may be repeated is repeated until it gets through. */
import type { Boot, ChatMessage, Deed, FairProof, FrameMessage, Hint, Memo, Ordering, Picks, PlanForm, Planned, Reason, ReturnLink, RuleText, SeatChange, TableSetting, Verdict, Way } from "./protocol";
import { backoff, pause } from "./retry";
import type { Dossier, End, Piece, Ruler } from "./scene";

const FULL = ["too_many_tables", "storage_full", "table_full"];

/** A refusal (422: `reason`), a closed decision (409), or anything else that a repeat cannot mend. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super(`refused with status ${status}`);
  }

  get reason(): Reason | null {
    const body = this.body as Partial<Reason> | null;
    return this.status === 422 && typeof body?.key === "string" ? { rule: "", ...body, key: body.key } : null;
  }

  /** The bound that has been reached, if there is too much of something: its words are `ui.<bound>_help`. */
  get full(): string {
    const { reason } = (this.body ?? {}) as { reason?: string };
    return this.status === 409 && FULL.includes(reason ?? "") ? (reason ?? "") : "";
  }

  /** The key of the words for what comes too late or too early; empty for other refusals. */
  get shut(): string {
    const { reason } = (this.body ?? {}) as { reason?: string };
    return this.status === 409 && reason ? `ui.shut_${reason}` : "";
  }
}

/** What the table needs of a server; the demo has one of its own. */
export interface Server {
  texts(language: string): Promise<Record<string, string>>;
  rule(language: string, rule: string): Promise<RuleText>;
  /** A card of each kind that the game has. */
  cards(): Promise<Piece[]>;
  frame(after: number, epoch: number): Promise<FrameMessage>;
  /** How the table stood for a seat when its last answer had taken effect: by piece its zone and its face. */
  since(seat: number): Promise<{ log: number; stood: Record<string, [string, string]> }>;
  /** What the person of a seat has written for themselves, and how often it was changed. */
  memo(seat: number): Promise<Memo>;
  /** Store it; refused as `changed` where another device has stored more since. */
  keepMemo(seat: number, memo: Memo): Promise<Memo>;
  /** `declined`: the table has declined by itself, where it may. */
  answer(id: string, ordinal: number, codes: number[], seat: number, declined?: boolean): Promise<void>;
  /** What may follow some picks, and a point of the table behind them. */
  picks(ordinal: number, picked: number[], seat: number, at?: readonly number[]): Promise<Picks>;
  /** What can be done to a place of the table, or at a point of its ground, the best first. */
  ways(ordinal: number, place: string, seat: number, at?: readonly number[]): Promise<{ ways: Way[] }>;
  /** Why a code cannot follow some picks; of code 0, why the answer may not stop there. Of a point, what it would cost. */
  why(ordinal: number, code: number, picked: readonly number[], seat: number, at?: readonly number[]): Promise<Verdict>;
  /** What is told between two places of a table to scale, beside how far they are apart. */
  measure(one: End, other: End, seat: number): Promise<Ruler | null>;
  /** What the best answers are worth; asked once, and not again when it cannot be had. */
  hint(ordinal: number, seat: number): Promise<Hint>;
  undo(id: string, seat: number): Promise<void>;
  /** What was said at the table after message number `after`. */
  chat(after: number): Promise<ChatMessage[]>;
  /** What all have seen of each seat. */
  dossiers(): Promise<Dossier[]>;
  /** Say something: words, or a set phrase by its key. */
  say(id: string, said: { text: string; mentions?: number[]; line?: number; epoch?: number } | { phrase: string; about?: number; cause?: string }, seat: number): Promise<ChatMessage>;
  /** By message which line of the viewer's log it quotes. */
  quotes(seat: number): Promise<{ lines: Record<string, number> }>;
  /** Whether what somebody writes is to call the viewer. */
  hearing(seat: number, heard: boolean): Promise<unknown>;
  /** Hand a seat to a bot, sit down again, or before the beginning open it to people. */
  seat(id: string, seat: number, to: "bot" | "me" | "open", bot?: string): Promise<void>;
  /** Say that what the coach of a guided match says has been read: the others, who wait for it, go on. */
  readOn(mark: string): Promise<void>;
  /** Say that one is ready to begin, or not any more. */
  ready(id: string, ready: boolean): Promise<void>;
  /** Change clock, visibility or chat of a table that waits; its seats; the name of one; all its links. */
  setTable(id: string, setting: TableSetting): Promise<void>;
  setSeats(id: string, change: SeatChange): Promise<void>;
  rename(id: string, seat: number, name: string): Promise<void>;
  renewLinks(id: string): Promise<void>;
  /** Commit to a seed for the dice, or reveal it. */
  seed(seat: number, round: number, told: { commit?: string; seed?: string | undefined }): Promise<void>;
  /** How the key of the match was made. */
  fair(): Promise<FairProof>;
  leave(id: string, seat: number): Promise<void>;
  claim(id: string, seat: number): Promise<void>;
  /** Do something about the person of a seat, or vote for it; whether it is done. */
  deal(id: string, seat: number, deed: Deed): Promise<{ done: boolean }>;
  /** Agree that the match is called off, or refuse; whether it is. */
  callOff(id: string, agrees: boolean): Promise<{ done: boolean }>;
  /** Make a new link that gives a seat back; the one before it is of no use any more. */
  wayBack(seat: number): Promise<ReturnLink>;
  /** Give a standing order for reaction windows, or take one back. */
  order(id: string, order: Ordering, seat: number): Promise<void>;
  /** Say which questions are answered in advance, in order; `forget`: the news of earlier plans has been read; `tell`: the others learn that there are some. */
  plan(id: string, plans: Planned[], seat: number, also?: { forget?: boolean; tell?: boolean }): Promise<void>;
  /** What a plan for a kind of question may say; with no kind, which there are. */
  planForm(kind: string, seat: number): Promise<PlanForm>;
  /** Open the next match of this table, or find the one that is open already. */
  rematch(id: string, stronger: boolean): Promise<{ id: string; url: string }>;
  /** Open the guided match of this game; sent again with the same id it is the same match. */
  guide(id: string): Promise<{ id: string; url: string }>;
  rememberLanguage(language: string): Promise<void>;
  /** `chat` is the number of the last chat message that is known. */
  socket(after: number, epoch: number, chat: number): WebSocket;
  /** The stream of the tables at which it is this person's turn. */
  turns(): WebSocket;
}

/** Too many requests, or a gateway or store that does not answer now: sent again later, the same request gets through. */
const LATER = [429, 502, 503, 504];

/** Milliseconds that an answer asks to wait. */
function wished(answer: Response | null): number {
  return Math.min(60, Number(answer?.headers.get("retry-after")) || 0) * 1000;
}

export function newId(): string {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The server that the page came from. `trouble` is told when a request has to be repeated, and when it got through. */
export function httpServer(boot: Boot, trouble: (late: boolean) => void): Server {
  const match = `/api/matches/${encodeURIComponent(boot.match)}`;
  const game = `/api/games/${encodeURIComponent(boot.game)}`;

  async function call<T>(address: string, init: RequestInit = {}, once = false): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      let answer: Response | null = null;
      try {
        answer = await fetch(address, { credentials: "same-origin", ...init });
      } catch {
        // No network: tried again below.
      }
      if (once && !answer) throw new Refused(0, null);
      if (answer && (once || !LATER.includes(answer.status))) {
        if (attempt) trouble(false);
        const body: unknown = await answer.json().catch(() => null);
        if (!answer.ok) throw new Refused(answer.status, body);
        return body as T;
      }
      trouble(true);
      await pause(Math.max(backoff(attempt), wished(answer)));
    }
  }

  const post = <T>(address: string, body: unknown, once = false): Promise<T> =>
    call<T>(
      address,
      {
        method: "POST",
        headers: { "content-type": "application/json", [boot.csrf.header]: boot.csrf.value },
        body: JSON.stringify(body),
      },
      once,
    );

  const stream = (path: string): WebSocket => {
    const address = new URL(path, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(address);
  };

  return {
    texts: (language) => call(`${game}/texts/${language}`),
    cards: () => call(`${game}/cards`),
    rule: (language, rule) => call(`${game}/rules/${language}/${encodeURIComponent(rule)}`),
    frame: (after, epoch) => call(`${match}/frame?after=${after}&epoch=${epoch}`),
    since: (seat) => call(`${match}/since?seat=${seat}`),
    memo: (seat) => call(`${match}/memo?seat=${seat}`),
    keepMemo: (seat, memo) => post(`${match}/memo`, { seat, ...memo }),
    answer: (id, ordinal, codes, seat, declined = false) => post(`${match}/answers`, { id, ordinal, codes, seat, ...(declined ? { declined } : {}) }),
    picks: (ordinal, picked, seat, at) => post(`${match}/picks`, { ordinal, picked, seat, ...(at && { at }) }),
    ways: (ordinal, place, seat, at) => post(`${match}/ways`, { ordinal, place, seat, ...(at && { at }) }),
    why: (ordinal, code, picked, seat, at) => post(`${match}/why`, { ordinal, code, picked, seat, ...(at && { at }) }),
    measure: async (one, other, seat) => (await post<{ ruler: Ruler | null }>(`${match}/measure`, { one, other, seat })).ruler,
    hint: (ordinal, seat) => post(`${match}/hint`, { ordinal, seat }, true),
    undo: (id, seat) => post(`${match}/undo`, { id, seat }),
    chat: async (after) => (await call<{ chat: ChatMessage[] }>(`${match}/chat?after=${after}`)).chat,
    dossiers: async () => (await call<{ dossiers: Dossier[] }>(`${match}/dossiers`)).dossiers,
    say: (id, said, seat) => post(`${match}/chat`, { id, seat, ...said }),
    quotes: (seat) => call(`${match}/quotes?seat=${seat}`),
    hearing: (seat, heard) => post(`${match}/hearing`, { seat, heard }),
    seat: (id, seat, to, bot) => post(`${match}/seat`, { id, seat, to, ...(bot ? { bot } : {}) }),
    order: (id, order, seat) => post(`${match}/orders`, { id, seat, ...order }),
    plan: (id, plans, seat, also) => post(`${match}/plans`, { id, plans, seat, ...also }),
    planForm: (kind, seat) => post(`${match}/plan-form`, { kind, seat }, true),
    readOn: (mark) => post(`${match}/coach`, { mark }),
    ready: (id, ready) => post(`${match}/ready`, { id, ready }),
    setTable: (id, setting) => post(`${match}/table`, { id, ...setting }),
    setSeats: (id, change) => post(`${match}/seats`, { id, ...change }),
    rename: (id, seat, name) => post(`${match}/name`, { id, seat, name }),
    renewLinks: (id) => post(`${match}/links`, { id }),
    seed: (seat, round, told) => post(`${match}/seed`, { seat, round, ...told }),
    fair: () => call(`${match}/fair`),
    leave: (id, seat) => post(`${match}/leave`, { id, seat }),
    claim: (id, seat) => post(`${match}/claim`, { id, seat }),
    deal: (id, seat, deed) => post(`${match}/people`, { id, seat, deed }),
    callOff: (id, agrees) => post(`${match}/void`, { id, agrees }),
    wayBack: (seat) => post(`${match}/back`, { seat }),
    rematch: (id, stronger) => post(`${match}/rematch`, { id, stronger }),
    guide: (id) => post("/matches", { id, game: boot.game, guide: true }),
    async rememberLanguage(language) {
      const body = new URLSearchParams({ language, next: location.pathname });
      await fetch("/language", { method: "POST", body, credentials: "same-origin", redirect: "manual" }).catch(() => undefined);
    },
    socket: (after, epoch, chat) => stream(`${match}/stream?after=${after}&epoch=${epoch}&chat=${chat}`),
    turns: () => stream("/api/me/stream"),
  };
}
