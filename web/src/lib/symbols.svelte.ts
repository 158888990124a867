/** The drawn symbols: those of every table and those of the game, put into the page once, used by `<use href="#name">`. */
import address from "../symbols.svg?url";

let names = $state.raw<ReadonlySet<string>>(new Set());
let loading = $state(0);
let begun = $state(false);

/** Whether a symbol is drawn; until the file is there nobody knows. */
export const symbols = {
  has: (name: string): boolean => names.has(name),
  get loaded(): boolean {
    return begun && loading === 0;
  },
};

/** Loads the symbols; `game` is where those of the game are. */
export function loadSymbols(game: string): void {
  begun = true;
  for (const from of [address, game]) load(from);
}

/** Loads a file as XML: no HTML is parsed, so Trusted Types have nothing to say. */
function load(from: string): void {
  const request = new XMLHttpRequest();
  request.open("GET", from);
  request.responseType = "document";
  request.overrideMimeType("image/svg+xml");
  loading += 1;
  request.onloadend = () => {
    loading -= 1;
  };
  request.onload = () => {
    const root = request.responseXML?.documentElement;
    if (!root) return;
    const sheet = document.importNode(root, true);
    sheet.setAttribute("width", "0");
    sheet.setAttribute("height", "0");
    sheet.setAttribute("aria-hidden", "true");
    sheet.setAttribute("class", "symbols");
    document.body.prepend(sheet);
    names = new Set([...names, ...Array.from(sheet.querySelectorAll("symbol"), (symbol) => symbol.id)]);
  };
  request.send();
}
