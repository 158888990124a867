/** What a person has set in this browser: theme, sound, speed, what is confirmed, single keys, quiet passes, whom he does not want to read. */
export type Theme = "dark" | "light";
/** How fast pieces move: fast takes half the time, off none. */
export type Speed = "normal" | "fast" | "off";

export const SPEEDS: readonly Speed[] = ["normal", "fast", "off"];
/** Which answers are confirmed by a second step: those that cannot be undone, all, or none. */
export type Confirming = "binding" | "always" | "never";
export const CONFIRMS: readonly Confirming[] = ["binding", "always", "never"];
const BEFORE = "shapan.";
const MAX_MUTED = 200;

export function read(name: string): string | null {
  try {
    return localStorage.getItem(BEFORE + name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(BEFORE + name, value);
  } catch {
    // A browser that keeps nothing still does it until the page is closed.
  }
}

/** A list of words that somebody else may have spoiled. */
function words(text: string | null): string[] {
  try {
    const list: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** The page says what it came with, so that the table looks like the page before it: chosen, or what the browser prefers. */
function themeNow(): Theme {
  const open = "themeOpen" in document.documentElement.dataset;
  const kept = read("theme");
  if (!open && (kept === "dark" || kept === "light")) return kept;
  return document.documentElement.dataset["theme"] === "light" ? "light" : "dark";
}

const confirmOf = (text: string | null): Confirming => CONFIRMS.find((one) => one === text) ?? "binding";
const speedOf = (text: string | null): Speed => SPEEDS.find((one) => one === text) ?? "normal";
/** Loud enough to be heard, soft enough for an office. */
const VOLUME = 0.6;

function volumeOf(text: string | null): number {
  const value = Number(text ?? VOLUME);
  return value >= 0 && value <= 1 ? value : VOLUME;
}

let theme = $state<Theme>("dark");
let sound = $state(true);
let volume = $state(VOLUME);
let speed = $state<Speed>("normal");
let confirm = $state<Confirming>("binding");
let keys = $state(true);
let quiet = $state(true);
let idle = $state(true);
let tips = $state(true);
let muted = $state.raw<readonly string[]>([]);

function load(): void {
  theme = themeNow();
  document.documentElement.dataset["theme"] = theme;
  sound = read("sound") !== "off";
  volume = volumeOf(read("volume"));
  speed = speedOf(read("speed"));
  confirm = confirmOf(read("confirm"));
  keys = read("keys") !== "off";
  quiet = read("quiet") !== "off";
  idle = read("idle") !== "off";
  tips = read("tips") !== "off";
  muted = words(read("muted"));
}

export const settings = {
  get theme(): Theme {
    return theme;
  },
  set theme(next: Theme) {
    theme = next;
    document.documentElement.dataset["theme"] = next;
    delete document.documentElement.dataset["themeOpen"];
    keep("theme", next);
    document.cookie = `theme=${next};path=/;max-age=31536000;samesite=lax`;
  },
  turn(): void {
    settings.theme = theme === "dark" ? "light" : "dark";
  },

  get sound(): boolean {
    return sound;
  },
  set sound(next: boolean) {
    sound = next;
    keep("sound", next ? "on" : "off");
  },

  /** From 0 to 1. */
  get volume(): number {
    return volume;
  },
  set volume(next: number) {
    volume = Math.min(1, Math.max(0, next));
    keep("volume", String(volume));
  },

  get speed(): Speed {
    return speed;
  },
  set speed(next: Speed) {
    speed = next;
    keep("speed", next);
  },

  get confirm(): Confirming {
    return confirm;
  },
  set confirm(next: Confirming) {
    confirm = next;
    keep("confirm", next);
  },

  /** Single keys do something (WCAG 2.1.4). */
  get keys(): boolean {
    return keys;
  },
  set keys(next: boolean) {
    keys = next;
    keep("keys", next ? "on" : "off");
  },

  /** Where a person alone with bots can only pass, the table does it for him. */
  get quiet(): boolean {
    return quiet;
  },
  set quiet(next: boolean) {
    quiet = next;
    keep("quiet", next ? "on" : "off");
  },

  /** Where nothing that he can answer would bring a person alone with bots anything, the table declines for him. */
  get idle(): boolean {
    return idle;
  },
  set idle(next: boolean) {
    idle = next;
    keep("idle", next ? "on" : "off");
  },

  /** In somebody's first matches the table says what a kind of question is about. */
  get tips(): boolean {
    return tips;
  },
  set tips(next: boolean) {
    tips = next;
    keep("tips", next ? "on" : "off");
  },

  /** Whose messages are not shown here, as `match:seat`; and as `match:@name`, by which they are known once they have gone. */
  get muted(): readonly string[] {
    return muted;
  },
  isMuted: (match: string, who: number | string): boolean => muted.includes(`${match}:${who}`),
  mute(match: string, who: readonly (number | string)[], on: boolean): void {
    const names = who.map((one) => `${match}:${one}`);
    const others = muted.filter((one) => !names.includes(one));
    muted = on ? [...others, ...names].slice(-MAX_MUTED) : others;
    keep("muted", JSON.stringify(muted));
  },

  /** Reads what is kept, and goes on reading: what is set in another tab is set here too. */
  begin(): () => void {
    load();
    const heard = (event: StorageEvent) => {
      if (event.key === null || event.key.startsWith(BEFORE)) load();
    };
    window.addEventListener("storage", heard);
    return () => window.removeEventListener("storage", heard);
  },
};

const LANGUAGE = "language";

/** Tells other tabs which language was chosen here; the server remembers it for later pages. */
export const shareLanguage = (code: string): void => keep(LANGUAGE, code);

/** The language that another tab has just chosen, if that is what an event tells. */
export const languageIn = (event: StorageEvent): string | null => (event.key === BEFORE + LANGUAGE ? event.newValue : null);

/** Nothing moves: the system asks for it, or the player does. */
export function calm(): boolean {
  return speed === "off" || (window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false);
}
