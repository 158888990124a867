import { expect, test } from "vitest";

import { betweenSentences, breadth, eventSeat, inOneBreath, inRow, letters, lettersApart, modeName, parts, say, seatName, unbroken, unrepeated, unbrokenParts, wordwise } from "./phrases";
import type { SeatInfo } from "./protocol";

const seats: SeatInfo[] = [
  { seat: 0, name: "Ling", kind: "you" },
  { seat: 1, name: "", kind: "bot" },
];
const texts = {
  "common.seat": "Seat {number}",
  "common.nobody": "nobody",
  "event.rolled": "{seat} rolls {number}: {face}",
  "face.one": "a one",
  "action.take": "Take: {what}",
  "mode.own": "Own name",
  "why.deep": "Because {reason}",
  "ui.yes": "yes",
};

test("a person's seat keeps its name while a bot plays it", () => {
  const handed: SeatInfo[] = [{ seat: 0, name: "", kind: "bot", person: true }];
  const names = { "ui.bot_number": "Bot {number}", "ui.player_number": "Player {number}" };
  expect([seatName(names, handed, 0), seatName(names, seats, 1)]).toEqual(["Player 1", "Bot 2"]);
});

test("holes are filled with names, numbers, terms and phrases", () => {
  const phrase = { key: "event.rolled", words: { seat: { seat: 0 }, number: 1, face: { term: "face.one" } } };
  expect(say(texts, seats, phrase)).toBe("Ling rolls 1: a one");
  expect(say(texts, seats, { key: "why.deep", words: { reason: phrase } })).toBe("Because Ling rolls 1: a one");
});

test("a seat without a name is called by its number, nobody by a word", () => {
  expect(say(texts, seats, { key: "action.take", words: { what: { seat: 1 } } })).toBe("Take: Seat 2");
  expect(say(texts, seats, { key: "action.take", words: { what: null } })).toBe("Take: nobody");
  expect(say(texts, seats, { key: "action.take", words: { what: true } })).toBe("Take: yes");
});

test("names are parts of their own, so that they can stand out", () => {
  const phrase = { key: "event.rolled", words: { seat: { seat: 0 }, number: -3, face: "?" } };
  expect(parts(texts, seats, phrase)).toEqual([
    { text: "Ling", seat: 0 },
    { text: " rolls " },
    { text: "−3" },
    { text: ": " },
    { text: "?" },
  ]);
});

test("Chinese letters stand apart from numbers and Latin letters that are put between them, and from nothing else", () => {
  const chinese = { "event.ends": "{seat}的回合结束", "event.moves": "到{what}去，失去 {number} 人口" };
  const at = (seat: number, name: string) => say(chinese, [{ seat, name, kind: "you" }], { key: "event.ends", words: { seat: { seat } } });
  expect([at(0, "玩家 1"), at(0, "Ling"), at(0, "林"), at(0, "阿达玛（玩家 1）")]).toEqual(["玩家 1 的回合结束", "Ling 的回合结束", "林的回合结束", "阿达玛（玩家 1）的回合结束"]);
  expect(say(chinese, [], { key: "event.moves", words: { what: "FTL控制室", number: -2 } })).toBe("到 FTL控制室去，失去 −2 人口");
});

