/** The state of the table in the browser: the last frame, the log, what is chosen, and what is under way. */
import { Countdown } from "./clock.svelte";
import { opened, toOpen } from "./cover";
import { EMPTY, merged, type Log } from "./events";
import { learned, type Faces } from "./faces";
import type { Pointed } from "./odds";
import { Pace } from "./pace";
import { addable, followed, start, toggled, type Row } from "./picks";
import { eventPhrase, first, modeName, parts, say, seatName, type Catalogue, type Part } from "./phrases";
import type { Boot, ChatMessage, Decision, FrameMessage, GameEvent, Reason, RuleText, SeatInfo } from "./protocol";
import { recap, type Recap } from "./recap";
import type { Phrase, Piece, Target } from "./scene";
import { newId, Refused, type Server } from "./server";
import { settings, shareLanguage } from "./settings.svelte";
import { Stream, type Link } from "./stream";
import { awaited, choices, ofPiece, type Telling } from "./tell";
import { NONE, offersAt, offersOf, place, ringOf, type Offer, type Offers, type Ring } from "./targets";
import { Talk } from "./talk.svelte";
import { View } from "./view.svelte";

export interface Toast {
  id: number;
  icon: string;
  text: string;
  rule: string;
}

/** A tip beside a thing: what it is, or why it cannot be chosen. It is told anew with every frame. */
export interface Tip {
  anchor: Element;
  why: boolean;
  tell: () => Telling | null;
}

const TOAST_TIME = 4_000;
const MOST_TOASTS = 3;
const MOST_SPOKEN = 4;

export class Table {
  texts = $state.raw<Catalogue>({});
  language = $state("");
  frame = $state.raw<FrameMessage | null>(null);
  log = $state.raw<Log>(EMPTY);
  /** What was said at the table, in order. */
  chat = $state.raw<readonly ChatMessage[]>([]);
  link = $state<Link>("connecting");
  /** A request is being repeated. */
  late = $state(false);
  /** An answer is on its way: its decision takes no other. */
  sending = $state(0);
  row = $state.raw<Row>({ picked: [], options: [], done: false, label: null });
  /** A place that offers several answers in one mode, opened by a click. */
  opened = $state("");
  tip = $state.raw<Tip | null>(null);
  rule = $state.raw<RuleText | null>(null);
  toasts = $state.raw<readonly Toast[]>([]);
  /** What of the choices the mouse or the focus is on. */
  pointed = $state.raw<Pointed>({});
  /** The pictures of the terms, as far as they have been seen on this table. */
  faces = $state.raw<Faces>(new Map());
  /** A line of the log whose pieces are shown on the board. */
  lit = $state.raw<GameEvent | null>(null);
  /** Another person is to sit down at this screen: nothing of the table may be seen. */
  covered = $state(false);
  readonly clock = new Countdown();
  readonly view = new View();
  readonly talk: Talk;
  /** For screen readers: what happened, and what is asked. */
  spoken = $state("");
  /** The middle of the table is free, so that a card may lie there. */
  roomy = $state(false);
  /** The next frame does not follow from the one that is shown: nothing moves, as where a replay jumps. */
  still = false;
  /** Frames that have come but are not shown yet. */
  behind = $state(0);

  #mode = $state("");
  #stream: Stream;
  #pace: Pace;
  #toasted = 0;
  #ask = 0;
  /** Where the stream goes on: after the last frame that came, shown or not. */
  #received = { after: 0, epoch: 0 };
  /** Length of the log when the viewer's last answer had taken effect. */
  #since = $state(0);
  /** The decision whose recap was put away. */
  #closed = $state(-1);
  /** How much of the log each viewer of this screen has seen. */
  #told = new Map<number, number>();

