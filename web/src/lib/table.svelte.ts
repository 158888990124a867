/** The state of the table in the browser: the last frame, the log, what is chosen, and what is under way. */
import type { Component, Snippet } from "svelte";
import type { Aiming } from "./aiming.svelte";
import type { Camera } from "./camera.svelte";
import { Choosing } from "./choosing.svelte";
import { Countdown } from "./clock.svelte";
import { opened, toOpen } from "./cover";
import { Cards } from "./cards.svelte";
import { Coaching } from "./coaching.svelte";
import { Tips } from "./tips.svelte";
import { EMPTY, merged, type Log } from "./events";
import { learned, type Faces } from "./faces";
import { FairDice } from "./fair.svelte";
import { Dossiers } from "./dossier.svelte";
import { Ending } from "./ending.svelte";
import { Ghosts } from "./ghosts.svelte";
import { Hints } from "./hint.svelte";
import { Missed } from "./missed.svelte";
import { Moments } from "./moments.svelte";
import { Notices, type Tip } from "./notices.svelte";
import type { Pointed } from "./odds";
import { Pace } from "./pace";
import type { Row } from "./picks";
import { calledBy, say } from "./phrases";
import type { Boot, ChatMessage, Decision, FrameMessage, GameEvent, Ordering, SeatInfo } from "./protocol";
import { QuietPass } from "./quiet";
import { newId, type Server } from "./server";
import { settings, shareLanguage } from "./settings.svelte";
import { Stream, type Link } from "./stream";
import type { Telling } from "./tell";
import { NONE, offersOf, type Offers, type Ring } from "./targets";
import { Talk } from "./talk.svelte";
import { Turns } from "./turns.svelte";
import { View } from "./view.svelte";
import { toOrder, WindowTime } from "./window.svelte";
import { Words } from "./words.svelte";

/** So many milliseconds keys rest after a new question. */
const REST = 250;

export class Table extends Words {
  frame = $state.raw<FrameMessage | null>(null);
  log = $state.raw<Log>(EMPTY);
  /** What was said at the table, in order. */
  chat = $state.raw<readonly ChatMessage[]>([]);
  link = $state<Link>("connecting");
  /** A request is being repeated. */
  late = $state(false);
  /** What of the choices the mouse or the focus is on. */
  pointed = $state.raw<Pointed>({});
  /** The pictures of the terms, as far as they have been seen on this table. */
  faces = $state.raw<Faces>(new Map());
  /** A line of the log whose pieces are shown on the board. */
  lit = $state.raw<GameEvent | null>(null);
  /** The viewer's seat has gone to another device. */
  moved = $state(false);
  /** Places (`piece:<id>`, `zone:<id>`, `panel:<seat>`) that are shown on the board, such as where a better answer lay. */
  ringed = $state.raw<readonly string[]>([]);
  /** Another person is to sit down at this screen: nothing of the table may be seen. */
  covered = $state(false);
  readonly clock = new Countdown();
  readonly windowTime = new WindowTime();
  readonly view = new View();
  readonly talk: Talk;
  readonly choosing: Choosing;
  readonly ghosts: Ghosts;
  readonly coaching: Coaching;
  readonly tips: Tips;
  readonly hints: Hints;
  readonly notices: Notices;
  readonly cards: Cards;
  readonly turns: Turns;
  readonly fair: FairDice;
  readonly moments = new Moments(this);
  readonly missed = new Missed(this);
  readonly dossiers = new Dossiers(this);
  readonly ending = new Ending();
  /** For screen readers: what happened, and what is asked. */
  spoken = $state("");
  /** What has been put together from a list so far, for the desk. */
  taken = $state.raw<Snippet | null>(null);
  /** What is aimed at, how the question tells it, and what is held beside it, where the table is to scale. */
  scale = $state.raw<{ aiming: Aiming; Foot: Component<{ aiming: Aiming; part: "way" | "deeds" }> } | null>(null);
  /** The window on the map, where there is one, and how it goes from one view to the next. */
  sight = $state.raw<{ camera: Camera; turn: () => void } | null>(null);
  /** Something rolls or flies: what is told of it is read when it has landed. */
  landing = $state(false);
  /** The log as far as it may be read now. */
  heard = $derived<Log>(this.landing || this.moments.covers ? { ...this.log, events: this.log.events.slice(0, this.log.fresh) } : this.log);
  #landed: ReturnType<typeof setTimeout> | undefined;
  /** The next frame does not follow from the one that is shown: nothing moves, as where a replay jumps. */
  still = false;
  /** A question has only just come: keys do not answer it yet. */
  rests = $state(false);
  #rested: ReturnType<typeof setTimeout> | undefined;
  /** Frames that have come but are not shown yet. */
  behind = $state(0);

