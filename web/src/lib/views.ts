/** The views of maps that somebody chose himself: kept in this browser, by match and kind of question. */
import { keep, read } from "./settings.svelte";

/** The point in the middle, in units of the map, and so many times as near as the whole. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

const NAME = "views";
/** No more than these are kept, the latest ones. */
const MAX_VIEWS = 80;

type Row = [match: string, kind: string, x: number, y: number, scale: number];

const isRow = (row: unknown): row is Row =>
  Array.isArray(row) && row.length === 5 && row.slice(0, 2).every((one) => typeof one === "string") && row.slice(2).every(Number.isFinite) && row[4] > 0;

/** What is kept; what somebody else may have spoiled is left out. */
function rows(): Row[] {
  try {
    const list: unknown = JSON.parse(read(NAME) ?? "[]");
    return Array.isArray(list) ? list.filter(isRow) : [];
  } catch {
    return [];
  }
}

export function viewOf(match: string, kind: string): View | null {
  const [, , x = 0, y = 0, scale = 0] = rows().find(([one, other]) => one === match && other === kind) ?? [];
  return scale ? { x, y, scale } : null;
}

/** Keeps a view, or none from now on. */
export function keepView(match: string, kind: string, view: View | null): void {
  const others = rows().filter(([one, other]) => one !== match || other !== kind);
  const all: Row[] = view ? [...others, [match, kind, view.x, view.y, view.scale]] : others;
  if (view || all.length < rows().length) keep(NAME, JSON.stringify(all.slice(-MAX_VIEWS)));
}
