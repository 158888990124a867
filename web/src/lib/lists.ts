/** Lists that somebody keeps in this browser, such as crews: the names of what they take, by game and kind. */
export interface Kept {
  name: string;
  names: readonly string[];
}

const KEY = "shapan.lists.";
/** More than these of one kind are a mistake, or somebody else's doing. */
export const MAX_LISTS = 24;
const MAX_NAMES = 200;
const MAX_LETTERS = 60;

const isText = (value: unknown): value is string => typeof value === "string";

/** What a browser has kept, which may be old, or spoiled: what is no list is left out. */
export function readLists(text: string | null): Kept[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(rows)) return [];
  return rows
    .flatMap((row: unknown) => {
      const { name, names } = (row ?? {}) as Partial<Kept>;
      return isText(name) && name && Array.isArray(names) && names.every(isText) ? [{ name: name.slice(0, MAX_LETTERS), names: names.slice(0, MAX_NAMES) }] : [];
    })
    .slice(0, MAX_LISTS);
}

/** The lists with one more; of the same name the new one counts. The oldest ones go where there are too many. */
export const withList = (lists: readonly Kept[], list: Kept): Kept[] => [...lists.filter(({ name }) => name !== list.name), list].slice(-MAX_LISTS);

export function kept(game: string, kind: string): Kept[] {
  try {
    return readLists(localStorage.getItem(`${KEY}${game}.${kind}`));
  } catch {
    return [];
  }
}

export function keep(game: string, kind: string, lists: readonly Kept[]): void {
  try {
    if (lists.length) localStorage.setItem(`${KEY}${game}.${kind}`, JSON.stringify(lists));
    else localStorage.removeItem(`${KEY}${game}.${kind}`);
  } catch {
    // A browser that keeps nothing has them until the page is closed.
  }
}