  seats = $derived<readonly SeatInfo[]>(this.frame?.seats ?? []);
  decision = $derived<Decision | null>(this.frame?.outcome || this.frame?.frozen ? null : (this.frame?.decision ?? null));
  offers = $derived<Offers>(this.frame ? offersOf(this.frame.scene, this.decision) : NONE);
  asked = $derived(this.decision ? say(this.texts, this.seats, this.decision.question) : "");
  busy = $derived(this.sending > 0 && this.sending === this.decision?.ordinal);
  /** What others did since the viewer's last move; shown when it is his turn to choose again. */
  recap = $derived.by<Recap>(() => {
    const { frame, decision } = this;
    if (!frame || !decision || this.behind || this.#closed === decision.ordinal) return { lines: [], more: 0 };
    return recap(this.log.events, this.#since);
  });

  constructor(
    readonly boot: Boot,
    readonly server: Server,
  ) {
    this.talk = new Talk(this);
    this.#stream = new Stream(server, {
      place: () => ({ ...this.#received, chat: this.#heard }),
      frame: (message) => this.#receive(message, false),
      chat: (messages) => this.hear(messages),
      link: (link) => (this.link = link),
    });
    this.#pace = new Pace({
      show: (frames) => this.#show(frames),
      shown: () => this.frame,
      speed: () => settings.speed,
      unseen: () => document.hidden,
      waiting: (count) => (this.behind = count),
    });
  }

  async open(): Promise<void> {
    document.addEventListener("visibilitychange", this.#hidden);
    void this.#stream.run();
    await this.setLanguage(this.boot.language);
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#hidden);
    this.#stream.stop();
    this.#pace.stop();
    this.clock.stop();
  }

  #hidden = (): void => {
    if (document.hidden) this.skip();
  };

  retry(): void {
    this.#stream.again();
  }

  // Words

  word(...keys: string[]): string {
    return first(this.texts, ...keys);
  }

  /** A word of the program with its holes filled. */
  fill(key: string, words: Record<string, string | number>): string {
    return say(this.texts, this.seats, { key, words });
  }

  say(phrase: Phrase | null | undefined): string {
    return say(this.texts, this.seats, phrase);
  }

  parts(phrase: Phrase): Part[] {
    return parts(this.texts, this.seats, phrase);
  }

  name(seat: number): string {
    return seatName(this.texts, this.seats, seat);
  }

  modeName(mode: string, target: Target): string {
    return modeName(this.texts, this.seats, mode, target.label);
  }

  /** The label of an answer in pieces; where the mode is chosen already, without its name in front. */
  labelParts(target: Target, short: boolean): Part[] {
    const all = this.parts(target.label);
    const first = all[0];
    if (!short || !target.mode || !first || all.length < 2) return all;
    const mode = this.modeName(target.mode, target);
    if (first.seat !== undefined || !first.text.startsWith(mode)) return all;
    const rest = first.text.slice(mode.length).replace(/^[:：\s]+/, "");
    return [{ ...first, text: rest }, ...all.slice(1)].filter((part) => part.text);
  }

  /** A help text, or nothing where a game has not written one. */
  help(phrase: Phrase | null | undefined): string {
    return phrase && phrase.key in this.texts ? this.say(phrase) : "";
  }

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

  /** Goes to the newest frame at once. */
  skip(): void {
    this.#pace.skip();
  }

