/** The talk at this table as this browser follows it: what is heard, what was read, what may be said. */
import { accuserOf, audible, isReadKey, keepRead, phrasesOf, readUpTo, unread, wordsOf } from "./chat";
import type { ChatMessage, ChatMode } from "./protocol";
import { newId, Refused } from "./server";
import { settings } from "./settings.svelte";
import type { Table } from "./table.svelte";

const TOO_MANY = 429;
/** Words, a set phrase, or a remark about a seat with a cause from its dossier. */
type Said = { text: string; mentions?: number[]; line?: number; epoch?: number } | { phrase: string; about?: number; cause?: string };

export class Talk {
  /** Number of the last message that was read here, or in another tab. */
  #read = $state(0);
  /** What is being written; it stays when another tab of the panel is opened. */
  draft = $state("");
  sending = $state(false);
  /** The line of the log that is to be quoted, and in which epoch it stood there; -1: none. */
  quoted = $state({ line: -1, epoch: 0 });
  /** The line that a quote leads to in the log. */
  shown = $state(-1);

  constructor(private readonly table: Table) {
    this.#read = readUpTo(table.boot.match);
  }

  heard = $derived.by<ChatMessage[]>(() => audible(this.table.chat, ({ seat, name }) => (seat < 0 ? settings.isMuted(this.table.boot.match, `@${name}`) : this.isMuted(seat))));
  unread = $derived.by(() => unread(this.heard, this.#read, (seat) => this.isOwn(seat)));
  mode = $derived.by<ChatMode>(() => this.table.frame?.chat ?? "free");
  phrases = $derived.by(() => phrasesOf(this.table.texts));
  /** The others have taken the word from the viewer. */
  silenced = $derived.by(() => this.table.seats.some((seat) => seat.seat === this.table.frame?.viewer && !!seat.muted));
  /** Spectators read only. */
  mayWrite = $derived.by(() => this.mode !== "off" && this.table.frame !== null && !this.table.frame.spectator && !this.silenced);

  /** Who has accused the viewer since he spoke last; -1: nobody. */
  accuser = $derived.by(() => (this.table.dossiers.kept ? accuserOf(this.table.viewer, this.table.chat) : -1));

  isOwn(seat: number): boolean {
    return this.table.seats.some((one) => one.seat === seat && one.kind === "you");
  }

  /** By what a seat's person is muted: who has taken it over since is somebody else. */
  #person(seat: number): number {
    return seat + 1000 * (this.table.frame?.notes?.filter((note) => note.key === "replaced" && note.seat === seat).length ?? 0);
  }

  isMuted(seat: number): boolean {
    return settings.isMuted(this.table.boot.match, this.#person(seat));
  }

  /** By seat and by all names they go by: once they have gone, what they said has no seat. The server is told too: who is muted calls nobody. */
  mute(seat: number, on: boolean): void {
    const names = [...this.table.seats, ...this.table.chat].filter((one) => one.seat === seat).map((one) => `@${one.name ?? ""}`);
    settings.mute(this.table.boot.match, [this.#person(seat), ...new Set(names)], on);
    if (!this.table.frame?.spectator) void this.table.server.hearing(seat, !on).catch(() => undefined);
  }

  words(message: ChatMessage): string {
    return wordsOf(this.table.texts, message, this.table.called);
  }

  /** Who said it: by the name he had then, where somebody else sits there now. */
  name(message: ChatMessage): string {
    const now = this.table.seats.find((seat) => seat.seat === message.seat);
    return message.name && now?.name !== message.name ? message.name : this.table.callName(message.seat) || message.name;
  }

  quote(line: number): void {
    this.quoted = { line, epoch: this.table.frame?.epoch ?? 0 };
    this.table.view.open("chat");
  }

  /** All that has come so far is read. */
  reads(): void {
    const last = this.table.chat.at(-1)?.number ?? 0;
    if (last <= this.#read) return;
    this.#read = last;
    keepRead(this.table.boot.match, last);
  }

  /** Another tab has read on. */
  follows(key: string | null): void {
    if (isReadKey(this.table.boot.match, key)) this.#read = Math.max(this.#read, readUpTo(this.table.boot.match));
  }

  /** Says it; what was written stays where it did not get through. */
  async say(said: Said): Promise<boolean> {
    if (this.sending || !this.mayWrite) return false;
    this.sending = true;
    try {
      await this.table.server.say(newId(), said, this.table.frame?.viewer ?? 0);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const key = error.status === TOO_MANY ? "ui.chat_too_fast" : error.status === 422 ? ((error.body as { field?: string } | null)?.field === "line" ? "ui.chat_line_own" : "ui.chat_refused") : "ui.refused_by_server";
      this.table.toast("i-alert", this.table.fill(key, { status: error.status }));
      return false;
    } finally {
      this.sending = false;
    }
  }
}
