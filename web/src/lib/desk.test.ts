import { expect, test } from "vitest";

import { grouped, headings, placed, Places, stand } from "./desk";
import type { Table } from "./table.svelte";
import type { Offer } from "./targets";

test("what is left keeps its key while one picks, and another question counts anew", () => {
  const places = new Places();
  const of = (question: number, codes: number[], picked: boolean) => codes.map((code) => places.of(question, codes, picked).get(code));
  expect(of(1, [7, 8, 9], false)).toEqual([1, 2, 3]);
  expect(of(1, [8, 9], true)).toEqual([2, 3]);
  expect(of(1, [9, 4], true)).toEqual([3, 4]);
  // What follows a pick may be all other things.
  expect(of(1, [20, 21], true)).toEqual([1, 2]);
  expect(of(1, [7, 8, 9], false)).toEqual([1, 2, 3]);
  expect(of(2, [9, 8], true)).toEqual([1, 2]);
});

test("of two equal dice that lie together one is a row, and where they differ, lie apart or many are chosen both are", () => {
  const die = (id: string, face = "ship") => ({ id, kind: "die", label: { key: face, words: {} } });
  const offer = (code: number, id: string, key = "lose") => ({ target: { code, label: { key, words: {} } }, places: [`piece:${id}`] }) as Offer;
  const offers = [offer(1, "a"), offer(2, "b"), offer(3, "c"), offer(4, "d"), offer(5, "e", "keep")];
  const zones = [
    { id: "hold", pieces: [die("a"), die("b"), die("c", "fort"), die("e")] },
    { id: "away", pieces: [die("d")] },
  ];
  const table = (many: boolean) =>
    ({ choosing: { ahead: [] }, decision: { many }, offers: { all: offers, modes: [] }, mode: "", view: {}, frame: { scene: { zones } } }) as unknown as Table;
  const rows = (many: boolean) => placed(table(many), new Set()).map(({ target }) => target.code);
  expect(rows(false)).toEqual([1, 3, 4, 5]);
  expect(rows(true)).toEqual([1, 2, 3, 4, 5]);
});

test("in a sheet last picks are told where no first one can follow: the page on which they lie is hidden", () => {
  const offer = (code: number) => ({ target: { code, label: { key: "lay", words: {} } }, places: [`piece:${code % 10}`] }) as Offer;
  const [first, last] = [[offer(1), offer(2)], [offer(11), offer(12)]];
  const rows = (narrow: boolean, open: number[]) => {
    const choosing = { ahead: [], following: last, isAddable: ({ target }: Offer) => open.includes(target.code) };
    const table = { choosing, decision: { many: true }, offers: { all: first, modes: [] }, mode: "", view: { narrow, paged: narrow }, frame: { scene: {} } };
    return placed(table as unknown as Table, new Set()).map(({ target }) => target.code);
  };
  expect([rows(true, [2]), rows(true, [11, 12]), rows(false, [11, 12])]).toEqual([[1, 2], [11, 12], [1, 2]]);
});

test("what ends the matter stands in the foot while nothing is picked, and nowhere else", () => {
  const offer = (code: number, key: string, alone = false) => ({ target: { code, label: { key, words: {} }, alone }, places: [] }) as unknown as Offer;
  const [walk, end] = [offer(1, "action.walk"), offer(9, "action.end", true)];
  const table = (picked: number[]) => ({ decision: { many: true }, offers: { all: [walk, end] }, row: { picked }, say: () => "", help: () => "" }) as unknown as Table;
  const answers = { opened: [], form: [], buttons: [walk, end], pages: [], afar: false, more: false };
  expect(stand(table([]), answers, false)).toEqual({ rows: [walk], equal: [], decline: end });
  expect(stand(table([1]), answers, false).decline).toBeNull();
  const part = offer(9, "action.end");
  expect(stand(table([]), { ...answers, buttons: [walk, part] }, false)).toEqual({ rows: [walk, part], equal: [], decline: null });
});

test("of few answers those that may harm who gives them stand under a heading of their own", () => {
  const table = { frame: { scene: {} }, say: (phrase?: { key: string }) => phrase?.key ?? "" } as unknown as Table;
  const offer = (code: number, key: string, unmarked = false) => ({ target: { code, group: { key, words: {} }, unmarked }, places: [] }) as unknown as Offer;
  const groups = (offers: Offer[], few: boolean) => grouped(offers, headings(table, few)).map(({ head, offers }) => [head, offers.map(({ target }) => target.code)]);
  const all = [offer(1, "Move"), offer(2, "Build"), offer(3, "Destroy", true)];
  expect(groups(all, true)).toEqual([["", [1, 2]], ["Destroy", [3]]]);
  expect(groups(all, false)).toEqual([["Move", [1]], ["Build", [2]], ["Destroy", [3]]]);
  expect(groups(all.slice(2), true)).toEqual([["", [3]]]);
});
