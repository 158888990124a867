/** Moments: events that are staged over the table, one after another. Whatever the player does comes first. */
import { turnedOf } from "./bout";
import { inOneBreath } from "./phrases";
import type { FrameMessage, GameEvent } from "./protocol";
import type { Moment } from "./scene";
import { see, wasSeen } from "./seen";
import { calm, settings } from "./settings.svelte";
import type { Speed } from "./settings.svelte";
import type { Table } from "./table.svelte";

/** Keys are swallowed so long after a moment opened: nobody answers by accident. */
export const DEAF = 250;
/** Part of its length after which each beat begins. */
const BEATS = [0, 0.32, 0.7];
/** What is skipped shows its last beat for so long. */
const LAST = 350;
/** A lane of the viewer's own fight is turned so long after what came before, unless he is quicker. */
export const TURN = 3_000;
/** Part of its length within which all lanes of a fight of others are turned. */
const TURNING = 0.6;
/** How an own fight ended is read for so long. */
const ENDED = 2_000;
/** More never wait: the newest are kept. */
const MAX_WAITING = 3;

const PACE: Record<Speed, number> = { normal: 1, fast: 0.5, off: 1 };

/** A moment on the stage or before it: its event, and the event's number in the log. */
export interface Staged {
  index: number;
  event: GameEvent;
  moment: Moment;
  /** It was called again from the log. */
  again: boolean;
  /** It stands as it ended until it is put away. */
  held?: boolean;
}

/** So long the verdict over a battle is read, whose numbers the desk has had. */
export const VERDICT = 1_200;
/** It is told in the desk, as a part of a battle, check or duel. */
const isPart = ({ affair, moment }: GameEvent): boolean => !!affair && !moment?.compares && !moment?.waits;

/** Milliseconds that the moments of a frame take, one after another. */
export function lengthOf(frame: FrameMessage, speed: Speed): number {
  if (speed === "off") return 0;
  const lengths = frame.events.list.flatMap((event) => (event.moment && !event.moment.waits && !event.moment.quiet && !isPart(event) ? [ends(event) && !turns(event.moment) ? VERDICT : event.moment.length] : []));
  return lengths.slice(-MAX_WAITING).reduce((sum, length) => sum + length, 0) * PACE[speed];
}

/** Whether a moment is a fight whose lanes are turned one by one. */
const turns = ({ duel }: Moment): boolean => !!duel && turnedOf(duel) > 0;

/** Whether it says how a battle, check or duel has ended. */
const ends = ({ affair, moment }: GameEvent): boolean => !!affair && !!moment?.compares;

/** Whether a moment is a viewer's concern: it names him, or nobody. */
export const concerns = ({ moment: { seats, waits } }: Pick<Staged, "moment">, viewer: number): boolean => !seats?.length || seats.includes(viewer) || !!waits;

/** What is still to be shown of what waits: with two or more, only the viewer's own concern, and never many. */
export function thinned<T extends Pick<Staged, "moment">>(waiting: readonly T[], viewer: number): T[] {
  const left = waiting.length < 2 ? waiting : waiting.filter((one) => concerns(one, viewer));
  const rest = left.filter(({ moment }) => !moment.waits).slice(-MAX_WAITING);
  return left.filter((one) => one.moment.waits || rest.includes(one));
}

export class Moments {
  now = $state.raw<Staged | null>(null);
  /** Which of its three beats is shown. */
  beat = $state(0);
  /** So many lanes of a fight are turned. */
  turned = $state(0);
  /** The battle, check or duel that is opened again in the desk. */
  told = $state("");
  /** Somebody wants to look at a fight before the next lane is turned. */
  paused = $state(false);
  /** Something secret lies face up; at a screen that several people share somebody has asked for it. */
  open = $state(false);
  /** Where a match is only watched again, moments come when they are called. */
  silent = false;
  /** Is told what leaves the stage while it still stands there, so that a card can fly from it to its place. */
  leaving: ((staged: Staged) => void) | null = null;
  #queue: Staged[] = [];
  #timers: ReturnType<typeof setTimeout>[] = [];
  #opened = 0;

  constructor(private readonly table: Table) {}

  /** Somebody is to see this before the table goes on. */
  get waits(): boolean {
    return this.now?.moment.waits === true && !this.now.again;
  }

  /** A fight that the desk has, for its cards are turned there. */
  get fight(): Moment | null {
    return this.now && !this.now.again && turns(this.now.moment) && !this.brief ? this.now.moment : null;
  }

  /** A fight is being turned lane by lane. */
  get turning(): boolean {
    return !!this.fight && this.open && this.beat < 2;
  }

