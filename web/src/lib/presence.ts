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
    if (after.kind === "bot") return { key: "ui.notice_bot", icon: "i-bot" };
    if (before.kind === "open" && isPerson(after)) return { key: "ui.notice_sits", icon: "i-user" };
    if (before.kind === "bot" && isPerson(after)) return { key: "ui.notice_back", icon: "i-user" };
    return null;
  }
  if (after.kind !== "player" || !!before.away === !!after.away) return null;
  return after.away ? { key: "ui.notice_away", icon: "i-clock" } : { key: "ui.notice_here", icon: "i-user" };
}

/** What has changed among the seats from one frame to the next of the same viewer. */
export function noticesOf(before: FrameMessage | null, after: FrameMessage): Notice[] {
  if (!before || before.viewer !== after.viewer || before.match !== after.match) return [];
  const found: Notice[] = [];
  for (const seat of after.seats) {
    const old = before.seats.find((one) => one.seat === seat.seat);
    const notice = old && noticeOf(old, seat);
    if (notice) found.push({ ...notice, seat: seat.seat });
  }
  if (after.rematch && !before.rematch) found.push({ key: "ui.notice_rematch", icon: "i-play", seat: after.rematch.by });
  return found;
}
