/** A hint: what the best answers to the open question are worth. It is forgotten with the question it was for. */
import { pair, type At } from "./ground";
import { inOneBreath } from "./phrases";
import type { Hint, HintAnswer } from "./protocol";
import type { Table } from "./table.svelte";
import { offersAt } from "./targets";

/** What a hint says of one answer or of a place of the table. */
export interface Said {
  /** In full hundredths; -1 where only a whole row of picks has a chance, or none is sure enough. */
  percent: number;
  best: boolean;
}

const MAX_ANSWERS = 4;
/** A figure that may be off by more than this says less than it seems to. */
const VAGUE = 0.15;

/** Whether so little was compared that only the order of the answers means something. */
export const isVague = ({ margin = 0 }: Hint): boolean => margin > VAGUE;

/** What is said of the worth of an answer, without a figure where that would mean nothing. */
export const worthOf = (hint: Hint, answer: HintAnswer): number => (isVague(hint) ? -1 : percent(answer.chance));

export const percent = (chance: number): number => Math.round(100 * chance);

/** What is said of a code: its own chance, or that it belongs to the best row of picks. */
export function saidOf(hint: Hint, code: number, many: boolean): Said | null {
  const best = hint.answers[0];
  if (!best) return null;
  if (many) return best.codes.includes(code) ? { percent: -1, best: true } : null;
  const answer = hint.answers.find(({ codes }) => codes[0] === code);
  return answer ? { percent: worthOf(hint, answer), best: isBest(hint, answer) } : null;
}

/** Whether what was compared came out alike: nothing of it is better than the rest. */
export const isEven = (hint: Hint): boolean => hint.answers.length > 1 && listed(hint).slice(1).every(({ even }) => even === true);

/** Whether an answer is among the best: the first, and what it does not surely lead; where all is alike nothing is. */
export const isBest = (hint: Hint, answer: HintAnswer): boolean => !isEven(hint) && (answer === hint.answers[0] || answer.even === true);

/** The answers that are listed: those that were compared with care. */
export const listed = (hint: Hint): readonly HintAnswer[] => hint.answers.slice(0, MAX_ANSWERS);

/** The points that may follow picks in the answers of a hint: to the unit, where a base in contact fits just so. */
export const pointsAfter = (hint: Hint, picked: readonly number[]): At[] =>
  hint.answers.flatMap(({ codes, at = [] }) => {
    const next = picked.every((code, index) => code === codes[index]) ? at[picked.length] : null;
    return next?.length ? [pair(next)] : [];
  });

export class Hints {
  hint = $state.raw<Hint | null>(null);
  thinking = $state(false);

  constructor(private readonly table: Table) {}

  /** Whether there is something to ask about. */
  get open(): boolean {
    return !!this.table.frame?.hints && this.table.decision !== null;
  }

  /** The hint in words; "about 61 % to win". */
  words(said: Said | null): string {
    if (!said) return "";
    const { table } = this;
    const about = said.percent < 0 ? "" : table.fill(this.hint?.measure === "score" ? "ui.hint_about_score" : "ui.hint_about", { chance: said.percent });
    return table.list([about, said.best && table.word("ui.hint_best")]);
  }

  of(code: number): Said | null {
    return this.hint && saidOf(this.hint, code, this.table.decision?.many ?? false);
  }

  /** The points that the next pick would take from what was compared. */
  get points(): At[] {
    const { decision, row } = this.table;
    return this.hint && decision ? pointsAfter(this.hint, decision.many ? row.picked : []) : [];
  }

  /** What is said of a place: of the best answer that it offers in the chosen mode. */
  at(key: string): Said | null {
    if (!this.hint) return null;
    const said = offersAt(this.table.offers, key, this.table.mode).flatMap(({ target }) => this.of(target.code) ?? []);
    return said.sort((one, other) => other.percent - one.percent)[0] ?? null;
  }

  name(answer: HintAnswer): string {
    return answer.labels.map((label) => this.table.say(label)).join(this.table.word("ui.comma"));
  }

  /** Whether what an answer says is what is chosen. */
  isChosen({ codes }: HintAnswer): boolean {
    const { choosing, decision, row } = this.table;
    if (!decision?.many) return choosing.chose && choosing.armed?.target.code === codes[0];
    if (!codes.length) return choosing.stopping;
    const [picked, said] = [[...row.picked], choosing.turned(codes)];
    return decision.ordered ? String(picked) === String(said) : String(picked.sort()) === String(said.sort());
  }

  /** Chooses what an answer says; what is chosen is taken back. Nothing is given by it that cannot be undone. */
  async take(answer: HintAnswer): Promise<void> {
    const { choosing, decision, busy } = this.table;
    if (!decision || busy) return;
    if (this.isChosen(answer)) {
      void (choosing.stepBack() || choosing.clearPicks());
      return;
    }
    const { codes, labels, at = [] } = answer;
    const codesOf = decision.many ? choosing.turned(codes) : codes;
    await choosing.heed(codesOf.map((code) => choosing.offered(code)?.target ?? { code, label: labels[codes.indexOf(code)]!, at: at[codes.indexOf(code)] ?? [] }));
  }

  reset(): void {
    this.hint = null;
    this.thinking = false;
  }

  /** Asks for a hint; shown already, it is put away. */
  async ask(): Promise<void> {
    const { table } = this;
    const { decision } = table;
    if (!table.frame?.hints) {
      table.toast("i-alert", table.word("ui.hint_none"));
      return;
    }
    if (!decision || this.thinking || table.busy) return;
    if (this.hint) {
      this.hint = null;
      return;
    }
    const here = () => table.decision?.ordinal === decision.ordinal;
    this.thinking = true;
    table.spoken = table.word("ui.hint_thinking");
    try {
      const hint = await table.server.hint(decision.ordinal, table.viewer);
      if (!here() || hint.ordinal !== decision.ordinal) return;
      this.hint = hint;
      this.#speak(hint);
    } catch (error) {
      if (here()) this.#failed(error);
    } finally {
      if (here()) this.thinking = false;
    }
  }

  /** What heads the answers of a hint. */
  title(hint: Hint): string {
    const { table } = this;
    if (isVague(hint)) return table.word(isEven(hint) ? "ui.hint_even_vague" : "ui.hint");
    if (isEven(hint)) return table.fill("ui.hint_even", { chance: percent(hint.answers[0]?.chance ?? 0) });
    return table.word(hint.measure === "score" ? "ui.hint_title_score" : "ui.hint_title");
  }

  /** From what the figures come, and how sure they are. */
  notes(hint: Hint): string[] {
    const { table } = this;
    if (isVague(hint)) return [table.fill("ui.hint_vague", { count: hint.looks })];
    const note = table.fill("ui.hint_note", { count: hint.looks });
    return hint.margin ? [note, table.fill("ui.hint_margin", { points: percent(hint.margin) })] : [note];
  }

  #speak(hint: Hint): void {
    const { table } = this;
    const bare = isEven(hint) || isVague(hint);
    const said = listed(hint).map((answer) => (bare ? this.name(answer) : table.fill("ui.hint_said", { name: this.name(answer), chance: percent(answer.chance) })));
    table.spoken = inOneBreath([this.title(hint), ...said, ...this.notes(hint)], table.word("ui.full_stop"));
  }

  #failed(error: unknown): void {
    const status = (error as { status?: number }).status;
    if (status === 409) this.table.notices.refused(error);
    else this.table.toast("i-alert", this.table.word("ui.hint_failed"));
  }
}
