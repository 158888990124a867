/** How one thing on the table moves: it slides, rolls, turns over, leaves or bursts. Only transform and opacity move. */
import { contour } from "./contour";
import { calm } from "./settings.svelte";

/** Milliseconds between things that move one after another. */
export const BATCH = 60;
const FACES = 4;
const MAX_MOVE = 900;
const BURST = 240;
const OUTLINE = 600;
/** After what should have ended so long ago nobody looks any more. */
const LATE = 1000;
const FAR = 120;
/** Width of a back on its way, and how far up goes what is laid aside. */
const BACK = 28;
const ASIDE = 54;
const MAX_BACKS = 5;

/** Milliseconds that the styles set for something. */
export const time = (name: string, or: number): number => {
  const value = parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
  return Number.isFinite(value) ? value : or;
};

/** Where a card comes from or goes to, on the screen. */
export type Way = DOMRect | null;

/** What is to be seen on the table, and where on the screen. */
export interface Seen {
  node: HTMLElement;
  rect: DOMRect;
}

export const middle = (rect: DOMRect): [number, number] => [rect.x + rect.width / 2, rect.y + rect.height / 2];

/** What runs now, to be brought to its end before anything is measured or moved again. */
const running = new Set<() => void>();
let landing = 0;

/** Whether nothing may move: a change is only outlined. */
export const still = (): boolean => calm() || !("animate" in Element.prototype);

/** From now on so many milliseconds pass until all has landed. */
export const landIn = (left: number): void => void (landing = performance.now() + left);

/** Ends every animation at once: a new event never waits for an old one. */
export function settle(): void {
  for (const finish of running) finish();
  running.clear();
}

/** Milliseconds until what rolls now has landed: numbers that follow from it change then. */
export const untilLanded = (): number => Math.max(0, landing - performance.now());

function play(node: Element, frames: Keyframe[], options: KeyframeAnimationOptions, after?: () => void): void {
  const animation = node.animate(frames, options);
  const end = () => {
    window.clearTimeout(late);
    if (!running.delete(finish)) return;
    after?.();
  };
  const finish = () => {
    window.clearTimeout(late);
    animation.cancel();
    after?.();
  };
  // A browser that draws too little may never begin what it was told to play: its cards would lie on the table for ever.
  const late = window.setTimeout(() => running.delete(finish) && finish(), Number(options.delay ?? 0) + Number(options.duration) + LATE);
  running.add(finish);
  animation.onfinish = end;
}

export const kindOf = (node: HTMLElement): string => node.dataset["kind"] ?? "";

/** Pixels of the screen in pixels of the node: a zoomed board has others. */
function inNode(node: HTMLElement, pixels: number): number {
  const width = node.offsetWidth;
  return width ? (pixels * width) / node.getBoundingClientRect().width : pixels;
}

export function slide(node: HTMLElement, dx: number, dy: number, scale: number, delay: number): void {
  const [x, y] = [inNode(node, dx), inNode(node, dy)];
  const move = time("--t-move", 280);
  const duration = Math.min(MAX_MOVE, move * Math.max(1, Math.hypot(dx, dy) / 320));
  const timing = { duration, delay, easing: "cubic-bezier(.6,0,.2,1)", fill: "backwards" } as const;
  const path = [
    { transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: "6" },
    { transform: "translate(0, 0) scale(1)", zIndex: "6" },
  ];
  if (Math.hypot(dx, dy) > FAR) tail(node.getBoundingClientRect(), dx, dy, timing);
  play(node, path, timing);
}

/** Three dots follow what flies far. */
function tail(rect: DOMRect, dx: number, dy: number, timing: KeyframeAnimationOptions): void {
  const [x, y] = middle(rect);
  for (let place = 1; place <= 3; place++) {
    const dot = ghost("motion-dot", x - 3, y - 3, 6, 6);
    const frames = [
      { transform: `translate(${dx}px, ${dy}px)`, opacity: 0.5 / place },
      { transform: "translate(0, 0)", opacity: 0 },
    ];
    play(dot, frames, { ...timing, delay: Number(timing.delay ?? 0) + place * 45 }, () => dot.remove());
  }
}

export function arrive(node: HTMLElement, delay: number): void {
  const frames = [{ transform: "scale(.4)", opacity: 0 }, { transform: "scale(1)", opacity: 1 }];
  play(node, frames, { duration: time("--t-move", 280), delay, easing: "cubic-bezier(.2,1.3,.4,1)", fill: "backwards" });
}

