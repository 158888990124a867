/** Where the legal answers are offered: on pieces, zones, panels, or nowhere (buttons). */
import type { Decision } from "./protocol";
import { asDie, lookOf } from "./look";
import type { Duel, Fact, Mode, Piece, Scene, Target, Zone } from "./scene";

export type PlaceKind = "piece" | "zone" | "panel";

/** How a place shows that it can be chosen. */
export type Ring = "" | "legal" | "other" | "picked";

export interface Offer {
  target: Target;
  /** Keys of the places that offer it, such as `piece:w1`; empty for a plain button. */
  places: string[];
  /** The scene wants a button for it, whatever else offers it. */
  button?: boolean;
}

export interface Offers {
  /** All offers in the order of the decision. */
  all: Offer[];
  byCode: Map<number, Offer>;
  byPlace: Map<string, Offer[]>;
  /** Modes with a place, in order; the first offer of each gives it a name, where the scene has none for it. */
  modes: { name: string; first: Target; told?: Mode }[];
  /** Places on a map: they are seen and named there, so that they need no buttons. */
  mapped: ReadonlySet<string>;
}

export const NONE: Offers = { all: [], byCode: new Map(), byPlace: new Map(), modes: [], mapped: new Set() };

export const place = (kind: PlaceKind, id: string | number): string => `${kind}:${id}`;

/** Every card laid in some comparisons and their lanes. */
export function* compared(duels: readonly Duel[] | undefined): Generator<Piece> {
  for (const { sides, lanes } of duels ?? []) {
    for (const side of sides) yield* side.pieces ?? [];
    yield* compared(lanes);
  }
}

/** Every piece of a scene: in its zones, outermost first, in a case and in comparisons, in the hand. */
export function* pieces(scene: Scene): Generator<Piece> {
  function* inside(zones: readonly Zone[] | undefined): Generator<Piece> {
    for (const zone of zones ?? []) {
      yield* zone.pieces ?? [];
      yield* inside(zone.zones);
    }
  }
  yield* inside(scene.zones);
  for (const panel of scene.panels ?? []) yield* inside(panel.zones);
  yield* inside(scene.case?.zones);
  yield* compared(scene.duels);
  yield* scene.hand ?? [];
}

/** The map of a table, where its zones are places on one: to scale, or in columns round a ring; or the ground on which its pieces stand. */
export const mapOf = (scene: Scene): Zone | undefined => scene.zones?.find(({ kind }) => kind === "map" || kind === "ring" || kind === "ground");

/** The places of a map, however deep they lie in it. */
export const regionsOf = (zone: Zone | undefined): Zone[] => (zone?.zones ?? []).flatMap((inner) => [inner, ...regionsOf(inner)]);

/** Every zone of a scene, however deep it lies. */
export const zonesOf = (scene: Scene): Zone[] => {
  const inside = (zones: readonly Zone[] | undefined): Zone[] => (zones ?? []).flatMap((zone) => [zone, ...inside(zone.zones)]);
  return [scene.zones, ...(scene.panels ?? []).map(({ zones }) => zones), scene.case?.zones].flatMap(inside);
};

function* placed(scene: Scene): Generator<[string, Target[]]> {
  function* inside(zones: readonly Zone[] | undefined): Generator<[string, Target[]]> {
    for (const zone of zones ?? []) {
      if (zone.targets?.length) yield [place("zone", zone.id), zone.targets];
      yield* inside(zone.zones);
    }
  }
  yield* inside(scene.zones);
  for (const panel of scene.panels ?? []) {
    if (panel.targets?.length) yield [place("panel", panel.seat), panel.targets];
    yield* inside(panel.zones);
  }
  for (const piece of pieces(scene)) {
    if (piece.targets?.length) yield [place("piece", piece.id), piece.targets];
  }
}

/** Sort the answers of a decision to the places of the scene that offer them. */
export function offersOf(scene: Scene, decision: Decision | null): Offers {
  if (!decision) return NONE;
  const byCode = new Map<number, Offer>();
  const byPlace = new Map<string, Offer[]>();
  const add = (target: Target): Offer => {
    const known = byCode.get(target.code);
    const offer = known ?? { target, places: [] };
    if (!known) byCode.set(target.code, offer);
    // The scene's target knows the mode, the help and the odds, the decision's only the label.
    else if (target.mode || target.help || target.odds || target.onto) offer.target = { ...offer.target, ...target };
    return offer;
  };
  decision.targets.forEach(add);
  for (const [key, targets] of placed(scene)) {
    for (const target of targets) {
      const offer = add(target);
      offer.places.push(key);
      byPlace.set(key, [...(byPlace.get(key) ?? []), offer]);
    }
  }
  for (const target of scene.buttons ?? []) add(target).button = true;
  const all = [...byCode.values()];
  const modes: Offers["modes"] = [];
  for (const { target, places } of all) {
    if (target.mode && places.length && !modes.some((mode) => mode.name === target.mode)) {
      const told = scene.modes?.find(({ name }) => name === target.mode);
      modes.push({ name: target.mode, first: target, ...(told && { told }) });
    }
  }
  const rank = ({ told }: Offers["modes"][number]) => (told ? (scene.modes?.indexOf(told) ?? 0) : Infinity);
  if (scene.modes?.length) modes.sort((one, other) => rank(one) - rank(other) || 0);
  const mapped = new Set(regionsOf(mapOf(scene)).map((zone) => place("zone", zone.id)));
  return { all, byCode, byPlace, modes, mapped };
}

/** The offers that a place makes in the chosen mode; without a choice of modes, all of them. */
export function offersAt(offers: Offers, key: string, mode: string): Offer[] {
  const here = offers.byPlace.get(key) ?? [];
  return offers.modes.length < 2 ? here : here.filter(({ target }) => !target.mode || target.mode === mode);
}

/** The offers shown as buttons: those without a place, and whole boards or zones of the chosen mode. */
export function buttonsOf(offers: Offers, mode: string): Offer[] {
  const inMode = (target: Target) => offers.modes.length < 2 || !target.mode || target.mode === mode;
  const seen = (key: string) => key.startsWith("piece:") || offers.mapped.has(key);
  return offers.all.filter(({ target, places, button }) => inMode(target) && (button || !places.some(seen)));
}

/** The ring of a place for a decision with one answer. */
export function ringOf(offers: Offers, key: string, mode: string): Ring {
  const here = offers.byPlace.get(key);
  if (!here?.length) return "";
  return offersAt(offers, key, mode).length ? "legal" : "other";
}

/** The nearest of some rectangles in a direction; -1 if there is none. */
export function nearest(from: DOMRect, others: readonly DOMRect[], direction: string): number {
  const [fx, fy] = [from.x + from.width / 2, from.y + from.height / 2];
  let best = -1;
  let least = Infinity;
  others.forEach((rect, index) => {
    const dx = rect.x + rect.width / 2 - fx;
    const dy = rect.y + rect.height / 2 - fy;
    const [ahead, aside] =
      direction === "ArrowRight" ? [dx, dy] : direction === "ArrowLeft" ? [-dx, dy] : direction === "ArrowDown" ? [dy, dx] : [-dy, dx];
    if (ahead <= 4) return;
    const distance = ahead + 2 * Math.abs(aside);
    if (distance < least) [least, best] = [distance, index];
  });
  return best;
}

/** How a number is drawn that is the sum of dice: as the first of them; nothing where it is of none. */
export function dieOf(scene: Scene | undefined, { parts }: Fact): string {
  if (scene && parts?.[0]) for (const piece of pieces(scene)) if (piece.id === parts[0]) return asDie(lookOf(piece));
  return "";
}
