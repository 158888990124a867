/** The words of a table in the reader's language: those of the program and of its game, with the names of who sits there, and the rules. */
import { eventPhrase, first, inOneBreath, inRow, modeName, parts, say, seatName, type Catalogue, type Part } from "./phrases";
import type { GameEvent, RuleText, SeatInfo } from "./protocol";
import type { Phrase, Suit, Target } from "./scene";
import { Refused, type Server } from "./server";

/** Of more events than these the last are read aloud. */
const MAX_SPOKEN = 4;

export abstract class Words {
  texts = $state.raw<Catalogue>({});
  language = $state("");
  /** The rule that is read now. */
  rule = $state.raw<RuleText | null>(null);
  abstract readonly seats: readonly SeatInfo[];
  /** The seats as sentences name them: by what they are in the game, with who sits there. */
  abstract readonly called: readonly SeatInfo[];
  abstract readonly server: Server;

  word(...keys: string[]): string {
    return first(this.texts, ...keys);
  }

  /** A word of the program with its holes filled. */
  fill(key: string, words: Record<string, string | number>): string {
    return say(this.texts, this.called, { key, words });
  }

  /** What is said in a row, with the comma of the language between; what is empty is left out. */
  list(said: readonly (string | false | undefined)[]): string {
    return inRow(said.filter((one): one is string => !!one), this.texts["ui.comma"] ?? ", ");
  }

  say(phrase: Phrase | null | undefined): string {
    return say(this.texts, this.called, phrase);
  }

  parts(phrase: Phrase): Part[] {
    return parts(this.texts, this.called, phrase);
  }

  name(seat: number): string {
    return seatName(this.texts, this.seats, seat);
  }

  /** What sentences call a seat. */
  callName(seat: number): string {
    return seatName(this.texts, this.called, seat);
  }

  modeName(mode: string, target: Target): string {
    return modeName(this.texts, this.called, mode, target.label);
  }

  /** The number of a round, or of what a game has in its place; with `rounds` also how many there are. */
  round(round: number, rounds?: number): string {
    const [own, shared] = rounds === undefined ? ["game.round", "ui.round"] : ["game.round_of", "ui.replay.round"];
    return this.fill(own in this.texts ? own : shared, { round, rounds: rounds ?? 0 });
  }

  /** The letters of a suit, or the sign that the reader's script has for it. */
  suit(suit: Suit | null | undefined): string {
    return suit ? (this.texts[`suit.${suit.letters}`] ?? suit.letters) : "";
  }

  /** A help text, or nothing where a game has not written one. */
  help(phrase: Phrase | null | undefined): string {
    return phrase && phrase.key in this.texts ? this.say(phrase) : "";
  }

  /** What a kind of reaction window is called: in words of its own, else as it asks, without what it asks about. */
  windowName(kind: string): string {
    return this.texts[`window.${kind}`] ?? (this.texts[`prompt.${kind}`] ?? kind).replace(/\{\w+\}/g, "…");
  }

  /** What happened, to be read aloud in one breath. */
  told(events: readonly GameEvent[]): string {
    const left = events.length - MAX_SPOKEN;
    const said = events.slice(-MAX_SPOKEN).map((event) => this.say(eventPhrase(event)));
    return inOneBreath(left > 0 ? [this.fill("ui.more_events", { count: left }), ...said] : said, this.word("ui.full_stop"));
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
}
