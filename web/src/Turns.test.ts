import { expect, test } from "vitest";

import { Turns } from "./lib/turns.svelte";

interface Line {
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  close: () => void;
}

test("the next table is the most urgent one elsewhere, and a stream that ends is opened again until it is stopped", async () => {
  const lines: Line[] = [];
  const turns = () => {
    const line: Line = { close: () => line.onclose?.() };
    lines.push(line);
    return line as unknown as WebSocket;
  };
  const it = new Turns({ turns }, "here");
  const done = it.run();
  const turn = (match: string) => ({ match, title: match, url: `/match/${match}`, left: null });
  lines[0]!.onmessage!({ data: JSON.stringify({ type: "turns", turns: [turn("here"), turn("there")] }) });
  expect(it.others.map(({ match }) => match)).toEqual(["there"]);
  lines[0]!.onmessage!({ data: JSON.stringify({ type: "ping" }) });
  expect(it.others).toHaveLength(1);
  lines[0]!.close();
  await expect.poll(() => lines.length, { timeout: 5_000 }).toBe(2);
  it.stop();
  await done;
  expect(lines).toHaveLength(2);
});
