/**
 * Where everything lies on the screen, and how it gets from there to its next place. Pieces keep their ids: what lay
 * elsewhere a moment ago flies to where it is now, what shows a new face tumbles, what is gone bursts, what was face down
 * turns over.
 */
import { arrive, BATCH, burst, copied, depart, kindOf, landIn, mark, middle, settle, slide, still, time, tumble, turn, type Seen, type Way } from "./motion";
import type { Scene } from "./scene";
import { calm } from "./settings.svelte";
import { pieces } from "./targets";

const MAX_DELAY = 600;

interface Stand extends Seen {
  /** The zone it lies in, and where in it: a board that shifts as a whole moves no piece. */
  zone: string;
  x: number;
  y: number;
  face: string;
  /** A copy of what lies face down, to be turned over. */
  back: HTMLElement | null;
}

interface Heap {
  rect: DOMRect;
  count: number;
  kind: string;
}

export interface Places {
  pieces: Map<string, Stand>;
  heaps: Map<string, Heap>;
}

/** The viewer's own cards that have come from somewhere, or gone: null where they are laid aside. */
export interface Ways {
  came: ReadonlyMap<string, DOMRect>;
  went: ReadonlyMap<string, Way>;
}

const NO_WAYS: Ways = { came: new Map(), went: new Map() };

export const NOWHERE: Places = { pieces: new Map(), heaps: new Map() };

function* standing(root: ParentNode): Generator<[string, Stand]> {
  for (const node of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    const rect = node.getBoundingClientRect();
    // What somebody can do are no things that come to the table.
    if (!rect.width || node.closest(".actions")) continue;
    const around = node.closest<HTMLElement>("[data-zone]");
    const from = around?.getBoundingClientRect();
    const { piece = "", face = "" } = node.dataset;
    const [x, y] = middle(rect);
    const back = node.classList.contains("hidden") ? copied(node, rect) : null;
    yield [piece, { node, rect, zone: around?.dataset["zone"] ?? "", x: x - (from?.x ?? 0), y: y - (from?.y ?? 0), face, back }];
  }
}

function measured(root: ParentNode): Places {
  const heaps = new Map<string, Heap>();
  for (const node of root.querySelectorAll<HTMLElement>("[data-heap]")) {
    const { heap = "", count = "", kind = "" } = node.dataset;
    heaps.set(heap, { rect: node.getBoundingClientRect(), count: Number(count), kind });
  }
  return { pieces: new Map(standing(root)), heaps };
}

/** Where everything lies now: what still moves comes to its end first. */
export function placesOf(root: ParentNode): Places {
  settle();
  return measured(root);
}

/** The heap that a piece came from or went to: the one of its kind whose count changed so, if there is just one. */
function heapOf(before: Places, now: Places, kind: string, sign: number): Heap | null {
  const found = [...now.heaps].filter(([id, heap]) => {
    const old = before.heaps.get(id);
    return old && Math.sign(heap.count - old.count) === sign && (!heap.kind || heap.kind === kind);
  });
  return found.length === 1 ? (found[0]?.[1] ?? null) : null;
}

const idsOf = (scene: Scene): Set<string> => new Set(Array.from(pieces(scene), (piece) => piece.id));

/**
 * Moves every piece from its old place to its new one, after so many milliseconds as what it follows from takes to be
 * seen. What a narrow screen did not show before is neither new nor rolled: the scenes say what is.
 */
export function fly(root: ParentNode, before: Places, was: Scene, is: Scene, wait = 0, ways: Ways = NO_WAYS): void {
  if (!calm()) landIn(wait);
  if (!before.pieces.size) return;
  const now = measured(root);
  const fixed = still();
  const [old, all] = [idsOf(was), idsOf(is)];
  const moves: ((delay: number) => void)[] = [];
  const rolls: ((delay: number) => void)[] = [];
  for (const [id, here] of now.pieces) {
    const from = before.pieces.get(id);
    const fresh = !from && !old.has(id);
    const { node } = here;
    const flipped = from?.back && !node.classList.contains("hidden");
    const rolled = node.classList.contains("die") && (fresh || (from !== undefined && from.face !== here.face));
    let [dx, dy, scale] = [0, 0, 1];
    if (from) {
      const same = from.zone === here.zone;
      const [ox, oy] = same ? [from.x, from.y] : middle(from.rect);
      const [nx, ny] = same ? [here.x, here.y] : middle(here.rect);
      [dx, dy, scale] = [ox - nx, oy - ny, from.rect.width / here.rect.width];
    } else if (fresh) {
      const origin = ways.came.get(id) ?? heapOf(before, now, kindOf(node), -1)?.rect;
      if (origin) {
        const [ox, oy] = middle(origin);
        const [nx, ny] = middle(here.rect);
        [dx, dy, scale] = [ox - nx, oy - ny, origin.width / here.rect.width];
      }
    }
    const moved = Math.hypot(dx, dy) > 2;
    if (fixed) {
      if (moved || rolled || flipped || fresh) mark(node);
      continue;
    }
    if (moved) moves.push((delay) => slide(node, dx, dy, scale, delay));
    else if (fresh && !rolled) moves.push((delay) => arrive(node, delay));
    if (rolled) rolls.push((delay) => tumble(node, from?.face ?? "", delay));
    if (flipped && from.back) {
      const back = from.back;
      moves.push((delay) => turn(node, back, delay));
    }
  }
  if (fixed) return;
  for (const [id, from] of before.pieces) {
    if (now.pieces.has(id) || all.has(id)) continue;
    const goal = ways.went.get(id);
    // A card is laid aside, and not hit.
    if (goal === undefined && kindOf(from.node) !== "card") burst(from, wait);
    else depart(from, goal ?? null, wait);
  }
  moves.forEach((move, index) => move(wait + Math.min(index * BATCH * 0.5, MAX_DELAY)));
  rolls.forEach((roll, index) => roll(wait + Math.min(index * BATCH, MAX_DELAY)));
  if (rolls.length) landIn(wait + time("--t-roll", 600) + Math.min((rolls.length - 1) * BATCH, MAX_DELAY));
}
