/** What is chosen, as a table draws it: what goes where, what is aimed at, what is given up, and the numbers that change. */
import type { Piece, Scene, Target, Zone } from "./scene";
import { mapOf, pieces, place, regionsOf } from "./targets";

/** One pick of an answer, or an answer that is pointed at. */
export interface Pick {
  target: Target;
  /** What offers it; of things that are alike, the one that it takes. */
  places: readonly string[];
  /** Its place in the row of picks; -1 where it is only pointed at. */
  at: number;
}

export interface Change {
  was: number;
  now: number;
  /** Only pointed at. */
  faint: boolean;
}

export interface Intent {
  id: string;
  /** The answer or pick that says it, the last where there are several. */
  code: number;
  /** How it is drawn: move, place, attack, pay, give, look; else a ring. */
  verb: string;
  /** The places of its picks in the row. */
  picks: readonly number[];
  /** Where the thing lies, and where it goes: a place each, or nothing. */
  source: string;
  goal: string;
  /** What goes; null where the table shows no such thing. */
  piece: Piece | null;
  /** The number that the thing bears at its goal. */
  number: number;
  /** Something like it is there already, and takes it in. */
  joins: string;
  faint: boolean;
}

export type Changes = ReadonlyMap<string, Change>;

export const factAt = (where: string, fact = ""): string => `${where}|${fact}`;

/** The number that a thing bears: of its mark, else how many it stands for. */
export const numberOf = ({ mark = "", count = 1 }: Piece): number => (/^\d+/.test(mark) ? parseInt(mark) : count);

/** The place of the numbers of the whole table; and what is left of a piece on a base, as a fact of it. */
export const TABLE = "table";
export const LEFT = "left";

/** What is left of a piece on a base, or how often it bears the mark of a glyph. */
function onBase({ base }: Piece, fact: string): number | undefined {
  if (fact === LEFT) return base?.value;
  const mark = base?.marks?.find(({ glyph }) => glyph === fact);
  return mark ? Math.max(1, mark.value ?? 0) : 0;
}

/** Whether a space of a track is the one that counts. */
export const isHere = ({ flags }: Zone): boolean => flags?.includes("here") ?? false;

/** Every zone of a scene with what lies in it, and the number of each place and fact that shows one. */
function* zonesOf(scene: Scene): Generator<Zone> {
  for (const zone of [...(scene.zones ?? []), ...(scene.panels ?? []).flatMap(({ zones }) => zones ?? [])]) yield* [zone, ...regionsOf(zone)];
}

/** What is drawn of a scene: its things and places by their keys, and in which place each thing lies. */
export class Drawn {
  readonly things: ReadonlyMap<string, Piece>;
  readonly zones: ReadonlyMap<string, Zone>;
  readonly holder: ReadonlyMap<string, Zone>;
  readonly map: ReadonlySet<Zone>;
  readonly acting: string;

  constructor(private readonly scene: Scene) {
    this.things = new Map(Array.from(pieces(scene), (piece) => [place("piece", piece.id), piece]));
    const zones = [...zonesOf(scene)];
    this.zones = new Map(zones.map((zone) => [place("zone", zone.id), zone]));
    this.holder = new Map(zones.flatMap((zone) => (zone.pieces ?? []).map((piece) => [place("piece", piece.id), zone])));
    const map = mapOf(scene);
    this.map = new Set(map ? [map, ...regionsOf(map)] : []);
    this.acting = [...this.things].find(([key, { flags }]) => flags?.includes("acts") && this.isOnMap(key))?.[0] ?? "";
  }

  isOnMap(key: string): boolean {
    const zone = this.zones.get(key) ?? this.holder.get(key);
    return !!zone && this.map.has(zone);
  }

  /** The number that a place or a fact of a board shows; nothing where it shows none. */
  number(where: string, fact: string): number | undefined {
    const thing = this.things.get(where);
    if (thing) return fact ? onBase(thing, fact) : numberOf(thing);
    if (where.startsWith("piece:")) return 0;
    const zone = this.zones.get(where);
    if (zone?.kind === "track") return zone.zones?.findIndex(isHere);
    if (zone) return (zone.count ?? -1) < 0 ? undefined : zone.count;
    const { facts } = where === TABLE ? this.scene : (this.scene.panels?.find(({ seat }) => place("panel", seat) === where) ?? {});
    return facts?.find(({ name }) => name === fact)?.value;
  }

  /** Whose a thing or place is; -1 where it is nobody's. */
  owner(key: string): number {
    return this.things.get(key)?.owner ?? this.zones.get(key)?.owner ?? (key.startsWith("panel:") ? Number(key.slice(6)) : -1);
  }

  /** Where somebody stands on the map. */
  person(seat: number): string {
    return [...this.things].find(([key, { kind, owner }]) => kind === "person" && owner === seat && this.isOnMap(key))?.[0] ?? "";
  }

