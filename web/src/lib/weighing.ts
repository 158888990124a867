/** A number weighed against those that it may meet: which of its stands holds, how it turns out, where the dots lie. */
import type { Comparison, Stand } from "./scene";

/** How a stand turns out: in how many cases of how many it is enough. */
export interface Turn {
  good: number;
  all: number;
}

/** A value of the scale with its dots. */
export interface Mark {
  value: number;
  dots: number;
  good: boolean;
}

/** A scale shows so many values at least, so that it does not jump with each choice. */
const MIN_VALUES = 7;

/** Whether the next pick decides where a number stands: of several comparisons this is the one to look at. */
export const isOpen = ({ stands = [] }: Comparison, picked: readonly number[], following: readonly number[]): boolean =>
  stands.some(({ codes = [] }) => codes.some((code) => following.includes(code)) && codes.every((code) => picked.includes(code) || following.includes(code)));

const fits = (stand: Stand, codes: readonly number[]): boolean => (stand.codes ?? []).every((code) => codes.includes(code));
const longest = (stands: readonly Stand[]): Stand | undefined => stands.reduce<Stand | undefined>((one, other) => (one && (one.codes ?? []).length >= (other.codes ?? []).length ? one : other), undefined);

/** Where the number stands with some picks. */
export function standOf({ stands = [] }: Comparison, picked: readonly number[]): Stand | undefined {
  return longest(stands.filter((stand) => fits(stand, picked)));
}

/** Where it would stand with one more pick, or with another in its place. */
export function standWith({ stands = [] }: Comparison, picked: readonly number[], code: number): Stand | undefined {
  return longest(stands.filter((stand) => stand.codes?.includes(code) && fits(stand, [...picked, code])));
}

export const spreadOf = ({ spread = [], met }: Comparison, stand?: Stand): readonly number[] => (met ? [met.value] : (stand?.spread ?? spread));

const isEnough = (value: number, other: number, equal = false): boolean => value > other || (equal && value === other);

/** In how many cases a stand is enough. */
export function turnOf(comparison: Comparison, stand: Stand): Turn {
  const spread = spreadOf(comparison, stand);
  return { good: spread.filter((other) => isEnough(stand.value, other, comparison.equal)).length, all: spread.length };
}

/** The values of the scale, wide enough for what the number is and would be. */
export function scaleOf(comparison: Comparison, stand: Stand | undefined): Mark[] {
  const spread = spreadOf(comparison, stand);
  const all = [...spread, ...(comparison.stands ?? []).map(({ value }) => value)];
  if (!all.length) return [];
  let [first, last] = [Math.min(...all), Math.max(...all)];
  while (last - first < MIN_VALUES - 1) {
    if (first > 0) first -= 1;
    if (last - first < MIN_VALUES - 1) last += 1;
  }
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const value = first + index;
    return { value, dots: spread.filter((other) => other === value).length, good: stand ? isEnough(stand.value, value, comparison.equal) : true };
  });
}

/** The sign between two known numbers. */
export function signOf(value: number, other: number, equal = false): string {
  if (value === other) return equal ? "≥" : "=";
  return value > other ? (equal ? "≥" : ">") : "<";
}
