import { mount } from "svelte";

import App from "./App.svelte";
import "./app.css";
import type { Boot } from "./lib/protocol";
import { httpServer } from "./lib/server";
import { settings } from "./lib/settings.svelte";
import { loadSymbols } from "./lib/symbols.svelte";
import { Table } from "./lib/table.svelte";

const target = document.getElementById("app");
const boot = document.getElementById("boot")?.textContent;
if (target && boot) {
  settings.begin();
  loadSymbols();
  const data = JSON.parse(boot) as Boot;
  const table: Table = new Table(data, httpServer(data, (late) => (table.late = late)));
  mount(App, { target, props: { table } });
}
