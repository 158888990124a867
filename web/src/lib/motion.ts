/** Pieces keep their ids: what lay elsewhere a moment ago flies to where it is now; what shows a new face tumbles. */
import { calm } from "./settings.svelte";

const time = (name: string, or: number): number => {
  const value = parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
  return Number.isFinite(value) ? value : or;
};

export type Places = Map<string, DOMRect>;

export function placesOf(root: ParentNode): Places {
  const places: Places = new Map();
  for (const node of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    const rect = node.getBoundingClientRect();
    if (rect.width) places.set(node.dataset["piece"] ?? "", rect);
  }
  return places;
}

/** Moves every piece from its old place to its new one. */
export function fly(root: ParentNode, before: Places): void {
  if (!before.size) return;
  const moved: [HTMLElement, DOMRect, DOMRect][] = [];
  for (const node of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    const old = before.get(node.dataset["piece"] ?? "");
    const now = node.getBoundingClientRect();
    if (old && now.width && Math.hypot(old.x - now.x, old.y - now.y) > 2) moved.push([node, old, now]);
  }
  for (const [node, old, now] of moved) {
    if (calm()) {
      mark(node);
      continue;
    }
    const scale = old.width / now.width;
    node.animate(
      [
        { transform: `translate(${old.x - now.x}px, ${old.y - now.y}px) scale(${scale})`, transformOrigin: "0 0", zIndex: "5" },
        { transform: "none", transformOrigin: "0 0", zIndex: "5" },
      ],
      { duration: time("--t-move", 280), easing: "cubic-bezier(.6,0,.2,1)" },
    );
  }
}

/** A die rolls in place. */
export function tumble(node: HTMLElement): void {
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
    { duration: time("--t-roll", 600), easing: "cubic-bezier(.2,.8,.2,1)" },
  );
}

/** Without motion a change is outlined for a moment. */
function mark(node: HTMLElement): void {
  node.classList.add("changed");
  setTimeout(() => node.classList.remove("changed"), 600);
}
