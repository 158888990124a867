/** For tests of the whole table: what jsdom lacks of a browser, waiting, and the frame of a scene. */
import { flushSync } from "svelte";
import { vi } from "vitest";

import type { Boot, Decision, FrameMessage } from "../lib/protocol";
import type { Phrase, Scene } from "../lib/scene";
import type { Server } from "../lib/server";

export const BOOT: Boot = { match: "m", game: "g", symbols: "/symbols.svg", language: "en", languages: [{ code: "en", name: "English" }], csrf: { header: "x", value: "1" } };

/** Give the page what it needs to be mounted: scrolling, sizes, media. */
export const furnish = (): void => {
  Element.prototype.scrollTo ??= () => undefined;
  globalThis.ResizeObserver ??= class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  };
  window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList;
};

/** Let promises and effects go on for some turns, and parts come that are fetched when they are shown. */
export const settle = async (turns = 3): Promise<void> => {
  flushSync();
  await vi.dynamicImportSettled();
  for (let turn = 0; turn < turns; turn++) {
    await new Promise((resolve) => setTimeout(resolve));
    flushSync();
  }
};

export const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
export const say = (key: string): Phrase => ({ key });

/** A server of which a test needs some functions; it remembers no language, and its socket says nothing. */
export const serverOf = (some: object): Server =>
  ({
    rememberLanguage: () => Promise.resolve(),
    ways: () => Promise.resolve({ ways: [] }),
    socket: () => ({ close: () => undefined }) as unknown as WebSocket,
    turns: () => ({ close: () => undefined }) as unknown as WebSocket,
    ...some,
  }) as unknown as Server;

/** A frame with which the only person at the table is asked something. */
export const asked = (scene: Scene, decision: Pick<Decision, "many" | "ordered" | "targets" | "done">): FrameMessage =>
  ({
    match: "m",
    frame: 1,
    epoch: 0,
    viewer: 0,
    spectator: false,
    seats: [{ seat: 0, name: "Ann", kind: "you" }],
    game: "g",
    scene,
    events: { from: 0, list: [] },
    log_length: 0,
    decision: { kind: "k", rule: "R-1", ordinal: 1, question: say("q"), ...decision },
    question: null,
    waiting: [0],
    answered: [],
    may_undo: false,
    outcome: null,
  }) as unknown as FrameMessage;
