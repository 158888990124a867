/** Phrases become sentences: a text of the catalogue with its holes filled. */
import type { GameEvent, SeatInfo } from "./protocol";
import type { Panel, Phrase, Word } from "./scene";

export type Catalogue = Readonly<Record<string, string>>;

/** A piece of a sentence: plain words, a seat's name, or a term that may have a picture. */
export interface Part {
  text: string;
  seat?: number;
  term?: string;
}

const HOLE = /\{(\w+)\}/g;
const MINUS = "−";

export function seatName(texts: Catalogue, seats: readonly SeatInfo[], seat: number): string {
  const row = seats.find((one) => one.seat === seat);
  if (row?.name) return row.name;
  const key = !row || row.kind === "open" ? "common.seat" : row.kind === "bot" && !row.person ? "ui.bot_number" : "ui.player_number";
  return (texts[key] ?? texts["common.seat"] ?? "{number}").replace("{number}", String(seat + 1));
}

/** The seats as sentences name them: by what they are in the game, where it gives them a title, with the player's name. */
export function calledBy(texts: Catalogue, seats: readonly SeatInfo[], panels: readonly Panel[]): SeatInfo[] {
  return seats.map((row) => {
    const title = say(texts, seats, panels.find((panel) => panel.seat === row.seat)?.title);
    if (!title) return row;
    const name = (texts["ui.called"] ?? "{title} ({name})").replace("{title}", title).replace("{name}", seatName(texts, seats, row.seat));
    return { ...row, name };
  });
}

export function number(value: number): string {
  return value < 0 ? MINUS + String(-value) : String(value);
}

/** The first text that there is, else the last key. */
export function first(texts: Catalogue, ...keys: string[]): string {
  for (const key of keys) {
    const text = texts[key];
    if (text !== undefined) return text;
  }
  return keys.at(-1) ?? "";
}

function wordParts(texts: Catalogue, seats: readonly SeatInfo[], word: Word): Part[] {
  if (word === null) return [{ text: first(texts, "common.nobody") }];
  if (typeof word === "number") return [{ text: number(word) }];
  if (typeof word === "boolean") return [{ text: first(texts, word ? "label.yes" : "label.no", word ? "ui.yes" : "ui.no") }];
  if (typeof word === "string") return [{ text: word }];
  if ("seat" in word) return [{ text: seatName(texts, seats, word.seat), seat: word.seat }];
  if ("term" in word) return [{ text: first(texts, word.term), term: word.term }];
  const inner = parts(texts, seats, word);
  return inner.length === 1 && inner[0] ? [{ term: word.key, ...inner[0] }] : inner;
}

/** Chinese letters do not touch Latin ones or numbers: where a word is put between them there is a space. */
const TOUCH = /[㐀-鿿][A-Za-z\d+−]|[A-Za-z\d%][㐀-鿿]/u;

function apart(pieces: Part[]): Part[] {
  return stopped(pieces).map((piece, at, all) => {
    const before = all[at - 1]?.text.at(-1) ?? "";
    return TOUCH.test(before + piece.text.slice(0, 1)) ? { ...piece, text: ` ${piece.text}` } : piece;
  });
}

