/** Small targets and broad fingers: a tap beside a target means the nearest one. */
import { meant } from "./sight";

/** A target is so large for a finger. */
export const FINGER = 44;
const TARGETS = ".legal, .picked";

/** Where the middle of a target is, and how large it is; of a disc the disc alone. */
function spotOf(node: Element): { x: number; y: number; width: number; height: number } {
  const { x, y, width, height } = (node.querySelector(".disc") ?? node).getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, width, height };
}

/** The target that a tap at a point means, among those within a node; null where the nearest thing is none. */
export function targetAt(root: Element, x: number, y: number): HTMLElement | null {
  const nodes = [...root.querySelectorAll<HTMLElement>("[data-place]")].filter((node) => node.getClientRects().length);
  const spots = nodes.map((node) => ({ ...spotOf(node), least: node.matches(TARGETS) ? FINGER : 0 }));
  const found = nodes[meant(spots, x, y)];
  return found?.matches(TARGETS) ? found : null;
}

/** Gives a tap to the target that it means, where it has met nothing that is one or has met another one's edge. */
export function takeNearest(event: MouseEvent, root: Element): void {
  if (!event.isTrusted || !(event instanceof PointerEvent) || event.pointerType !== "touch" || !(event.target instanceof Element)) return;
  const target = targetAt(root, event.clientX, event.clientY);
  if (!target || target.contains(event.target)) return;
  event.stopPropagation();
  event.preventDefault();
  target.dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true, clientX: event.clientX, clientY: event.clientY, pointerType: "touch" }));
}
