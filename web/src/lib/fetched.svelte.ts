/** Parts of the page that come later: fetched again until they are here, and said where somebody waits for them. */
import { backoff, pause } from "./retry";

/** How many parts are waited for that could not be fetched. */
export const missed = $state({ parts: 0 });

/** What has come from another address than its own, by its own. */
const elsewhere = new Map<string, unknown>();

const anew = (url: string): Promise<unknown> => import(/* @vite-ignore */ url);

/**
 * Returns a part of the page; where it cannot be fetched (no connection, a server with newer files) goes on trying.
 * Browsers keep that a file could not be fetched: from then on it is asked for by another address, `from` which it comes once.
 */
export async function fetched<Part>(load: () => Promise<Part>, from = anew): Promise<Part> {
  let url = "";
  for (let attempt = -1; ; attempt++) {
    if (!attempt) missed.parts++;
    if (attempt >= 0) await pause(backoff(attempt));
    const own = url;
    const part = (await (own ? from(`${own}?${attempt}`) : load()).catch((error: unknown) => {
      url = /http\S+?\.js/.exec(String(error))?.[0] ?? "";
      return elsewhere.get(url);
    })) as Part | undefined;
    if (!part) continue;
    if (own) elsewhere.set(own, part);
    if (attempt >= 0) missed.parts--;
    return part;
  }
}
