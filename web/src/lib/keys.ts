/** The keys of the table. Single letters, digits and signs can be switched off; Enter, Esc and the arrows stay. */
import { agreeing, passing } from "./answers";
import type { Page } from "./pages";
import { settings } from "./settings.svelte";
import type { Table } from "./table.svelte";
import { nearest, type Offer } from "./targets";
import type { Side } from "./view.svelte";

/** So many answers have a digit of their own. */
export const MAX_DIGITS = 9;

/** What the key map tells: the keys, the name of what they do (`ui.does.*`), and whether they can be switched off. */
export const KEYS: readonly { keys: string[]; name: string; single: boolean }[] = [
  { keys: ["Enter"], name: "enter", single: false },
  { keys: ["Space"], name: "space", single: false },
  { keys: ["1", "…", "9"], name: "digits", single: true },
  { keys: ["Backspace"], name: "back", single: false },
  { keys: ["N", "Shift N"], name: "next", single: true },
  { keys: ["arrows"], name: "arrows", single: false },
  { keys: ["Esc"], name: "escape", single: false },
  { keys: ["0", "P"], name: "pass", single: true },
  { keys: ["Y"], name: "agree", single: true },
  { keys: ["U"], name: "undo", single: true },
  { keys: ["?"], name: "why", single: true },
  { keys: ["? ?"], name: "keys", single: true },
  { keys: ["R"], name: "rule", single: true },
  { keys: ["H"], name: "hint", single: true },
  { keys: ["A"], name: "compared", single: true },
  { keys: ["D"], name: "dossier", single: true },
  { keys: ["S"], name: "story", single: true },
  { keys: ["B", "Shift H", "L", "C"], name: "places", single: true },
  { keys: ["[", "]"], name: "history", single: true },
  { keys: ["+", "−", "0"], name: "zoom", single: true },
  { keys: ["V"], name: "views", single: true },
  { keys: ["M", "E"], name: "measure", single: true },
  { keys: ["Alt 1", "…", "6"], name: "seats", single: false },
];

const RINGED = "[data-place].legal, [data-place].picked, [data-place].other";
/** Cards to choose one of, over the table: what lies under them cannot be seen. */
const SHELVED = ".shelf [data-option]";
/** Two question marks within this time are one question: which keys are there? */
const TWICE = 1_500;

const shown = (nodes: Iterable<HTMLElement>) => [...nodes].filter((node) => node.offsetParent !== null);
const find = (selector: string) => shown(document.querySelectorAll<HTMLElement>(selector));

/** What there is to choose from, in the order in which the keys lead through it. */
function choosable(): HTMLElement[] {
  const cards = find(SHELVED);
  return cards.length ? cards : find(RINGED);
}

/** Those that call; what would harm who chooses it, or leads elsewhere than what is chosen, only where nothing does. */
function calling(): HTMLElement[] {
  const all = choosable();
  return all.some((node) => node.matches(".legal")) ? all.filter((node) => !node.matches(".other")) : all;
}

let latest = 0;

/** Acts once it is drawn what a key leads to. A later key comes first: where it leads, the earlier one must not lead away from. */
function soon(act: () => void): void {
  const own = ++latest;
  requestAnimationFrame(() => requestAnimationFrame(() => own === latest && act()));
}

function step(by: number): boolean {
  latest += 1;
  const targets = calling();
  if (!targets.length) return false;
  const at = targets.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? (by > 0 ? 0 : targets.length - 1) : (at + by + targets.length) % targets.length;
  targets[next]?.focus();
  return true;
}

function turn(direction: string): boolean {
  const from = document.activeElement as HTMLElement | null;
  if (from?.closest(".below")) return false;
  if (!from?.matches(`[data-place], ${SHELVED}`)) return step(1);
  const targets = choosable();
  const others = (targets.includes(from) ? targets : find("[data-place]")).filter((node) => node !== from);
  const rects = others.map((node) => node.getBoundingClientRect());
  others[nearest(from.getBoundingClientRect(), rects, direction)]?.focus();
  return true;
}

/** What gives an answer or is there to be chosen: Space presses it, Enter what is marked. */
const ANSWERS = ".question :is([data-option], [data-code], .stepper *), #board :is([data-place], .muster [data-code])";

/** Whether Enter belongs to what has the focus: to a link, a menu, a button beside the answers. */
function hasEnter(): boolean {
  const active = document.activeElement;
  return !!active?.matches("button, a, summary") && !active.matches(ANSWERS);
}

