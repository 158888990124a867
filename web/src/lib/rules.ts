/** The rules by number and title, as the catalogue of the texts names them. */
import type { Catalogue } from "./phrases";

export interface Rule {
  rule: string;
  title: string;
}

const PREFIX = "rule.";
const number = /\d+/g;

const SERIES = /^\D*/;

/** By their numbers: 3.10 stands behind 3.9, 15 behind 1.1. */
function order(a: string, b: string): number {
  const [mine, theirs] = [a.match(number) ?? [], b.match(number) ?? []];
  const series = (SERIES.exec(a)?.[0] ?? "").localeCompare(SERIES.exec(b)?.[0] ?? "");
  if (series) return series;
  for (let place = 0; place < Math.max(mine.length, theirs.length); place++) {
    const difference = Number(mine[place] ?? -1) - Number(theirs[place] ?? -1);
    if (difference) return difference;
  }
  return a.localeCompare(b);
}

export function rulesOf(texts: Catalogue): Rule[] {
  return Object.keys(texts)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ rule: key.slice(PREFIX.length), title: texts[key] ?? "" }))
    .sort((a, b) => order(a.rule, b.rule));
}

/** The rules whose number or title holds all the words looked for. */
export function searched(rules: readonly Rule[], asked: string): Rule[] {
  const words = asked.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return rules.filter(({ rule, title }) => {
    const text = `${rule} ${title}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
