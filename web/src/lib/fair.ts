/**
 * Fair dice, as far as a browser makes them: it commits to a seed, checks what the table is bound to, reveals the seed,
 * keeps digests of all it is shown, and at the end checks what the key was made of. See docs/design/fair-dice.md.
 * Loaded only at tables with fair dice.
 */
import type { Fair, FairProof, FrameMessage, GameEvent } from "./protocol";
import { keep, read } from "./settings.svelte";
import type { Server } from "./server";

// Digests: BLAKE2b of 32 bytes (RFC 7693), with the use as its `person`.

const MASK = 0xffff_ffff_ffff_ffffn;
const IV = [0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n, 0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n];
const SIGMA = ["0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d", "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0", "0123456789abcdef", "ea489fd61c02b753"].map(
  (row) => [...row].map((place) => parseInt(place, 16)),
);
const MIXES = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]] as const;
const SIZE = 32;
const BLOCK = 128;
/** Stands in a commitment where the seat of a person would. */
export const SERVER = 255;

function mixed(h: BigUint64Array, block: DataView, end: number, last: boolean): void {
  const words = Array.from({ length: 16 }, (_, place) => block.getBigUint64(place * 8, true));
  const v = BigUint64Array.from([...h, ...IV]);
  v[12]! ^= BigInt(end);
  if (last) v[14]! ^= MASK;
  const turn = (place: number, by: bigint, other: number) => {
    const word = v[place]! ^ v[other]!;
    v[place] = (word >> by) | (word << (64n - by));
  };
  for (const order of SIGMA) {
    MIXES.forEach(([a, b, c, d], place) => {
      v[a]! += v[b]! + words[order[2 * place]!]!;
      turn(d, 32n, a);
      v[c]! += v[d]!;
      turn(b, 24n, c);
      v[a]! += v[b]! + words[order[2 * place + 1]!]!;
      turn(d, 16n, a);
      v[c]! += v[d]!;
      turn(b, 63n, c);
    });
  }
  for (let place = 0; place < 8; place++) h[place]! ^= v[place]! ^ v[place + 8]!;
}

function blake2b(use: string, body: Uint8Array): Uint8Array {
  const person = new DataView(new ArrayBuffer(16));
  new TextEncoder().encodeInto(use, new Uint8Array(person.buffer));
  const h = BigUint64Array.from(IV);
  h[0]! ^= 0x0101_0000n | BigInt(SIZE);
  h[6]! ^= person.getBigUint64(0, true);
  h[7]! ^= person.getBigUint64(8, true);
  const padded = new DataView(new ArrayBuffer(Math.max(1, Math.ceil(body.length / BLOCK)) * BLOCK));
  new Uint8Array(padded.buffer).set(body);
  for (let at = 0; at < padded.byteLength; at += BLOCK) {
    const last = at + BLOCK >= padded.byteLength;
    mixed(h, new DataView(padded.buffer, at, BLOCK), last ? body.length : at + BLOCK, last);
  }
  const out = new DataView(new ArrayBuffer(64));
  h.forEach((word, place) => out.setBigUint64(place * 8, word, true));
  return new Uint8Array(out.buffer, 0, SIZE);
}

export type Part = Uint8Array | string | number;

const long = (number: number): Uint8Array => {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(number), true);
  return new Uint8Array(view.buffer);
};
export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const bytes = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The digest of some parts for a use: each with its length before it, numbers as 8 bytes, texts as UTF-8. */
export function digest(use: string, ...parts: Part[]): Uint8Array {
  const bodies = parts.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : typeof part === "number" ? long(part) : part));
  const whole = new Uint8Array(bodies.reduce((size, body) => size + 8 + body.length, 0));
  let at = 0;
  for (const body of bodies) {
    whole.set(long(body.length), at);
    whole.set(body, at + 8);
    at += 8 + body.length;
  }
  return blake2b(use, whole);
}

/** By what a seat commits to a seed. */
export const commitment = (match: string, round: number, seat: number, seed: string): string => hex(digest("shapan-commit", match, round, seat, bytes(seed)));

