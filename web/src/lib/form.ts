/** Many answers as one form: a row of values for each heading, those that go with what is chosen in the rows before. */
import type { Choice, Target } from "./scene";

export interface Value {
  choice: Choice;
  /** The answer that choosing it leads to. */
  code: number;
  /** Whether it can be chosen: else the code is one that the rules refuse. */
  open: boolean;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const choicesOf = ({ choices }: Target): Choice[] => choices ?? [];
const alike = (one: Target, other: Target, rows: number): boolean =>
  same(choicesOf(one).slice(0, rows), choicesOf(other).slice(0, rows));
/** In how many rows two answers say the same: later rows keep what they said. */
const likeness = (one: Target, other: Target): number =>
  choicesOf(one).filter(({ value }) => choicesOf(other).some((there) => same(there.value, value))).length;

/** Whether answers are put as a form. */
export const isForm = (targets: readonly Target[]): boolean => targets.length > 4 && targets.every((target) => choicesOf(target).length > 1);

/** The first of some answers that is most like another one. */
function nearest(targets: readonly Target[], to: Target): Target | undefined {
  return [...targets].sort((one, other) => likeness(other, to) - likeness(one, to))[0];
}

/** What is chosen: the same as before where it can be, else what is most like it. */
export function chosen(options: readonly Target[], code: number, known: readonly Target[] = options): Target | undefined {
  const old = [...options, ...known].find((target) => target.code === code);
  return options.find((target) => target.code === code) ?? (old ? nearest(options, old) : options[0]);
}

/** The rows of a form: what can stand under each heading with what is chosen above it, and what the rules refuse there. */
export function rowsOf(options: readonly Target[], at: Target, known: readonly Target[] = []): Value[][] {
  return choicesOf(at).map((_, row) => {
    const values: Value[] = [];
    const add = (from: readonly Target[], open: boolean) => {
      for (const target of from) {
        const choice = choicesOf(target)[row];
        if (!choice || !alike(target, at, row) || values.some((value) => same(value.choice, choice))) continue;
        const there = from.filter((other) => alike(other, target, row + 1));
        values.push({ choice, code: (nearest(there, at) ?? target).code, open });
      }
    };
    add(options, true);
    add(known, false);
    return values;
  });
}

/** Whether an answer says a value in a row. */
export const says = (target: Target, row: number, choice: Choice): boolean => same(choicesOf(target)[row], choice);