/** The focus is on the table, not in a menu or a list beside it. */
function onTable(): boolean {
  const active = document.activeElement;
  return !active || active === document.body || (active.closest("#board, .question") !== null && !active.closest(".below"));
}

function pass(table: Table): boolean {
  const ends = passing(table.offers.all);
  // Of many picks what ends the matter may be the whole answer.
  if (!table.decision?.many) return press(ends, table);
  if (table.row.picked.length) return true;
  if (ends?.target.alone) press(ends, table);
  else table.choosing.finish();
  return true;
}

function press(offer: Offer | undefined, table: Table): boolean {
  if (offer && !table.busy) table.choosing.press(offer);
  return offer !== undefined;
}

/** Presses the answer that shows a digit; where none does, what lies in that place of a row, or the answer in that place. */
function byDigit(key: string, table: Table): boolean {
  const all = find("[data-option]");
  const drawn = all.find((node) => [...node.querySelectorAll("kbd")].some(({ textContent }) => textContent === key));
  const lies = drawn ? undefined : table.choosing.inRow && table.offers.all[Number(key) - 1]?.places[0];
  if (lies) return table.choosing.activate(lies);
  const option = drawn ?? all.filter((node) => !node.querySelector("kbd"))[Number(key) - 1];
  option?.click();
  return option !== undefined;
}

/** Opens a tab of the side panel and goes to the first of some places that is there. */
function toSide(table: Table, side: Side, ...places: string[]): boolean {
  table.view.open(side);
  // The page may still be on its way.
  const seek = (left: number): void => {
    if (left && !document.getElementById(side)) setTimeout(seek, 50, left - 1);
    else (places.map((place) => find(place)[0]).find(Boolean) ?? document.querySelector<HTMLElement>(`#tab-${side}`))?.focus();
  };
  soon(() => seek(60));
  return true;
}

function toTable(table: Table, act: () => void, page: Page = "table"): boolean {
  table.view.back();
  if (table.view.paged) table.view.tab = page;
  soon(act);
  return true;
}

/** One line back or on in the log; the board shows what it is about. */
function history(table: Table, by: number): boolean {
  const { events } = table.log;
  const at = table.lit ? events.indexOf(table.lit) : events.length;
  const next = events[Math.max(0, Math.min(events.length - 1, at + by))];
  if (!next) return false;
  table.view.side = "log";
  table.lit = next;
  soon(() => document.querySelector(`[data-line="${events.indexOf(next)}"]`)?.scrollIntoView({ block: "nearest" }));
  return true;
}

/** To a seat's board; where only one board has room, its mark in the strip shows it. */
function toSeat(table: Table, seat: number): boolean {
  if (!table.seats.some((one) => one.seat === seat)) return false;
  return toTable(table, () => {
    const place = table.frame?.scene.panels?.findIndex((panel) => panel.seat === seat) ?? -1;
    document.querySelectorAll<HTMLElement>(".strip button")[place]?.click();
    soon(() => {
      const board = find(`[data-seat="${seat}"]`)[0];
      const first = board && (shown(board.querySelectorAll<HTMLElement>("[data-place][tabindex='0'], .cover"))[0] ?? board);
      if (first === board) board?.setAttribute("tabindex", "-1");
      first?.focus();
    });
  });
}

let questioned = -TWICE;

/** Whether a question mark is the second of two; a piece answers the first one itself. */
function twice(now: number): boolean {
  const again = now - questioned < TWICE;
  questioned = again ? -TWICE : now;
  return again;
}

function single(key: string, table: Table): boolean {
  if (/^[1-9]$/.test(key)) {
    const chosen = byDigit(key, table);
    // A button beside the answers that was pressed before does not keep Enter from what is chosen.
    if (chosen && hasEnter()) document.getElementById("question")?.focus();
    return chosen;
  }
  switch (key.length === 1 ? key.toLowerCase() : "") {
    case "u":
      void table.undo();
      return true;
    case "p":
      return pass(table);
    case "y":
      return press(agreeing(table.offers.all), table);
    case "n":
      return step(key === "N" ? -1 : 1);
    case "r":
      if (table.decision?.rule) void table.showRule(table.decision.rule);
      return true;
    case "d":
      table.dossiers.toggle();
      return true;
    case "s":
      table.view.story = !table.frame?.spectator;
      return true;
    case "a":
      table.moments.hold();
      return true;
    case "v":
    case "+":
    case "=":
    case "-":
    case "−":
    case "0":
      return look(key, table);
    case "b":
      return toTable(table, () => step(1) || document.getElementById("board")?.focus());
    case "h":
      if (key === "h") {
        void table.hints.ask();
        return true;
      }
      if (!table.view.narrow) table.view.hand = !table.view.holds;
      return toTable(table, () => (table.view.holds || table.view.narrow) && find("#hand [data-place]")[0]?.focus(), "hand");
    case "l":
      return toSide(table, "log", "#log [data-line][tabindex='0']");
    case "c":
      return toSide(table, "chat", "#chat textarea", "#chat .phrase", "#chat .said");
    case "[":
      return history(table, -1);
    case "]":
      return history(table, 1);
    case "?":
    case "？":
      table.view.keyMap = true;
      return true;
    default:
      return false;
  }
}

