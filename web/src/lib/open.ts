/** A finished match with all hands open: what spectators saw, with what each seat saw of its own. */
import { sameMoment, type Recording } from "./reel";
import type { Panel, Scene, Zone } from "./scene";

/** Viewer of a replay in which everything lies open; no match has so many seats. */
export const ALL = 99;

const open = (zone: Zone): Zone => (zone.kind === "secret" || zone.kind === "hand" ? { ...zone, kind: "row" } : zone);

/** A seat's board as its player saw it, with his hand. */
function panelOf(scene: Scene, panel: Panel): Panel {
  const own = scene.panels?.find(({ seat }) => seat === panel.seat) ?? panel;
  const hand = scene.hand?.length ? [{ id: `hand of ${panel.seat}`, kind: "row", label: { key: "ui.hand" }, pieces: scene.hand }] : [];
  // What he has seen of others lies open before them.
  const zones = (own.zones ?? []).filter((zone) => (zone.owner ?? -1) < 0 || zone.owner === panel.seat);
  return { ...own, zones: [...zones.map(open), ...hand] };
}

/** The spectator's recording, with each board as in the recording of its seat at the same moment. */
export function opened(base: Recording, seats: readonly Recording[]): Recording {
  const frames = base.frames.map((frame, step) => {
    const panels = (frame.scene.panels ?? []).map((panel) => {
      const theirs = seats[panel.seat];
      const scene = theirs && theirs.frames[sameMoment(base, step, theirs)]?.scene;
      return scene ? panelOf(scene, panel) : panel;
    });
    return { ...frame, scene: { ...frame.scene, panels } };
  });
  return { ...base, viewer: ALL, frames };
}