  /** What lies in a place of some kind looks like this: a card that is laid there becomes one of them. */
  looks(piece: Piece, goal: string): Piece {
    const zone = this.zones.get(goal);
    if (piece.kind !== "card" || !zone || !this.map.has(zone)) return piece;
    const kinds = [...this.map].filter(({ kind }) => kind === zone.kind).flatMap(({ pieces = [] }) => pieces);
    const like = kinds.find(({ face, kind }) => face === piece.face && kind !== "card") ?? kinds.find(({ kind }) => kind === "counter" || kind === "unit");
    const { print: _, suit: __, ...rest } = piece;
    return { ...rest, kind: like?.kind ?? (zone.kind === "land" ? "unit" : "counter"), mark: "" };
  }
}

/** The numbers that some picks change, each from what is shown to what it comes to behind all of them. */
export function changesOf(drawn: Drawn, picks: readonly Pick[]): Changes {
  const changes = new Map<string, Change>();
  for (const { target, at } of picks) {
    for (const { where, fact = "", was, now } of target.becomes ?? []) {
      const key = factAt(where, fact);
      const before = changes.get(key) ?? { was: drawn.number(where, fact) ?? was, now: drawn.number(where, fact) ?? was, faint: true };
      changes.set(key, { was: before.was, now: before.now + now - was, faint: before.faint && at < 0 });
    }
  }
  for (const [key, { was, now }] of changes) if (was === now) changes.delete(key);
  return changes;
}

/** Whether a pick may only say where the one before it goes, or whom it is about. */
const isOpen = (last: Intent | undefined): last is Intent => !!last && !last.goal && ["move", "place", "attack", "give"].includes(last.verb);

/** What some picks mean on the table, equal ones as one. `ordered`: one pick may complete the one before it. */
export function intentsOf(drawn: Drawn, picks: readonly Pick[], changes: Changes, ordered: boolean, viewer = -1): Intent[] {
  const found: Intent[] = [];
  for (const { target, places, at } of picks) {
    if (target.at?.length && !places.length) continue; // a point: the ground draws its way
    const thing = places.find((key) => drawn.things.has(key)) ?? "";
    const named = [...(target.into ?? []).slice(0, 1), ...(target.onto ?? [])];
    let [source, goal] = [thing || (places[0] ?? ""), named.find((key) => drawn.zones.has(key) || drawn.things.has(key)) ?? named[0] ?? ""];
    let verb = target.verb || (target.into?.length ? "place" : target.onto?.length ? "move" : "ring");
    const last = found.at(-1);
    const faint = at < 0;
    if (ordered && !goal && source && isOpen(last) && (!target.verb || target.verb === last.verb) && drawn.isOnMap(source)) {
      found[found.length - 1] = { ...last, goal: source, code: target.code, picks: [...last.picks, ...(faint ? [] : [at])], source: last.verb === "attack" ? drawn.acting || last.source : last.source, faint: last.faint || faint };
      continue;
    }
    if (!goal && (verb === "move" || verb === "place") && !thing) [source, goal] = ["", source];
    const seat = source.startsWith("panel:");
    if (!goal && verb === "attack" && (seat || drawn.isOnMap(source)) && drawn.owner(source) !== viewer) [source, goal] = [drawn.acting || (seat ? place("panel", viewer) : ""), source];
    if (!source && verb === "move") source = drawn.acting || drawn.person(viewer);
    if (goal === source) goal = "";
    // What there is a number of at its goal is there already, or is new there.
    const numbers = (target.becomes ?? []).filter(({ fact }) => !fact);
    const lands = numbers.filter(({ where, was, now }) => where.startsWith("piece:") && where !== source && now > was);
    const joins = lands.find(({ where }) => drawn.things.has(where) && (!goal || place("zone", drawn.holder.get(where)?.id ?? "") === goal))?.where ?? "";
    const fresh = lands.find(({ where }) => !drawn.things.has(where))?.where ?? "";
    const from = numbers.find(({ where, was, now }) => drawn.things.has(where) && now < was && where !== source && drawn.things.get(where)?.face === drawn.things.get(joins)?.face)?.where ?? "";
    if (!thing && joins && from) source = from;
    const lies = drawn.things.get(source) ?? target.card ?? drawn.things.get(joins) ?? null;
    const id = [verb, source, goal, fresh || joins, faint ? "faint" : ""].join(" ");
    const same = found.findIndex((one) => one.id === id && !ordered);
    const piece = lies && goal ? { ...drawn.looks(lies, goal), ...(target.sides && { outline: target.sides }) } : lies;
    if (verb === "ring" && goal) verb = "move";
    if (same >= 0) found[same] = { ...found[same]!, picks: [...found[same]!.picks, at] };
    else found.push({ id: ordered ? `${id} ${at}` : id, code: target.code, verb, picks: faint ? [] : [at], source, goal, piece, number: changes.get(factAt(fresh))?.now ?? 0, joins, faint });
  }
  return found;
}

/** How many things an intent moves. */
export const countOf = ({ picks }: Intent): number => Math.max(1, picks.length);
