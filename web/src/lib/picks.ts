/** One answer made of several picks: what is chosen, what may come next, and whether it may stop. */
import type { Decision, Picks } from "./protocol";
import type { Aim, TargetLine, Binds, Line, Phrase, Target } from "./scene";

export const DONE = 0;
/** Where the page says what is wrong with the picks: what is to blame is described by it. */
export const FAULT = "fault";

export interface Row {
  picked: number[];
  options: Target[];
  done: boolean;
  /** How stopping is called just now. */
  label: Phrase | null;
  /** Whether the answer with these picks cannot be undone. */
  binds?: Binds;
  /** The one pick that is offered has to follow. */
  sole?: boolean;
  /** By code, the places of the table that offer what may follow. */
  places?: Readonly<Record<string, string[]>>;
  /** What the next pick moves on a table to scale, with the legs so far. */
  aim?: Aim | null;
  /** Who may be aimed at on such a table behind these picks. */
  target_lines?: readonly TargetLine[];
  /** What the picks bring about; without them it is the scene that says it. */
  follows?: readonly Line[];
}

const withoutDone = (targets: readonly Target[]) => targets.filter((target) => target.code !== DONE);

/** The empty row of a decision. */
export function start(decision: Decision): Row {
  return { picked: [], options: withoutDone(decision.targets), done: decision.done, label: decision.done_label ?? null, binds: decision.done_binds ?? "", sole: decision.sole ?? false };
}

/** Whether a code can be added. */
export function addable(row: Row, code: number): boolean {
  return row.options.some((target) => target.code === code);
}

/** How often a code is picked: of things that are alike one code stands for each. */
export const times = (row: Row, code: number): number => row.picked.filter((one) => one === code).length;

/** The picks after a click on a code, or null where the click changes nothing. `again`: one more of those that are alike. */
export function toggled(row: Row, decision: Decision, code: number, again = false): number[] | null {
  const at = row.picked.indexOf(code);
  if (at >= 0 && !(again && addable(row, code))) return decision.ordered ? row.picked.slice(0, at) : row.picked.filter((_, place) => place !== at);
  if (!addable(row, code)) return null;
  const picked = [...row.picked, code];
  return decision.ordered ? picked : picked.sort((a, b) => a - b);
}

/** The row when the server has said what may follow. */
export function followed(picked: number[], answer: Picks): Row {
  return { picked, options: withoutDone(answer.options), done: answer.done, label: answer.done_label ?? null, binds: answer.done_binds ?? "", sole: answer.sole ?? false, places: answer.places ?? {}, aim: answer.aim ?? null, target_lines: answer.target_lines ?? [], follows: answer.follows ?? [] };
}

/** Codes without others, each as often as it is there. */
export function without(codes: readonly number[], others: readonly number[]): number[] {
  const left = [...codes];
  for (const code of others) if (left.includes(code)) left.splice(left.indexOf(code), 1);
  return left;
}

/** The row of a question of what is kept: the picks are what stays of all, which names a code for each thing that bears it. */
export function keeping(decision: Decision, all: readonly number[], picked: number[]): Row {
  const done = picked.length === decision.keep;
  const left = without(all, picked);
  return { picked, options: done ? [] : decision.targets.filter(({ code }) => left.includes(code)), done, binds: decision.done_binds ?? "", label: { key: "ui.keep_these" } };
}

/** What is to be said of the picks that are missing: how many, where the rules say it, else of what a game's text (`pick.<kind>`) names. */
export function picking(decision: Decision | null, row: Row, texts: Readonly<Record<string, string>> = {}): Phrase {
  const { least = 0, most = 0, keep = 0 } = decision ?? {};
  if (keep && !row.done) return { key: "ui.pick_kept", words: { count: keep - row.picked.length } };
  const proposed = decision?.proposal ?? [];
  if (row.done) {
    if (proposed.length && String(proposed) === String(row.picked)) return { key: "ui.pick_proposed" };
    return most && most < row.options.length ? { key: "ui.pick_any_most", words: { count: most } } : { key: "ui.pick_any" };
  }
  if (!row.picked.length) {
    const own = `pick.${decision?.kind}`;
    if (!most) return { key: own in texts ? own : "ui.pick_first" };
    return least === most ? { key: "ui.pick_exactly", words: { count: most } } : { key: "ui.pick_range", words: { least, most } };
  }
  // What is chosen already may be chosen once more.
  const again = row.options.some(({ code }) => row.picked.includes(code)) ? "_again" : "";
  const count = least - row.picked.length;
  if (count > 0) return { key: `ui.pick_left${again}`, words: { count } };
  return { key: again ? "ui.pick_again" : "ui.pick_more" };
}
