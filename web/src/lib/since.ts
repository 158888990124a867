/** What stands otherwise than when the viewer last moved: pieces with another face or place, and the places they left. */
import { place } from "./targets";
import type { Scene, Zone } from "./scene";

/** Where each piece lies and what it shows. */
export type Standing = ReadonlyMap<string, { zone: string; face: string }>;

function* lying(zones: readonly Zone[] | undefined): Generator<[string, { zone: string; face: string }]> {
  for (const zone of zones ?? []) {
    for (const piece of zone.pieces ?? []) yield [piece.id, { zone: zone.id, face: piece.face ?? "" }];
    yield* lying(zone.zones);
  }
}

export function standing(scene: Scene): Standing {
  return new Map([...lying(scene.zones), ...(scene.panels ?? []).flatMap((panel) => [...lying(panel.zones)])]);
}

/** Keys of the pieces that changed and of the zones that lost one, as `targets.place` makes them. */
export function changed(before: Standing, now: Standing): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const [id, here] of now) {
    const was = before.get(id);
    if (was?.zone === here.zone && was.face === here.face) continue;
    keys.add(place("piece", id));
  }
  for (const [id, was] of before) if (now.get(id)?.zone !== was.zone) keys.add(place("zone", was.zone));
  return keys;
}
