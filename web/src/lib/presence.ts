/** What is told when somebody sits down, goes, hands over or comes back. */
import type { FrameMessage, SeatInfo } from "./protocol";
import type { Phrase } from "./scene";
import { notePhrase } from "./story";

/** A word of the program about a seat, with a symbol. */
export interface Notice {
  key: string;
  seat: number;
  icon: string;
  /** What a note of the table says, in place of the key. */
  said?: Phrase;
}

/** The notes that pass by as notices too, with their symbols; the others show in the seats. */
const NOTE_ICONS: Record<string, string> = { undo: "i-undo", timed: "i-clock", removed: "i-right", moved: "i-user", muted: "i-sound", unmuted: "i-sound" };

const isPerson = (seat: SeatInfo | undefined): boolean => seat?.kind === "you" || seat?.kind === "player";

function noticeOf(before: SeatInfo, after: SeatInfo): Pick<Notice, "key" | "icon"> | null {
  if (before.kind !== after.kind) {
    if (after.kind === "left") return { key: "ui.notice_left", icon: "i-right" };
    if (after.kind === "bot") return { key: after.late ? "ui.notice_late_bot" : "ui.notice_bot", icon: "i-bot" };
    if (before.kind === "open" && isPerson(after)) return { key: "ui.notice_sits", icon: "i-user" };
    if (before.kind === "bot" && isPerson(after)) return { key: "ui.notice_back", icon: "i-user" };
    return null;
  }
  if (after.kind !== "player" || !!before.away === !!after.away) return null;
  return after.away ? { key: "ui.notice_away", icon: "i-clock" } : { key: "ui.notice_here", icon: "i-user" };
}

/** Whether the clock has answered for the viewer: his time was up, and he is not asked that any more. */
export function wasLate(before: FrameMessage | null, after: FrameMessage, waited: number): boolean {
  const left = before?.clock?.left[before.viewer];
  if (!before?.decision || left === undefined || waited < left) return false;
  return before.viewer === after.viewer && before.match === after.match && !before.spectator && after.decision?.ordinal !== before.decision.ordinal;
}

/** Whether the viewer's seat is played from another device from now on. */
export function hasMoved(before: FrameMessage | null, after: FrameMessage): boolean {
  if (!before || before.spectator || !after.spectator || before.match !== after.match || !!before.seating !== !!after.seating) return false;
  return after.seats[before.viewer]?.kind === "player" && !after.seats.some((seat) => seat.kind === "you");
}

/** What has changed among the seats from one frame to the next of the same viewer. Who waits sees all of it in rows. */
export function noticesOf(before: FrameMessage | null, after: FrameMessage): Notice[] {
  if (!before || before.viewer !== after.viewer || before.match !== after.match || !!before.seating !== !!after.seating) return [];
  const found: Notice[] = [];
  for (const seat of after.seating ? [] : after.seats) {
    const old = before.seats.find((one) => one.seat === seat.seat);
    const notice = old && noticeOf(old, seat);
    if (notice && !(notice.key === "ui.notice_left" && after.notes?.some((note) => note.key === "removed" && note.seat === seat.seat))) found.push({ ...notice, seat: seat.seat });
  }
  const known = before.notes?.at(-1)?.number ?? 0;
  for (const note of after.notes ?? []) {
    if (note.number <= known || !(note.key in NOTE_ICONS) || after.seats[note.seat]?.kind === "you" && note.key === "undo") continue;
    found.push({ key: "", seat: note.seat, icon: NOTE_ICONS[note.key]!, said: notePhrase(note) });
  }
  if (after.rematch && !before.rematch) found.push({ key: "ui.notice_rematch", icon: "i-play", seat: after.rematch.by });
  return found;
}
