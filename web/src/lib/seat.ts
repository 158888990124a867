/** What is told of a seat in a few lines: its points, and what is counted of it. */
import type { Fact, Panel } from "./scene";

export interface Counted {
  id: string;
  glyph: string;
  /** A number of its own, or what a thing before it bears. */
  fact?: Fact;
  mark?: string;
}

/** What it wins by: the first number that counts no cards. */
export const pointsOf = ({ facts = [] }: Panel): Fact | undefined => facts.find(({ holds, glyph }) => !holds && glyph);

/** What else is counted: its other numbers, then things before it that bear one. */
export function countsOf(panel: Panel): Counted[] {
  const points = pointsOf(panel);
  const facts = (panel.facts ?? []).filter((fact) => fact !== points && fact.glyph).map((fact) => ({ id: fact.name, glyph: fact.glyph ?? "", fact }));
  const things = (panel.zones ?? []).filter(({ kind }) => kind === "row").flatMap(({ pieces = [] }) => pieces);
  return [...facts, ...things.filter(({ mark, face, suit }) => face && !suit && /^\d/.test(mark ?? "")).map(({ id, face = "", mark = "" }) => ({ id, glyph: face, mark }))];
}
