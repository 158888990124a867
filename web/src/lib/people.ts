/** What people may do about one of them, in words, and how a vote stands. */
import type { Deed, SeatInfo, Vote } from "./protocol";
import type { Words } from "./words.svelte";

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** A length of time as one says it, in the largest unit that fits. */
export function waitText(words: Words, seconds: number): string {
  const [size, unit] = ([[DAY, "days"], [HOUR, "hours"], [MINUTE, "minutes"]] as const).find(([one]) => seconds > one && seconds % one === 0) ?? [1, "seconds"];
  return words.fill(`ui.wait_${unit}`, { count: Math.round(seconds / size) });
}

/** What the button of a deed says: the deed, or a vote for it. */
export function deedLabel(words: Words, seat: SeatInfo, deed: Deed): string {
  const said = words.word(`ui.deed_${deed}`);
  return seat.by_vote ? words.fill("ui.vote_for", { deed: said }) : said;
}

/** How a vote about a seat stands. */
export function tallied(words: Words, seat: SeatInfo, vote: Vote): string {
  return words.fill("ui.vote_stands", { deed: words.word(`ui.deed_${vote.deed}`), name: words.name(seat.seat), yes: vote.yes.length, of: vote.of, need: Math.floor(vote.of / 2) + 1 });
}

/** The seats that keep this viewer waiting and about which he may do something, or that the others vote about. */
export function pressing(seats: readonly SeatInfo[]): SeatInfo[] {
  return seats.filter((seat) => seat.kind === "player" && ((seat.holds_up && seat.deeds?.includes("time")) || (seat.by_vote && seat.votes?.length)));
}
