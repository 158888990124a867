/** A fight that is settled lane by lane: who is drawn above, how many lanes were turned, what both have after some of them. */
import type { Duel, Side, Zone } from "./scene";
import { regionsOf } from "./targets";

/** The places of both sides from above to below: the viewer's own is below, else that of who attacks. */
export const upright = (sides: readonly Side[], viewer: number): number[] => (sides[1]?.seat === viewer ? [0, 1] : [1, 0]);

/** How many lanes were turned before it was over. */
export const turnedOf = (duel: Duel): number => (duel.lanes ?? []).filter(({ sides }) => sides.some(({ value }) => value != null)).length;

/** What a side has once so many lanes are turned; what it begins with before. */
export function after(duel: Duel, place: number, turned: number): number | null {
  const { was, most = -1 } = duel.sides[place] ?? {};
  if (was == null) return null;
  return (duel.lanes ?? [])
    .slice(0, turned)
    .reduce((has, { sides }) => Math.max(0, Math.min(most < 0 ? Infinity : most, has + (sides[place]?.value ?? 0))), was);
}

/** The columns of a ring that two of its regions lie in, by number: from where, to where. */
export function between(ring: Zone | undefined, path: readonly string[]): [number, number] | null {
  if (path.length < 2) return null;
  const columns = (ring?.zones ?? []).flatMap(({ zones = [] }) => zones);
  const [from = -1, to = -1] = [path[0], path.at(-1)].map((id) => columns.findIndex((column) => regionsOf(column).some((region) => region.id === id)));
  return from < 0 || to < 0 ? null : [from, to];
}
