/** The rules by number and title, as the catalogue of the texts names them. */
import type { Catalogue } from "./phrases";

export interface Rule {
  rule: string;
  title: string;
}

const PREFIX = "rule.";
const number = /\d+/g;

/** By their numbers: 3.10 stands behind 3.9. */
function order(a: string, b: string): number {
  const [mine, theirs] = [a.match(number) ?? [], b.match(number) ?? []];
  const words = a.replace(number, "").localeCompare(b.replace(number, ""));
  if (words) return words;
  for (let place = 0; place < Math.max(mine.length, theirs.length); place++) {
    const difference = Number(mine[place] ?? -1) - Number(theirs[place] ?? -1);
    if (difference) return difference;
  }
  return 0;
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
