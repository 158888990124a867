// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { MOMENTS } from "../testing/moments";
import { DONE } from "./picks";
import type { FrameMessage } from "./protocol";
import { QuietPass } from "./quiet";
import type { Server } from "./server";
import { settings } from "./settings.svelte";

const answer = vi.fn<Server["answer"]>(() => Promise.resolve());
const again = vi.fn();
let quiet: QuietPass;

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  localStorage.clear();
  settings.begin()();
  quiet = new QuietPass({ answer }, again);
});
afterEach(() => {
  quiet.stop();
  vi.useRealTimers();
});

function asked(ordinal: number, forced = true): FrameMessage {
  const frame = structuredClone(MOMENTS["manage"]!);
  return { ...frame, events: { from: 0, list: [] }, decision: { ...frame.decision!, many: false, ordinal, forced } };
}

async function show(frame: FrameMessage): Promise<FrameMessage> {
  const hushed = quiet.hushed(frame);
  quiet.shown(hushed);
  await vi.advanceTimersByTimeAsync(2_000);
  return hushed;
}

test("a question with nothing but a pass is shown as one of others, and passed a moment later", async () => {
  const frame = asked(7);
  const hushed = quiet.hushed(frame);
  expect([hushed.decision, hushed.passes?.ordinal, hushed.question]).toEqual([null, 7, frame.decision!.question]);
  quiet.shown(hushed);
  await vi.advanceTimersByTimeAsync(500);
  expect(answer).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(answer).toHaveBeenCalledExactlyOnceWith(expect.any(String), 7, [DONE], frame.viewer, false);
});

test("a row that can only be left empty is passed as one", async () => {
  const frame = asked(7);
  await show({ ...frame, decision: { ...frame.decision!, many: true } });
  expect(answer.mock.calls[0]?.slice(1, 3)).toEqual([7, []]);
});

test("what leaves a choice is asked", async () => {
  const frame = asked(7, false);
  expect(await show(frame)).toBe(frame);
  expect(answer).not.toHaveBeenCalled();
});

test("who has switched it off is asked, also in the last moment", async () => {
  settings.quiet = false;
  expect((await show(asked(7))).decision).not.toBeNull();
  settings.quiet = true;
  quiet.shown(quiet.hushed(asked(8)));
  settings.quiet = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(answer).not.toHaveBeenCalled();
  expect(again).toHaveBeenCalledOnce();
});

test("another frame comes first: nothing is passed", async () => {
  quiet.shown(quiet.hushed(asked(7)));
  await show(asked(5, false));
  expect(answer).not.toHaveBeenCalled();
});

test("a pass that is refused is not tried again: he is asked", async () => {
  answer.mockRejectedValueOnce(new Error("no"));
  await show(asked(7));
  expect(again).toHaveBeenCalledOnce();
  expect((await show(asked(7))).decision).not.toBeNull();
  expect(answer).toHaveBeenCalledOnce();
});

test("the same question shown again while its pass is on its way is passed once; asked again after an undo, again", async () => {
  let arrive = () => undefined as void;
  answer.mockImplementationOnce(() => new Promise<void>((resolve) => (arrive = resolve)));
  await show(asked(7));
  await show(asked(7));
  expect(answer).toHaveBeenCalledOnce();
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  await show(asked(7));
  expect(answer).toHaveBeenCalledTimes(2);
});

const WHY = { key: "idle.none", words: {} };

function idle(ordinal: number, many = false): FrameMessage {
  const frame = asked(ordinal, false);
  return { ...frame, decision: { ...frame.decision!, many, idle: WHY } };
}

test("a question that brings nothing is shown with the reason, declined a little later, and said to be", async () => {
  const hushed = quiet.hushed(idle(7));
  expect([hushed.decision, hushed.passes?.why]).toEqual([null, WHY]);
  quiet.shown(hushed);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answer).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answer).toHaveBeenCalledExactlyOnceWith(expect.any(String), 7, [DONE], hushed.viewer, true);
});

test("an answer of several picks is declined by none", async () => {
  await show(idle(7, true));
  expect(answer).toHaveBeenCalledExactlyOnceWith(expect.any(String), 7, [], expect.any(Number), true);
});

test("who wants to be asked all the same is, of this question and no other", async () => {
  const hushed = quiet.hushed(idle(7));
  quiet.shown(hushed);
  quiet.ask(hushed);
  expect(again).toHaveBeenCalledOnce();
  expect((await show(idle(7))).decision).not.toBeNull();
  expect(answer).not.toHaveBeenCalled();
  expect((await show(idle(8))).decision).toBeNull();
});

test("who has switched it off is asked what brings nothing, and passes what he cannot answer", async () => {
  settings.idle = false;
  expect((await show(idle(7))).decision).not.toBeNull();
  expect((await show(asked(8))).decision).toBeNull();
});