/** Moves the window on the map. What declines has the key 0; V shows the whole all the same. */
function look(key: string, table: Table): boolean {
  const { sight } = table;
  if (key === "0" && (table.decision?.many ? table.row.done && !table.row.picked.length : passing(table.offers.all))) return pass(table);
  if (!sight) return false;
  if (key === "0") sight.camera.fit();
  else if (key === "+" || key === "=") sight.camera.closer();
  else if (key === "-" || key === "−") sight.camera.out();
  else sight.turn();
  return true;
}

function act(event: KeyboardEvent, table: Table): boolean {
  const { key } = event;
  if (table.behind && (key === "Escape" || (key === "Enter" && !table.coached)) && onTable()) {
    table.skip();
    return true;
  }
  switch (key) {
    case "Enter": {
      const marked = hasEnter() ? undefined : find("[data-primary]")[0];
      marked?.click();
      return marked !== undefined;
    }
    case "Escape":
      if (table.notices.near) table.notices.near = null;
      else if (table.tip) table.tip = null;
      else if (table.moments.told) table.moments.told = "";
      else if (table.hints.hint) table.hints.hint = null;
      else if (table.lit) table.lit = null;
      else if (table.view.drawer) table.view.drawer = false;
      else if (table.view.sheet >= 0) table.view.sheet = -1;
      else if (!table.choosing.stepBack() && !table.choosing.clearPicks() && !table.choosing.firstMode()) {
        if (table.view.narrow) table.view.back();
        document.getElementById("question")?.focus();
      }
      return true;
    case "Backspace":
      if (!table.decision?.many || !table.row.picked.length) return false;
      void table.choosing.takeLast();
      return true;
    case "ArrowLeft":
    case "ArrowRight":
    case "ArrowUp":
    case "ArrowDown":
      return turn(key);
    default:
      return settings.keys && single(key, table);
  }
}

const typing = (target: EventTarget | null) => target instanceof Element && target.closest("input, select, textarea, dialog, [role=menu]") !== null;

/** Carries out a key for the table, unless it belongs to a field, a menu or an open dialog. */
export function keys(event: KeyboardEvent, table: Table): void {
  if (table.covered || event.ctrlKey || event.metaKey || event.defaultPrevented || event.isComposing) return;
  if (typing(event.target)) return;
  const digit = /^Digit([1-6])$/.exec(event.code)?.[1];
  if (event.altKey && !(digit && toSeat(table, Number(digit) - 1))) return;
  if (event.altKey || act(event, table)) event.preventDefault();
}

/** What would answer a question that has only just come does nothing; returns whether it was such a key. */
export function rests(event: KeyboardEvent, table: Table): boolean {
  const { key, target } = event;
  // With Alt a digit leads to a seat, and answers nothing.
  if (!table.rests || event.altKey || typing(target) || !(key === "Enter" || key === " " || key === "Backspace" || /^[0-9py]$/i.test(key))) return false;
  if (target instanceof Element && target !== document.body && !target.closest("#board, #question")) return false;
  event.stopPropagation();
  event.preventDefault();
  return true;
}

/** The second click of two that lay on both sides of an answer is none: it was not meant for what stands there now. */
export function doubled(event: MouseEvent, table: Table): void {
  const ordinal = table.decision?.ordinal ?? 0;
  if (event.detail < 2) clicked = ordinal;
  else if (clicked !== ordinal && event.target instanceof Element && event.target.closest("[data-option], [data-place], [data-primary], .done")) {
    event.stopPropagation();
    event.preventDefault();
  }
}
/** The question at which the first of several clicks fell. */
let clicked = 0;

/** Watches for the second question mark, which pieces do not let through. */
export function questions(event: KeyboardEvent, table: Table): void {
  if (table.covered || !settings.keys || !["?", "？"].includes(event.key) || typing(event.target)) return;
  if (!twice(event.timeStamp)) return;
  event.stopPropagation();
  event.preventDefault();
  table.tip = null;
  table.view.keyMap = true;
}
