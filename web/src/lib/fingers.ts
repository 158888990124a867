/** Small targets and broad fingers: a tap beside a target means the nearest one; where several claim it, whoever taps says which. */
import type { Table } from "./table.svelte";
import { claims, type Spot } from "./sight";
import { place, zonesOf } from "./targets";
import { thingAt } from "./tell";

/** A target is so large for a finger. */
export const FINGER = 44;
const TARGETS = ".legal, .picked";

/** One of several targets that lie under a finger. */
export interface Near {
  key: string;
  title: string;
  /** What a press does, where that is one thing; else where it lies. */
  says: string;
  face: string;
  owner: number;
  picked: boolean;
  node: Element | undefined;
}

/** Where the middle of a target is, and how large it is; of a disc the disc alone. */
function spotOf(node: Element): Spot {
  const { x, y, width, height } = (node.querySelector(".disc") ?? node).getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, width, height, least: node.matches(TARGETS) ? FINGER : 0 };
}

/** The targets that a tap at a point may mean, among those within a node: the nearest one and, where it is small, small ones beside it. None where the nearest thing is no target. */
export function targetsAt(root: Element, x: number, y: number): HTMLElement[] {
  const nodes = [...root.querySelectorAll<HTMLElement>("[data-place]")].filter((node) => node.getClientRects().length);
  const spots = nodes.map(spotOf);
  const small = ({ width, height }: Spot) => Math.min(width, height) < FINGER;
  const [first, ...others] = claims(spots, x, y);
  if (first === undefined || !nodes[first]!.matches(TARGETS)) return [];
  return [first, ...(small(spots[first]!) ? others.filter((at) => small(spots[at]!) && nodes[at]!.matches(TARGETS)) : [])].map((at) => nodes[at]!);
}

/** The places that can be chosen on what is drawn too small for them: a tile that is seen from afar. */
function within(table: Table, node: Element): string[] {
  const keys = (node.getAttribute("data-holds") ?? "").split(" ").flatMap((id) => [place("zone", id), place("piece", id)]);
  return keys.filter((key) => ["legal", "picked"].includes(table.ring(key)));
}

/** What can be told apart of some places: things that are alike and do the same are one. */
function things(table: Table, keys: readonly string[], nodes: readonly Element[]): Near[] {
  const found = new Map<string, Near>();
  const zones = table.frame ? zonesOf(table.frame.scene) : [];
  keys.forEach((key, at) => {
    const { thing, tell } = thingAt(table, key) ?? {};
    const [offer, other] = table.choosing.offeredAt(key);
    const title = tell?.()?.title ?? "";
    const there = table.say(zones.find(({ pieces }) => pieces?.some(({ id }) => place("piece", id) === key))?.label);
    const says = offer && !other ? table.say(offer.target.label) : there;
    const picked = table.ring(key) === "picked";
    const own = { key, title: title || says, says: says === title ? "" : says, face: thing?.face || thing?.glyph || "", owner: thing?.owner ?? -1, picked, node: nodes[at] };
    const alike = [own.title, says, there, own.owner, picked].join("|");
    if (own.title && !found.has(alike)) found.set(alike, own);
  });
  return [...found.values()];
}

/** Chooses one of those that were near. */
export function take(table: Table, { key, node }: Near): void {
  table.notices.near = null;
  if (node?.isConnected) node.dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true, pointerType: "touch" }));
  else if (table.choosing.activate(key)) table.notices.about = key;
}

/** Gives a tap to the target that it means, where it has met nothing that is one or has met another one's edge; where it may mean several, these are shown. */
export function takeNearest(event: MouseEvent, root: Element, table: Table): void {
  if (!event.isTrusted || !(event instanceof PointerEvent) || event.pointerType !== "touch" || !(event.target instanceof Element)) return;
  const [x, y] = [event.clientX, event.clientY];
  const nodes = targetsAt(root, x, y);
  const [target] = nodes;
  if (!target) return;
  const held = within(table, target);
  const near = held.length && !table.choosing.offeredAt(target.dataset["place"] ?? "").length ? things(table, held, []) : things(table, nodes.map((node) => node.dataset["place"] ?? ""), nodes);
  const [only, other] = near;
  if (other) {
    table.notices.near = { x, y, things: near };
    table.spoken = table.list([table.word("ui.which"), ...near.map(({ title }) => title)]);
  } else if (only && !only.node) take(table, only);
  else if (target.contains(event.target)) return;
  else target.dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true, clientX: x, clientY: y, pointerType: "touch" }));
  // A tile that was pressed is read as well.
  if (near.some(({ node }) => !node)) return;
  event.stopPropagation();
  event.preventDefault();
}
