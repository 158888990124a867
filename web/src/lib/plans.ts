/** Plans: what a person answers in advance, as a form fills it in and as the server takes it. */
import type { Plan, PlanChoice, PlanForm, PlanLimit, Planned } from "./protocol";
import type { Phrase, Word } from "./scene";
import { newId } from "./server";

export const MAX_PLANS = 5;

/** One line of an answer: a code, or a word for an answer that holds none. */
export type Step = number | "decline" | "proposal";

/** A plan that is being made or changed. */
export interface Draft {
  key: string;
  kind: string;
  /** In order: what is tried, or with `together` what makes up one answer. */
  steps: Step[];
  together: boolean;
  turn: number;
  limits: PlanLimit[];
  useful: boolean;
  otherwise: "ask" | "decline";
  unless: boolean;
}

export const blank = (kind = ""): Draft => ({ key: newId(), kind, steps: [], together: false, turn: -1, limits: [], useful: false, otherwise: "ask", unless: false });

export function draftOf(plan: Plan): Draft {
  const together = plan.choices.some(({ codes = [] }) => codes.length > 1);
  const steps = plan.choices.flatMap(({ how, codes = [] }): Step[] => (how === "codes" ? codes : [how]));
  const { key, kind, turn = -1, limits = [], useful = false, otherwise = "ask", unless = false } = plan;
  return { key, kind, steps, together, turn, limits, useful, otherwise, unless };
}

function choicesOf({ steps, together }: Draft): PlanChoice[] {
  const codes = steps.filter((step): step is number => typeof step === "number");
  if (together && codes.length) return [{ how: "codes", codes }];
  return steps.map((step) => (typeof step === "number" ? { how: "codes", codes: [step] } : { how: step }));
}

const holds = ({ least, most, same }: PlanLimit): boolean => least != null || most != null || same != null;

export const plannedOf = (draft: Draft): Planned => ({
  key: draft.key,
  plan: { kind: draft.kind, choices: choicesOf(draft), turn: draft.turn, limits: draft.limits.filter(holds), useful: draft.useful, otherwise: draft.otherwise },
  unless: draft.unless,
});

/** A plan of a frame as it is sent back unchanged. */
export const resent = (plan: Plan): Planned => plannedOf(draftOf(plan));

/** In a reaction window a plan that depends on the hand passes where it is no use: others could tell by when it does not. */
export const mustDecline = (draft: Draft, form: PlanForm): boolean => draft.useful && !!form.kinds.find(({ kind }) => kind === draft.kind)?.reaction;

/** Of the question as it is put now, the words that say what it is about: no seats, and no numbers. */
export function subjects(about: Phrase | null | undefined): PlanLimit[] {
  const isSubject = (word: Word): boolean => !!word && typeof word === "object" && ("term" in word || "key" in word);
  return Object.entries(about?.words ?? {})
    .filter(([, word]) => isSubject(word))
    .map(([word, same]) => ({ word, same }));
}

/** An order that is moved one place up (-1) or down (1). */
export function moved<One>(list: readonly One[], at: number, by: number): One[] {
  const row = [...list];
  const [one] = row.splice(at, 1);
  if (one !== undefined) row.splice(at + by, 0, one);
  return row;
}