/** Faces that lie around a die: in its row of slots, else on dice of its kind. */
function facesAround(node: HTMLElement): string[] {
  const row = node.closest(".slots");
  const uses: Iterable<Element> = row ? row.querySelectorAll("use") : document.querySelectorAll(`[data-kind="${kindOf(node)}"] .face use`);
  return [...new Set(Array.from(uses, (use) => use.getAttribute("href") ?? ""))].filter(Boolean);
}

/** A die rolls in place, or on its way: four faces flash by, then it lands. */
export function tumble(node: HTMLElement, old: string, delay: number): void {
  const duration = time("--t-roll", 600);
  const use = node.querySelector(".face use");
  const last = `#${node.dataset["face"] ?? ""}`;
  const timers: number[] = [];
  if (use) {
    const around = facesAround(node).filter((face) => face !== last);
    if (old) use.setAttribute("href", `#${old}`);
    for (let step = 0; step < FACES; step++) {
      const face = step === FACES - 1 ? last : (around[(step * 2 + 1) % (around.length || 1)] ?? last);
      timers.push(window.setTimeout(() => use.setAttribute("href", face), delay + (duration * (step + 1)) / (FACES + 1)));
    }
  }
  const frames = [
    { transform: "rotate(0) scale(1)" },
    { transform: "rotate(-100deg) scale(.86)", offset: 0.25 },
    { transform: "rotate(-200deg) scale(1.04)", offset: 0.5 },
    { transform: "rotate(-310deg) scale(.94)", offset: 0.75 },
    { transform: "rotate(-360deg) scale(1.06)", offset: 0.9 },
    { transform: "rotate(-360deg) scale(1)" },
  ];
  play(node, frames, { duration, delay, easing: "cubic-bezier(.2,.8,.2,1)", composite: "add" }, () => {
    timers.forEach((timer) => window.clearTimeout(timer));
    // What is shown now may be newer than what was rolled.
    use?.setAttribute("href", `#${node.dataset["face"] ?? ""}`);
  });
}

/** What was face down turns round its long edge. */
export function turn(node: HTMLElement, back: HTMLElement, delay: number): void {
  const half = time("--t-reveal", 420) / 2;
  const rect = node.getBoundingClientRect();
  placed(back, rect.x, rect.y, rect.width, rect.height);
  document.body.append(back);
  const edge = "perspective(600px) rotateY(90deg)";
  play(back, [{ transform: "perspective(600px) rotateY(0)" }, { transform: edge }], { duration: half, delay: delay * 3, easing: "ease-in", fill: "forwards" }, () => back.remove());
  play(node, [{ transform: edge.replace("90", "-90") }, { transform: "perspective(600px) rotateY(0)" }], { duration: half, delay: delay * 3 + half, easing: "ease-out", fill: "backwards" });
}

/** A card that leaves: to where it comes to lie, or up and away where that is no place on the table. */
export function depart({ node, rect }: Seen, goal: Way, delay: number): void {
  const card = copied(node, rect);
  document.body.append(card);
  play(card, way(rect, goal), { duration: time("--t-deal", 360), delay, easing: "cubic-bezier(.4,0,.2,1)", fill: "both" }, () => card.remove());
}

/** Frames of a card on its way; what is laid aside rises and is gone. */
function way(rect: DOMRect, goal: Way): Keyframe[] {
  const [x, y] = middle(rect);
  const [nx, ny] = goal ? middle(goal) : [x, y - ASIDE];
  const scale = goal ? Math.min(1, goal.width / rect.width) : 1;
  return [
    { transform: "translate(0, 0) scale(1)", opacity: 1 },
    { transform: `translate(${(nx - x) * 0.8}px, ${(ny - y) * 0.8}px) scale(${1 + (scale - 1) * 0.8})`, opacity: 1, offset: 0.8 },
    { transform: `translate(${nx - x}px, ${ny - y}px) scale(${scale})`, opacity: goal ? 0.6 : 0 },
  ];
}

