/** Written moments of a match of dice and boards, for tests: what a play server would send. */
import type { Decision, FrameMessage, GameEvent, SeatInfo } from "../lib/protocol";
import type { Fact, Odds, Panel, Phrase, Piece, Scene, Target, Zone } from "../lib/scene";

const FIRST = ["moon", "coin", "crown", "stairs", "animal"];
const SECOND = ["arrow", "tower", "gate", "spear", "wall", "wheel"];
const TONES: Record<string, string> = { dark_die: "dark", red_die: "red" };
const GLYPHS: Record<string, string> = { wall: "n-wall" };
const glyph = (face: string) => GLYPHS[face] ?? `n-${face}`;
const term = (face: string): Phrase => ({ key: `face.${face}` });

interface Seat {
  animal: string;
  home: string;
  colonies: string[];
  second: string[];
  numbers: number[];
  pips: number[];
  state?: string[];
}

/** By place of a die (`0:colony1`): its answers, or why it has none. */
interface Extra {
  targets?: Record<string, Target[]>;
  panels?: Record<number, Target[]>;
  why?: Record<string, string>;
  fresh?: string[];
}

function die(seat: number, name: string, kind: string, face: string, animal: string, extra: Extra): Piece {
  const key = `${seat}:${name}`;
  const why = extra.why?.[key];
  return {
    id: `${kind}-${key}`,
    kind,
    tone: TONES[kind] ?? "",
    face: face === "animal" ? `a-${animal}` : glyph(face),
    label: face === "animal" ? { key: `animal.${animal}` } : term(face),
    help: { key: `face_help.${face}` },
    ...(extra.targets?.[key] ? { targets: extra.targets[key] } : {}),
    ...(why ? { why_not: { key: `why_not.${why}` }, rule: "DB-5.4" } : {}),
    ...(extra.fresh?.includes(key) ? { flags: ["fresh"] } : {}),
  };
}

function panel(index: number, seat: Seat, extra: Extra): Panel {
  const at = (faces: string[], own: [string, string, string][]): Zone[] =>
    faces.map((face) => ({
      id: `slot${index}.${face}`,
      kind: "slot",
      label: face === "animal" ? { key: `animal.${seat.animal}` } : term(face),
      glyph: face === "animal" ? `a-${seat.animal}` : glyph(face),
      pieces: own.filter(([, , shown]) => shown === face).map(([name, kind, shown]) => die(index, name, kind, shown, seat.animal, extra)),
    }));
  const dice: [string, string, string][] = [
    ["home", "dark_die", seat.home],
    ...seat.colonies.map((face, place): [string, string, string] => [`colony${place + 1}`, "white_die", face]),
  ];
  const guns = seat.second.map((face, place): [string, string, string] => [`weapon${place + 1}`, "red_die", face]);
  const glyphs = ["n-coin", "n-crown", "v-vote", "b-attack", "n-wall"];
  const facts: Fact[] = ["resources", "crown", "votes", "attack", "defense"].map((name, place) => ({
    name,
    label: { key: `label.${name}` },
    value: seat.numbers[place] ?? 0,
    glyph: glyphs[place] ?? "",
  }));
  facts.push({ name: "fleet", label: { key: "label.fleet" }, value: seat.second.length, most: seat.colonies.length + 1, glyph: "n-arrow" });
  return {
    seat: index,
    title: { key: `animal.${seat.animal}` },
    glyph: `a-${seat.animal}`,
    ...(seat.home === "animal" ? { note: { key: `ability_help.${seat.animal}` } } : {}),
    state: seat.state ?? [],
    zones: [
      { id: `first${index}`, kind: "slots", label: { key: "label.first_row" }, zones: at(FIRST, dice) },
      { id: `second${index}`, kind: "slots", label: { key: "label.second_row" }, zones: at(SECOND, guns) },
    ],
    facts,
    progress: seat.pips,
    ...(extra.panels?.[index] ? { targets: extra.panels[index] } : {}),
  };
}

