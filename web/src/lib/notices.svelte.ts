/** What the table tells its reader for a while: notices that pass, tips beside things, and why something cannot be done. */
import type { Near } from "./fingers";
import type { Reason } from "./protocol";
import type { Phrase } from "./scene";
import { Refused } from "./server";
import type { Table } from "./table.svelte";
import { awaited, choices, notNow, thingAt, type Telling } from "./tell";

export interface Toast {
  id: number;
  icon: string;
  text: string;
  rule: string;
}

/** A tip beside a thing: what it is, or why it cannot be chosen. It is told anew with every frame. */
export interface Tip {
  anchor: Element;
  /** It was asked for, and stays until it is closed. */
  why: boolean;
  /** It stands in the desk. */
  look?: boolean;
  tell: () => Telling | null;
}

/** A piece or place that may say, or be asked, why it cannot be chosen. */
export interface Chosen {
  would?: number;
  why_not?: Phrase | null;
  rule?: string;
  face?: string;
  glyph?: string;
  owner?: number;
}

const TOAST_TIME = 4_000;
const MAX_TOASTS = 3;

export class Notices {
  tip = $state.raw<Tip | null>(null);
  toasts = $state.raw<readonly Toast[]>([]);
  #toasted = 0;

  constructor(private readonly table: Table) {}

  toast(icon: string, text: string, rule = ""): void {
    const id = ++this.#toasted;
    this.toasts = [...this.toasts, { id, icon, text, rule }].slice(-MAX_TOASTS);
    setTimeout(() => (this.toasts = this.toasts.filter((toast) => toast.id !== id)), TOAST_TIME);
  }

  /** Does something that the server may refuse, and says so if it does. */
  async attempt(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#tell(error);
    }
  }

  /** What the server refused, in words; a question that is closed makes the table ask anew. */
  refused(error: unknown): void {
    if (error instanceof Refused && !error.reason && !error.full && error.status === 409) void this.table.refetch();
    else this.#tell(error);
  }

  #tell(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    if (error.reason) this.tellWhy(error.reason);
    else if (error.full) this.toast("i-alert", this.table.fill(`ui.${error.full}_help`, {}));
    else if (error.shut in this.table.texts) this.toast("i-clock", this.table.word(error.shut));
    else this.toast("i-alert", this.table.fill("ui.refused_by_server", { status: error.status }));
  }

  /** Says why something is refused that no one thing is to blame for. */
  tellWhy(reason: Reason): void {
    this.toast("i-why", this.why(reason), reason.rule);
  }

  why(reason: Reason): string {
    return this.table.say({ key: `why_not.${reason.key}`, words: reason.words ?? {} });
  }

  /** A finger has pressed last: what is told then stands in the desk. */
  touched = false;

  /** The place of what it has chosen last: that is told of in short. */
  about = $state("");

  /** Several things lie where it has pressed: which one it is, is asked there. */
  near = $state.raw<{ x: number; y: number; things: readonly Near[] } | null>(null);

  /** What is told in the desk, in place of the question. */
  get look(): Tip | null {
    return this.tip?.look ? this.tip : null;
  }

  /** Says what something is, beside it. */
  explain(anchor: Element, tell: () => Telling | null): void {
    if (this.tip?.why && this.tip.anchor === anchor) return;
    this.tip = { anchor, why: false, look: this.touched, tell };
  }

  /** Closes the tip of a thing that is pointed at no longer; what was asked for stays until it is closed. */
  unexplain(anchor: Element): void {
    if (this.tip?.anchor === anchor && !this.tip.why && !this.tip.look) this.tip = null;
  }

  /** A thing that cannot be chosen was pressed: what could be done to it, else what it is and why it is no answer now. */
  async asked(anchor: Element, key: string): Promise<void> {
    const { decision } = this.table;
    const found = thingAt(this.table, key);
    if (!found) return;
    if (decision && (await this.table.choosing.toward(key))) return;
    await this.whyNot(anchor, found.thing, key, found.tell);
  }

  /** What a thing is, and why it cannot be chosen now: its own reason, the server's, or in words what can be chosen instead. */
  async whyNot(anchor: Element, thing: Chosen, key: string, tell: () => Telling | null): Promise<void> {
    const { decision, row, server, viewer } = this.table;
    const offer = this.table.offers.byPlace.get(key)?.[0];
    const code = offer?.target.code ?? (thing.would ?? -1);
    let reason: Reason | null = null;
    if (decision && !thing.why_not && code >= 0 && !decision.keep) {
      try {
        reason = await server.why(decision.ordinal, code, row.picked, viewer);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
      }
      if (this.table.decision?.ordinal !== decision.ordinal) return;
    }
    const known = reason?.key ? reason : null;
    this.tip = {
      anchor,
      why: true,
      look: this.touched,
      tell: () => {
        const told = tell() ?? { title: "" };
        const not = told.not || (known ? notNow(this.table, this.why(known)) : decision ? choices(this.table) : awaited(this.table));
        return { ...told, does: [], not, rule: (thing.why_not ? thing.rule : known?.rule) || told.rule || decision?.rule || "" };
      },
    };
  }
}