/** Backs of cards fly one after another from one place to another; of many only a few, for all. At most so many are made as are left. */
export function deal(from: DOMRect, goal: Way, count: number, delay = 0, size = BACK): number {
  if (still()) return 0;
  const many = Math.min(count, MAX_BACKS);
  const [x, y] = middle(from);
  const rect = new DOMRect(x - size / 2, y - size * 0.7, size, size * 1.4);
  for (let place = 0; place < many; place++) {
    const back = ghost("motion-back back", rect.x, rect.y, rect.width, rect.height);
    back.append(contour());
    play(back, way(rect, goal), { duration: time("--t-deal", 360), delay: delay + place * BATCH, easing: "cubic-bezier(.4,0,.2,1)", fill: "both" }, () => back.remove());
  }
  return many;
}

/** What is gone shrinks to nothing behind a burst. */
export function burst({ node, rect }: Seen, delay: number): void {
  const piece = copied(node, rect);
  document.body.append(piece);
  play(piece, [{ transform: "scale(1)" }, { transform: "scale(0) rotate(-40deg)" }], { duration: BURST, delay, easing: "ease-in", fill: "both" }, () => piece.remove());
  const size = rect.width * 1.7;
  const [x, y] = middle(rect);
  const flash = ghost("motion-burst", x - size / 2, y - size / 2, size, size);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 48 48");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", "#t-burst");
  svg.append(use);
  flash.append(svg);
  const frames = [
    { transform: "scale(.3)", opacity: 0 },
    { transform: "scale(1)", opacity: 1, offset: 0.4 },
    { transform: "scale(1.15) rotate(20deg)", opacity: 0 },
  ];
  play(flash, frames, { duration: BURST * 1.8, delay, easing: "ease-out", fill: "both" }, () => flash.remove());
}

/** A number that changed slides in; what it gained or lost floats away above it. */
export function nudge(node: HTMLElement, by: number): void {
  if (still()) {
    mark(node);
    return;
  }
  const move = time("--t-move", 280);
  play(node, [{ transform: `translateY(${by > 0 ? 7 : -7}px)`, opacity: 0.2 }, { transform: "none", opacity: 1 }], { duration: move, easing: "cubic-bezier(.2,.8,.2,1)" });
  const rect = node.getBoundingClientRect();
  if (!rect.width) return;
  const delta = ghost(by > 0 ? "motion-gain" : "motion-loss", rect.x + rect.width / 2 - 13, rect.y - 17, 26, 18);
  delta.textContent = by > 0 ? `+${by}` : `−${-by}`;
  const frames = [
    { transform: "translateY(8px)", opacity: 0 },
    { transform: "translateY(0)", opacity: 1, offset: 0.2 },
    { transform: "translateY(0)", opacity: 1, offset: 0.7 },
    { transform: "translateY(-6px)", opacity: 0 },
  ];
  play(delta, frames, { duration: move * 4, easing: "ease-out", fill: "both" }, () => delta.remove());
}

/** A mark or pip that changed swells once. */
export function swell(node: HTMLElement): void {
  if (still()) mark(node);
  else play(node, [{ transform: "scale(1)" }, { transform: "scale(1.6)", offset: 0.4 }, { transform: "scale(1)" }], { duration: time("--t-move", 280) * 1.5, easing: "ease-out" });
}

function placed(node: HTMLElement, x: number, y: number, width: number, height: number): void {
  Object.assign(node.style, { position: "fixed", left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`, margin: "0", zIndex: "15", pointerEvents: "none" });
}

function ghost(name: string, x: number, y: number, width: number, height: number): HTMLElement {
  const node = document.createElement("span");
  node.className = name;
  node.setAttribute("aria-hidden", "true");
  placed(node, x, y, width, height);
  document.body.append(node);
  return node;
}

/** The look of a piece, outside the table and without a meaning. */
export function copied(node: HTMLElement, rect: DOMRect): HTMLElement {
  const copy = node.cloneNode(true) as HTMLElement;
  for (const name of ["data-piece", "data-place", "data-kind", "aria-label", "id"]) copy.removeAttribute(name);
  copy.classList.remove("legal", "other", "picked", "stuck");
  copy.setAttribute("aria-hidden", "true");
  copy.tabIndex = -1;
  copy.style.setProperty("--die", `${rect.width}px`);
  placed(copy, rect.x, rect.y, rect.width, rect.height);
  return copy;
}

/** Without motion a change is outlined for a moment. */
export function mark(node: HTMLElement): void {
  node.classList.add("changed");
  setTimeout(() => node.classList.remove("changed"), OUTLINE);
}
