/** Pieces keep their ids: what lay elsewhere a moment ago flies to where it is now; what shows a new face tumbles. */
import { calm } from "./settings.svelte";

const time = (name: string, or: number): number => {
  const value = parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
  return Number.isFinite(value) ? value : or;
};

interface Stand {
  rect: DOMRect;
  /** The zone it lies in, and where in it: a board that shifts as a whole moves no piece. */
  zone: string;
  x: number;
  y: number;
  face: string;
}

export type Places = Map<string, Stand>;

const middle = (rect: DOMRect): [number, number] => [rect.x + rect.width / 2, rect.y + rect.height / 2];

function* standing(root: ParentNode): Generator<[HTMLElement, string, Stand]> {
  for (const node of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    const rect = node.getBoundingClientRect();
    if (!rect.width) continue;
    const around = node.closest<HTMLElement>("[data-zone]");
    const from = around?.getBoundingClientRect();
    const { piece = "", face = "" } = node.dataset;
    const [x, y] = middle(rect);
    yield [node, piece, { rect, zone: around?.dataset["zone"] ?? "", x: x - (from?.x ?? 0), y: y - (from?.y ?? 0), face }];
  }
}

export function placesOf(root: ParentNode): Places {
  const places: Places = new Map();
  for (const [, piece, stand] of standing(root)) places.set(piece, stand);
  return places;
}

/** Moves every piece from its old place to its new one; dice that are new or show another face roll. */
export function fly(root: ParentNode, before: Places): void {
  if (!before.size) return;
  const moves: (() => void)[] = [];
  for (const [node, piece, now] of standing(root)) {
    const old = before.get(piece);
    const rolled = node.classList.contains("die") && old?.face !== now.face;
    if (old) {
      const [ox, oy] = old.zone === now.zone ? [old.x, old.y] : middle(old.rect);
      const [nx, ny] = old.zone === now.zone ? [now.x, now.y] : middle(now.rect);
      const [dx, dy] = [ox - nx, oy - ny];
      if (Math.hypot(dx, dy) > 2) moves.push(() => slide(node, dx, dy, old.rect.width / now.rect.width));
    }
    if (rolled) moves.push(() => tumble(node));
  }
  for (const move of moves) move();
}

function slide(node: HTMLElement, dx: number, dy: number, scale: number): void {
  if (calm()) {
    mark(node);
    return;
  }
  node.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: "5" },
      { transform: "translate(0, 0) scale(1)", zIndex: "5" },
    ],
    { duration: time("--t-move", 280), easing: "cubic-bezier(.6,0,.2,1)" },
  );
}

/** A die rolls in place. */
function tumble(node: HTMLElement): void {
  if (calm() || !node.animate) {
    mark(node);
    return;
  }
  node.animate(
    [
      { transform: "rotate(0) scale(1)" },
      { transform: "rotate(-100deg) scale(.86)", offset: 0.25 },
      { transform: "rotate(-200deg) scale(1.04)", offset: 0.5 },
      { transform: "rotate(-310deg) scale(.94)", offset: 0.75 },
      { transform: "rotate(-360deg) scale(1.06)", offset: 0.92 },
      { transform: "rotate(-360deg) scale(1)" },
    ],
    // On top of a move: a die may roll on its way.
    { duration: time("--t-roll", 600), easing: "cubic-bezier(.2,.8,.2,1)", composite: "add" },
  );
}

/** Without motion a change is outlined for a moment. */
function mark(node: HTMLElement): void {
  node.classList.add("changed");
  setTimeout(() => node.classList.remove("changed"), 600);
}
