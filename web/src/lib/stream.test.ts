// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { ChatMessage, FrameMessage } from "./protocol";
import { Stream, type Link } from "./stream";

class FakeSocket {
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  constructor(
    readonly after: number,
    readonly epoch: number,
    readonly chat: number,
  ) {}
  say(data: unknown) {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(data) }));
  }
  close(code = 1006) {
    const end = this.onclose;
    this.onclose = null;
    end?.({ code } as CloseEvent);
  }
}

let sockets: FakeSocket[];
let links: Link[];
let frames: FrameMessage[];
let said: ChatMessage[];
let stream: Stream;

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, links, frames, said] = [[], [], [], []];
  stream = new Stream(
    {
      frame: () => Promise.reject(new Error("not asked")),
      socket: (after, epoch, chat) => {
        const socket = new FakeSocket(after, epoch, chat);
        sockets.push(socket);
        return socket as unknown as WebSocket;
      },
    },
    {
      place: () => ({ after: frames.length * 10, epoch: 2, chat: said.at(-1)?.number ?? 0 }),
      frame: (message) => frames.push(message),
      chat: (messages) => said.push(...messages),
      link: (link) => links.push(link),
    },
  );
  void stream.run();
});
afterEach(() => {
  stream.stop();
  vi.useRealTimers();
});

test("frames are handed on, signs of life are not", () => {
  sockets[0]!.say({ type: "frame" });
  sockets[0]!.say({ type: "ping" });
  expect(frames).toHaveLength(1);
  expect(links).toEqual(["open"]);
});

test("a stream that ends is opened again where it stopped, at first without a word", async () => {
  sockets[0]!.say({ type: "frame" });
  sockets[0]!.close();
  await vi.advanceTimersByTimeAsync(300);
  expect(sockets).toHaveLength(2);
  expect(sockets[1]).toMatchObject({ after: 10, epoch: 2 });
  expect(links).toEqual(["open"]);
  sockets[1]!.close();
  await vi.advanceTimersByTimeAsync(600);
  expect(links).toEqual(["open", "lost"]);
  sockets[2]!.say({ type: "frame" });
  expect(links.at(-1)).toBe("open");
});

test("what is said is handed on, and a stream that is opened again goes on behind it", async () => {
  const message = { number: 7, seat: 0, name: "Ling", text: "good luck", phrase: null, at: 1 };
  sockets[0]!.say({ type: "frame" });
  sockets[0]!.say({ type: "chat", chat: [message] });
  expect(frames).toHaveLength(1);
  expect(said).toEqual([message]);
  sockets[0]!.close();
  await vi.advanceTimersByTimeAsync(300);
  expect([sockets[0]!.chat, sockets[1]!.chat]).toEqual([0, 7]);
});

test("silence is an end too", async () => {
  sockets[0]!.say({ type: "frame" });
  await vi.advanceTimersByTimeAsync(41_000);
  expect(sockets.length).toBeGreaterThan(1);
});

test("a match that is not there is not asked for again", async () => {
  sockets[0]!.close(4404);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(1);
  expect(links).toEqual(["gone"]);
});

test("a draft outlives a stream that was lost", () => {
  localStorage.setItem("shapan.memo.m.0", "{}");
  sockets[0]!.close();
  expect(localStorage.getItem("shapan.memo.m.0"), "a lost stream is no log-out").toBe("{}");
});

test("once the log-in has ended no draft is left in the browser", () => {
  localStorage.setItem("shapan.memo.m.0", "{}");
  localStorage.setItem("shapan.theme", "dark");
  sockets[0]!.close(4401);
  expect([localStorage.getItem("shapan.memo.m.0"), localStorage.getItem("shapan.theme")]).toEqual([null, "dark"]);
});
