/** Links that people send to each other: the address under which others reach the server, and copying it. */
import type { Table } from "../../lib/table.svelte";

export function fullAddress(table: Table, link: string): string {
  return new URL(link, table.boot.address ?? location.href).href;
}

/** Browsers let pages copy only over https and on this machine: else the link is shown, to be marked by hand. */
export async function copyLink(table: Table, link: string): Promise<void> {
  const address = fullAddress(table, link);
  try {
    await navigator.clipboard.writeText(address);
    table.toast("i-link", table.word("ui.copied"));
  } catch {
    table.toast("i-link", table.fill("ui.copy_failed", { address }));
  }
}
