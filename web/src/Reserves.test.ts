/** The line about reserves at the table: its link says what one would do there now. */
import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import { setTable } from "./lib/context";
import type { Boot } from "./lib/protocol";
import { Table } from "./lib/table.svelte";
import Reserves from "./parts/room/Reserves.svelte";
import { furnish, settle, serverOf } from "./testing/page";
import { MOMENTS } from "./testing/moments";

const boot: Boot = { match: "m", symbols: "/symbols.svg", game: "g", language: "en", languages: [], csrf: { header: "x", value: "1" } };
let app: ReturnType<typeof mount>;

beforeEach(() => furnish());
afterEach(() => void unmount(app));

test("who has offered the seat is led to keep it, and nobody else is", async () => {
  const table = new Table(boot, serverOf({ texts: () => Promise.resolve({}) }));
  await table.setLanguage("en");
  const held: typeof Reserves = (anchor, props) => {
    setTable(table);
    return Reserves(anchor, props);
  };
  app = mount(held, { target: document.body, context: new Map() });
  const said: (string | null | undefined)[] = [];
  for (const offered of [[], [0], [1]]) {
    const moment = structuredClone(MOMENTS["manage"]!);
    const seats = moment.seats.map((seat) => ({ ...seat, kind: seat.seat ? ("player" as const) : ("you" as const) }));
    table.take({ ...moment, seats, viewer: 0, spectator: false, reserves: { people: [], offered, may: false, mine: "", link: "" } });
    await settle();
    said.push(document.querySelector("a")?.textContent);
  }
  expect(said).toEqual(["ui.reserve_offer", "ui.reserve_keep", "ui.reserve_offer"]);
});
