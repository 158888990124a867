/**
 * No two offers of a table are confused: what is pressed is what is answered, and what offers several is asked for.
 * The tables are those of real matches, which `tests/repo/test_client_offers.py` plays and writes into a file; without
 * it there are a few made by hand.
 */
import { expect, test, vi } from "vitest";
import { Choosing } from "./choosing.svelte";
import type { Decision, Picks } from "./protocol";
import type { Scene } from "./scene";
import { shelf } from "./shelf";
import type { Table } from "./table.svelte";
import { offersAt, offersOf } from "./targets";

interface Sample {
  game: string;
  decision: Decision;
  scene: Scene;
  /** By the first pick, what may follow it. */
  next: Record<string, Picks>;
}

const label = { key: "x" };
const ways = [1, 2].map((code) => ({ code, label, onto: [`zone:field${code}`] }));
const fields = ways.map(({ code }) => ({ id: `field${code}`, kind: "land" }));
const MADE: Sample = {
  game: "made by hand",
  decision: { kind: "move", ordinal: 1, many: true, ordered: false, done: true, targets: ways.map(({ code }) => ({ code, label })) } as unknown as Decision,
  scene: { zones: [{ id: "camp", kind: "map", zones: [{ id: "home", kind: "land", pieces: [{ id: "men", kind: "counter", targets: ways }] }, ...fields] }] },
  next: { 1: { options: ways, done: true, places: { 1: ["piece:men"], 2: ["piece:men"] } } },
};
const file = import.meta.env.VITE_SCENES as string | undefined;
const SAMPLES = file ? ((await import(/* @vite-ignore */ file)) as { default: Sample[] }).default : [MADE];

function sit({ decision, scene, next }: Sample) {
  const answer = vi.fn((_id: string, _ordinal: number, _codes: number[]) => Promise.resolve());
  /** Of longer rows nothing is known: they may stop. */
  const picks = (_ordinal: number, picked: number[]) => Promise.resolve((picked.length < 2 && next[String(picked[0])]) || { options: [], done: true });
  const offers = offersOf(scene, decision);
  const asked = { ...decision, proposal: [] };
  const it = new Choosing({ decision: asked, offers, viewer: 0, tip: null, coaching: { catches: () => false }, server: { answer, picks, why: () => Promise.resolve({}) }, notices: { tellWhy: () => {} } } as unknown as Table);
  it.reset();
  return { it, offers, answer };
}

const told = ({ game, decision }: Sample, ...rest: unknown[]) => [game, decision.kind, ...rest].join(" ");
/** How often each code is picked or answered. */
const given = ({ it, answer }: ReturnType<typeof sit>): number[] => answer.mock.calls[0]?.[2] ?? it.row.picked;

test("each answer stands for itself, on a shelf too", () => {
  for (const sample of SAMPLES) {
    const { it, offers } = sit(sample);
    for (const offer of offers.all) expect(it.now(offer).target.code, told(sample)).toBe(offer.target.code);
    const cards = shelf(sample.scene, sample.decision, offers).map(({ offer }) => it.now(offer).target.code);
    expect(new Set(cards).size, told(sample)).toBe(cards.length);
  }
});

test("a press on a place answers with what is offered there alone, else it asks", () => {
  for (const sample of SAMPLES) {
    for (const key of sit(sample).offers.byPlace.keys()) {
      const seat = sit(sample);
      const here = sample.decision.many ? (seat.offers.byPlace.get(key) ?? []) : offersAt(seat.offers, key, seat.it.mode);
      seat.it.activate(key);
      if (here.length > 1) expect(given(seat), told(sample, key)).toEqual([]);
      else for (const code of given(seat)) expect(here.map(({ target }) => target.code), told(sample, key)).toContain(code);
    }
  }
});

test("behind a pick what may follow stands for itself, and what goes one of several ways is asked for its way", async () => {
  for (const sample of SAMPLES) {
    for (const [first, { options, places = {} }] of Object.entries(sample.next)) {
      const at = (key: string) => options.filter(({ code }) => (places[String(code)] ?? []).includes(key));
      const seat = async () => {
        const made = sit(sample);
        await made.it.pick(Number(first));
        return made;
      };
      const { it } = await seat();
      if (it.row.picked.length !== 1) continue;
      for (const offer of it.following) expect(it.now(offer).target.code, told(sample, first)).toBe(offer.target.code);
      for (const key of new Set(Object.values(places).flat())) {
        const made = await seat();
        if (made.offers.byPlace.get(key)?.some(({ target, places }) => target.code === Number(first) && places.length > 1)) continue;
        const several = at(key).length > 1;
        made.it.activate(key);
        if (several) expect(given(made), told(sample, first, key)).toEqual([Number(first)]);
      }
    }
  }
});