  #stream: Stream;
  #quiet: QuietPass;
  #pace: Pace;
  #ask = 0;
  /** An undo from this page is on its way. */
  #undoes = false;
  /** What has come, and is not shown before the cards of a fight are turned. */
  #due: readonly FrameMessage[] | null = null;
  /** Where the stream goes on: after the last frame that came, shown or not. */
  #received = { after: 0, epoch: 0 };

  seats = $derived<readonly SeatInfo[]>(this.frame?.seats ?? []);
  called = $derived<readonly SeatInfo[]>(calledBy(this.texts, this.seats, this.frame?.scene.panels ?? []));
  decision = $derived<Decision | null>(this.frame?.outcome || this.frame?.frozen ? null : (this.frame?.decision ?? null));
  offers = $derived<Offers>(this.frame ? offersOf(this.frame.scene, this.decision) : NONE);
  asked = $derived(this.decision ? say(this.texts, this.called, this.decision.question) : "");

  constructor(
    readonly boot: Boot,
    readonly server: Server,
  ) {
    super();
    this.talk = new Talk(this);
    this.choosing = new Choosing(this);
    this.ghosts = new Ghosts(this);
    this.coaching = new Coaching(this);
    this.tips = new Tips(this);
    this.hints = new Hints(this);
    this.notices = new Notices(this);
    this.cards = new Cards(server);
    this.turns = new Turns(server, boot.match);
    this.fair = new FairDice(boot.match, server);
    this.#stream = new Stream(server, {
      // Before the match begins seats may have moved meanwhile, and messages with them: all are read again.
      place: () => ({ ...this.#received, chat: this.frame?.seating ? 0 : this.#heard }),
      frame: (message) => this.#receive(message, false),
      chat: (messages) => this.hear(messages),
      link: (link) => (this.link = link),
    });
    this.#quiet = new QuietPass(server, () => void this.refetch());
    this.#pace = new Pace({
      show: (frames) => this.#show(frames),
      shown: () => this.frame,
      speed: () => settings.speed,
      unseen: () => document.hidden,
      held: () => this.coaching.holds || this.moments.holds,
      waiting: (count) => (this.behind = count),
    });
  }

  async open(): Promise<void> {
    document.addEventListener("visibilitychange", this.#hidden);
    void this.#stream.run();
    void this.turns.run();
    await this.setLanguage(this.boot.language);
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#hidden);
    this.#stream.stop();
    this.turns.stop();
    this.#pace.stop();
    this.#quiet.stop();
    this.clock.stop();
    this.windowTime.stop();
    this.moments.stop();
    clearTimeout(this.#rested);
    this.land(0);
  }

  #hidden = (): void => {
    if (document.hidden) this.skip();
  };

  /** Something has begun to move and takes so many milliseconds. */
  land(left: number): void {
    clearTimeout(this.#landed);
    this.landing = left > 0;
    if (this.landing) this.#landed = setTimeout(() => (this.landing = false), left);
  }

  retry(): void {
    this.#stream.again();
  }

  // Words

  async setLanguage(language: string): Promise<void> {
    const asked = ++this.#ask;
    const texts = await this.server.texts(language);
    if (asked !== this.#ask) return;
    this.texts = texts;
    if (this.language) {
      void this.server.rememberLanguage(language);
      shareLanguage(language);
    }
    this.language = language;
    this.tip = null;
    const rule = this.rule?.rule;
    if (rule) void this.showRule(rule);
  }

  // Frames

  /** Shows a frame at once, and with it all that waited. */
  take(message: FrameMessage): void {
    this.#receive(message, true);
  }

  /** A coach has more to say before something is to be answered. */
  get coached(): boolean {
    return this.coaching.explains;
  }

  /** What waited while a coach spoke is shown. */
  goOn(): void {
    this.#pace.resume();
  }

  /** Goes to the newest frame at once. */
  skip(): void {
    this.#pace.skip();
  }

  #receive(message: FrameMessage, now: boolean): void {
    this.#received = { after: message.log_length, epoch: message.epoch };
    this.late = false;
    this.fair.take(message);
    // The time runs from when it is told, however much is still to be shown.
    this.clock.set(message.outcome || message.frozen ? null : message.clock);
    this.windowTime.set(message.outcome || message.frozen ? null : message.window);
    this.#pace.take(this.#quiet.hushed(message), now);
  }

  #show(frames: readonly FrameMessage[]): void {
    const message = frames.at(-1);
    if (!message) return;
    if (this.#due) this.frame = this.#due.at(-1)!;
    this.#due = null;
    const before = this.frame;
    // What others take back may be past what was given here.
    if (before && before.epoch !== message.epoch) {
      this.choosing.given = this.#undoes ? this.choosing.given.slice(0, -1) : [];
      this.#undoes = false;
    }
    const asked = before?.decision?.ordinal;
    const turned = before?.viewer !== message.viewer || (!!before.seating && !message.seating);
    if (before && turned) this.missed.leave(before.viewer);
    let fresh = Infinity;
    for (const one of frames) {
      this.log = merged(this.log, one, before !== null && !turned);
      fresh = Math.min(fresh, this.log.fresh);
    }
    // Who comes back to a shared screen reads on where he stopped.
    if (turned && before) fresh = this.missed.seenBy(message.viewer);
    if (fresh < this.log.fresh) this.log = { ...this.log, fresh };
    if (turned) this.#cover(message);
    const known = before !== null && !turned;
    if (known) this.moments.take(this.log.events, this.log.fresh, false);
    // How a fight ends is seen once its cards are turned.
    if (known && this.moments.veils) {
      this.#due = frames;
      this.frame = { ...before, decision: null, question: null, window: null, waiting: [], answered: [], may_undo: false };
      this.choosing.reset();
      if (this.view.narrow) this.view.go("table");
      return;
    }
    this.#lay(message, frames, asked, turned);
    if (!known) this.moments.take(this.log.events, this.log.fresh, true);
  }

  /** Shows what a fight led to, whose cards have been turned. */
  unveil(): void {
    const frames = this.#due;
    const message = frames?.at(-1);
    if (!frames || !message || this.moments.veils) return;
    this.#due = null;
    this.#lay(message, frames, undefined, false);
  }

  #lay(message: FrameMessage, frames: readonly FrameMessage[], asked: number | undefined, turned: boolean): void {
    const before = this.frame;
    this.frame = message;
    this.faces = learned(this.faces, message.scene);
    this.lit = null;
    this.pointed = {};
    if (this.decision?.ordinal !== asked || turned) {
      if (turned) this.missed.comeBack(message.viewer, message.spectator ? undefined : message.since);
      else if (asked !== undefined) this.missed.answered((frames.find((one) => one.decision?.ordinal !== asked) ?? message).scene);
      this.choosing.reset();
      this.#rest();
      this.coaching.reset();
      this.hints.reset();
      this.notices.about = "";
      this.notices.near = null;
    }
    this.missed.fit();
    const news = this.log.events.slice(this.log.fresh);
    if (before && !turned && news.length) this.spoken = this.told(news);
    this.ending.set(message.outcome !== null, !!message.guide);
    this.#quiet.shown(message);
  }

  /** A key that was meant for the question before does nothing to a new one. */
  #rest(): void {
    clearTimeout(this.#rested);
    this.rests = this.decision !== null;
    if (this.rests) this.#rested = setTimeout(() => (this.rests = false), REST);
  }

  /** Where several people share this screen, the next one takes it before anything is shown. */
  #cover(message: FrameMessage): void {
    const shared = message.seats.filter((seat) => seat.kind === "you").length > 1;
    this.covered = shared && !message.seating && !message.spectator && !opened(this.boot.match);
    this.spoken = "";
    this.tip = null;
    this.talk.draft = "";
    if (this.covered) this.notices.toasts = [];
  }

  /** Whether people take turns at this screen. */
  get shared(): boolean {
    return this.seats.filter((seat) => seat.kind === "you").length > 1;
  }

  /** The person whose turn it is sits before the screen. `open`: from now on nobody has to say so. */
  reveal(open: boolean): void {
    if (open) toOpen(this.boot.match, true);
    this.covered = false;
  }

  get #heard(): number {
    return this.chat.at(-1)?.number ?? 0;
  }

  /** Takes in what was said; a message that comes again, because its seat has moved, replaces what is known of it. */
  hear(messages: readonly ChatMessage[]): void {
    if (!messages.length) return;
    const numbers = new Set(messages.map((message) => message.number));
    this.chat = [...this.chat.filter((message) => !numbers.has(message.number)), ...messages].sort((one, other) => one.number - other.number);
  }

  /** Asks for the frame anew, when what is shown may no longer be so. */
  async refetch(): Promise<void> {
    try {
      this.take(await this.server.frame(this.#received.after, this.#received.epoch));
    } catch {
      this.retry();
    }
  }

  // Choosing

  get row(): Row {
    return this.choosing.row;
  }

  get mode(): string {
    return this.choosing.mode;
  }

  /** An answer to this question is on its way. */
  get busy(): boolean {
    return this.choosing.busy;
  }

  ring(key: string): Ring {
    return this.choosing.ring(key);
  }

  /** Who looks on from here, as the server is to be asked. */
  get viewer(): number {
    return this.frame?.viewer ?? 0;
  }

  get mayUndo(): boolean {
    return this.frame?.may_undo ?? false;
  }

  async undo(): Promise<void> {
    if (!this.mayUndo) {
      this.toast("i-alert", this.word("why_not.no_undo"));
      return;
    }
    try {
      this.#undoes = true;
      await this.server.undo(newId(), this.viewer);
      this.toast("i-undo", this.word("ui.undone"));
    } catch (error) {
      this.notices.refused(error);
    }
  }

  /** Has him asked what the table is about to decline for him. */
  askAfterAll(): void {
    if (this.frame) this.#quiet.ask(this.frame);
  }

  /** Lets a kind of window be passed from now on, or asks for it again. */
  async order(kind: string, pass: boolean): Promise<void> {
    await this.setOrder(toOrder(this.frame?.orders, kind, pass));
  }

  async setOrder(order: Ordering): Promise<void> {
    await this.notices.attempt(() => this.server.order(newId(), order, this.viewer));
  }

  /** Opens the guided match anew. */
  async guideAgain(): Promise<void> {
    await this.notices.attempt(async () => location.assign((await this.server.guide(newId())).url));
  }

  /** Opens the next match of this table, against the stronger bots that the frame offers, or goes to the one that is open. */
  async rematch(stronger = false): Promise<void> {
    await this.notices.attempt(async () => location.assign((await this.server.rematch(newId(), stronger)).url));
  }

  // Notices

  get tip(): Tip | null {
    return this.notices.tip;
  }

  set tip(tip: Tip | null) {
    this.notices.tip = tip;
  }

  toast(icon: string, text: string, rule = ""): void {
    this.notices.toast(icon, text, rule);
  }

  /** Says what something is, beside it. */
  explain(anchor: Element, tell: () => Telling | null): void {
    this.notices.explain(anchor, tell);
  }
}
