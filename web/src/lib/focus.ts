/** The board that the play is about, where there is room for one only. */
import { eventSeat } from "./phrases";
import type { FrameMessage, GameEvent } from "./protocol";
import type { Panel } from "./scene";
import { place, type Ring } from "./targets";

const WORTH: Record<Ring, number> = { "": 0, other: 0.01, legal: 1, picked: 1 };

/** How much there is to choose on a board; what a change of mode would make legal counts little. */
export function offers(panel: Panel, ring: (key: string) => Ring): number {
  const keys = [place("panel", panel.seat)];
  const inside = [...(panel.zones ?? [])];
  for (const zone of inside) {
    keys.push(place("zone", zone.id), ...(zone.pieces ?? []).map((piece) => place("piece", piece.id)));
    inside.push(...(zone.zones ?? []));
  }
  return keys.reduce((sum, key) => sum + WORTH[ring(key)], 0);
}

/**
 * The seat whose board is shown: where most can be chosen, else the winner's, the board of who just did something
 * (`fresh` are the newest events) or is asked next, who is attacked or stands for election, and at last the viewer's own.
 */
export function focusOf(frame: FrameMessage, fresh: readonly GameEvent[], decides: boolean, ring: (key: string) => Ring): number {
  const { scene, outcome } = frame;
  const panels = scene.panels ?? [];
  const own = frame.spectator ? undefined : panels.find((panel) => panel.seat === frame.viewer);
  let most = 0;
  let found = -1;
  for (const panel of panels) {
    const count = offers(panel, ring);
    if (count > most) [found, most] = [panel.seat, count];
  }
  if (found >= 0) return found;
  const winner = outcome?.winners[0];
  if (winner !== undefined) return winner;
  if (!decides && !outcome) {
    // What somebody just did is seen on his board; then whoever is asked next.
    const did = fresh.map(eventSeat).find((seat) => seat >= 0);
    return did ?? frame.waiting[0] ?? scene.active ?? own?.seat ?? -1;
  }
  const hit = panels.find((panel) => panel.state?.some((state) => state === "defender" || state === "candidate"));
  return hit?.seat ?? own?.seat ?? scene.active ?? panels[0]?.seat ?? -1;
}
