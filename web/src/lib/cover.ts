/** Whether the people at a shared screen have agreed to see each other's tables in a match: kept until the tab is closed. */
const KEY = "shapan.open.";

export function opened(match: string): boolean {
  try {
    return sessionStorage.getItem(KEY + match) === "yes";
  } catch {
    return false;
  }
}

export function toOpen(match: string, open: boolean): void {
  try {
    if (open) sessionStorage.setItem(KEY + match, "yes");
    else sessionStorage.removeItem(KEY + match);
  } catch {
    // Then the cover comes each time.
  }
}
