/** Links that people send to each other: the address under which others reach the server, and copying it. */
import type { Table } from "../../lib/table.svelte";

export function fullAddress(table: Table, link: string): string {
  return new URL(link, table.boot.address ?? location.href).href;
}

/** Whether links go to others by the sheet of the system: on phones, where the browser lets them. */
export const sharesLinks = (): boolean => typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches;

export async function shareLink(table: Table, link: string): Promise<void> {
  // Whoever closes the sheet has refused nothing that must be told.
  await navigator.share({ title: document.title, url: fullAddress(table, link) }).catch(() => undefined);
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
