import { expect, test, vi } from "vitest";

import { Cards } from "./cards.svelte";
import type { Piece } from "./scene";
import type { Server } from "./server";

const card: Piece = { id: "all.ann", kind: "card", print: { figures: [{ label: { key: "stat.df" }, count: 5 }, { label: { key: "label.left" }, count: 12, worn: true }] } };
const piece: Piece = { id: "model.0", kind: "model", card: "all.ann", base: { at: [1, 2], radius: 3, value: 7, most: 12 } };

test("cards are fetched once, when the first is looked at, and tell what is left of a piece now", async () => {
  const cards = vi.fn(() => Promise.resolve([card]));
  const shelf = new Cards({ cards } as unknown as Server);
  expect(cards).not.toHaveBeenCalled();
  expect(shelf.of({ id: "other", kind: "model" })).toBeNull();
  expect(cards).not.toHaveBeenCalled();
  expect(shelf.of(piece)).toBeNull();
  await Promise.resolve();
  await Promise.resolve();
  expect(shelf.of(piece)?.print?.figures?.map(({ count }) => count)).toEqual([5, 7]);
  expect(card.print?.figures?.[1]?.count).toBe(12);
  expect(cards).toHaveBeenCalledTimes(1);
});

test("cards that could not be had are asked for again", async () => {
  const cards = vi.fn<() => Promise<Piece[]>>(() => Promise.reject(new Error("no network")));
  const shelf = new Cards({ cards } as unknown as Server);
  expect(shelf.of(piece)).toBeNull();
  await new Promise((done) => setTimeout(done));
  cards.mockResolvedValue([card]);
  expect(shelf.of(piece)).toBeNull();
  await new Promise((done) => setTimeout(done));
  expect(shelf.of(piece)?.id).toBe("all.ann");
});