  #receive(message: FrameMessage, now: boolean): void {
    this.#received = { after: message.log_length, epoch: message.epoch };
    this.late = false;
    // The time runs from when it is told, however much is still to be shown.
    this.clock.set(message.outcome || message.frozen ? null : message.clock);
    this.#pace.take(message, now);
  }

  #show(frames: readonly FrameMessage[]): void {
    const message = frames.at(-1);
    if (!message) return;
    const before = this.frame;
    const asked = before?.decision?.ordinal;
    const turned = before?.viewer !== message.viewer;
    if (before && turned) this.#told.set(before.viewer, this.log.events.length);
    let fresh = Infinity;
    for (const one of frames) {
      this.log = merged(this.log, one, before !== null && !turned);
      fresh = Math.min(fresh, this.log.fresh);
    }
    // Who comes back to a shared screen reads on where he stopped.
    if (turned && before) fresh = Math.min(this.#told.get(message.viewer) ?? Infinity, this.log.events.length);
    if (fresh < this.log.fresh) this.log = { ...this.log, fresh };
    if (turned) this.#cover(message);
    this.frame = message;
    this.faces = learned(this.faces, message.scene);
    this.lit = null;
    this.pointed = {};
    if (this.decision?.ordinal !== asked || turned) {
      if (turned) this.#since = this.#told.get(message.viewer) ?? this.log.events.length;
      else if (asked !== undefined) this.#since = this.log.events.length;
      this.sending = 0;
      this.opened = "";
      this.#mode = "";
      if (this.decision) this.row = start(this.decision);
    }
    this.#since = Math.min(this.#since, this.log.events.length);
    if (before && !turned) this.#speak(this.log.events.slice(this.log.fresh));
  }

  /** Where several people share this screen, the next one takes it before anything is shown. */
  #cover(message: FrameMessage): void {
    const shared = message.seats.filter((seat) => seat.kind === "you").length > 1;
    this.covered = shared && !message.spectator && !opened(this.boot.match);
    this.spoken = "";
    this.tip = null;
    this.talk.draft = "";
    if (this.covered) this.toasts = [];
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

  /** Takes in what was said; what is known already is passed over. */
  hear(messages: readonly ChatMessage[]): void {
    const news = messages.filter((message) => message.number > this.#heard);
    if (news.length) this.chat = [...this.chat, ...news];
  }

  /** Puts the recap away until the next decision. */
  closeRecap(): void {
    this.#closed = this.decision?.ordinal ?? -1;
  }

  #speak(events: readonly GameEvent[]): void {
    if (!events.length) return;
    const left = events.length - MOST_SPOKEN;
    const said = events.slice(-MOST_SPOKEN).map((event) => this.say(eventPhrase(event)));
    this.spoken = (left > 0 ? [this.fill("ui.more_events", { count: left }), ...said] : said).join(". ");
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

  get mode(): string {
    const { modes } = this.offers;
    return modes.some((mode) => mode.name === this.#mode) ? this.#mode : (modes[0]?.name ?? "");
  }

  set mode(mode: string) {
    this.#mode = mode;
    this.opened = "";
  }

  isPicked(offer: Offer): boolean {
    return this.row.picked.includes(offer.target.code);
  }

  isAddable(offer: Offer): boolean {
    return addable(this.row, offer.target.code);
  }

  ring(key: string): Ring {
    if (!this.decision || this.busy) return "";
    if (this.opened === key) return "picked";
    if (!this.decision.many) return ringOf(this.offers, key, this.mode);
    const here = this.offers.byPlace.get(key) ?? [];
    if (here.some((offer) => this.isPicked(offer))) return "picked";
    return here.some((offer) => this.isAddable(offer)) ? "legal" : "";
  }

  /** What a click on a place would do, as labels. */
  doings(key: string): string[] {
    return offersAt(this.offers, key, this.mode).map((offer) => this.say(offer.target.label));
  }

  /**
   * A click on a place: choose it, switch to its mode, or open its answers. A finger opens them even where there is only
   * one: it cannot hover to read what would come of it. Returns whether it did anything.
   */
  activate(key: string, touched = false): boolean {
    const decision = this.decision;
    const all = this.offers.byPlace.get(key);
    if (!decision || !all?.length || this.busy) return false;
    if (decision.many) {
      const offer = all.find((one) => this.isPicked(one)) ?? all.find((one) => this.isAddable(one));
      if (!offer) return false;
      void this.pick(offer.target.code);
      return true;
    }
    const here = offersAt(this.offers, key, this.mode);
    const only = here[0];
    if (!only) this.mode = all[0]?.target.mode ?? "";
    else if (here.length === 1 && !touched) void this.choose(only.target.code);
    else this.opened = this.opened === key ? "" : key;
    return true;
  }

  /** Choose an offer that is a button. */
  press(offer: Offer): void {
    if (this.decision?.many) void this.pick(offer.target.code);
    else void this.choose(offer.target.code);
  }

  choose(code: number): Promise<void> {
    return this.#answer([code]);
  }

  async pick(code: number): Promise<void> {
    const decision = this.decision;
    if (!decision || this.busy) return;
    const picked = toggled(this.row, decision, code);
    if (!picked) return;
    const old = this.row;
    if (!picked.length) {
      this.row = start(decision);
      return;
    }
    this.row = { ...old, picked, done: false };
    const waiting = this.row;
    try {
      const answer = await this.server.picks(decision.ordinal, picked, this.#seat);
      if (this.row === waiting) this.row = followed(picked, answer);
    } catch (error) {
      if (this.row === waiting) this.row = old;
      this.#refused(error);
    }
  }

  clearPicks(): boolean {
    if (!this.decision || !this.row.picked.length) return false;
    this.row = start(this.decision);
    return true;
  }

  finish(): void {
    if (this.decision?.many && this.row.done) void this.#answer(this.row.picked);
  }

  get #seat(): number {
    return this.frame?.viewer ?? 0;
  }

  async #answer(codes: number[]): Promise<void> {
    const decision = this.decision;
    if (!decision || this.busy) return;
    this.sending = decision.ordinal;
    this.tip = null;
    try {
      await this.server.answer(newId(), decision.ordinal, codes, this.#seat);
    } catch (error) {
      if (this.sending === decision.ordinal) this.sending = 0;
      this.#refused(error);
    }
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
      await this.server.undo(newId(), this.#seat);
      this.toast("i-undo", this.word("ui.undone"));
    } catch (error) {
      this.#refused(error);
    }
  }

  /** Opens the next match of this table, or goes to the one that is open. */
  async rematch(): Promise<void> {
    await this.attempt(async () => location.assign((await this.server.rematch(newId())).url));
  }

  /** Does something that the server may refuse, and says so if it does. */
  async attempt(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.reason) this.toast("i-why", this.why(error.reason), error.reason.rule);
      else this.toast("i-alert", this.fill("ui.refused_by_server", { status: error.status }));
    }
  }

  #refused(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    if (error.reason) this.toast("i-why", this.why(error.reason), error.reason.rule);
    else if (error.status === 409) void this.refetch();
    else this.toast("i-alert", this.fill("ui.refused_by_server", { status: error.status }));
  }

  why(reason: Reason): string {
    return this.say({ key: `why_not.${reason.key}`, words: reason.words ?? {} });
  }

  // Tips, rules, toasts

  /** Says what something is, beside it. */
  explain(anchor: Element, tell: () => Telling | null): void {
    if (this.tip?.why && this.tip.anchor === anchor) return;
    this.tip = { anchor, why: false, tell };
  }

  /** Closes the tip of a thing that is pointed at no longer; a reason stays until it is closed. */
  unexplain(anchor: Element): void {
    if (this.tip?.anchor === anchor && !this.tip.why) this.tip = null;
  }

  /** Why a piece cannot be chosen now: its own reason, the server's, or in words what can be chosen instead. */
  async whyNot(anchor: Element, piece: Piece): Promise<void> {
    const { decision } = this;
    if (!decision) {
      this.explain(anchor, () => {
        const told = ofPiece(this, piece);
        return told && { ...told, lines: [...(told.lines ?? []), awaited(this)].filter(Boolean) };
      });
      return;
    }
    const title = () => this.word("ui.not_a_target");
    const offer = this.offers.byPlace.get(place("piece", piece.id))?.[0];
    let reason: Reason | null = null;
    if (!piece.why_not && offer) {
      try {
        reason = await this.server.why(decision.ordinal, offer.target.code, this.#seat);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
      }
      if (this.decision !== decision) return;
    }
    const known = reason?.key ? reason : null;
    this.tip = {
      anchor,
      why: true,
      tell: () => ({
        title: title(),
        text: piece.why_not ? this.say(piece.why_not) : known ? this.why(known) : choices(this),
        rule: (piece.why_not ? piece.rule : known?.rule) || decision.rule,
      }),
    };
  }

  async showRule(rule: string): Promise<void> {
    this.rule = await this.ruleText(rule);
  }

  async ruleText(rule: string): Promise<RuleText> {
    try {
      return await this.server.rule(this.language, rule);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { rule, title: "", text: this.word("ui.no_rule_text") };
    }
  }

  toast(icon: string, text: string, rule = ""): void {
    const id = ++this.#toasted;
    this.toasts = [...this.toasts, { id, icon, text, rule }].slice(-MOST_TOASTS);
    setTimeout(() => (this.toasts = this.toasts.filter((toast) => toast.id !== id)), TOAST_TIME);
  }
}
