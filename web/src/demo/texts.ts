/** The texts of the repository, read without a server: the game's TOML, the program's PO. */
const games = import.meta.glob<string>("../../../src/shapan/games/planet_masters/texts/*.toml", { query: "?raw", import: "default", eager: true });
const program = import.meta.glob<string>("../../../src/shapan/server/locale/*/LC_MESSAGES/*.po", { query: "?raw", import: "default", eager: true });

const COMMON: Record<string, string> = { "action.done": "Done", "common.nobody": "nobody", "common.seat": "Seat {number}", "why_not.no_undo": "Nothing can be taken back", "odds.win": "{times} of {of} on a win face" };

function toml(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  let table = "";
  for (const line of text.split("\n")) {
    const head = /^\[(\w+)\]/.exec(line);
    const row = /^"?([\w.-]+)"? = "(.*)"$/.exec(line);
    if (head) table = head[1] ?? "";
    else if (row) found[`${table}.${row[1]}`] = (row[2] ?? "").replace(/\\"/g, '"');
  }
  return found;
}

function po(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, key, value] of text.matchAll(/msgid "(.+)"\nmsgstr "(.*)"/g)) if (key) found[key] = value ?? "";
  return found;
}

export function textsOf(language: string): Record<string, string> {
  const texts = { ...COMMON };
  for (const [path, text] of Object.entries(games)) if (path.endsWith(`/${language}.toml`)) Object.assign(texts, toml(text));
  for (const [path, text] of Object.entries(program)) if (path.includes(`/${language.replace("-", "_")}/`)) Object.assign(texts, po(text));
  return texts;
}
