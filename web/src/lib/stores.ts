/** Where the stores of cards stand on the screen, and what flies between them. */
import { CASE, type Flights, type Store } from "./flights";
import { deal } from "./motion";
import type { Ways } from "./places";

/** No more backs are in the air at once. */
const MAX_BACKS = 12;
const quoted = (name: string): string => JSON.stringify(name);

/** The first of what a selector names that is to be seen. */
export const inSight = (selector: string): DOMRect | null => {
  for (const node of document.querySelectorAll(selector)) {
    const rect = node.getBoundingClientRect();
    if (rect.width && rect.height) return rect;
  }
  return null;
};

/** Where a store is drawn; where it is on another page, where its seat is; null where neither is to be seen. */
export function standOf({ id, seat }: Store): DOMRect | null {
  if (id === CASE) return inSight(".case");
  if (seat < 0) return inSight(`[data-heap=${quoted(id)}]`);
  const name = id.slice(id.indexOf(".") + 1);
  return inSight(`[data-seat="${seat}"] [data-fact=${quoted(name)}]`) ?? inSight(`[data-seat="${seat}"], [data-chip="${seat}"]`);
}

/** The ways of the viewer's own cards. */
export function waysOf({ came, went }: Flights): Ways {
  const from = [...came].flatMap(([card, store]): [string, DOMRect][] => {
    const rect = standOf(store);
    return rect ? [[card, rect]] : [];
  });
  return { came: new Map(from), went: new Map([...went].map(([card, store]) => [card, store && standOf(store)])) };
}

/** Lets backs fly as cards went that the viewer only counts. */
export function flyBacks({ backs }: Flights, delay: number): void {
  let left = MAX_BACKS;
  for (const { from, to, count } of backs) {
    const begin = from && standOf(from);
    const goal = to && standOf(to);
    // Only half of a way is worse than none.
    if (!begin || (to && !goal) || left <= 0) continue;
    left -= deal(begin, goal, Math.min(count, left), delay);
  }
}
