/** A press on a thing of the table: one that cannot be chosen now is described in the desk, one that a finger chooses in a line. */
import type { Table } from "./table.svelte";
import { mapOf, place } from "./targets";

const THINGS = "[data-place], [data-piece], [data-zone], [data-heap], [data-slots], [data-seat]";
const OWN = "a, button, input, summary, label, [role=button]";

/** The place of the thing that was pressed, if nothing else on it was, and whether it can be chosen. */
function pressed(event: Event, table: Table): { node: Element; key: string; legal: boolean } | null {
  const target = event.target instanceof Element ? event.target : null;
  const node = target?.closest<HTMLElement>(THINGS);
  const scene = table.frame?.scene;
  const own = target?.closest(OWN);
  if (!node || !scene || (own && own !== node) || node.closest(".muster") || table.scale?.aiming.aim || node.closest(".measures")) return null;
  const { place: at, piece, zone, heap, slots, seat } = node.dataset;
  const id = zone ?? heap ?? slots;
  const key = at ?? (piece ? place("piece", piece) : id ? place("zone", id) : place("panel", seat ?? ""));
  const legal = !!table.ring(key);
  // A tile of a small map is come near to, or read below it.
  return key === place("zone", mapOf(scene)?.id ?? "") || (!legal && node.closest(".overview")) ? null : { node, key, legal };
}

/** Listens on the board. What can be chosen is known when a press begins. */
export function asking(table: Table): (node: HTMLElement) => () => void {
  return (root) => {
    let found: ReturnType<typeof pressed> = null;
    const begin = (event: Event) => (found = pressed(event, table));
    const end = (event: Event) => {
      if (!found || event.defaultPrevented) return;
      if (!found.legal) void table.notices.asked(found.node, found.key);
      else if (table.notices.touched) table.notices.about = found.key;
    };
    root.addEventListener("click", begin, true);
    root.addEventListener("click", end);
    return () => {
      root.removeEventListener("click", begin, true);
      root.removeEventListener("click", end);
    };
  };
}
