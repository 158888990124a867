// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { FairDice } from "./fair.svelte";
import type { FrameMessage } from "./protocol";
import type { Server } from "./server";

test("what could not be fetched is fetched again, and no frame is passed over", async () => {
  vi.useFakeTimers();
  const taken: number[] = [];
  class Keeper {
    async take(message: FrameMessage): Promise<void> {
      taken.push(message.frame);
      if (message.frame === 2) throw new Error("one frame cannot be followed");
    }
  }
  const load = vi.fn().mockRejectedValueOnce(new Error("gone")).mockRejectedValueOnce(new Error("gone")).mockResolvedValue({ Keeper });
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const dice = new FairDice("m", {} as Server, load);
  for (const frame of [1, 2, 3]) dice.take({ frame, fair: {} } as FrameMessage);
  await vi.advanceTimersByTimeAsync(0);
  expect(taken).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(taken).toEqual([1, 2, 3]);
  expect(load).toHaveBeenCalledTimes(3);
  expect(reported).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
