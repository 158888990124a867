/** Single keys: Enter, digits, U, Esc, N, arrows, R, B, L. */
import type { Table } from "./table.svelte";
import { nearest } from "./targets";

const RINGED = "[data-place].legal, [data-place].picked, [data-place].other";

const shown = (nodes: Iterable<HTMLElement>) => [...nodes].filter((node) => node.offsetParent !== null);
const find = (selector: string) => shown(document.querySelectorAll<HTMLElement>(selector));

function step(by: number): boolean {
  const targets = find(RINGED);
  if (!targets.length) return false;
  const at = targets.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? (by > 0 ? 0 : targets.length - 1) : (at + by + targets.length) % targets.length;
  targets[next]?.focus();
  return true;
}

function turn(direction: string): boolean {
  const from = document.activeElement as HTMLElement | null;
  if (from?.closest(".log")) return false;
  if (!from?.matches("[data-place]")) return step(1);
  const others = find(from.matches(RINGED) ? RINGED : "[data-place]").filter((node) => node !== from);
  const rects = others.map((node) => node.getBoundingClientRect());
  others[nearest(from.getBoundingClientRect(), rects, direction)]?.focus();
  return true;
}

/** The focus is on the table, not in a menu or a list beside it. */
function onTable(): boolean {
  const active = document.activeElement;
  return !active || active === document.body || active.closest("#board, .prompt") !== null;
}

function act(event: KeyboardEvent, table: Table): boolean {
  const { key } = event;
  if (table.behind && (key === "Escape" || key === "Enter") && onTable()) {
    table.skip();
    return true;
  }
  if (/^[1-9]$/.test(key)) {
    const option = find("[data-option]")[Number(key) - 1];
    option?.click();
    return option !== undefined;
  }
  switch (key) {
    case "Enter": {
      const active = document.activeElement;
      if (active?.matches("button, a, summary")) return false;
      const primary = find("[data-primary]")[0];
      primary?.click();
      return primary !== undefined;
    }
    case "Escape":
      if (table.tip) table.tip = null;
      else if (table.opened) table.opened = "";
      else if (!table.clearPicks()) document.getElementById("question")?.focus();
      return true;
    case "u":
    case "U":
      void table.undo();
      return true;
    case "n":
      return step(1);
    case "N":
      return step(-1);
    case "ArrowLeft":
    case "ArrowRight":
    case "ArrowUp":
    case "ArrowDown":
      return turn(key);
    case "r":
    case "R":
      if (table.decision?.rule) void table.showRule(table.decision.rule);
      return true;
    case "b":
    case "B":
      if (!step(1)) document.getElementById("board")?.focus();
      return true;
    case "l":
    case "L":
      document.getElementById("log")?.focus();
      return true;
    default:
      return false;
  }
}

/** Carries out a key for the table, unless it belongs to a field or an open dialog. */
export function keys(event: KeyboardEvent, table: Table): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
  const target = event.target;
  if (target instanceof Element && target.closest("input, select, textarea, dialog")) return;
  if (act(event, table)) event.preventDefault();
}