test("beside words with a colon of their own there stands a full stop, not another colon", () => {
  const chinese = { attacked: "{what}：{how}", paid: "亚留斯立场：{seat}支付 1", at: "{hour} 开始", attack: "的进攻" };
  const nested = (key: string, how: string) => ({ key, words: { what: { term: "attack" }, how: { key: how, words: { seat: { seat: 0 } } } } });
  expect(say(chinese, seats, nested("attacked", "paid"))).toBe("的进攻。亚留斯立场：Ling 支付 1");
  const english = { attacked: "{what}: {how}", paid: "Arius Field: {seat} pays 1", plain: "done at 8:30", later: "it is over. Next: {seat}", attack: "An attack" };
  expect(["paid", "plain", "later"].map((how) => say(english, seats, nested("attacked", how)))).toEqual(["An attack. Arius Field: Ling pays 1", "An attack: done at 8:30", "An attack: it is over. Next: Ling"]);
  expect(say({ ...english, on: "A on B: Strike", lost: "A fails: 9" }, seats, { key: "attacked", words: { what: { key: "on" }, how: { key: "lost" } } })).toBe("A on B: Strike. A fails: 9");
  expect(say(english, [{ seat: 0, name: "me: you", kind: "you" }], { key: "attacked", words: { what: "Ask", how: { seat: 0 } } })).toBe("Ask: me: you");
  expect(say(english, seats, { key: "attacked", words: { what: "Ling", how: "my plan: attack" } })).toBe("Ling: my plan: attack");
  const clauses = { both: "mine: {own}; theirs: {theirs}", less: "−1" };
  expect(say(clauses, seats, { key: "both", words: { own: { key: "less" }, theirs: { key: "less" } } })).toBe("mine: −1; theirs: −1");
});

test("an unknown key and an unfilled hole stay visible", () => {
  expect(say(texts, seats, { key: "no.such" })).toBe("no.such");
  expect(say(texts, seats, { key: "action.take" })).toBe("Take: {what}");
});

test("a word with braces in it is not filled again", () => {
  expect(say(texts, seats, { key: "action.take", words: { what: "{what}" } })).toBe("Take: {what}");
});

test("an event belongs to the seat called seat, else to the first one named", () => {
  expect(eventSeat({ key: "x", with: { other: { seat: 1 }, seat: { seat: 0 } } })).toBe(0);
  expect(eventSeat({ key: "x", with: { count: 3, candidate: { seat: 1 } } })).toBe(1);
  expect(eventSeat({ key: "x" })).toBe(-1);
});

test("a mode is called by its text, else by what stands before the colon", () => {
  const label = { key: "action.take", words: { what: 3 } };
  expect(modeName(texts, seats, "own", label)).toBe("Own name");
  expect(modeName(texts, seats, "take", label)).toBe("Take");
});

test("letters stand for what nobody has drawn", () => {
  expect(letters("Resource")).toBe("Re");
  expect(letters("资源")).toBe("资");
  expect(letters("")).toBe("");
});

test("letters of things of one kind differ", () => {
  const cards = { "card.priest": "Priest", "card.prince": "Prince", "card.princess": "Princess", "card.baron": "Baron", "suit.prior": "Prior", "card.wang": "王", "card.hou": "王后" };
  const marks = Object.entries(cards).map(([key, label]) => lettersApart(cards, key.replace(".", "-"), label));
  const [priest, prince, princess, baron, prior, wang, hou] = marks;
  expect(new Set([priest, prince, princess, baron]).size).toBe(4);
  expect([priest, prince, princess].every((mark) => /^P.$/.test(mark ?? ""))).toBe(true);
  expect([prior, wang, hou]).toEqual([priest, "王", "王后"]);
  expect(lettersApart(cards, "card-jester", "Jester")).toBe("Je");
});

test("who has no name is called by his number, in the language of the reader", () => {
  const more = { ...texts, "ui.bot_number": "Bot {number}", "ui.player_number": "Player {number}" };
  expect(seatName(more, seats, 1)).toBe("Bot 2");
  expect(seatName(more, [{ seat: 2, name: "", kind: "player" }], 2)).toBe("Player 3");
  expect(seatName(texts, seats, 4)).toBe("Seat 5");
});

test("a number stays with its Chinese unit, other spaces may break", () => {
  expect(unbroken("共 5 票，需要 3 票")).toBe("共\u00a05\u00a0票，需要\u00a03\u00a0票");
  expect(unbroken("2 of 5 votes")).toBe("2 of 5 votes");
  expect(unbroken("林·“星”·李")).toBe("林\u2060·“星”\u2060·李");
});

