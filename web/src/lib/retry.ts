/** Waiting before the next try: 0.25 s doubling to 10 s, spread by chance, cut short when the network comes back. */
const FIRST_WAIT = 250;
const MAX_WAIT = 10_000;

/** Milliseconds before try number `attempt` (0 is the first repeat): between half and all of the doubled time. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const most = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** attempt);
  return most / 2 + (random() * most) / 2;
}

/** Resolves after a time, or at once when the browser is online again or the page is seen again. */
export function pause(milliseconds: number, wake?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      document.removeEventListener("visibilitychange", seen);
      wake?.removeEventListener("abort", end);
      resolve();
    };
    const seen = () => {
      if (document.visibilityState === "visible") end();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener("online", end);
    document.addEventListener("visibilitychange", seen);
    wake?.addEventListener("abort", end);
  });
}
