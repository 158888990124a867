// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";

import { audible, isReadKey, keepRead, phrasesOf, readUpTo, unread, wordsOf } from "./chat";
import type { ChatMessage } from "./protocol";

const message = (number: number, seat: number, text: string, phrase: string | null = null): ChatMessage => ({ number, seat, name: "", text, phrase, at: 0 });
const said = [message(1, 0, "hello"), message(2, 1, "you there"), message(3, 2, "", "ui.say.thanks")];

beforeEach(() => localStorage.clear());

test("a muted seat is neither shown nor counted", () => {
  const heard = audible(said, ({ seat }) => seat === 1);
  expect(heard.map((one) => one.number)).toEqual([1, 3]);
  expect(unread(heard, 0, (seat) => seat === 0)).toBe(1);
});

test("what was read and what oneself said is not unread", () => {
  expect(unread(said, 2, () => false)).toBe(1);
  expect(unread(said, 3, () => false)).toBe(0);
});

test("set phrases are read in one's own language", () => {
  const texts = { "ui.say.thanks": "谢谢", "ui.say.hello": "你好", "ui.undo": "撤销" };
  expect(phrasesOf(texts)).toEqual(["ui.say.thanks", "ui.say.hello"]);
  expect(phrasesOf({ ...texts, "say.little": "我能帮一点" })[0]).toBe("say.little");
  expect(wordsOf(texts, said[2]!)).toBe("谢谢");
  expect(wordsOf(texts, said[0]!)).toBe("hello");
});

test("what was read is kept for each match, spoiled values are nothing", () => {
  keepRead("m", 7);
  expect([readUpTo("m"), readUpTo("n")]).toEqual([7, 0]);
  localStorage.setItem("shapan.read.m", "many");
  expect(readUpTo("m")).toBe(0);
  expect([isReadKey("m", "shapan.read.m"), isReadKey("m", "shapan.theme")]).toEqual([true, false]);
});
