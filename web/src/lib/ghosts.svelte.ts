/** What is chosen or pointed at, for whoever draws a part of the table: ghosts of what will lie there, what leaves, numbers that change. */
import { changesOf, Drawn, factAt, intentsOf, type Change, type Changes, type Intent, type Pick } from "./intents";
import { breadth } from "./phrases";
import type { Piece, Target } from "./scene";
import type { Table } from "./table.svelte";

/** What will lie in a place, with the intents that bring it there. */
export interface Ghost {
  key: string;
  piece: Piece;
  of: readonly Intent[];
}

/** A longer one would hide what it is about. */
const MAX_TAGGED = 28;
const NOTHING: Changes = new Map();

export class Ghosts {
  /** The picks that are pointed at, in the desk or on the table: a line of the basket is lit with what is drawn of it. */
  lit = $state.raw<readonly number[]>([]);

  constructor(private readonly table: Table) {}

  #drawn = $derived.by(() => (this.table.frame ? new Drawn(this.table.frame.scene) : null));

  /** What is chosen, then what is only pointed at or about to be answered. */
  #picks = $derived.by<Pick[]>(() => {
    const { choosing, decision } = this.table;
    if (!decision) return [];
    const chosen = choosing.picked;
    const { code, codes, place } = this.table.pointed;
    const free = (target: Target) => !decision.many || this.table.row.options.some(({ code }) => code === target.code);
    if (codes && !decision.keep && !this.table.busy) {
      const advised = codes.flatMap((code) => choosing.offered(code) ?? []).filter(({ target }) => free(target));
      if (advised.length) return [...chosen, ...advised.map(({ target, places }) => ({ target, places, at: -1 }))];
    }
    const [here, other] = place ? choosing.offeredAt(place) : [];
    const offer = (code === undefined ? (other ? null : here) : choosing.offered(code)) ?? choosing.armed;
    // What is on its way stays to be seen.
    const open = offer && !this.table.busy && !decision.keep && free(offer.target);
    return open ? [...chosen, { target: offer.target, places: offer.places, at: -1 }] : chosen;
  });

  readonly changes = $derived.by<Changes>(() => (this.#drawn && this.#picks.length ? changesOf(this.#drawn, this.#picks) : NOTHING));

  readonly intents = $derived.by<readonly Intent[]>(() => {
    const { decision, frame } = this.table;
    return this.#drawn && this.#picks.length ? intentsOf(this.#drawn, this.#picks, this.changes, decision?.ordered ?? false, frame?.viewer) : [];
  });

  /** What will lie in places, each thing once, however many ways lead to it. */
  readonly #there = $derived.by<readonly Ghost[]>(() => {
    const found = new Map<string, { intents: Intent[]; number: number }>();
    for (const intent of this.intents) {
      if (!intent.goal || !intent.piece || intent.joins || intent.faint || !["move", "place", "give"].includes(intent.verb)) continue;
      const key = [intent.goal, intent.piece.face, intent.piece.owner, this.table.say(intent.piece.label)].join(" ");
      const own = found.get(key) ?? { intents: [], number: 0 };
      found.set(key, { intents: [...own.intents, intent], number: Math.max(intent.number, own.number + Math.max(1, intent.picks.length)) });
    }
    return [...found].map(([key, { intents, number }]) => ({ key, of: intents, piece: { ...intents[0]!.piece!, id: `ghost ${key}`, count: number, flags: [], targets: [] } }));
  });

  /** The ghosts that lie in a place. */
  at(place: string): readonly Ghost[] {
    return this.#there.filter(({ of }) => of[0]!.goal === place);
  }

  /** What a number becomes, where a pick changes it. */
  number(where: string, fact = ""): Change | undefined {
    return this.changes.get(factAt(where, fact));
  }

  /** Which facts of a place a pick changes. */
  facts(where: string): string[] {
    return [...this.changes.keys()].filter((key) => key.startsWith(factAt(where)) && key !== factAt(where)).map((key) => key.slice(where.length + 1));
  }

  /** Whether a thing leaves where it lies: all of it is on its way. */
  leaves(place: string): boolean {
    const change = this.number(place);
    if (change) return change.now <= 0 && !change.faint;
    return this.intents.some(({ source, goal, verb, faint }) => !faint && verb === "move" && goal && source === place);
  }

  /** Whether something will come to a thing and be one with it. */
  joins(place: string): boolean {
    return this.intents.some(({ joins, faint }) => !faint && joins === place);
  }

  /** Whether a thing is given up. */
  pays(place: string): boolean {
    return this.intents.some(({ verb, source, faint }) => !faint && (verb === "pay" || verb === "give") && source === place);
  }

  /** The picks that a place has a part in. */
  picksAt(place: string): readonly number[] {
    return this.intents.flatMap(({ source, goal, joins, picks }) => (source === place || joins === place || (goal === place && !this.at(place).length) ? picks : []));
  }

  /** Whose a place is. */
  owner(place: string): number {
    return this.#drawn?.owner(place) ?? -1;
  }

  /** What is aimed at is told in a few words, where the game has them. */
  tag({ code }: Intent): string {
    const told = this.table.say(this.table.choosing.offered(code)?.target.odds?.summary);
    return breadth(told) <= MAX_TAGGED ? told : "";
  }

  isLit(picks: readonly number[]): boolean {
    return picks.some((pick) => this.lit.includes(pick));
  }
}