test("no line breaks between what a number was and what it is", () => {
  const changes = { dial: "{what} {was} → {now}", odds: "{was}% → {now}%" };
  expect(say(changes, [], { key: "dial", words: { what: "Fuel", was: 6, now: 4 } })).toBe("Fuel 6\u00a0→\u00a04");
  expect(say(changes, [], { key: "dial", words: { what: "Morale", was: 1, now: -2 } })).toBe("Morale 1\u00a0→\u00a0−2");
  expect(say(changes, [], { key: "odds", words: { was: 40, now: 57 } })).toBe("40%\u00a0→\u00a057%");
});

test("a long Chinese clause may break between its words, a short one nowhere, a number nowhere from its unit", () => {
  const shown = (text: string, longest?: number) => wordwise(text, longest).replaceAll("\u200b", "|").replaceAll("\u00a0", "_");
  expect(shown("查看牌堆顶上的一张")).toBe("查看牌堆顶上的一张");
  const long = shown("每个港口同时出发 2 支船队和 1 艘大型运输船");
  expect(long).toMatch(/出发_2_支.*和_1_艘/);
  expect(long).toContain("大型|运输船");
  expect(shown("判定失败，弃掉", 0)).toBe("判定|失败，弃掉");
  expect(shown("Put 2 of the counters on each pile", 0)).toBe("Put 2 of the counters on each pile");
});

test("a Chinese sign is as broad as two letters", () => {
  expect(["abc 1", "攻击 1", ""].map(breadth)).toEqual([5, 6, 0]);
});

test("Chinese sentences follow each other without a space", () => {
  expect(["en", "zh-Hans", "zh-Hant"].map(betweenSentences)).toEqual([" ", "", ""]);
});

test("sentences read aloud end once, in the marks of their language", () => {
  expect(inOneBreath(["Ada: Good luck!", "Bo: hello"], ".")).toBe("Ada: Good luck! Bo: hello.");
  expect(inOneBreath(["Ada: (really?)", "", "Bo: yes."], ".")).toBe("Ada: (really?) Bo: yes.");
  expect(inOneBreath(["林：祝你好运！", "王：谢谢", "李：…"], "。")).toBe("林：祝你好运！王：谢谢。李：…");
});

test("a number in a piece of its own stays with its unit too", () => {
  const pieces = [{ text: "难度 " }, { text: "7" }, { text: " 点：" }, { text: "电脑 2", seat: 1 }, { text: " of 3" }];
  expect(unbrokenParts(pieces)).toEqual([{ text: "难度\u00a0" }, { text: "7" }, { text: "\u00a0点：" }, { text: "电脑\u00a02", seat: 1 }, { text: " of 3" }]);
});

test("what is put together ends a sentence once, and not before a comma", () => {
  const texts = { end: "{what}. {more}.", list: "{what}, {more}", zh: "{what}。{more}；完", ours: "Ours!", it: "It ends.", zit: "完了。", open: "wait…" };
  const said = (key: string, what: string, more: string) => say(texts, [], { key, words: { what: { term: what }, more: { key: more } } });
  expect(said("end", "it", "ours")).toBe("It ends. Ours!");
  expect(said("end", "open", "it")).toBe("wait… It ends.");
  expect(said("list", "it", "it")).toBe("It ends, It ends.");
  expect(said("zh", "zit", "zit")).toBe("完了。完了；完");
  expect(inRow(["It ends.", "Ours!", "more"], ", ")).toBe("It ends, Ours!, more");
});

test("what a later label says too is not said before it", () => {
  expect(unrepeated(["移动", "移动 4″"])).toEqual(["移动 4″"]);
  expect(unrepeated(["Charge", "Seamus", "Charge 4″"])).toEqual(["Seamus", "Charge 4″"]);
  expect(unrepeated(["Walk", "Seamus"])).toEqual(["Walk", "Seamus"]);
});
