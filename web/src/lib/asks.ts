/** A press on a thing of the table that is no answer now: it tells what it is all the same. */
import type { Table } from "./table.svelte";
import { mapOf, place } from "./targets";

const THINGS = "[data-place], [data-piece], [data-zone], [data-heap], [data-slots], [data-seat]";
const OWN = "a, button, input, summary, label, [role=button]";

/** The place of the thing that was pressed, if it is none that can be chosen and nothing else on it was pressed. */
function pressed(event: Event, table: Table): { node: Element; key: string } | null {
  const target = event.target instanceof Element ? event.target : null;
  const node = target?.closest<HTMLElement>(THINGS);
  const scene = table.frame?.scene;
  const own = target?.closest(OWN);
  if (!node || !scene || (own && own !== node) || node.closest(".overview, .muster") || table.scale?.aiming.aim || node.closest(".measures")) return null;
  const { place: at, piece, zone, heap, slots, seat } = node.dataset;
  const id = zone ?? heap ?? slots;
  const key = at ?? (piece ? place("piece", piece) : id ? place("zone", id) : place("panel", seat ?? ""));
  return table.ring(key) || key === place("zone", mapOf(scene)?.id ?? "") ? null : { node, key };
}

/** Listens on the board: what can be chosen when a press begins is told of by nobody. */
export function asking(table: Table): (node: HTMLElement) => () => void {
  return (root) => {
    let found: ReturnType<typeof pressed> = null;
    const begin = (event: Event) => (found = pressed(event, table));
    const end = (event: Event) => {
      if (found && !event.defaultPrevented) void table.notices.asked(found.node, found.key);
    };
    root.addEventListener("click", begin, true);
    root.addEventListener("click", end);
    return () => {
      root.removeEventListener("click", begin, true);
      root.removeEventListener("click", end);
    };
  };
}
