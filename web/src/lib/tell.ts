/** What a tip says of a thing on the table. */
import { MAX_TOLD } from "./choosing.svelte";
import { explained } from "./explain";
import { number } from "./phrases";
import type { Outcome } from "./protocol";
import type { Chance, Fact, Odds, Panel, Phrase, Piece, Zone } from "./scene";
import type { Table } from "./table.svelte";
import type { Chosen } from "./notices.svelte";
import { pieces, place, zonesOf } from "./targets";

/** A choice with what may come of it. */
export interface Doing {
  label: string;
  summary: string;
  chances: readonly Chance[];
}

export interface Telling {
  title: string;
  value?: string;
  text?: string;
  /** What follows from it, or what it is made of. */
  lines?: string[];
  /** What a click would do. */
  does?: Doing[];
  /** Why it is no answer now. */
  not?: string;
  rule?: string;
  /** The card itself, to be read in full. */
  card?: Piece;
}

const MAX_NAMED = 4;
const MAX_TURNS = 3;

/** Attach to an element: its tip tells this. */
export const tipOf = (table: Table, tell: () => Telling | null) => explained((anchor) => table.explain(anchor, tell));

/** What plays in a seat. */
export const ofBot = (table: Table, bot = ""): Telling => ({ title: table.word("ui.kind_bot"), text: bot && table.word(`bot.${bot}`, `ui.bot.${bot}`, "") });

export const doing = (table: Table, label: string, odds: Odds | null | undefined): Doing => ({
  label,
  summary: table.say(odds?.summary),
  chances: odds?.chances ?? [],
});

/** What a click on a place would do, with its chances. */
export function doings(table: Table, key: string): Doing[] {
  if (!table.ring(key)) return [];
  return table.choosing.offeredAt(key).slice(0, MAX_TOLD).map(({ target }) => doing(table, table.say(target.label), target.odds));
}

/** Why something is no answer now, as the last line of what is told of it. */
export const notNow = (table: Table, why: string): string => why && table.fill("ui.not_now", { why });

/** What is told of a thing in a few words: what of it can be counted, else what it is. */
export function inShort(table: Table, { value, text, lines, card }: Telling): string {
  const { figures = [], text: printed, lines: rules = [] } = card?.print ?? {};
  const counted = [value, ...figures.map(({ label, count = 1 }) => `${table.say(label)} ${count}`)].filter(Boolean);
  const rest = counted.length > 1 ? [] : [lines?.[0], text, table.say(printed), table.say(rules[0]?.what)].filter(Boolean).slice(0, 1);
  return table.list([...counted, ...rest] as string[]);
}

export function ofPiece(table: Table, piece: Piece): Telling | null {
  const hidden = piece.flags?.includes("face_down");
  const title = hidden ? table.word("ui.face_down") : table.say(piece.label) || table.word(`label.${piece.kind}`);
  const flags = (piece.flags ?? []).filter((flag) => flag !== "face_down");
  const card = piece.print && !hidden ? piece : table.cards.of(piece);
  return {
    title,
    value: (piece.count ?? 1) > 1 ? `× ${piece.count}` : "",
    ...(card ? { card } : { text: table.help(piece.help) }),
    lines: [
      ...(card && card !== piece ? [table.list((piece.base?.marks ?? []).map((mark) => table.say(mark.label)))].filter(Boolean) : []),
      ...flags.map((flag) => table.word(`flag.${flag}`, `label.${flag}`, `ui.flag.${flag}`)),
      ...(table.missed.places.has(place("piece", piece.id)) ? [table.word("ui.since")] : []),
    ],
    does: doings(table, place("piece", piece.id)),
    not: notNow(table, table.say(piece.why_not)),
    rule: piece.rule ?? "",
  };
}

/** Who or what a player is, by his card where he has one. */
export function ofPanel(table: Table, panel: Panel): Telling {
  return { title: table.say(panel.title), ...(panel.card ? { card: panel.card } : { text: table.say(panel.note) }), not: notNow(table, table.say(panel.why_not)) };
}

/** A help text beside a card, empty where the card has the same words. */
const onceOnly = (table: Table, help: string, card?: Piece): string => (card && table.say(card.print?.text) === help ? "" : help);

export function ofZone(table: Table, zone: Zone): Telling | null {
  const title = table.say(zone.label);
  if (!title) return null;
  const counted = zone.count ?? -1;
  const help = table.help(zone.help);
  // What is printed on it is read as a card.
  const card: Piece | undefined = zone.print ? { id: zone.id, kind: "card", face: zone.glyph || "t-map", label: zone.label ?? null, print: zone.print, mark: zone.mark ?? "" } : undefined;
  return { title, value: counted >= 0 ? number(counted) : "", text: onceOnly(table, help, card), does: doings(table, place("zone", zone.id)), not: notNow(table, table.say(zone.why_not)), ...(card && { card }) };
}

/** What lies at a place of the table, with what is told of it; null where nothing is. */
export function thingAt(table: Table, key: string): { thing: Chosen; tell: () => Telling | null } | null {
  const { scene } = table.frame ?? {};
  const [kind, id] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
  if (!scene) return null;
  const piece = kind === "piece" ? [...pieces(scene)].find((one) => one.id === id) : undefined;
  const zone = kind === "zone" ? zonesOf(scene).find((one) => one.id === id) : undefined;
  const panel = kind === "panel" ? scene.panels?.find((one) => String(one.seat) === id) : undefined;
  if (piece) return { thing: piece, tell: () => ofPiece(table, piece) };
  if (zone) return { thing: zone, tell: () => ofZone(table, zone) };
  return panel ? { thing: panel, tell: () => ({ ...ofFacts(table, panel), ...ofPanel(table, panel), title: table.name(panel.seat) }) } : null;
}