const SEATS: Seat[] = [
  { animal: "hares", home: "moon", colonies: ["coin", "stairs"], second: ["arrow", "wall", "wheel"], numbers: [1, 0, 1, 1, 4], pips: [1, 2, 2, 0, 0] },
  { animal: "wrens", home: "crown", colonies: [], second: ["spear"], numbers: [0, 1, 2, 0, 1], pips: [1, 0, 0, 0, 0] },
  { animal: "foxes", home: "animal", colonies: ["crown"], second: ["tower", "gate"], numbers: [0, 1, 3, 5, 5], pips: [1, 1, 0, 0, 0] },
  { animal: "otters", home: "coin", colonies: [], second: ["tower"], numbers: [1, 0, 1, 2, 2], pips: [1, 0, 0, 0, 0] },
];
const PEOPLE: SeatInfo[] = [
  { seat: 0, name: "Tomas", kind: "player" },
  { seat: 1, name: "Okoye", kind: "player", away: true },
  { seat: 2, name: "Ling", kind: "you", may: ["bot", "leave"] },
  { seat: 3, name: "米拉", kind: "bot", bot: "greedy" },
  { seat: 4, name: "Devi", kind: "player" },
  { seat: 5, name: "Starbuck", kind: "open" },
];
const seat = (index: number) => ({ seat: index });
const face = (name: string) => ({ term: `face.${name}` });

const EVENTS: GameEvent[] = [
  { key: "turn_begins", rule: "DB-2.1", with: { round: 6, seat: seat(0) } },
  { key: "points", rule: "DB-3.1", with: { seat: seat(0), points: 1 } },
  { key: "weapon_built", rule: "DB-3.2", with: { seat: seat(0), face: face("wheel") } },
  { key: "colony_gained", rule: "DB-3.5", with: { seat: seat(0), face: face("stairs") } },
  { key: "planets_kept", rule: "DB-4.1", with: { seat: seat(0) } },
  { key: "motion", rule: "DB-5.6", with: { seat: seat(0), candidate: seat(1) } },
  { key: "motion_failed", rule: "DB-5.9", with: { candidate: seat(1), yes: 1, no: 5 } },
  { key: "die_rerolled", rule: "DB-4.1", with: { seat: seat(1), before: face("moon"), face: face("crown") } },
  { key: "passed", rule: "DB-5.0", with: { seat: seat(1) } },
  { key: "points", rule: "DB-3.1", with: { seat: seat(2), points: 0 } },
  { key: "die_rerolled", rule: "DB-4.1", with: { seat: seat(2), before: face("stairs"), face: face("animal") } },
  { key: "attack_named", rule: "DB-5.1", with: { seat: seat(2), defender: seat(0) } },
  { key: "allowed", rule: "DB-5.2", with: { seat: seat(0), attacker: seat(2) } },
  { key: "powers_compared", rule: "DB-5.3", with: { seat: seat(2), attack: 5, defender: seat(0), defense: 4 } },
  { key: "attack_won", rule: "DB-5.3", with: { seat: seat(2), defender: seat(0) } },
];

const STEPS = ["build", "manage", "action"].map((step): Phrase => ({ key: `step.${step}` }));

function scene(seats: Seat[], step: number, extra: Extra, rest: Partial<Scene> = {}): Scene {
  return {
    round: 6,
    steps: STEPS,
    step,
    active: 2,
    zones: [
      { id: "heap", kind: "heap", label: { key: "label.heap" }, glyph: "n-heap", count: 1 },
      { id: "stock", kind: "heap", label: { key: "label.stock" }, glyph: "n-stock", count: 1 },
    ],
    panels: seats.map((one, index) => panel(index, one, extra)),
    ...rest,
  };
}

