// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { deal, settle, untilLanded } from "./motion";
import { fly, placesOf } from "./places";
import type { Piece, Scene } from "./scene";

interface Run {
  node: Element;
  frames: Keyframe[];
  cancelled: boolean;
}
const runs: Run[] = [];
let calm = false;

const die = (id: string, zone: string, face: string, x: number): string =>
  `<div data-zone="${zone}"><button class="piece die" data-piece="${id}" data-kind="die" data-face="${face}" data-x="${x}"><span class="face"><svg><use href="#${face}"></use></svg></span></button></div>`;
const scene = (...ids: string[]): Scene => ({ zones: [{ id: "z", kind: "row", pieces: ids.map((id): Piece => ({ id, kind: "die" })) }] });
const root = document.createElement("div");
document.body.append(root);
const moved = (id: string) => runs.filter((run) => (run.node as HTMLElement).dataset["piece"] === id);

beforeEach(() => {
  runs.length = 0;
  calm = false;
  vi.useFakeTimers();
  window.matchMedia = vi.fn((media: string) => ({ matches: calm, media }) as MediaQueryList);
  Element.prototype.getBoundingClientRect = function (this: HTMLElement) {
    return new DOMRect(Number(this.dataset["x"] ?? 0), 0, 40, 40);
  };
  Element.prototype.animate = function (this: Element, frames: Keyframe[]) {
    const run: Run = { node: this, frames, cancelled: false };
    runs.push(run);
    return { cancel: () => (run.cancelled = true), onfinish: null } as unknown as Animation;
  } as unknown as typeof Element.prototype.animate;
});
afterEach(() => {
  settle();
  vi.useRealTimers();
});

test("a piece flies from where it was, and what stays does not move", () => {
  root.innerHTML = die("a", "one", "f-x", 0) + die("b", "one", "f-x", 200);
  const before = placesOf(root);
  root.innerHTML = die("a", "two", "f-x", 300) + die("b", "one", "f-x", 200);
  fly(root, before, scene("a", "b"), scene("a", "b"));
  expect(moved("a")[0]?.frames[0]?.["transform"]).toContain("translate(-300px, 0px)");
  expect(moved("b")).toEqual([]);
});

test("a die with another face shows the old one, tumbles and lands on the new one", () => {
  root.innerHTML = die("a", "one", "f-x", 0);
  const before = placesOf(root);
  root.innerHTML = die("a", "one", "f-y", 0);
  fly(root, before, scene("a"), scene("a"));
  const use = root.querySelector("use")!;
  expect(use.getAttribute("href")).toBe("#f-x");
  expect(moved("a")[0]?.frames[1]?.["transform"]).toContain("rotate");
  expect(untilLanded()).toBeGreaterThan(0);
  vi.advanceTimersByTime(700);
  expect(use.getAttribute("href")).toBe("#f-y");
});

test("a new event ends what runs, and every die shows its true face", () => {
  root.innerHTML = die("a", "one", "f-x", 0);
  const before = placesOf(root);
  root.innerHTML = die("a", "one", "f-y", 0);
  fly(root, before, scene("a"), scene("a"));
  placesOf(root);
  expect(moved("a")[0]?.cancelled).toBe(true);
  expect(root.querySelector("use")!.getAttribute("href")).toBe("#f-y");
});

test("what the scene has lost bursts; what is only out of sight does not", () => {
  root.innerHTML = die("a", "one", "f-x", 0) + die("b", "one", "f-x", 0) + die("c", "one", "f-x", 0);
  const before = placesOf(root);
  root.innerHTML = die("c", "one", "f-x", 0);
  fly(root, before, scene("a", "b", "c"), scene("b", "c"));
  expect(document.querySelectorAll(".motion-burst")).toHaveLength(1);
  settle();
  expect(document.querySelectorAll(".motion-burst, body > .piece")).toHaveLength(0);
});

test("what comes into sight is neither new nor rolled", () => {
  root.innerHTML = die("a", "one", "f-x", 0);
  const before = placesOf(root);
  root.innerHTML = die("a", "one", "f-x", 0) + die("b", "two", "f-y", 50);
  fly(root, before, scene("a", "b"), scene("a", "b"));
  expect(runs).toEqual([]);
  fly(root, before, scene("a"), scene("a", "b"));
  expect(moved("b")).not.toEqual([]);
});

test("without motion a change is outlined for a moment", () => {
  calm = true;
  root.innerHTML = die("a", "one", "f-x", 0);
  const before = placesOf(root);
  root.innerHTML = die("a", "one", "f-y", 0);
  fly(root, before, scene("a"), scene("a"));
  const node = root.querySelector(".piece")!;
  expect(runs).toEqual([]);
  expect(node.classList).toContain("changed");
  expect(root.querySelector("use")!.getAttribute("href")).toBe("#f-y");
  vi.advanceTimersByTime(600);
  expect(node.classList).not.toContain("changed");
});

test("a card that leaves the hand goes where it comes to lie, and what is laid aside rises; nothing bursts", () => {
  const card = (id: string, x: number) => `<div data-zone="hand"><button class="piece card" data-piece="${id}" data-kind="card" data-x="${x}"></button></div>`;
  root.innerHTML = card("put", 0) + card("aside", 100) + card("gone", 200);
  const before = placesOf(root);
  root.innerHTML = "";
  const went = new Map([
    ["put", new DOMRect(500, 300, 40, 40)],
    ["aside", null],
  ]);
  fly(root, before, scene("put", "aside", "gone"), scene(), 0, { came: new Map(), went });
  expect(document.querySelector(".motion-burst")).toBeNull();
  expect(runs.map(({ frames }) => frames.at(-1)?.["transform"])).toEqual(["translate(500px, 300px) scale(1)", "translate(0px, -54px) scale(1)", "translate(0px, -54px) scale(1)"]);
  settle();
  expect(document.querySelectorAll("body > .card").length).toBe(0);
});

test("backs fly, a few for many, and are gone at once when the next thing happens", () => {
  expect(deal(new DOMRect(0, 0, 40, 40), new DOMRect(200, 0, 20, 20), 9)).toBe(5);
  expect(document.querySelectorAll(".motion-back").length).toBe(5);
  expect(document.querySelector(".motion-back")?.getAttribute("aria-hidden")).toBe("true");
  settle();
  expect(document.querySelectorAll(".motion-back").length).toBe(0);
});

test("with reduced motion no back flies", () => {
  calm = true;
  expect(deal(new DOMRect(0, 0, 40, 40), null, 3)).toBe(0);
  expect(document.querySelector(".motion-back")).toBeNull();
});

test("what the browser never plays is taken away all the same", () => {
  deal(new DOMRect(0, 0, 10, 10), new DOMRect(300, 0, 10, 10), 2);
  expect(document.querySelectorAll(".motion-back")).toHaveLength(2);
  vi.advanceTimersByTime(3000);
  expect(document.querySelectorAll(".motion-back")).toHaveLength(0);
  expect(runs.every((run) => run.cancelled)).toBe(true);
});
