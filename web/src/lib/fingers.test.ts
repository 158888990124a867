// @vitest-environment jsdom
/** A tap means the nearest target, unless a thing that is none is nearer. */
import { afterEach, expect, test, vi } from "vitest";

import { targetsAt } from "./fingers";

afterEach(() => vi.restoreAllMocks());

/** Things of 20 by 20 in a row, each with its class, 30 apart. */
function laid(...classes: string[]): HTMLElement {
  const root = document.createElement("div");
  classes.forEach((name, at) => {
    const node = document.createElement("button");
    [node.className, node.dataset["place"]] = [name, `piece:${at}`];
    const rect = { x: at * 30, y: 0, width: 20, height: 20 } as DOMRect;
    node.getBoundingClientRect = () => rect;
    node.getClientRects = () => [rect] as unknown as DOMRectList;
    root.append(node);
  });
  return root;
}
const at = (root: HTMLElement, x: number) => targetsAt(root, x, 10)[0]?.dataset["place"];

test("beside a target a tap means it, and of two the nearer one", () => {
  const root = laid("piece legal", "piece legal", "piece");
  expect([at(root, 24), at(root, 26), at(root, 10), at(root, -11), at(root, -13)]).toEqual(["piece:0", "piece:1", "piece:0", "piece:0", undefined]);
});

test("a thing that is no target keeps its own taps, but is no larger than it is", () => {
  const root = laid("piece legal", "piece");
  expect(at(root, 35)).toBeUndefined();
  expect(at(root, 28)).toBe("piece:0");
});

test("two small targets that a finger covers may both be meant", () => {
  const all = (root: HTMLElement, x: number) => targetsAt(root, x, 10).map((node) => node.dataset["place"]);
  const root = laid("piece legal", "piece picked", "piece", "piece legal");
  expect([all(root, 10), all(root, 22), all(root, 26), all(root, 70), all(root, 85)]).toEqual([["piece:0"], ["piece:0", "piece:1"], ["piece:1", "piece:0"], [], ["piece:3"]]);
});

test("a large target and what lies on it are no two small ones", () => {
  const root = laid("piece legal", "cover legal");
  root.children[1]!.getBoundingClientRect = () => ({ x: -20, y: -20, width: 120, height: 90 }) as DOMRect;
  expect([targetsAt(root, 12, 10), targetsAt(root, 50, 30)].map((nodes) => nodes.map((node) => node.dataset["place"]))).toEqual([["piece:0"], ["piece:1"]]);
});
