/** What all have seen of each seat, as the server gathers it: fetched when it is opened, and again when more has happened. */
import { joined, joining } from "./joining";
import type { GameEvent } from "./protocol";
import type { Dossier, Entry, Phrase } from "./scene";
import type { Table } from "./table.svelte";

/** Entries under one heading, in the order in which they came. */
export interface Chapter {
  head: string;
  entries: Entry[];
}

/** The entries of a dossier under their headings, in the order of the texts. */
export function chaptersOf(texts: Readonly<Record<string, string>>, entries: readonly Entry[]): Chapter[] {
  const heads = [...new Set(entries.map(({ head }) => head))];
  const order = Object.keys(texts);
  const at = (head: string) => order.indexOf(`dossier.${head}`);
  return heads.sort((a, b) => at(a) - at(b)).map((head) => ({ head, entries: entries.filter((entry) => entry.head === head) }));
}

/** A line of what the viewer alone was told of a seat, such as the cards of a hand that he has looked at. */
export interface Own {
  phrase: Phrase;
  times: number;
  rule: string;
}

const SECRET = "_secret";

/** What of the log was told with something secret and is about another seat, in the order in which it came. */
export function ownOf(texts: Readonly<Record<string, string>>, events: readonly GameEvent[], viewer: number, seat: number): Own[] {
  if (seat === viewer) return [];
  const about = (event: GameEvent): boolean =>
    event.key.endsWith(SECRET) && Object.values(event.with ?? {}).some((word) => !!word && typeof word === "object" && "seat" in word && word.seat === seat);
  const joins = joining(texts);
  const rows: [GameEvent, ...GameEvent[]][] = [];
  let open = false;
  for (const event of events) {
    const row = rows.at(-1);
    if (!about(event)) open = false;
    else if (open && row && joins(row, event)) row.push(event);
    else {
      rows.push([event]);
      open = true;
    }
  }
  return rows.map((row) => ({ ...joined(texts, row), rule: row[0].rule ?? "" }));
}

export class Dossiers {
  /** The seat whose dossier is open; -1: none. */
  seat = $state(-1);
  all = $state.raw<readonly Dossier[]>([]);
  failed = $state(false);
  #asked = 0;

  constructor(private readonly table: Table) {}

  /** Whether the game keeps dossiers; a match that is only watched again has none of its moments. */
  get kept(): boolean {
    return "dossier.title" in this.table.texts && !this.table.moments.silent;
  }

  /** Whether players suspect each other in this game. */
  get suspects(): boolean {
    return Object.keys(this.table.texts).some((key) => key.startsWith("cause."));
  }

  /** What the viewer alone was told of the seat whose dossier is open. */
  get own(): Own[] {
    return ownOf(this.table.texts, this.table.heard.events, this.table.viewer, this.seat);
  }

  get now(): Dossier | undefined {
    return this.all.find(({ seat }) => seat === this.seat);
  }

  open(seat: number): void {
    if (this.kept) this.seat = seat;
  }

  close(): void {
    this.seat = -1;
  }

  /** By key: that of the seat whose board has the focus, else of the first other seat. */
  toggle(): void {
    if (this.seat >= 0) return this.close();
    const board = document.activeElement?.closest<HTMLElement>("[data-seat]")?.dataset["seat"];
    const other = this.table.seats.find(({ seat }) => seat !== this.table.viewer)?.seat ?? 0;
    this.open(board === undefined ? other : Number(board));
  }

  async fetch(): Promise<void> {
    const own = ++this.#asked;
    try {
      const found = await this.table.server.dossiers();
      if (own !== this.#asked) return;
      this.all = found;
      this.failed = false;
    } catch {
      this.failed = own === this.#asked;
    }
  }
}
