/** What is told when somebody sits down, goes, hands over or comes back. */
import type { FrameMessage, SeatInfo } from "./protocol";

/** A word of the program about a seat, with a symbol. */
export interface Notice {
  key: string;
  seat: number;
  icon: string;
}

const isPerson = (seat: SeatInfo | undefined): boolean => seat?.kind === "you" || seat?.kind === "player";

function noticeOf(before: SeatInfo, after: SeatInfo): Omit<Notice, "seat"> | null {
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
  if (!before || before.viewer !== after.viewer || before.match !== after.match || after.seating) return [];
  const found: Notice[] = [];
  for (const seat of after.seats) {
    const old = before.seats.find((one) => one.seat === seat.seat);
    const notice = old && noticeOf(old, seat);
    if (notice) found.push({ ...notice, seat: seat.seat });
  }
  if (after.rematch && !before.rematch) found.push({ key: "ui.notice_rematch", icon: "i-play", seat: after.rematch.by });
  return found;
}