/** The key of a match's chance, from the server's seed and those of people. */
export function matchKey(match: string, round: number, secret: string, seeds: readonly { seat: number; seed: string }[]): string {
  const sorted = [...seeds].sort((one, other) => one.seat - other.seat);
  return hex(digest("shapan-key", match, round, bytes(secret), ...sorted.flatMap(({ seat, seed }) => [seat, bytes(seed)])));
}

/** The one way in which a value is written as JSON: no blanks, fields in the order of their names. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(Object.is(value, -0) ? 0 : value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(",")}}`;
}

/** The digest of what was seen, once an event has been seen too. */
export const seenDigest = (before: Uint8Array, { key, rule, with: words }: GameEvent): Uint8Array => digest("shapan-seen", before, canonical([key, rule ?? "", words ?? {}]));

// What the browser does

/** The part that does not fit. */
export type Misfit = "server" | "seeds" | "table" | "key";
/** What a check came to; `own`: a seed of this browser is in the key. */
export interface Check {
  misfit: Misfit | null;
  own: boolean;
}

interface Kept {
  /** When it was begun, in milliseconds since 1970. */
  at: number;
  round: number;
  /** By what the server had committed to its seed before this browser told anything. */
  server: string;
  /** By own seat. */
  seeds: Record<string, string>;
  table: string;
  /** What this browser was shown of the table last. */
  terms: Terms | null;
  viewer: number | null;
  marks: [number, string][];
}

/** What a table is to be, as the waiting room shows it: options that differ from the game's defaults. */
interface Terms {
  game: string;
  undo: string;
  options: Record<string, unknown>;
  seats: { bot: string; kind: string }[];
}

interface Bound {
  commits: Record<string, string>;
  fair: string;
  game: string;
  match: string;
  options: Record<string, unknown>;
  round: number;
  seats: { bot: string; kind: string }[];
  server: string;
  undo: string;
}

const NAME = "fair.";
const MAX_MARKS = 4_000;
/** Milliseconds after which what was kept of a match is forgotten. */
const FORGOTTEN = 90 * 86_400_000;
/** Milliseconds for which marks wait to be kept together. */
const REST = 500;

const newSeed = (): string => hex(crypto.getRandomValues(new Uint8Array(SIZE)));
const same = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** What this browser keeps of one match, and tells the server for it. */
export class Keeper {
  #kept: Kept;
  #check: Check | null = null;
  #digests: Uint8Array[] | null = [new Uint8Array(SIZE)];
  #saving: ReturnType<typeof setTimeout> | undefined;
  /** What has been sent, so that each frame does not send it again. */
  #sent = new Set<string>();

  constructor(
    private readonly match: string,
    private readonly server: Pick<Server, "seed" | "fair">,
    private readonly tell: (check: Check) => void,
  ) {
    forget(Date.now());
    this.#kept = parsed(read(NAME + match)) ?? fresh(-1, "");
  }

  /** Does what is to be done after a frame. */
  async take(message: FrameMessage): Promise<void> {
    const fair = message.fair;
    if (!fair) return;
    if (message.seating) await this.#prepare(message, fair);
    else await this.#follow(message, fair);
  }

  /** What this browser kept, as a file; its seeds are in it, so it is given only once the match is over. */
  record(): string {
    const { round, server, seeds, table, viewer, marks } = this.#kept;
    return JSON.stringify({ format: "shapan-seen-1", match: this.match, viewer: viewer ?? 0, round, server: server || null, table: table || null, seeds, marks });
  }