  /** Nothing of the table may show how a fight ends, for its cards are still to be turned. */
  get veils(): boolean {
    const to = this.#queue.some(({ event, moment }) => turns(moment) && (!ends(event) || this.#isOwn(moment)));
    return !calm() && (to || this.turning);
  }

  /** What was told of the battle that has been opened again. */
  get affair(): readonly GameEvent[] {
    return this.told ? this.table.heard.events.filter(({ affair }) => affair === this.told) : [];
  }

  /** Only how a battle has ended is told, over the map: what led to it the desk has had. */
  get brief(): boolean {
    return !!this.now && !this.now.again && ends(this.now.event) && !(turns(this.now.moment) && this.own);
  }

  /** What comes next waits: for somebody who is to see this, or who looks at a fight. */
  get holds(): boolean {
    return this.waits || (!!this.now && !this.now.again && (this.paused || (turns(this.now.moment) && this.own)));
  }

  /** It covers what has just happened: what is told of it is read afterwards. */
  get covers(): boolean {
    return this.now !== null && !this.now.again && (!this.fight || this.beat < 2);
  }

  /** Stages what new events bring; from `fresh` on they are new. What came before a page was loaded is past, but for what waits to be seen. */
  take(events: readonly GameEvent[], fresh: number, first: boolean): void {
    const { match } = this.table.boot;
    const { viewer } = this.table;
    this.#keep(events);
    if (this.silent) return;
    const all = events.map((event, index) => ({ index, event, moment: event.moment, again: false })).filter((one): one is Staged => !!one.moment && !isPart(one.event));
    const unseen = first && !this.table.frame?.outcome ? all.filter(({ moment, index }) => moment.waits && !wasSeen(match, viewer, index)).slice(-1) : [];
    const news = first ? unseen : all.filter(({ index }) => index >= fresh);
    const staged = news.filter(({ moment }) => !moment.quiet && !moment.passing && (moment.waits || (settings.speed !== "off" && !document.hidden)));
    for (const { moment, event } of news) if (!first && (moment.passing || settings.speed === "off") && !moment.waits && !moment.quiet) this.#toast(moment, event);
    if (fresh < events.length && !first) this.#hurry();
    this.#queue.push(...staged);
    if (this.now?.held && staged.length) this.end();
    if (!this.now) this.#next();
    // One is on the stage: of what waits behind it some may be too much.
    this.#queue = thinned(this.#queue, viewer);
  }

  /** Shows a moment of the log once more. */
  again(index: number): void {
    const event = this.table.log.events[index];
    if (!event?.moment || this.now) return;
    this.#begin({ index, event, moment: event.moment, again: true });
  }

  /** The number of the last event at which something was compared, as far as it may be read; -1 before there is one. */
  get compared(): number {
    const { events } = this.table.heard;
    for (let index = events.length - 1; index >= 0; index -= 1) if (events[index]?.moment?.compares) return index;
    return -1;
  }

  /** Opens a battle that is over again, or puts it away. A narrow screen shows it over the table, which the log may hide. */
  read(affair: string): void {
    this.told = this.told === affair ? "" : affair;
    if (this.told && this.table.view.narrow) this.table.view.back();
  }

  /** Shows the last comparison as it ended, until it is put away or the next thing happens. */
  hold(): void {
    const index = this.compared;
    const event = this.table.log.events[index];
    if (event?.affair) this.read(event.affair);
    else if (event?.moment && !this.now) this.#begin({ index, event, moment: event.moment, again: true, held: true });
  }

  /** Goes to the last beat; from there the moment leaves. */
  skip(): void {
    const { now } = this;
    if (!now || !this.open) return;
    if (this.beat < 2) {
      this.#clear();
      this.beat = 2;
      this.paused = false;
      this.table.unveil();
      if (!now.moment.waits) this.#timers.push(setTimeout(() => this.end(), LAST));
    } else this.end();
  }

  /** Turns the next lane at once; behind the last one it is told how the fight ended. */
  turn(): void {
    const { now } = this;
    if (!now || !this.turning) return;
    this.#clear();
    this.paused = false;
    if (this.turned < turnedOf(now.moment.duel!)) {
      this.turned += 1;
      this.#turn(now.moment);
    } else {
      this.beat = 2;
      this.table.unveil();
      const pace = PACE[settings.speed];
      this.#timers.push(setTimeout(() => this.end(), (this.own ? ENDED : now.moment.length * (1 - TURNING)) * pace));
    }
  }

  /** Leaves the lanes as they are until somebody turns the next, or lets them go on. */
  pause(on: boolean): void {
    if (!this.now || !this.turning) return;
    this.#clear();
    this.paused = on;
    if (!on) this.#turn(this.now.moment);
  }

  /** Turns up what is secret, at a screen that several people share. */
  show(): void {
    if (!this.now || this.open) return;
    this.open = true;
    this.#run(this.now.moment);
  }

