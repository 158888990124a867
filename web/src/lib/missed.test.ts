import { expect, test, vi } from "vitest";
import { Missed } from "./missed.svelte";
import type { Scene } from "./scene";
import type { Table } from "./table.svelte";

const at = (zone: string): Scene => ({ zones: ["here", "there"].map((id) => ({ id, kind: "row", pieces: zone === id ? [{ id: "a", kind: "die" }] : [] })) });

const since = vi.fn(() => Promise.resolve({ log: 1, stood: { a: ["there", ""] } }));

function missing(length: number) {
  const table = {
    server: { since }, frame: { scene: at("here"), viewer: 0 }, decision: { ordinal: 1 }, behind: 0, log: { events: Array.from({ length }, () => ({ key: "built" })) } };
  return { table, it: new Missed(table as unknown as Table) };
}

test("what others did since the viewer's answer is told until he puts it away", () => {
  const { table, it } = missing(3);
  it.answered(at("here"));
  table.log.events.push({ key: "built" });
  expect(it.recap.lines).toEqual([[3]]);
  it.close();
  expect(it.recap.lines).toEqual([]);
});

test("what stands otherwise than his answer left it is marked, and nothing for who has just come", () => {
  const { it } = missing(3);
  it.answered(at("there"));
  expect([...it.places]).toEqual(["piece:a", "zone:there"]);
  it.comeBack(1);
  expect([...it.places]).toEqual([]);
});

test("who comes back to a shared screen reads on where he left, as far as the log still goes", () => {
  const { table, it } = missing(2);
  it.leave(0);
  table.log.events.push({ key: "built" });
  expect([it.seenBy(0), it.seenBy(1)]).toEqual([2, 3]);
  it.comeBack(0);
  expect(it.recap.lines).toEqual([[2]]);
  table.log.events.length = 1;
  it.fit();
  expect([it.seenBy(0), it.recap.lines]).toEqual([1, []]);
});

test("who loads the page reads on after his last move, however long ago, and sees what has changed since", async () => {
  const { it } = missing(3);
  it.comeBack(0, 1);
  expect(it.recap.lines).toEqual([[1], [2]]);
  await vi.waitFor(() => expect([...it.places]).toEqual(["piece:a", "zone:there"]));
  it.comeBack(0, 9); // the log has become shorter
  expect(it.recap.lines).toEqual([]);
});

test("what the server answers after the viewer has moved again is not taken", async () => {
  const { it } = missing(3);
  it.comeBack(0, 1);
  it.answered(at("here"));
  await new Promise((resolve) => setTimeout(resolve));
  expect([...it.places]).toEqual([]);
});