function decision(kind: string, rule: string, ordinal: number, targets: Target[], rest: Partial<Decision> = {}): Decision {
  const words = { seat: seat(2), defender: seat(0), attacker: seat(0), proposer: seat(0), candidate: seat(1), points: 2 };
  return {
    kind,
    rule,
    ordinal,
    many: false,
    ordered: true,
    question: { key: `prompt.${kind}`, words },
    help: { key: `prompt_help.${kind}`, words },
    targets,
    done: false,
    ...rest,
  };
}

function frame(place: number, view: Scene, rest: Partial<FrameMessage>): FrameMessage {
  return {
    type: "frame",
    match: "demo",
    frame: place,
    epoch: 0,
    viewer: 2,
    spectator: false,
    seats: PEOPLE.slice(0, view.panels?.length ?? 0),
    game: "dice_boards",
    scene: view,
    events: { from: 0, list: EVENTS },
    log_length: EVENTS.length,
    decision: null,
    question: null,
    waiting: [2],
    answered: [],
    may_undo: false,
    outcome: null,
    ...rest,
  };
}

let codes = 100;
/** How a planet die falls; two faces of six are not good for anybody. */
const ODDS: Odds = {
  summary: { key: "odds.win", words: { times: 4, of: 6 } },
  rule: "DB-3.2",
  chances: [
    ["coin", 2, true],
    ["crown", 2, true],
    ["stairs", 1, false],
    ["moon", 1, false],
  ].map(([face, times, good]) => ({ label: term(String(face)), face: glyph(String(face)), times: Number(times), of: 6, good: Boolean(good) })),
};

const target = (action: string, words: Record<string, { term: string } | { seat: number }> = {}, mode = ""): Target => ({
  code: codes++,
  label: { key: `action.${action}`, words },
  help: { key: `action_help.${action}` },
  ...(mode ? { mode } : {}),
});

const side = (name: string, seatIndex: number, value: number, parts: [string, number][]) => ({
  label: { key: `label.${name}` },
  value,
  seat: seatIndex,
  parts: parts.map(([word, power], place) => ({
    name: word,
    label: term(word),
    value: power,
    glyph: glyph(word),
    parts: [word === "stairs" ? `white_die-${seatIndex}:colony2` : `red_die-${seatIndex}:weapon${place + 1}`],
  })),
});

function spoils(): FrameMessage {
  const invade = (name: string, shown: string): [string, Target[]] => [name, [{ ...target("invasion", { face: face(shown) }, "invasion"), odds: ODDS }]];
  const destroy = (name: string, shown: string): [string, Target[]] => [name, [target("destruction", { face: face(shown) }, "destruction")]];
  const targets = Object.fromEntries([
    invade("0:colony1", "coin"),
    invade("0:colony2", "stairs"),
    destroy("0:weapon1", "arrow"),
    destroy("0:weapon2", "wall"),
    destroy("0:weapon3", "wheel"),
  ]);
  const buttons = [target("pressure"), target("decline")];
  const seats = SEATS.map((one, index) => ({ ...one, state: index === 2 ? ["turn", "attacker"] : index === 0 ? ["defender"] : [] }));
  const view = scene(seats, 2, { targets, why: { "1:weapon1": "not_his_weapon", "3:weapon1": "not_his_weapon" } }, {
    buttons,
    duels: [{
      sides: [side("attack", 2, 5, [["tower", 2], ["gate", 3]]), side("defense", 0, 4, [["arrow", 1], ["wall", 2], ["stairs", 1]])],
      sign: ">",
      verdict: { key: "event.attack_won", words: { seat: seat(2), defender: seat(0) } },
      rule: "DB-5.3",
    }],
  });
  return frame(1, view, { decision: decision("spoils", "DB-5.4", 1, [...Object.values(targets).flat(), ...buttons]), may_undo: false, clock: { limit: 90, left: { "2": 41_000 } }, watchers: 2 });
}