const ENDED = /[.!?…。！？][\s"'”’」』)）]*$/u;
const STOP = /^[.。](?!\.\.)/u;
const LAST_STOP = /(?<![.。…])[.。]$/u;
const GOES_ON = /^[,;:，；：、]/u;

/** What is put together has no two stops on end: no full stop follows another mark that ends it, and none stands before a comma. */
function stopped(pieces: readonly Part[]): Part[] {
  const found = pieces.filter(({ text }) => text);
  return found.map((piece, at) => {
    const [before, after] = [found[at - 1]?.text ?? "", found[at + 1]?.text ?? ""];
    const text = STOP.test(piece.text) && ENDED.test(before) ? piece.text.slice(1) : piece.text;
    return { ...piece, text: GOES_ON.test(after) ? text.replace(LAST_STOP, "") : text };
  });
}

/** What is said in a row, with something between. */
export const inRow = (said: readonly string[], between: string): string => stopped(said.flatMap((text, at) => [{ text: at ? between : "" }, { text }])).map(({ text }) => text).join("");

/** Labels of which none only begins what a later one says: of "Move" and "Move 4″" the second. */
export const unrepeated = (said: readonly string[]): string[] => said.filter((one, at) => !said.slice(at + 1).some((other) => other.startsWith(one)));

/** Words that begin with a colon in their clause, or end with a second one. */
const BEGINS = /^[^.;!?。；！？]*[:：](?!\d)/u;
const ENDS = /[:：](?!\d)[^.;!?。；！？]*[:：] ?$/u;
const COLON = /: $|：$/u;
const isSaid = (word: Word | undefined) => !!word && typeof word === "object" && !("seat" in word);
const joined = (pieces: readonly Part[]) => pieces.map(({ text }) => text).join("");

/** Between words of which one has a colon there stands a full stop, not another colon. */
function ended(found: readonly Part[], after: readonly Part[]): void {
  const colon = found.at(-1);
  if (colon && (BEGINS.test(joined(after)) || ENDS.test(joined(found)))) colon.text = colon.text.replace(COLON, (sign) => (sign === "：" ? "。" : ". "));
}

/** The pieces of a phrase. An unknown key is shown as it is, so that tests and people find it. */
export function parts(texts: Catalogue, seats: readonly SeatInfo[], phrase: Phrase): Part[] {
  const text = texts[phrase.key] ?? phrase.key;
  const words = phrase.words ?? {};
  const found: Part[] = [];
  let end = 0;
  for (const hole of text.matchAll(HOLE)) {
    const name = hole[1] ?? "";
    if (!(name in words)) continue;
    if (hole.index > end) found.push({ text: text.slice(end, hole.index) });
    const filled = wordParts(texts, seats, words[name] ?? null);
    if (hole.index > end && isSaid(words[name])) ended(found, filled);
    found.push(...filled);
    end = hole.index + hole[0].length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return apart(found);
}

export function say(texts: Catalogue, seats: readonly SeatInfo[], phrase: Phrase | null | undefined): string {
  if (!phrase) return "";
  return arrowed(
    parts(texts, seats, phrase)
      .map((part) => part.text)
      .join(""),
  );
}

/** No line breaks between what a number was and what it is. */
const arrowed = (text: string): string => text.replace(/(?<=[\d%″]) → (?=[\d−])/g, "\u00a0→\u00a0");

const WIDE_END = /[。！？」』）]$/u;

/** Sentences to be read aloud one after another: each with an end of its own, none with two. */
export function inOneBreath(sentences: readonly string[], stop: string): string {
  return sentences
    .map((sentence) => sentence.trim())
    .filter(Boolean)
    .map((sentence) => (ENDED.test(sentence) ? sentence : sentence + stop))
    .reduce((all, sentence) => all + (all && !WIDE_END.test(all) ? " " : "") + sentence, "");
}

export function eventPhrase(event: GameEvent): Phrase {
  return { key: `event.${event.key}`, words: event.with ?? {} };
}

/** Whose event it is: the seat called `seat`, else the first seat named. */
export function eventSeat(event: GameEvent): number {
  const words = event.with ?? {};
  for (const word of [words["seat"], ...Object.values(words)]) {
    if (word && typeof word === "object" && "seat" in word) return word.seat;
  }
  return -1;
}

/** How many Latin letters are about as wide as a text: a Chinese sign is twice as wide. */
export const breadth = (text: string): number => text.length + (text.match(/[㐀-鿿]/g)?.length ?? 0);

/** Two letters (or one Chinese sign) that stand for a symbol which nobody has drawn. */
export function letters(text: string): string {
  const signs = Array.from(text.trim());
  const start = signs[0] ?? "";
  return /[㐀-鿿]/.test(start) ? start : signs.slice(0, 2).join("");
}

/** Letters for a thing that nobody has drawn, which no other of its kind has: kinds are named beside each other in the texts. */
export function lettersApart(texts: Catalogue, face: string, label: string): string {
  const kind = face.replace(/-.*/, ".");
  const taken: string[] = [];
  for (const [key, name] of Object.entries(texts)) {
    if (!key.startsWith(kind)) continue;
    const [start = "", ...rest] = Array.from(name.replace(/\s/g, ""));
    const own = [letters(name), ...rest.map((sign) => start + sign)].find((one) => !taken.includes(one)) ?? letters(name);
    if (name === label) return own;
    taken.push(own);
  }
  return letters(label);
}

/** The short name of a mode: its own text, else what stands before the colon of its first target. */
export function modeName(texts: Catalogue, seats: readonly SeatInfo[], mode: string, label: Phrase): string {
  const own = texts[`mode.${mode}`];
  if (own !== undefined) return own;
  return (say(texts, seats, label).split(/[:：]/)[0] ?? mode).trim();
}

/** What stands between two sentences: nothing in Chinese, whose full stop has room of its own. */
export const betweenSentences = (language: string): string => (language.startsWith("zh") ? "" : " ");

/** Chinese lines break between clauses, not between a number and its unit, and the point in a name begins none; no line breaks at an arrow. */
export function unbroken(text: string): string {
  return arrowed(text).replace(/(?<=[㐀-鿿]) (?=[\d+−])|(?<=\d) (?=[㐀-鿿])/g, "\u00a0").replace(/(?<=[㐀-鿿”」])·/g, "\u2060·");
}

const WORDS = new Intl.Segmenter("zh", { granularity: "word" });
const CLAUSES = /[㐀-鿿\d\u00a0+−]+/g;
const ROW = 16;
/** A place between two words at which a line may break. */
const WORD_END = "\u200b";

/**
 * Where a clause of Chinese may break: between its words, if it is longer than a row of a phone, and nowhere else. For
 * what is set with `word-break: keep-all`, which knows no words; `longest` is the number of signs that stay together.
 * A sign alone stays with the word before it, which it mostly belongs to.
 */
export function wordwise(text: string, longest = ROW): string {
  return unbroken(text).replace(CLAUSES, (clause) => {
    if (clause.length <= longest) return clause;
    let words = "";
    for (const { segment } of WORDS.segment(clause)) words += /[㐀-鿿]$/.test(words) && /^[㐀-鿿]{2}/.test(segment) ? WORD_END + segment : segment;
    return words;
  });
}

/** `unbroken` for a phrase in pieces: the number may stand in the next one. */
export function unbrokenParts(pieces: readonly Part[]): Part[] {
  return pieces.map((part, at) => {
    const before = pieces[at - 1]?.text.at(-1) ?? "";
    const after = pieces[at + 1]?.text[0] ?? "";
    const whole = unbroken(before + part.text + after);
    return { ...part, text: whole.slice(before.length, whole.length - after.length) };
  });
}