  /** A key while a moment is on the stage: it answers nothing. Returns whether it was for the moment. */
  key(event: KeyboardEvent): boolean {
    // Whoever reads what was before closes that first.
    if (!this.now || this.brief || this.table.view.story) return false;
    const { key, target } = event;
    if (this.fight) {
      const other = target instanceof Element && target.closest("a, button, input, textarea, select, dialog") && !target.closest(".battle");
      if (!this.turning || (key !== " " && key !== "Escape") || (other && key === " ")) return false;
      this.#swallow(event);
      if (event.repeat || performance.now() - this.#opened < DEAF) return true;
      if (key === " ") this.turn();
      else this.skip();
      return true;
    }
    // In a moment that waits the Tab key leads through its own buttons, and they take the keys that press them.
    const inside = target instanceof Element && target.closest(".staged button, dialog") !== null;
    if (key === "Tab" || (inside && (key === "Enter" || key === " "))) return this.now.moment.waits ? true : this.#swallow(event);
    this.#swallow(event);
    if (["Shift", "Control", "Alt", "Meta"].includes(key) || event.repeat || performance.now() - this.#opened < DEAF) return true;
    this.skip();
    return true;
  }

  /** It leaves the stage, and the next one comes. */
  end(): void {
    const { now, table } = this;
    this.#clear();
    if (!now) return;
    if (now.moment.waits) see(table.boot.match, table.viewer, now.index);
    this.leaving?.(now);
    this.now = null;
    this.#next();
    table.unveil();
    if (!this.now) table.goOn();
  }

  stop(): void {
    this.#clear();
    this.#queue = [];
    this.now = null;
  }

  /** What somebody who listens is told: what happens, and what follows. */
  get spoken(): string {
    const { now, table } = this;
    if (!now || !this.open) return "";
    const [, happens, follows] = now.moment.beats;
    const said = [happens?.title, follows && follows.title.key !== happens?.title.key ? follows.title : null, follows?.text].filter((one) => !!one);
    return inOneBreath(said.map((one) => table.say(one)), table.word("ui.full_stop"));
  }

  #swallow(event: KeyboardEvent): true {
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  /** Events that were taken back are shown no more. */
  #keep(events: readonly GameEvent[]): void {
    const there = ({ index, event }: Staged) => events[index]?.key === event.key;
    this.#queue = this.#queue.filter(there);
    if (this.now && !there(this.now)) {
      this.#clear();
      this.now = null;
    }
  }

  /** The next event has come: what is on the stage goes to its end. */
  #hurry(): void {
    if (this.now && !this.now.moment.waits && this.beat < 2 && !this.paused) this.skip();
  }

  #next(): void {
    const next = this.#queue.shift();
    if (next) this.#begin(next);
  }

  #begin(staged: Staged): void {
    this.#clear();
    this.now = staged;
    this.beat = 0;
    this.turned = 0;
    this.paused = false;
    this.open = !staged.moment.private || !this.table.shared;
    this.#opened = performance.now();
    if (staged.held) this.beat = 2;
    else if (this.open) this.#run(staged.moment);
  }

  #run(moment: Moment): void {
    const { brief } = this;
    const { length, waits } = moment;
    const time = (brief ? VERDICT : length) * PACE[settings.speed];
    const still = calm() || brief;
    if (!still && turns(moment)) return this.#turn(moment);
    if (still) this.beat = 2;
    else for (const beat of [1, 2]) this.#timers.push(setTimeout(() => (this.beat = beat), time * BEATS[beat]!));
    if (!waits) this.#timers.push(setTimeout(() => this.end(), time));
  }

  /** Waits until the next lane is turned: the viewer's own ones are read first. */
  #turn(moment: Moment): void {
    this.beat = Math.min(1, this.turned);
    const many = turnedOf(moment.duel!);
    const step = this.own ? TURN : (moment.length * TURNING) / many;
    this.#timers.push(setTimeout(() => this.turn(), (this.turned < many ? step : Math.min(step, LAST)) * PACE[settings.speed]));
  }

  /** The viewer himself is concerned. */
  get own(): boolean {
    return !!this.now && this.#isOwn(this.now.moment);
  }

  #isOwn({ seats }: Moment): boolean {
    const { frame } = this.table;
    return !!frame && !frame.spectator && !!seats?.includes(frame.viewer);
  }

  #toast(moment: Moment, event: GameEvent): void {
    const last = moment.beats.at(-1);
    if (last) this.table.toast("i-play", [last.title, last.text].filter((one) => !!one).map((one) => this.table.say(one)).join(" · "), moment.rule ?? event.rule ?? "");
  }

  #clear(): void {
    this.#timers.forEach((timer) => clearTimeout(timer));
    this.#timers = [];
  }
}
