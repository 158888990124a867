import { mount } from "svelte";

import "./app.css";
import type { Boot } from "./lib/protocol";
import { fetchRecording, Replay } from "./lib/replay.svelte";
import { httpServer } from "./lib/server";
import { settings } from "./lib/settings.svelte";
import { loadSymbols } from "./lib/symbols.svelte";
import { Table } from "./lib/table.svelte";
import ReplayPage from "./Replay.svelte";

const target = document.getElementById("app");
const boot = document.getElementById("boot")?.textContent;
if (target && boot) {
  settings.begin();
  loadSymbols();
  const data = JSON.parse(boot) as Boot;
  const table: Table = new Table(data, httpServer(data, (late) => (table.late = late)));
  mount(ReplayPage, { target, props: { replay: new Replay(table, fetchRecording(data)) } });
}
