import { beforeEach, expect, test, vi } from "vitest";

import { bytes, canonical, commitment, digest, hex, Keeper, matchKey, seenDigest, SERVER, type Check } from "./fair";
import shared from "../../../tests/fair_vectors.json";
import type { Fair, FairProof, FrameMessage, GameEvent } from "./protocol";

interface Vectors {
  digests: { use: string; parts: (string | number | { hex: string })[]; digest: string }[];
  commitments: { match: string; round: number; seat: number; seed: string; commit: string }[];
  keys: { match: string; round: number; secret: string; seeds: Record<string, string>; key: string }[];
  canonical: { value: unknown; text: string }[];
  seen: { events: [string, string, GameEvent["with"]][]; digests: string[] }[];
}
const vectors = shared as unknown as Vectors;

test("the vectors that the server has too", () => {
  for (const one of vectors.digests) expect(hex(digest(one.use, ...one.parts.map((part) => (typeof part === "object" ? bytes(part.hex) : part))))).toBe(one.digest);
  for (const one of vectors.commitments) expect(commitment(one.match, one.round, one.seat, one.seed)).toBe(one.commit);
  for (const one of vectors.keys) expect(matchKey(one.match, one.round, one.secret, Object.entries(one.seeds).map(([seat, seed]) => ({ seat: Number(seat), seed })))).toBe(one.key);
  for (const one of vectors.canonical) expect(canonical(one.value)).toBe(one.text);
  for (const one of vectors.seen) {
    let before: Uint8Array = new Uint8Array(32);
    one.events.forEach(([key, rule, words], place) => {
      before = seenDigest(before, { key, rule, with: words! });
      expect(hex(before)).toBe(one.digests[place]);
    });
  }
});

const SECRET = "5e".repeat(32);
const OTHER = "0a".repeat(32);
const server = commitment("m", 0, SERVER, SECRET);
const store = new Map<string, string>();
const sent: { seat: number; round: number; commit?: string; seed?: string | undefined }[] = [];
let checks: Check[] = [];
let proof: FairProof;

beforeEach(() => {
  store.clear();
  sent.length = 0;
  checks = [];
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, value: string) => void store.set(name, value),
    removeItem: (name: string) => void store.delete(name),
  });
});

const keeper = () => new Keeper("m", { seed: (seat, round, told) => Promise.resolve(void sent.push({ seat, round, ...told })), fair: () => Promise.resolve(proof) }, (check) => checks.push(check));
const fair = (more: Partial<Fair> = {}): Fair => ({ mode: "reveal", round: 0, server, commits: {}, table: "", digest: "", revealed: [], left: null, voided: 0, ...more });
const frame = (told: Fair, more: Partial<FrameMessage> = {}): FrameMessage =>
  ({
    match: "m", viewer: 0, game: "dice", seats: [{ seat: 0, name: "Ling", kind: "you" }, { seat: 1, name: "Tomas", kind: "player" }, { seat: 2, name: "", kind: "bot", bot: "greedy" }],
    events: { from: 0, list: [] }, outcome: null, seating: { undo: "strict", options: { target: 40 } }, fair: told, ...more,
  }) as unknown as FrameMessage;
const bound = (commit: string, more: object = {}): Partial<Fair> => {
  const commits = { 0: commit, 1: commitment("m", 0, 1, OTHER) };
  const seats = [{ bot: "", kind: "player" }, { bot: "", kind: "player" }, { bot: "greedy", kind: "bot" }];
  const table = canonical({ before: "", commits, fair: "reveal", game: "dice", match: "m", options: { target: 40 }, round: 0, rules_version: 1, seats, server, undo: "strict", ...more });
  return { commits, table, digest: hex(digest("shapan-table", table)) };
};
const PLAYING = { seating: null };
const EVENTS: GameEvent[] = [{ key: "rolled", rule: "D-1", with: { value: 3 } }, { key: "held", rule: "D-2", with: {} }] as unknown as GameEvent[];

