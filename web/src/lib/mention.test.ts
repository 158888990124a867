import { expect, test } from "vitest";

import { wordsOf } from "./chat";
import { marked, offered, people, pieces } from "./mention";
import type { SeatInfo } from "./protocol";

const named = [{ seat: 1, name: "Ling" }, { seat: 2, name: "Ling 2" }, { seat: 3, name: "小明" }];

test("others who are people and have not left may be named", () => {
  const seat = (number: number, kind: string, person: boolean) => ({ seat: number, name: `${number}`, kind, person }) as SeatInfo;
  const seats = [seat(0, "you", true), seat(1, "player", true), seat(2, "bot", false), seat(3, "bot", true), seat(4, "left", true), seat(5, "open", false)];
  expect(people(seats, (one) => `#${one}`)).toEqual([{ seat: 1, name: "#1", own: "1" }, { seat: 3, name: "#3", own: "3" }]);
});

test("behind an @ those are offered whose names hold what is typed", () => {
  const names = (text: string, caret = text.length) => offered(text, caret, named).list.map(({ name }) => name);
  expect(names("@")).toEqual(["Ling", "Ling 2", "小明"]);
  expect(names("well @li")).toEqual(["Ling", "Ling 2"]);
  expect(names("@Ling ")).toEqual(["Ling 2"]);
  expect(names("@小")).toEqual(["小明"]);
  expect([names("li"), names("ling@li"), names("@Lingo"), names("@Ling, so")]).toEqual([[], [], [], []]);
  expect(names("@li and more", 3)).toEqual(["Ling", "Ling 2"]);
});

test("a message is sent with a mark for each who is named, the longest name first", () => {
  expect(marked("@Ling 2, see @Ling!", named)).toEqual({ text: "\ufffc, see \ufffc!", mentions: [2, 1] });
  expect(marked("@小明你好", named)).toEqual({ text: "\ufffc你好", mentions: [3] });
  expect(marked("@Lingo or me@here", named)).toEqual({ text: "@Lingo or me@here" });
  expect(marked("@Ling@Ling@Ling@Ling", named)).toEqual({ text: "\ufffc\ufffc\ufffc@Ling", mentions: [1, 1, 1] });
  expect(pieces("\ufffc, see \ufffc!")).toEqual(["", ", see ", "!"]);
});

test("who is called by a character too is named by their own name as well", () => {
  const played = [{ seat: 1, name: "赫洛（小雪）", own: "小雪" }, { seat: 2, name: "Apollo (Ling)", own: "Ling" }, { seat: 3, name: "Player 4", own: "" }];
  const names = (text: string) => offered(text, text.length, played).list.map(({ seat }) => seat);
  expect([names("@小"), names("@赫"), names("@lin"), names("@ling "), names("@")]).toEqual([[1], [1], [2], [], [1, 2, 3]]);
  expect(marked("@小雪 你选谁？", played)).toEqual({ text: "\ufffc 你选谁？", mentions: [1] });
  expect(marked("@赫洛（小雪）和@Ling @ !", played)).toEqual({ text: "\ufffc和\ufffc @ !", mentions: [1, 2] });
});

test("where a message is told in one line it holds the names of today", () => {
  const seats = [{ seat: 0, name: "Anna" }, { seat: 1, name: "Bo" }] as SeatInfo[];
  const message = { number: 1, seat: 0, name: "Anna", text: "\ufffc and \ufffc?", phrase: null, at: 0, mentions: [{ seat: 1, name: "B" }, { seat: -1, name: "" }] };
  expect(wordsOf({}, message, seats)).toBe("@Bo and @…?");
});
