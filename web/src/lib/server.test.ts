// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Boot } from "./protocol";
import { httpServer, newId, Refused } from "./server";

const boot: Boot = { match: "m", game: "g", symbols: "/symbols.svg", language: "en", languages: [], csrf: { header: "x-shapan", value: "1" } };
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function answers(...replies: (Response | Error)[]) {
  const called = vi.fn((_address: string, _init: RequestInit) => {
    const reply = replies.shift();
    return reply instanceof Response ? Promise.resolve(reply) : Promise.reject(reply ?? new Error("no more replies"));
  });
  vi.stubGlobal("fetch", called);
  return called;
}

test("an answer that does not get through is sent again with the same id", async () => {
  const called = answers(new TypeError("no network"), json(503, {}), json(200, { ok: true }));
  const trouble = vi.fn();
  const sent = httpServer(boot, trouble).answer("id-1", 4, [9], 0);
  await vi.advanceTimersByTimeAsync(60_000);
  await sent;
  expect(called).toHaveBeenCalledTimes(3);
  const bodies = called.mock.calls.map(([, init]) => init.body as string);
  expect(new Set(bodies).size).toBe(1);
  expect(JSON.parse(bodies[0]!)).toEqual({ id: "id-1", ordinal: 4, codes: [9], seat: 0 });
  expect(called.mock.calls[0]![1].headers).toMatchObject({ "x-shapan": "1" });
  expect(trouble.mock.calls).toEqual([[true], [true], [false]]);
});

test("a server that asks to wait is not asked again before", async () => {
  const busy = new Response("{}", { status: 429, headers: { "retry-after": "7" } });
  const called = answers(busy, json(200, { ok: true }));
  const sent = httpServer(boot, () => undefined).answer("id-1", 4, [9], 0);
  await vi.advanceTimersByTimeAsync(6_900);
  expect(called).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(200);
  await sent;
  expect(called).toHaveBeenCalledTimes(2);
});

test("a refusal is not repeated and carries its reason", async () => {
  const called = answers(json(422, { rule: "R-2", key: "too_late", words: {} }));
  const refused = await httpServer(boot, () => undefined)
    .answer("id", 1, [1], 0)
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect((refused as Refused).reason).toEqual({ rule: "R-2", key: "too_late", words: {} });
  expect(called).toHaveBeenCalledOnce();
});

test("a closed question has no reason to tell", async () => {
  answers(json(409, { reason: "closed" }));
  const refused = await httpServer(boot, () => undefined)
    .answer("id", 1, [1], 0)
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 409, reason: null });
});

test("a bound that has been reached is known by its name", () => {
  expect(new Refused(409, { reason: "too_many_tables" }).full).toBe("too_many_tables");
  expect(new Refused(409, { reason: "closed" }).full).toBe("");
  expect(new Refused(409, null).full).toBe("");
});

test("what comes too late or too early has words of its own", () => {
  expect(new Refused(409, { reason: "over" }).shut).toBe("ui.shut_over");
  expect(new Refused(422, { reason: "over" }).shut).toBe("");
});

test("what is said carries its seat, and words or a phrase", async () => {
  const message = { number: 1, seat: 1, name: "Ling", text: "", phrase: "ui.say.thanks", at: 5 };
  const called = answers(json(200, message), json(200, { chat: [message] }));
  const server = httpServer(boot, () => undefined);
  expect(await server.say("id-2", { phrase: "ui.say.thanks" }, 1)).toEqual(message);
  expect(JSON.parse(called.mock.calls[0]![1].body as string)).toEqual({ id: "id-2", seat: 1, phrase: "ui.say.thanks" });
  expect(await server.chat(0)).toEqual([message]);
  expect(called.mock.calls[1]![0]).toBe("/api/matches/m/chat?after=0");
});

test("ids are new each time and made of what the server takes", () => {
  expect(newId()).not.toBe(newId());
  expect(newId()).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
});
