/** Where the coach of a guided match points: places as the server names them, and where they stand on this screen. */
import { DONE, type Row, without } from "./picks";
import type { Decision } from "./protocol";
import type { Scene, Zone } from "./scene";
import type { Offers } from "./targets";

/** A place that is marked: where to look for it, the best first, and whether it is what the coach advises to press. */
export interface Mark {
  place: string;
  selectors: string[];
  advised: boolean;
}

const quoted = (name: string): string => JSON.stringify(name);

/** The seat on whose board a piece or zone lies; -1 if on none. */
function seatOf(scene: Scene, kind: string, id: string): number {
  const holds = (zones: readonly Zone[] | undefined): boolean =>
    (zones ?? []).some(
      (zone) => (kind === "zone" && zone.id === id) || (kind === "piece" && zone.pieces?.some((piece) => piece.id === id)) || holds(zone.zones),
    );
  return (scene.panels ?? []).find((panel) => holds(panel.zones))?.seat ?? -1;
}

/**
 * Where a place may stand: itself, else the chip of its seat or the tile that holds it, where the screen shows one at
 * a time.
 */
export function selectors(place: string, scene: Scene): string[] {
  const [kind = "", ...rest] = place.split(":");
  const name = rest.join(":");
  const [seat = "", fact = ""] = name.split(".");
  const chip = (of: string | number): string => `[data-chip=${quoted(String(of))}]`;
  switch (kind) {
    case "piece":
      return [`[data-piece=${quoted(name)}]`, chip(seatOf(scene, kind, name)), `[data-within~=${quoted(name)}]`, `[data-holds~=${quoted(name)}]`];
    case "zone":
      return [`[data-zone=${quoted(name)}]`, `[data-heap=${quoted(name)}]`, `[data-slots=${quoted(name)}]`, chip(seatOf(scene, kind, name)), `[data-within~=${quoted(name)}]`, `[data-holds~=${quoted(name)}]`, `[data-place=${quoted(`zone:${name}`)}]`];
    case "panel":
      return [`[data-seat=${quoted(name)}]`, chip(name)];
    case "fact":
      if (!fact) return [`.dials [data-fact=${quoted(name)}]`];
      return [`[data-seat=${quoted(seat)}] [data-fact=${quoted(fact)}]`, `${chip(seat)} [data-fact=${quoted(fact)}]`, chip(seat)];
    case "goal":
      return [`[data-seat=${quoted(name)}] .pips`, `${chip(name)} .pips`, `[data-seat=${quoted(name)}] .victory`, `${chip(name)} .victory`];
    case "code":
      return [".question", ".answers"].map((around) => `${around} [data-code=${quoted(name)}]`);
    case "give":
      return [`.question .foot [data-code=${quoted(name)}]`];
    case "at":
      return [`[data-at=${quoted(name)}]`];
    case "back":
      return [".question [data-back]"];
    case "mode":
      return [`.question [data-mode=${quoted(name)}]`];
    case "steps":
      return [".top .steps"];
    case "duel":
      return [".duel", ".contest"];
    case "case":
      return [".case"];
    default:
      return [];
  }
}

/**
 * What to press next to give the advised answer: pieces and boards, the mode they are in, buttons, in the end "done".
 * `way` are the places that were pressed for it already: what it leads on to comes next.
 */
export function next(advised: readonly number[], decision: Decision, offers: Offers, mode: string, row: Row, selected = -1, way: readonly string[] = [], points: readonly (readonly number[])[] = []): string[] {
  const at = (code: number): string[] => {
    const point = points[advised.indexOf(code)];
    if (point?.length) return [`at:${point}`];
    const { places = [], target } = offers.byCode.get(code) ?? {};
    const begun = way.length > 0 && places.includes(way[0]!);
    const goals = [...(target?.onto ?? []), ...(target?.into ?? []).slice(0, 1)];
    return [...(begun ? goals.filter((place) => !way.includes(place)) : places), `code:${code}`];
  };
  if (decision.many) {
    const { ordered } = decision;
    const wrong = ordered ? row.picked.filter((code, index) => code !== advised[index]) : without(row.picked, advised);
    // A point of a table to scale is no offer: it is taken back by a button.
    if (wrong.length) return wrong.flatMap((code) => (offers.byCode.has(code) ? at(code) : ["back"]));
    const left = ordered ? advised.slice(row.picked.length, row.picked.length + 1) : without(advised, row.picked);
    return left.length ? left.flatMap(at) : [`${selected === DONE ? "give" : "code"}:${DONE}`];
  }
  const [code] = advised;
  const target = code === undefined ? undefined : offers.byCode.get(code)?.target;
  if (code === undefined || !target) return [];
  const other = offers.modes.length > 1 && offers.modes.some((one) => one.name === target.mode) && target.mode !== mode;
  // It is chosen, and the foot gives it.
  if (code === selected) return [`give:${code}`];
  return other ? [`mode:${target.mode ?? ""}`] : at(code);
}

/** The marks of a note, each place once: where something is advised, nothing else is, so that nobody presses that. */
export function marks(points: readonly string[], advised: readonly string[], scene: Scene): Mark[] {
  return [...new Set(advised.length ? advised : points)].map((place) => ({ place, selectors: selectors(place, scene), advised: advised.length > 0 }));
}
