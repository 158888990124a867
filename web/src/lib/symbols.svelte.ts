/** The drawn symbols: one file, put into the page once, used by `<use href="#name">`. */
import address from "../symbols.svg?url";

let names = $state.raw<ReadonlySet<string>>(new Set());
let loaded = $state(false);

/** Whether a symbol is drawn; until the file is there nobody knows. */
export const symbols = {
  has: (name: string): boolean => names.has(name),
  get loaded(): boolean {
    return loaded;
  },
};

/** Loads the file as XML: no HTML is parsed, so Trusted Types have nothing to say. */
export function loadSymbols(from: string = address): void {
  const request = new XMLHttpRequest();
  request.open("GET", from);
  request.responseType = "document";
  request.overrideMimeType("image/svg+xml");
  request.onload = () => {
    const root = request.responseXML?.documentElement;
    if (!root) return;
    const sheet = document.importNode(root, true);
    sheet.setAttribute("width", "0");
    sheet.setAttribute("height", "0");
    sheet.setAttribute("aria-hidden", "true");
    sheet.setAttribute("class", "symbols");
    document.body.prepend(sheet);
    names = new Set(Array.from(sheet.querySelectorAll("symbol"), (symbol) => symbol.id));
    loaded = true;
  };
  request.send();
}
