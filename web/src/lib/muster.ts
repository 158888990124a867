/** What is put together from a list: how it is sorted, what it costs, what is left of the budget, what a list takes. */
import type { Line, Muster, Offered, Ready } from "./scene";

export interface Heading {
  head: Line;
  offered: Offered[];
}

/** What can be taken, under the headings of a way to sort; those with nothing below them are left out. */
export function sorted(muster: Muster, sorting: number): Heading[] {
  const heads = muster.sortings?.[sorting]?.heads;
  const all = muster.offered ?? [];
  if (!heads) return [{ head: { when: muster.title }, offered: all }];
  return heads.map((head, place) => ({ head, offered: all.filter(({ heads = [] }) => heads[sorting] === place) })).filter(({ offered }) => offered.length);
}

/** What was picked, one entry for each, in the order in which it is offered. */
export function taken(muster: Muster, picked: readonly number[]): Offered[] {
  return (muster.offered ?? []).flatMap((one) => Array<Offered>(picked.filter((code) => code === one.code).length).fill(one));
}

export const cost = (crew: readonly Offered[]): number => crew.reduce((sum, one) => sum + (one.cost ?? 0), 0);

/** What is left of the budget, and what becomes of it. */
export function rest(muster: Muster, spent: number): { left: number; kept: number; lost: number } {
  const left = Math.max(0, (muster.budget ?? 0) - spent);
  const kept = Math.min(left, muster.rest?.most ?? left);
  return { left, kept, lost: left - kept };
}

/** What the sums come to. */
export const sums = (muster: Muster, crew: readonly Offered[]): number[] =>
  (muster.sums ?? []).map((_, at) => crew.reduce((sum, { counts = [] }) => sum + (counts[at] ?? 0), muster.start?.[at] ?? 0));

/** The codes that a list of names takes now; names that nothing bears are told apart. */
export function codesOf(muster: Muster, names: readonly string[]): { codes: number[]; unknown: number } {
  const byName = new Map((muster.offered ?? []).map(({ name, code }) => [name, code]));
  const codes = names.flatMap((name) => byName.get(name) ?? []);
  return { codes, unknown: names.length - codes.length };
}

/** The answers that a muster draws, and that need no buttons beside the question. */
export const drawn = (muster: Muster | null | undefined): Set<number> =>
  new Set([...(muster?.offered ?? []).map(({ code }) => code), ...(muster?.ready ?? []).flatMap(({ code = -1 }: Ready) => (code < 0 ? [] : code))]);
