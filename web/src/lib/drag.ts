/**
 * Carrying a thing to a place: another way to give the answer that the two stand for. What is carried is a copy that
 * belongs to the page, not to the table, so that no frame takes it out of the hand.
 */
import { selectors } from "./coach";
import { copied } from "./motion";
import type { Table } from "./table.svelte";

const FAR = 6;

interface Held {
  key: string;
  ordinal: number;
  pointer: number;
  x: number;
  y: number;
  node: HTMLElement;
  ghost: HTMLElement | null;
  drops: { place: string; rect: DOMRect; mark: HTMLElement }[];
}

/** Where an element of a place stands on this screen, if it does. */
function nodeOf(table: Table, place: string): HTMLElement | undefined {
  const scene = table.frame?.scene;
  const there = scene ? selectors(place, scene)[0] : undefined;
  return there ? [...document.querySelectorAll<HTMLElement>(there)].find((node) => node.getClientRects().length > 0) : undefined;
}

/** Lets what has a place to go to be carried there. Returns how to stop. */
export function carrying(root: HTMLElement, table: Table): () => void {
  const control = new AbortController();
  const { signal } = control;
  let held: Held | null = null;

  function lift(from: Held): void {
    const places = new Set(table.choosing.carried(from.key).flatMap(({ target: { onto, into } }) => [...(onto ?? []), ...(into?.slice(0, 1) ?? [])]));
    for (const place of places) {
      const rect = nodeOf(table, place)?.getBoundingClientRect();
      if (!rect?.width) continue;
      const mark = document.createElement("span");
      mark.className = "drop-here";
      Object.assign(mark.style, { left: `${rect.x}px`, top: `${rect.y}px`, width: `${rect.width}px`, height: `${rect.height}px` });
      document.body.append(mark);
      from.drops.push({ place, rect, mark });
    }
    if (!from.drops.length) {
      held = null;
      return;
    }
    const thing = from.node.closest<HTMLElement>(".tile") ?? from.node;
    from.ghost = copied(thing, thing.getBoundingClientRect());
    from.ghost.classList.add("carried");
    document.body.append(from.ghost);
    table.tip = null;
  }

  function under(from: Held, event: PointerEvent): Held["drops"][number] | undefined {
    return from.drops.find(({ rect }) => event.clientX >= rect.left && event.clientX <= rect.right && event.clientY >= rect.top && event.clientY <= rect.bottom);
  }

  function end(): void {
    held?.ghost?.remove();
    held?.drops.forEach(({ mark }) => mark.remove());
    held = null;
  }

  root.addEventListener(
    "pointerdown",
    (event) => {
      const node = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-place]") : null;
      const key = node?.dataset["place"];
      const { decision } = table;
      if (!node || !key || !decision || event.button !== 0 || !event.isPrimary || !table.choosing.carried(key).length) return;
      end();
      held = { key, ordinal: decision.ordinal, pointer: event.pointerId, x: event.clientX, y: event.clientY, node, ghost: null, drops: [] };
    },
    { signal },
  );
  window.addEventListener(
    "pointermove",
    (event) => {
      if (!held || event.pointerId !== held.pointer) return;
      const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
      if (!held.ghost && Math.hypot(dx, dy) < FAR) return;
      if (!held.ghost) lift(held);
      if (!held?.ghost) return;
      event.preventDefault();
      held.ghost.style.transform = `translate(${dx}px, ${dy}px) scale(1.08)`;
      const there = under(held, event);
      for (const drop of held.drops) drop.mark.classList.toggle("over", drop === there);
    },
    { signal },
  );
  window.addEventListener(
    "pointerup",
    (event) => {
      if (!held || event.pointerId !== held.pointer) return;
      const { key, ordinal, ghost } = held;
      const there = ghost ? under(held, event) : undefined;
      end();
      if (!ghost) return;
      // What was carried is not clicked as well.
      const swallow = (click: Event) => click.stopPropagation();
      window.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
      if (there) table.choosing.drop(key, there.place, ordinal);
    },
    { signal },
  );
  window.addEventListener("pointercancel", end, { signal });
  window.addEventListener("keydown", (event) => event.key === "Escape" && end(), { signal });
  return () => {
    end();
    control.abort();
  };
}
