/** Keys of a replay: arrows step, with Shift to the next mark, Space plays, Home and End, [ and ]. */
import type { Replay } from "./replay.svelte";
import { settings } from "./settings.svelte";

function act(event: KeyboardEvent, replay: Replay): boolean {
  const { key, shiftKey } = event;
  const on = event.target instanceof Element ? event.target : null;
  switch (key) {
    case "ArrowLeft":
    case "ArrowRight": {
      const by = key === "ArrowLeft" ? -1 : 1;
      if (shiftKey) replay.toMark(by);
      else replay.goBy(by);
      return true;
    }
    case " ":
      if (on?.closest("button, a, summary")) return false;
      replay.toggle();
      return true;
    case "Home":
      replay.goBy(-replay.steps);
      return true;
    case "End":
      replay.goBy(replay.steps);
      return true;
    case "Escape":
      replay.table.tip = null;
      return true;
    case "[":
    case "]":
      if (settings.keys) replay.goBy(key === "[" ? -1 : 1);
      return settings.keys;
    default:
      return false;
  }
}

/** Carries out a key, unless it belongs to a field, a list or an open dialog. The slider leaves all its keys to us. */
export function replayKeys(event: KeyboardEvent, replay: Replay): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const target = event.target instanceof Element ? event.target : null;
  const slider = target?.matches("input[type=range]") ?? false;
  if (event.defaultPrevented && !slider) return;
  if (!slider && target?.closest("input, select, textarea, dialog, [role=menu]")) return;
  if (act(event, replay)) event.preventDefault();
}
