import { expect, test } from "vitest";

import { inSight, type Row } from "./prospects";

const row = (name: string, card = false) => ({ prospect: { label: { key: name }, ...(card ? { piece: { id: name, kind: "card" } } : {}) } }) as unknown as Row;
const names = (rows: Row[]) => rows.map(({ prospect }) => prospect.label?.key);
const [keep, card] = [row("keep"), row("card", true)];

test("beside a panel of rows a lone answer without a card has a button, several have none", () => {
  expect(names(inSight([keep, card], true, false))).toEqual(["card"]);
  const many = ["nothing", "ram", "tome"].map((name) => row(name));
  expect(inSight(many, true, false)).toEqual(many);
  expect(inSight(many.slice(1), true, false)).toEqual(many.slice(1));
});

test("where no rows are shown, as beside the log or on a tablet, all answers without a card have buttons", () => {
  expect(names(inSight([keep, row("ram"), card], false, false))).toEqual(["card"]);
});

test("on a phone the rows stand for all, unless the sheet that holds them is pulled down", () => {
  expect(names(inSight([keep, card], true, true))).toEqual(["keep", "card"]);
  expect(names(inSight([keep, card], false, true))).toEqual(["card"]);
});