  async #prepare(message: FrameMessage, fair: Fair): Promise<void> {
    if (this.#kept.round !== fair.round) {
      this.#kept = fresh(fair.round, fair.server);
      this.#check = null;
      this.#save();
    }
    if (this.#kept.server !== fair.server) return this.#warn("server");
    this.#kept.terms = termsOf(message);
    const own = message.seats.filter((seat) => seat.kind === "you").map((seat) => seat.seat);
    const left = Object.keys(this.#kept.seeds).filter((seat) => !own.includes(Number(seat)));
    // Where the server knows the seed of a seat that is no longer one's own, no second one is told in that round.
    if (left.length && fair.mode === "seeds") return;
    for (const seat of left) delete this.#kept.seeds[seat];
    if (fair.table) {
      const wrong = this.#wrongTable(message, fair);
      if (wrong) return this.#warn(wrong);
      this.#kept.table = fair.digest;
      this.#save();
      for (const seat of own) if (!fair.revealed.includes(seat)) await this.#send(fair, seat, { seed: this.#kept.seeds[seat] });
      return;
    }
    for (const seat of own) {
      const known = this.#kept.seeds[seat];
      // Where seeds are told at once there is no second one, also not for a browser that has lost the first.
      if (fair.commits[seat] && (fair.mode === "seeds" || (known && commitment(this.match, fair.round, seat, known) === fair.commits[seat]))) continue;
      const seed = (this.#kept.seeds[seat] = known ?? newSeed());
      this.#save();
      await this.#send(fair, seat, { commit: commitment(this.match, fair.round, seat, seed), ...(fair.mode === "seeds" ? { seed } : {}) });
    }
  }

  async #send(fair: Fair, seat: number, told: { commit?: string; seed?: string | undefined }): Promise<void> {
    const name = JSON.stringify([fair.round, seat, told, fair.commits[seat] ?? ""]);
    if (!told.commit && !told.seed) return;
    if (this.#sent.has(name)) return;
    this.#sent.add(name);
    try {
      await this.server.seed(seat, fair.round, told);
    } catch {
      this.#sent.delete(name); // the table has changed: the next frame says what is to be done
    }
  }

  /** Holds what the table is bound to against what this browser was shown. */
  #wrongTable(message: FrameMessage, fair: Fair): Misfit | null {
    if (hex(digest("shapan-table", fair.table)) !== fair.digest) return "table";
    const bound = JSON.parse(fair.table) as Bound;
    if (bound.match !== this.match || bound.round !== fair.round || bound.fair !== fair.mode || !isOf(bound, this.#kept.terms) || !same(seatsOf(bound), this.#kept.terms?.seats)) return "table";
    if (bound.server !== this.#kept.server) return "server";
    const mine = Object.entries(this.#kept.seeds).filter(([seat]) => message.seats[Number(seat)]?.kind === "you");
    return mine.every(([seat, seed]) => bound.commits[seat] === commitment(this.match, fair.round, Number(seat), seed)) ? null : "seeds";
  }

  async #follow(message: FrameMessage, fair: Fair): Promise<void> {
    if (this.#kept.round !== fair.round) this.#kept = fresh(fair.round, fair.server);
    if (this.#kept.server !== fair.server) this.#warn("server");
    // Where seeds are told at once the table is bound only now.
    this.#kept.table ||= fair.digest;
    if (this.#kept.table !== fair.digest) this.#warn("table");
    this.#see(message);
    if (!message.outcome || this.#sent.has("end")) return;
    this.#sent.add("end");
    this.#save();
    try {
      const misfit = this.#wrongProof(await this.server.fair());
      this.#note({ misfit: this.#check?.misfit ?? misfit, own: Object.keys(this.#kept.seeds).length > 0 });
    } catch {
      this.#sent.delete("end");
    }
  }

  #see(message: FrameMessage): void {
    const { from, list } = message.events;
    this.#kept.viewer ??= message.viewer;
    if (message.viewer !== this.#kept.viewer) {
      this.#digests = null;
      return;
    }
    if (from === 0) this.#digests = [new Uint8Array(SIZE)];
    if (!this.#digests || from >= this.#digests.length) return;
    this.#digests.length = from + 1;
    for (const event of list) this.#digests.push(seenDigest(this.#digests.at(-1)!, event));
    const mark: [number, string] = [this.#digests.length - 1, hex(this.#digests.at(-1)!)];
    if (same(this.#kept.marks.at(-1), mark)) return;
    this.#kept.marks.push(mark);
    if (this.#kept.marks.length > MAX_MARKS) this.#kept.marks = this.#kept.marks.filter((_, place) => place % 2);
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#save(), REST);
  }

  #wrongProof({ fair, key }: FairProof): Misfit | null {
    const last = fair?.rounds.at(-1);
    if (!fair || !last?.secret || fair.match !== this.match || last.round !== this.#kept.round) return "seeds";
    if (last.server !== this.#kept.server || commitment(this.match, last.round, SERVER, last.secret) !== last.server) return "server";
    const seeds = last.seeds.map(({ seat, seed, commit }) => ({ seat, seed: seed ?? "", commit }));
    if (!seeds.every(({ seat, seed, commit }) => seed && commitment(this.match, last.round, seat, seed) === commit)) return "seeds";
    if (!Object.entries(this.#kept.seeds).every(([seat, seed]) => seeds.some((one) => one.seat === Number(seat) && one.seed === seed))) return "seeds";
    if (hex(digest("shapan-table", last.table)) !== this.#kept.table) return "table";
    const bound = JSON.parse(last.table) as Bound;
    if (bound.server !== last.server || bound.match !== this.match || !isOf(bound, this.#kept.terms) || !same(bound.commits, Object.fromEntries(seeds.map(({ seat, commit }) => [seat, commit])))) return "table";
    return matchKey(this.match, last.round, last.secret, seeds) === key ? null : "key";
  }

  #warn(misfit: Misfit): void {
    this.#note({ misfit, own: Object.keys(this.#kept.seeds).length > 0 });
  }

  #note(check: Check): void {
    if (same(this.#check, check)) return;
    this.#check = check;
    this.tell(check);
  }

  #save(): void {
    clearTimeout(this.#saving);
    keep(NAME + this.match, JSON.stringify(this.#kept));
  }
}

/** What a browser is shown of a waiting table. */
const termsOf = ({ game, seating, seats }: FrameMessage): Terms => ({
  game,
  undo: seating?.undo ?? "",
  options: seating?.options ?? {},
  seats: seats.map(({ kind, bot }) => (kind === "bot" ? { bot: bot ?? "", kind } : { bot: "", kind: "player" })),
});

const seatsOf = ({ seats }: Bound): Terms["seats"] => seats.map(({ bot, kind }) => ({ bot: kind === "bot" ? bot : "", kind }));

/**
 * Whether a table is bound to what was shown and cannot change while it waits, and each of its people has committed to
 * something. Seats may be otherwise since a browser saw them; one that has seen nothing says nothing.
 */
function isOf(bound: Bound, terms: Terms | null): boolean {
  const people = bound.seats.flatMap(({ kind }, seat) => (kind === "player" ? [String(seat)] : []));
  if (!same(Object.keys(bound.commits).sort(), people.sort())) return false;
  if (!terms) return true;
  const { game, undo, options } = terms;
  return bound.game === game && bound.undo === undo && Object.entries(options).every(([name, value]) => same(bound.options[name], value));
}

const fresh = (round: number, server: string): Kept => ({ at: Date.now(), round, server, seeds: {}, table: "", terms: null, viewer: null, marks: [] });

/** What was kept, unless somebody has spoiled it. */
function parsed(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<Kept> | null;
    const good = typeof kept?.round === "number" && typeof kept.server === "string" && typeof kept.seeds === "object" && Array.isArray(kept.marks);
    return good ? ({ ...fresh(kept.round!, kept.server!), ...kept } as Kept) : null;
  } catch {
    return null;
  }
}

/** Forgets what was kept of matches long ago. */
function forget(now: number): void {
  try {
    for (const name of Object.keys(localStorage).filter((one) => one.startsWith(`shapan.${NAME}`))) {
      const kept = parsed(localStorage.getItem(name));
      if (!kept || kept.at < now - FORGOTTEN) localStorage.removeItem(name);
    }
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
