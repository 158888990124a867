import type { Boot } from "./protocol";
import { httpServer } from "./server";
import { settings } from "./settings.svelte";
import { loadSymbols } from "./symbols.svelte";
import { Table } from "./table.svelte";

/** Start a page from the data that stand in it: `show` puts the table, or what is made of it, into its place. */
export function start(show: (target: HTMLElement, table: Table, boot: Boot) => void): void {
  const target = document.getElementById("app");
  const text = document.getElementById("boot")?.textContent;
  if (!target || !text) return;
  settings.begin();
  const boot = JSON.parse(text) as Boot;
  loadSymbols(boot.symbols);
  const table: Table = new Table(boot, httpServer(boot, (late) => (table.late = late)));
  show(target, table, boot);
}
