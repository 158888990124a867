/** Where the coach's rings lie: around the places he means, wherever these stand now. */
import type { Mark } from "./coach";
import type { Box } from "./placing";

export interface Ring extends Box {
  key: string;
  /** The arrow stands below where there is no room above. */
  below: boolean;
  /** A small place has its word above it, a wide one on its rim. */
  small: boolean;
  advised: boolean;
}

type Edges = Pick<DOMRectReadOnly, "left" | "top" | "right" | "bottom">;

const GAP = 5;
const ARROW = 26;
const SMALL = 90;
/** How far from the rim of the screen a ring stays. */
const RIM = 2;

export const seen = (node: Element): boolean => {
  const frame = node instanceof SVGElement ? (node.ownerSVGElement ?? node).parentElement : node;
  return frame instanceof HTMLElement && frame.offsetParent !== null;
};

/** What stands for a mark on this screen. */
export function nodeOf(mark: Mark): Element | undefined {
  for (const selector of mark.selectors) {
    const node = [...document.querySelectorAll(selector)].find(seen);
    if (node) return node;
  }
  return undefined;
}

/** What a place can be scrolled out of: under the row of numbers, which stays, a ring would lie on that row. */
function frameOf(node: Element): Pick<Edges, "top" | "bottom"> | undefined {
  const frame = node.closest(".window > .view, .board-stage, .question > .body");
  const edges = frame?.getBoundingClientRect();
  const stays = frame?.querySelector(".narrow > .status");
  if (!edges || !stays || stays.contains(node)) return edges;
  return { top: Math.max(edges.top, stays.getBoundingClientRect().bottom), bottom: edges.bottom };
}

/** The ring around a place; none where it is scrolled out of what it lies in. */
export function ringAround(mark: Mark, place: Edges, within: Pick<Edges, "top" | "bottom"> | undefined, screen: number): Ring | null {
  if (within && (place.bottom < within.top + GAP || place.top > within.bottom - GAP)) return null;
  const [x, y] = [Math.max(RIM, place.left - GAP), Math.max(RIM, within?.top ?? 0, place.top - GAP)];
  return {
    key: mark.place,
    x,
    y,
    width: Math.min(screen - RIM, place.right + GAP) - x,
    height: Math.min(within?.bottom ?? Infinity, place.bottom + GAP) - y,
    below: y < (within?.top ?? 0) + ARROW,
    small: place.right - place.left < SMALL,
    advised: mark.advised,
  };
}

/** Of several places where the advised answer can be given, the one to press: a button, else the first to be seen; its row in the desk last. */
export function toPress(marks: readonly Mark[]): Mark | undefined {
  const there = marks.filter(nodeOf);
  return there.find((mark) => mark.place.startsWith("code:") && !nodeOf(mark)?.matches("[data-lies]")) ?? there[0];
}

export function ringsOf(marks: readonly Mark[]): Ring[] {
  const pressed = toPress(marks.filter((mark) => mark.advised));
  return (pressed ? [pressed] : marks).flatMap((mark) => {
    const node = nodeOf(mark);
    const ring = node && ringAround(mark, node.getBoundingClientRect(), frameOf(node), window.innerWidth);
    return ring ? [ring] : [];
  });
}
