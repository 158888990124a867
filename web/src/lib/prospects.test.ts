import { expect, test } from "vitest";

import { inSight, type Row } from "./prospects";

const row = (name: string, card = false) => ({ prospect: { label: { key: name }, ...(card ? { piece: { id: name, kind: "card" } } : {}) } }) as unknown as Row;
const names = (rows: Row[]) => rows.map(({ prospect }) => prospect.label?.key);
const [keep, card] = [row("keep"), row("card", true)];

test("beside a table a lone answer without a card has a button, several have none", () => {
  expect(names(inSight([keep, card], false, false))).toEqual(["card"]);
  const many = ["nothing", "ram", "tome"].map((name) => row(name));
  expect(inSight(many, false, false)).toEqual(many);
  expect(inSight(many.slice(1), false, false)).toEqual(many.slice(1));
});

test("on a phone the rows stand for all, unless the sheet that holds them is pulled down", () => {
  expect(names(inSight([keep, card], true, false))).toEqual(["keep", "card"]);
  expect(names(inSight([keep, card], true, true))).toEqual(["card"]);
});
