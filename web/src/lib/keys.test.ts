import { expect, test } from "vitest";

import { KEYS, passing } from "./keys";
import type { Offer } from "./targets";

const offer = (code: number, key: string, ...places: string[]): Offer => ({ target: { code, label: { key } }, places });

test("code 0 passes, else the one button called so", () => {
  expect(passing([offer(4, "action.pass"), offer(0, "action.no")])?.target.code).toBe(0);
  expect(passing([offer(4, "action.build"), offer(5, "action.end")])?.target.code).toBe(5);
  expect(passing([offer(6, "action.manage_none")])?.target.code).toBe(6);
});

test("two ways to stop are a choice, and a piece on the board is no pass", () => {
  expect(passing([offer(4, "action.pass"), offer(5, "action.end")])).toBeUndefined();
  expect(passing([offer(4, "action.pass", "piece:a")])).toBeUndefined();
  expect(passing([offer(4, "action.spend")])).toBeUndefined();
});

test("every key is explained once", () => {
  const names = KEYS.map((one) => one.name);
  expect(new Set(names).size).toBe(names.length);
});