function manage(): FrameMessage {
  const pick = (shown: string) => [target("manage_pick", { face: face(shown) }, "manage")];
  const targets = { "2:home": pick("animal"), "2:colony1": pick("crown"), "2:colony2": pick("coin") };
  const seats = SEATS.map((one, index) =>
    index === 2 ? { ...one, state: ["turn"], colonies: ["crown", "coin", "coin"], pips: [1, 1, 1, 1, 0] } : one,
  );
  const view = scene(seats, 1, { targets, fresh: ["2:colony3"], why: { "2:colony3": "fresh_die" } });
  return frame(2, view, {
    decision: decision("manage", "DB-4.1", 2, Object.values(targets).flat(), { many: true, ordered: false, done: true, done_label: { key: "action.manage_done" } }),
    may_undo: true,
  });
}

function action(): FrameMessage {
  const panels: Record<number, Target[]> = {};
  for (const index of [0, 1, 3]) {
    panels[index] = [target("conquer", { defender: seat(index) }, "conquer"), target("council", { candidate: seat(index) }, "council")];
  }
  const buttons = [target("pass")];
  const seats = SEATS.map((one, index) => (index === 2 ? { ...one, state: ["turn"] } : one));
  return frame(3, scene(seats, 2, { panels }, { buttons }), {
    decision: decision("action", "DB-5.0", 3, [...Object.values(panels).flat(), ...buttons]),
    may_undo: true,
  });
}

function vote(): FrameMessage {
  const buttons = [target("yes"), target("no")];
  const seats = SEATS.map((one, index) => ({ ...one, state: index === 0 ? ["turn"] : index === 1 ? ["candidate"] : [] }));
  const view = scene(seats, 2, {}, {
    buttons,
    active: 0,
    duels: [{
      sides: [{ label: { key: "label.yes" }, value: 1 }, { label: { key: "label.no" }, value: 2 }],
      sign: ":",
      verdict: { key: "event.motion", words: { seat: seat(0), candidate: seat(1) } },
      rule: "DB-5.6",
    }],
  });
  return frame(4, view, { decision: decision("vote", "DB-5.7", 4, buttons), waiting: [2, 3], answered: [0, 1] });
}

function waiting(): FrameMessage {
  const seats = SEATS.map((one, index) => ({ ...one, state: index === 3 ? ["turn"] : [] }));
  return frame(5, scene(seats, 0, {}, { active: 3 }), {
    question: { key: "prompt_waiting.build", words: { seat: seat(3), points: 1 } },
    waiting: [3],
    clock: { limit: 90, left: { "3": 8_000 } },
  });
}

function over(): FrameMessage {
  const seats = SEATS.map((one, index) => (index === 2 ? { ...one, pips: [1, 1, 1, 1, 1], colonies: ["crown", "coin", "coin", "crown"] } : one));
  return frame(6, scene(seats, -1, {}), {
    waiting: [],
    events: { from: 0, list: [...EVENTS, { key: "won", rule: "DB-6.1", with: { seat: seat(2) } }] },
    log_length: EVENTS.length + 1,
    outcome: { result: "win", winners: [2], ranks: [2, 3, 1, 3], why: { key: "event.won", words: { seat: seat(2) } } },
  });
}

function six(): FrameMessage {
  const seats = [...SEATS, { ...SEATS[0]!, animal: "moles", home: "animal" }, { ...SEATS[1]!, animal: "larks" }];
  const races = ["hares", "moles", "wrens", "foxes", "larks", "otters"].map((animal) => target("choose_animal", { animal: { term: `animal.${animal}` } }));
  return frame(7, scene(seats, -1, {}, { buttons: races, steps: [] }), { decision: decision("choose_animal", "DB-1.4", 7, races) });
}

/** One screen for two: the seats of Tomas and Ling are both "you". */
function shared(): FrameMessage {
  const made = spoils();
  return { ...made, seats: made.seats.map((one) => (one.seat === 0 ? { ...one, kind: "you" } : one)) };
}

const written = { spoils: spoils(), manage: manage(), action: action(), vote: vote(), waiting: waiting(), over: over(), six: six(), shared: shared() };

export const MOMENTS: Record<string, FrameMessage> = written;
