// @vitest-environment jsdom
import { expect, test } from "vitest";

import { Voice } from "./voice";

/** As much of the browser's locks as tabs need: one holder, stealing, a line of waiting ones. */
function fakeLocks(): LockManager {
  let lost: (() => void) | null = null;
  const line: (() => void)[] = [];
  return {
    request: (_name: string, options: LockOptions, held: () => Promise<unknown>) =>
      new Promise((_resolve, reject) => {
        const take = () => {
          lost = () => reject(new DOMException("stolen", "AbortError"));
          void held();
        };
        if (options.steal) {
          lost?.();
          take();
        } else if (lost) line.push(take);
        else take();
      }),
  } as unknown as LockManager;
}

test("the tab that was opened last speaks, the other is silent until it is looked at again", async () => {
  const locks = fakeLocks();
  const first = new Voice("m", locks);
  expect(first.speaks).toBe(true);
  const second = new Voice("m", locks);
  await Promise.resolve();
  await Promise.resolve();
  expect([first.speaks, second.speaks]).toEqual([false, true]);
  first.seen();
  await Promise.resolve();
  await Promise.resolve();
  expect([first.speaks, second.speaks]).toEqual([true, false]);
});

test("without locks a tab that is seen speaks", () => {
  expect(new Voice("m", undefined).speaks).toBe(true);
});