/** Commits in a new browser; returns what it told. */
async function committed(): Promise<{ one: Keeper; commit: string }> {
  const one = keeper();
  await one.take(frame(fair()));
  return { one, commit: sent[0]!.commit! };
}

test("a browser commits once, reveals what it committed to, also after a reload", async () => {
  const { one, commit } = await committed();
  await one.take(frame(fair()));
  await one.take(frame(fair({ commits: { 0: commit } })));
  expect(sent).toHaveLength(1);
  expect(sent[0]).toEqual({ seat: 0, round: 0, commit: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const again = keeper();
  await again.take(frame(fair(bound(commit))));
  await again.take(frame(fair({ ...bound(commit), revealed: [0] })));
  expect(sent).toHaveLength(2);
  expect(commitment("m", 0, 0, sent[1]!.seed!)).toBe(commit);
  expect(checks).toEqual([]);
});

test("a browser that has lost its seed makes another, and after a void round all do", async () => {
  const { commit } = await committed();
  store.clear();
  const one = keeper();
  await one.take(frame(fair({ commits: { 0: commit } })));
  await one.take(frame(fair({ round: 1, server: OTHER })));
  expect(sent.map((told) => told.round)).toEqual([0, 0, 1]);
  expect(new Set(sent.map((told) => told.commit)).size).toBe(3);
});

test("who has moved to another seat commits anew there, but not where the server knows the first seed", async () => {
  for (const [mode, count] of [["reveal", 2], ["seeds", 1]] as const) {
    store.clear();
    sent.length = 0;
    const one = keeper();
    await one.take(frame(fair({ mode })));
    const moved = frame(fair({ mode }));
    moved.seats = [{ seat: 0, name: "Tomas", kind: "player" }, { seat: 1, name: "Ling", kind: "you" }];
    await one.take(moved);
    await one.take(frame(fair({ mode, round: 1 })));
    expect(sent.map((told) => [told.round, told.seat])).toEqual([[0, 0], [0, 1], [1, 0]].filter((_, place) => place !== 1 || count > 1));
    expect(Object.keys((JSON.parse(one.record()) as { seeds: object }).seeds)).toEqual(["0"]);
  }
});

test("where seeds are told at once there is no second one", async () => {
  const one = keeper();
  await one.take(frame(fair({ mode: "seeds" })));
  expect(commitment("m", 0, 0, sent[0]!.seed!)).toBe(sent[0]!.commit);
  store.clear();
  await keeper().take(frame(fair({ mode: "seeds", commits: { 0: sent[0]!.commit! } })));
  expect(sent).toHaveLength(1);
});

test.each([
  ["another server's seed", { server: OTHER }, "server"],
  ["another bot", { seats: [{ bot: "", kind: "player" }, { bot: "", kind: "player" }, { bot: "random", kind: "bot" }] }, "table"],
  ["a player who is told to be a bot", { seats: [{ bot: "", kind: "player" }, { bot: "greedy", kind: "bot" }, { bot: "greedy", kind: "bot" }] }, "table"],
  ["another option", { options: { target: 50 } }, "table"],
  ["another way to undo", { undo: "friendly" }, "table"],
  ["another game", { game: "cards" }, "table"],
  ["another match", { match: "n" }, "table"],
  ["another round", { round: 1 }, "table"],
  ["a seed less", { commits: { 1: OTHER } }, "table"],
  ["another own commitment", { commits: { 0: OTHER, 1: OTHER } }, "seeds"],
])("a seed stays secret where the table is bound to %s", async (_, more, misfit) => {
  const { one, commit } = await committed();
  await one.take(frame(fair(bound(commit, more))));
  expect(sent).toHaveLength(1);
  expect(checks).toEqual([{ misfit, own: true }]);
});

test("a seed stays secret where the digest is of another table, or the server has changed its commitment", async () => {
  const { one, commit } = await committed();
  await one.take(frame(fair({ ...bound(commit), digest: OTHER })));
  await one.take(frame(fair({ ...bound(commit), server: OTHER })));
  expect(sent).toHaveLength(1);
  expect(checks.map((check) => check.misfit)).toEqual(["table", "server"]);
});

test("where seeds are told at once the table is checked at the end", async () => {
  for (const [options, misfit] of [[{ target: 40 }, null], [{ target: 50 }, "table"]] as const) {
    store.clear();
    sent.length = 0;
    const one = keeper();
    const then = frame(fair({ mode: "seeds" }));
    then.seats[2] = { seat: 2, name: "", kind: "open" }; // who is away does not see a bot sit down
    await one.take(then);
    const { commit, seed } = sent[0]!;
    const told = fair({ ...bound(commit!, { fair: "seeds", options }), mode: "seeds" });
    const seeds = [{ seat: 0, commit: commit!, seed: seed! }, { seat: 1, commit: commitment("m", 0, 1, OTHER), seed: OTHER }];
    proof = { fair: { match: "m", rounds: [{ round: 0, server, secret: SECRET, table: told.table, seeds }] }, key: matchKey("m", 0, SECRET, seeds) };
    await one.take(frame({ ...told, table: "" }, { ...PLAYING, outcome: {} as FrameMessage["outcome"] }));
    expect(checks.at(-1)).toEqual({ misfit, own: true });
  }
});

/** A match that has come to its end; with what of it is otherwise. */
async function ended(more: { secret?: string; own?: string; key?: string; digest?: string } = {}): Promise<Keeper> {
  const { one, commit } = await committed();
  const told = fair(bound(commit));
  await one.take(frame(told));
  const seed = sent[1]!.seed!;
  const seeds = [{ seat: 0, commit, seed: more.own ?? seed }, { seat: 1, commit: commitment("m", 0, 1, OTHER), seed: OTHER }];
  proof = { fair: { match: "m", rounds: [{ round: 0, server, secret: more.secret ?? SECRET, table: told.table, seeds }] }, key: more.key ?? matchKey("m", 0, SECRET, seeds) };
  const playing = fair({ ...told, table: "", ...(more.digest ? { digest: more.digest } : {}) });
  await one.take(frame(playing, { ...PLAYING, events: { from: 0, list: [EVENTS[0]!] } }));
  await one.take(frame(playing, { ...PLAYING, events: { from: 1, list: [EVENTS[1]!] }, outcome: {} as FrameMessage["outcome"] }));
  return one;
}

test("at the end a browser checks what the key was made of, and gives what it has kept", async () => {
  const one = await ended();
  expect(checks).toEqual([{ misfit: null, own: true }]);
  const first = seenDigest(new Uint8Array(32), EVENTS[0]!);
  expect(JSON.parse(one.record())).toEqual({
    format: "shapan-seen-1", match: "m", viewer: 0, round: 0, server, table: expect.stringMatching(/^[0-9a-f]{64}$/), seeds: { 0: sent[1]!.seed },
    marks: [[1, hex(first)], [2, hex(seenDigest(first, EVENTS[1]!))]],
  });
});

test.each([
  [{ secret: OTHER }, "server"],
  [{ own: OTHER }, "seeds"],
  [{ key: OTHER }, "key"],
  [{ digest: OTHER }, "table"],
] as const)("at the end %o is found", async (more, misfit) => {
  await ended(more);
  expect(checks.at(-1)).toEqual({ misfit, own: true });
});

test("what was taken back is forgotten, and what another viewer sees is not counted", async () => {
  const one = keeper();
  const take = (from: number, list: GameEvent[], viewer = 0) => one.take(frame(fair({ digest: OTHER }), { ...PLAYING, viewer, events: { from, list } }));
  await take(0, EVENTS);
  await take(1, []);
  await take(1, [EVENTS[0]!]);
  await take(0, [EVENTS[1]!], 1);
  await take(3, EVENTS);
  const { marks } = JSON.parse(one.record()) as { marks: [number, string][] };
  const first = seenDigest(new Uint8Array(32), EVENTS[0]!);
  expect(marks).toEqual([[2, hex(seenDigest(first, EVENTS[1]!))], [1, hex(first)], [2, hex(seenDigest(first, EVENTS[0]!))]]);
});
