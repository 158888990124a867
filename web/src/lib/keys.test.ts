// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";

import { passing } from "./answers";
import { keys, KEYS } from "./keys";
import type { Table } from "./table.svelte";
import type { Offer } from "./targets";

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const offer = (code: number, key: string, ...places: string[]): Offer => ({ target: { code, label: { key } }, places });

test("code 0 passes, else the one button called so", () => {
  expect(passing([offer(4, "action.pass"), offer(0, "action.no")])?.target.code).toBe(0);
  expect(passing([offer(4, "action.build"), offer(5, "action.end")])?.target.code).toBe(5);
  expect(passing([offer(6, "action.manage_none")])?.target.code).toBe(6);
  for (const key of ["later", "end_turn", "study_draw_pass", "nothing", "no_trigger"]) expect(passing([offer(4, "action.build"), offer(5, `action.${key}`)])?.target.code, key).toBe(5);
  for (const key of ["end_point", "pass_token", "notice"]) expect(passing([offer(4, "action.build"), offer(5, `action.${key}`)]), key).toBeUndefined();
});

test("two ways to stop are a choice, and a piece on the board is no pass", () => {
  expect(passing([offer(4, "action.pass"), offer(5, "action.end")])).toBeUndefined();
  expect(passing([offer(4, "action.pass", "piece:a")])).toBeUndefined();
  expect(passing([offer(4, "action.spend")])).toBeUndefined();
});

test("every key is explained once", () => {
  const names = KEYS.map((one) => one.name);
  expect(new Set(names).size).toBe(names.length);
});

test("cards laid over the table are chosen from before what they hide", () => {
  vi.spyOn(HTMLElement.prototype, "offsetParent", "get").mockReturnValue(document.body);
  document.body.innerHTML = `<div id="board"><button data-place="piece:a" class="legal">a</button></div>
    <div class="prompt"><div class="shelf"><button data-option>one</button><button data-option>two</button></div></div>`;
  const press = (key: string): string => {
    keys(new KeyboardEvent("keydown", { key, cancelable: true }), { covered: false, behind: 0 } as Table);
    return document.activeElement?.textContent ?? "";
  };
  expect([press("n"), press("n"), press("n"), press("N")]).toEqual(["one", "two", "one", "two"]);
  document.querySelector(".shelf")!.remove();
  expect(press("n")).toBe("a");
});

test("what harms who chooses it is not led to before what calls, and is where nothing does", () => {
  vi.spyOn(HTMLElement.prototype, "offsetParent", "get").mockReturnValue(document.body);
  document.body.innerHTML = `<div id="board"><button data-place="piece:a" class="other">a</button><button data-place="piece:b" class="legal">b</button>
    <button data-place="piece:c" class="picked">c</button></div>`;
  const press = (): string => {
    keys(new KeyboardEvent("keydown", { key: "n", cancelable: true }), { covered: false, behind: 0 } as Table);
    return document.activeElement?.textContent ?? "";
  };
  expect([press(), press(), press()]).toEqual(["b", "c", "b"]);
  document.querySelector(".legal")!.className = "other";
  expect([press(), press(), press()]).toEqual(["c", "a", "b"]);
});

test("the keys + − 0 V move the window on a map; where something declines, the 0 does that", () => {
  vi.spyOn(HTMLElement.prototype, "offsetParent", "get").mockReturnValue(document.body);
  const [camera, turn] = [{ fit: vi.fn(), closer: vi.fn(), out: vi.fn() }, vi.fn()];
  const declined = vi.fn();
  const press = (key: string, sight: object | null = { camera, turn }, all: Offer[] = []): boolean => {
    const event = new KeyboardEvent("keydown", { key, cancelable: true });
    keys(event, { covered: false, behind: 0, sight, offers: { all }, choosing: { press: declined } } as unknown as Table);
    return event.defaultPrevented;
  };
  expect(["+", "-", "0", "v", "V"].map((key) => press(key))).toEqual([true, true, true, true, true]);
  expect([camera.closer, camera.out, camera.fit, turn].map((act) => act.mock.calls.length)).toEqual([1, 1, 1, 2]);
  expect(press("0", { camera, turn }, [offer(0, "action.pass"), offer(4, "action.play")])).toBe(true);
  expect([camera.fit, declined].map((act) => act.mock.calls.length)).toEqual([1, 1]);
  expect(press("0", null)).toBe(false);
});

test("a digit takes Enter from a button beside the answers that was pressed before", () => {
  vi.spyOn(HTMLElement.prototype, "offsetParent", "get").mockReturnValue(document.body);
  document.body.innerHTML = `<section id="question" class="question" tabindex="-1"><button class="more">Read on</button>
    <button data-option>one</button></section><button id="log">log</button>`;
  const table = { covered: false, behind: 0, choosing: { inRow: false }, offers: { all: [] } } as unknown as Table;
  const press = (key: string) => keys(new KeyboardEvent("keydown", { key, cancelable: true }), table);
  for (const beside of [".more", "#log"]) {
    document.querySelector<HTMLElement>(beside)!.focus();
    press("1");
    expect(document.activeElement?.id).toBe("question");
  }
  const option = document.querySelector<HTMLElement>("[data-option]")!;
  option.focus();
  press("1");
  expect(document.activeElement).toBe(option);
});

test("Enter does what is marked also where the one more of a row was pressed before", () => {
  vi.spyOn(HTMLElement.prototype, "offsetParent", "get").mockReturnValue(document.body);
  document.body.innerHTML = `<section id="question" class="question"><span class="stepper"><button id="more">+</button></span>
    <button id="undo">Undo</button><button data-primary>Confirm</button></section>`;
  const given = vi.fn();
  document.querySelector<HTMLElement>("[data-primary]")!.onclick = given;
  const press = (id: string) => {
    document.getElementById(id)!.focus();
    keys(new KeyboardEvent("keydown", { key: "Enter", cancelable: true }), { covered: false, behind: 0 } as unknown as Table);
  };
  press("undo");
  expect(given).not.toHaveBeenCalled();
  press("more");
  expect(given).toHaveBeenCalledOnce();
});

test("a digit gives the answer that shows it, in whatever order answers are offered", () => {
  vi.spyOn(HTMLElement.prototype, "offsetParent", "get").mockReturnValue(document.body);
  const [pressed, activate] = [vi.fn(), vi.fn(() => true)];
  const all = ["low", "high", "held"].map((id, code) => ({ target: { code }, places: [`piece:${id}`] }));
  const press = (html: string, key: string) => {
    document.body.innerHTML = `<section id="question" class="question">${html}</section>`;
    for (const node of document.querySelectorAll("button")) node.onclick = () => pressed(node.id);
    keys(new KeyboardEvent("keydown", { key, cancelable: true }), { covered: false, behind: 0, choosing: { inRow: true, activate }, offers: { all } } as unknown as Table);
  };
  // Highest first, as cards to cheat with stand; they are offered as they lie in the hand.
  const rows = `<button data-option id="high"><kbd>1</kbd></button><button data-option id="low"><kbd>2</kbd></button>`;
  press(rows, "1");
  press(rows, "2");
  expect(pressed.mock.calls).toEqual([["high"], ["low"]]);
  expect(activate).not.toHaveBeenCalled();
  press(rows, "3");
  expect(activate).toHaveBeenLastCalledWith("piece:held");
  press("", "1");
  expect(activate).toHaveBeenLastCalledWith("piece:low");
});
