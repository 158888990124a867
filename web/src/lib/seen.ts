/** Which moments that wait for their viewer he has seen in this browser: after a reload they are not shown again. */
const KEY = "shapan.seen";
const MAX_SEEN = 200;

function read(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** A moment by its match, its viewer and the number of its event among those that he was told. */
const name = (match: string, viewer: number, index: number): string => `${match}:${viewer}:${index}`;

export const wasSeen = (match: string, viewer: number, index: number): boolean => read().includes(name(match, viewer, index));

export function see(match: string, viewer: number, index: number): void {
  try {
    const one = name(match, viewer, index);
    localStorage.setItem(KEY, JSON.stringify([...read().filter((other) => other !== one), one].slice(-MAX_SEEN)));
  } catch {
    // Then it is shown once more after a reload.
  }
}
