/** Parts of the page that come later: fetched again until they are here, and said where somebody waits for them. */
import { backoff, pause } from "./retry";

/** How many parts are waited for that could not be fetched. */
export const missed = $state({ parts: 0 });

/** Returns a part of the page; where it cannot be fetched (no connection, a server with newer files) goes on trying. */
export async function fetched<Part>(load: () => Promise<Part>): Promise<Part> {
  const first = await load().catch(() => null);
  if (first) return first;
  missed.parts++;
  for (let attempt = 0; ; attempt++) {
    await pause(backoff(attempt));
    const part = await load().catch(() => null);
    if (!part) continue;
    missed.parts--;
    return part;
  }
}
