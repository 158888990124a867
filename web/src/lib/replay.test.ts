// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Boot } from "./protocol";
import type { Recording } from "./reel";
import { NoRecording, Replay } from "./replay.svelte";
import { replayKeys } from "./replaykeys";
import type { Server } from "./server";
import { Table } from "./table.svelte";

const boot: Boot = { match: "m", game: "g", symbols: "/symbols.svg", language: "en", languages: [], csrf: { header: "x", value: "1" } };

function recording(viewer: number, at: number[]): Recording {
  const frames = at.map((_, step) => ({
    scene: { round: Math.floor(step / 2) + 1 },
    events: step ? [{ key: `e${step}`, with: { seat: { seat: step % 2 } } }] : [],
    notes: step === 2 || step === 4 ? [0] : [],
  }));
  const seats = [0, 1].map((seat) => ({ seat, name: `P${seat}`, kind: "player" as const }));
  return { match: "m", game: "g", rules_version: 1, viewer, viewers: [0, 1, 2], over: true, seats, frames, at };
}

const kept = [recording(0, [0, 2, 4, 6, 8, 9]), recording(1, [0, 4, 8, 9]), recording(2, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])];
const fetch = vi.fn((seat: number | null) => Promise.resolve(kept[seat ?? 0]!));
let replay: Replay;
const told = () => replay.table.log.events.map((event) => event.key);

beforeEach(async () => {
  vi.useFakeTimers();
  window.matchMedia = vi.fn(() => ({ matches: false }) as unknown as MediaQueryList);
  replay = new Replay(new Table(boot, {} as Server), fetch);
  await replay.view(null, 0);
});
afterEach(() => {
  replay.pause();
  vi.useRealTimers();
});

test("a step brings its frame, its log, and what of it is new", () => {
  expect(replay.steps).toBe(6);
  expect(told()).toEqual([]);
  replay.goBy(1);
  expect(told()).toEqual(["e1"]);
  expect(replay.table.log.fresh).toBe(0);
  expect(replay.table.still).toBe(false);
  replay.go(4);
  expect(told()).toEqual(["e1", "e2", "e3", "e4"]);
  expect(replay.table.log.fresh).toBe(3);
  expect(replay.table.still).toBe(true);
  replay.goBy(-1);
  expect(told()).toEqual(["e1", "e2", "e3"]);
  expect(replay.table.still).toBe(true);
  expect(replay.table.frame?.decision).toBeNull();
  replay.goBy(99);
  expect(replay.step).toBe(5);
  replay.goBy(-99);
  expect(replay.step).toBe(0);
});

test("what is shown first is all old but its own step", async () => {
  const other = new Replay(new Table(boot, {} as Server), fetch);
  await other.view(null, 3);
  expect(other.table.log).toMatchObject({ fresh: 2, events: [{ key: "e1" }, { key: "e2" }, { key: "e3" }] });
});

test("it plays to the end and stops there, at its pace", () => {
  replay.play();
  vi.advanceTimersByTime(600);
  expect(replay.step).toBe(1);
  vi.advanceTimersByTime(1_400);
  expect(replay.step).toBe(2);
  replay.setPace(4);
  vi.advanceTimersByTime(350);
  expect(replay.step).toBe(3);
  replay.toggle();
  vi.advanceTimersByTime(10_000);
  expect(replay.step).toBe(3);
  replay.toggle();
  vi.advanceTimersByTime(10_000);
  expect(replay.step).toBe(5);
  expect(replay.playing).toBe(false);
  replay.play();
  expect(replay.step).toBe(0);
});

test("another view shows the same moment", async () => {
  replay.go(3);
  await replay.view(1);
  expect(replay.recording?.viewer).toBe(1);
  expect(replay.step).toBe(1);
  expect(replay.table.frame?.viewer).toBe(1);
  expect(told()).toEqual(["e1"]);
});

test("the answer that was asked for last counts", async () => {
  let late: (value: Recording) => void = () => undefined;
  fetch.mockImplementationOnce(() => new Promise((resolve) => (late = resolve)));
  const first = replay.view(2);
  await replay.view(1);
  late(kept[2]!);
  await first;
  expect(replay.recording?.viewer).toBe(1);
});

test("what fails leaves the replay as it is", async () => {
  fetch.mockImplementationOnce(() => Promise.reject(new NoRecording(403)));
  replay.go(2);
  await replay.view(1);
  expect(replay.failed).toBe(403);
  expect(replay.recording?.viewer).toBe(0);
  expect(replay.step).toBe(2);
  fetch.mockImplementationOnce(() => Promise.reject(new TypeError("no network")));
  await replay.view(1);
  expect(replay.failed).toBe(0);
});

test("keys step, jump to marks and play", () => {
  const press = (key: string, more: KeyboardEventInit = {}, on: EventTarget = document.body) => {
    const event = new KeyboardEvent("keydown", { key, cancelable: true, bubbles: true, ...more });
    Object.defineProperty(event, "target", { value: on });
    replayKeys(event, replay);
    return event.defaultPrevented;
  };
  const steps: number[] = [];
  for (const [key, shiftKey] of [["ArrowRight", false], ["ArrowRight", true], ["ArrowRight", true], ["ArrowLeft", true], ["[", false], ["]", false], ["End", false], ["Home", false]] as const) {
    expect(press(key, { shiftKey })).toBe(true);
    steps.push(replay.step);
  }
  expect(steps).toEqual([1, 2, 4, 2, 1, 2, 5, 0]);
  press(" ");
  expect(replay.playing).toBe(true);
  press(" ", {}, document.createElement("button"));
  expect(replay.playing).toBe(true);
  press(" ");
  expect(replay.playing).toBe(false);
  expect(press("ArrowRight", { ctrlKey: true })).toBe(false);
  expect(press("ArrowRight", {}, document.createElement("select"))).toBe(false);
  const slider = Object.assign(document.createElement("input"), { type: "range" });
  expect(press("ArrowRight", {}, slider)).toBe(true);
  expect(replay.step).toBe(1);
});