/** A number: name, value, what it means, and the pieces that make it. */
export function ofFact(table: Table, fact: Fact): Telling {
  const most = fact.most ?? -1;
  return {
    title: table.say(fact.label),
    value: most >= 0 ? table.fill("ui.of", { value: number(fact.value), most }) : number(fact.value),
    text: table.help({ key: `fact_help.${fact.name}` }),
    lines: made(table, fact),
    rule: fact.rule ?? "",
  };
}

function made(table: Table, fact: Fact): string[] {
  const scene = table.frame?.scene;
  if (!scene || !fact.parts?.length) return [];
  const byId = new Map(Array.from(pieces(scene), (piece) => [piece.id, piece]));
  const names = fact.parts.flatMap((id) => table.say(byId.get(id)?.label) || []);
  return names.length ? [table.fill("ui.made_of", { names: table.list(names) })] : [];
}

/** All numbers of a board, for those who come by keyboard. */
export function ofFacts(table: Table, panel: Panel): Telling {
  return {
    title: table.name(panel.seat),
    lines: (panel.facts ?? []).map((fact) => {
      const { title, value } = ofFact(table, fact);
      return `${title} ${value}`;
    }),
  };
}

/** All of a seat: who it is in the game, what it is just now, its numbers, what lies open before it. */
export function ofSeat(table: Table, panel: Panel): Telling {
  const { title, text = "" } = ofPanel(table, panel);
  const states = (panel.state ?? []).map((state) => table.word(`state.${state}`, `ui.state.${state}`, `label.${state}`, state));
  const laid = (panel.zones ?? []).filter(({ kind }) => kind === "row").flatMap(({ pieces = [] }) => pieces.map((piece) => table.say(piece.label)));
  return { title: [title, table.name(panel.seat)].filter(Boolean).join(" · "), text: text || table.say(panel.note), lines: [table.list(states), ...(ofFacts(table, panel).lines ?? []), table.list(laid)].filter(Boolean) };
}

export function ofProgress(table: Table, panel: Panel): Telling {
  const progress = panel.progress ?? [];
  const reached = progress.filter((pip) => pip === 1).length;
  return {
    title: table.word("label.victory", "ui.victory"),
    value: table.fill("ui.of", { value: reached, most: progress.length }),
    text: table.help(panel.goal),
    lines: progress.includes(2) ? [table.word("ui.pip_half")] : [],
  };
}

export function ofState(table: Table, state: string): Telling | null {
  const text = table.word(`state_help.${state}`, `ui.state_help.${state}`, "");
  return text ? { title: table.word(`state.${state}`, `ui.state.${state}`, `label.${state}`, state), text } : null;
}

/** In words what can be chosen now, where nobody knows a reason for just this thing. */
export function choices(table: Table): string {
  const { all } = table.offers;
  const names = all.slice(0, MAX_NAMED).map(({ target }) => table.say(target.label));
  if (!names.length) return "";
  return table.fill(all.length > MAX_NAMED ? "ui.choices_more" : "ui.choices", { names: table.list(names) });
}

/** Nobody has won, and all come first. */
export function isDrawn({ winners, ranks }: Outcome): boolean {
  return !winners.length && ranks.length > 1 && ranks.every((rank) => rank === 1);
}

/** Who has won; where no seat has, how it ended in the words of the game: its other side may have won. */
export function verdict(table: Table, outcome: Outcome): string {
  const { winners, result } = outcome;
  if (result === "void") return table.word("ui.void");
  if (!winners.length) return table.word(`result.${result}`, isDrawn(outcome) ? "ui.drawn" : "ui.no_winner");
  return table.fill("ui.won", { names: table.list(winners.map((seat) => table.callName(seat))) });
}

/** What is waited for, where the game has no words of its own for it. */
export function awaits(seat: number | undefined): Phrase | null {
  return seat === undefined ? null : { key: "common.waiting", words: { seat: { seat } } };
}

/** That the others go on when the viewer has read on in the guide. */
export const coachHolds = (table: Table): string => table.fill("ui.coach_holds", { next: table.word("ui.coach_next") });

/** Who is waited for, when the viewer is not asked: the viewer, as long as a coach keeps the others waiting. */
export function awaited(table: Table): string {
  const { frame } = table;
  if (!frame || frame.outcome) return "";
  if (table.coaching.holds) return coachHolds(table);
  const question = frame.question ?? awaits(frame.waiting[0]);
  return question ? table.say(question) : "";
}

/** Whose turns come after the present one: up to the viewer's own, who wants to know how long he waits. */
export function comingTurns(table: Table): string {
  const { frame } = table;
  const [now, ...coming] = frame?.scene.turns ?? [];
  const mine = (seat?: number) => !!frame && !frame.spectator && !table.shared && seat === frame.viewer;
  if (!frame || frame.outcome || !coming.length || mine(now)) return "";
  if (mine(coming[0])) return table.word("ui.next_is_you");
  const own = coming.findIndex(mine);
  const names = coming.slice(0, own < 0 ? MAX_TURNS : own + 1).map((seat) => (mine(seat) ? table.word("ui.you") : table.name(seat)));
  return table.fill("ui.next_turns", { names: table.list(names) });
}
