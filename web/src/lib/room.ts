/** The room in which a table waits for its people: who is missing, what is agreed, in words. */
import type { ChatMode, FrameMessage, SeatInfo, Seating } from "./protocol";
import type { Words } from "./words.svelte";

/** The seats that are waited for, in order. */
export function missing(seats: readonly SeatInfo[], seating: Seating): number[] {
  return seats.map((seat) => seat.seat).filter((seat) => !seating.ready.includes(seat));
}

/** The seats that nobody has taken. */
export function open(seats: readonly SeatInfo[]): number[] {
  return seats.filter((seat) => seat.kind === "open").map((seat) => seat.seat);
}

/** The viewer's own seats, and whether all of them are ready. */
export function own(frame: FrameMessage, seating: Seating): { seats: number[]; ready: boolean } {
  const seats = frame.seats.filter((seat) => seat.kind === "you").map((seat) => seat.seat);
  return { seats, ready: seats.length > 0 && seats.every((seat) => seating.ready.includes(seat)) };
}

/** What a bot is called, without how it plays. */
export function botName(words: Words, bot: string): string {
  return words.word(`ui.bot_${bot}`, bot);
}

/** What stands below the name of a seat. */
export function about(words: Words, seat: SeatInfo, seating: Seating): string {
  const key = seat.kind === "open" ? "open" : seat.kind === "bot" ? "bot" : seat.kind === "you" ? "you" : seat.away ? "away" : "here";
  const said = words.fill(`ui.room_${key}`, { name: botName(words, seat.bot ?? "") });
  return seat.seat === seating.host_seat ? words.fill("ui.room_hosts", { said }) : said;
}

/** The names of some seats as one reads them, the viewer first; several at the end by how many they are. */
export function names(words: Words, seats: readonly number[], most = 3): string {
  const isOwn = (seat: number) => words.seats.some((one) => one.seat === seat && one.kind === "you");
  const all = [...(seats.some(isOwn) ? [words.word("ui.room_yourself")] : []), ...seats.filter((seat) => !isOwn(seat)).map((seat) => words.name(seat))];
  const said = all.slice(0, all.length > most ? most - 1 : most);
  const more = all.length - said.length;
  if (more) said.push(words.fill("ui.room_more", { count: more }));
  return new Intl.ListFormat(words.language || "en", { type: "conjunction" }).format(said);
}

export interface Terms {
  pace: number;
  bank?: number;
  increment?: number;
}

/** A clock as the value of a choice, and back: `120`, or a bank with its increment as `600+10`. */
export const clockValue = ({ pace, bank, increment }: Terms): string => (bank ? `${bank}+${increment}` : String(pace));
export function clockOf(value: string): Terms {
  const [bank, increment] = value.split("+").map(Number) as [number, number | undefined];
  return increment === undefined ? { pace: bank } : { pace: 0, bank, increment };
}

/** A clock in words. */
export function clockText(words: Words, { pace, bank, increment }: Terms): string {
  if (bank) return words.fill("ui.room_bank", { bank: lengthText(words, bank), increment: lengthText(words, increment ?? 0) });
  const units: [number, string][] = [[86_400, "days"], [3_600, "hours"], [60, "minutes"], [1, "seconds"]];
  const [length, unit] = units.find(([size]) => pace >= size && pace % size === 0) ?? [1, "seconds"];
  if (pace === 86_400) return words.word("ui.room_day");
  return pace ? words.fill(`ui.room_${unit}`, { count: pace / length }) : words.word("ui.room_no_clock");
}

/** A length of time in words. */
function lengthText(words: Words, seconds: number): string {
  return seconds % 60 ? words.fill("ui.room_bank_seconds", { count: seconds }) : words.fill("ui.room_bank_minutes", { count: seconds / 60 });
}

/** What is agreed, and what else differs from the game as it is usually played; the host sets the first of it elsewhere. */
export function agreed(words: Words, seating: Seating, chat: ChatMode, fair = false): string[] {
  const people = seating.host ? [] : [clockText(words, seating), words.word(seating.listed ? "ui.room_listed" : "ui.room_by_link"), words.word(`ui.room_chat_${chat}`)];
  const options = Object.entries(seating.options).map(([name, value]) => {
    const said = words.word(`option_value.${name}.${String(value)}`, value === true ? "ui.on" : value === false ? "ui.off" : String(value));
    return words.fill("ui.room_option", { name: words.word(`option.${name}`, name), value: said });
  });
  return [...people, ...(fair ? [words.word("ui.room_fair")] : []), ...options];
}

/** The seats of people who have come since: none where two only changed places. */
export function arrivals(before: readonly SeatInfo[], after: readonly SeatInfo[]): number[] {
  const [were, are] = [before, after].map((seats) => seats.filter((seat) => seat.kind === "player")) as [SeatInfo[], SeatInfo[]];
  const known = new Set(were.map((seat) => seat.name || seat.seat));
  return are.length > were.length ? are.filter((seat) => !known.has(seat.name || seat.seat)).map((seat) => seat.seat) : [];
}
