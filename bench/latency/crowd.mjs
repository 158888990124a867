// Lets a crowd play pig and look on, then cuts everybody off at once.
// node crowd.mjs {"address": …, "matches": M, "sockets": N, "watchers": W, "rate": moves a second, "seconds": S,
//                 "reconnects": R, "within": seconds, "thinkers": T}
// Each match has two people of its own; the other sockets look on, W of them at the first match, the rest spread evenly.
// T more people each look on while four of the strongest bots play a match of Battlestar for them.
// Prints {"moves": [ms until the other player sees it], "crowd": [ms until the last watcher of the first match sees it],
// "back": [ms until a socket that was cut off has its frame], "failed": sockets refused, "rate": moves a second reached,
// "again": the same when all are back, "thoughts": records of the bots' matches}.
import { performance } from "node:perf_hooks";

const given = JSON.parse(process.argv[2]);
const ROLL = 2 ** 40;
const HEADERS = { "content-type": "application/json", "x-shapan": "1" };
const streams = given.address.replace("http", "ws");
const wait = (ms) => new Promise((go) => setTimeout(go, ms));
const say = (text) => process.stderr.write(`${text}\n`);
let failed = 0;

async function post(path, cookie, body) {
  const sent = { method: "POST", headers: { ...HEADERS, cookie }, body: JSON.stringify(body) };
  for (let time = 0; ; time++) {
    // A request may meet the end of a connection that was idle for long; its id makes it safe to repeat, as the table does.
    const answer = await fetch(given.address + path, sent).catch((error) => time === 20 ? Promise.reject(error) : null);
    if (answer && (answer.status < 500 || time === 20)) return answer;
    await wait(50);
  }
}

const cookieOf = (answer) => answer.headers.get("set-cookie").split(";")[0];

// A socket at a match that knows how far its log has come; `close` cuts it off and `open` brings it back.
class Seat {
  constructor(table, cookie, place) {
    Object.assign(this, { table, cookie, place, length: 0, asked: -1 });
  }

  open() {
    const begun = performance.now();
    return new Promise((done) => {
      const options = this.cookie ? { headers: { cookie: this.cookie } } : {};
      const socket = new WebSocket(`${streams}/api/matches/${this.table.id}/stream`, options);
      let shown = false;
      socket.onmessage = (event) => {
        const frame = JSON.parse(event.data);
        if (frame.scene === undefined) return; // chat, or a sign of life
        shown = true;
        done(performance.now() - begun);
        this.read(frame);
      };
      socket.onerror = ({ message, error }) => {
        // One that has its frame was cut off: the client itself may fail at what is still under way to it.
        if (shown) return;
        failed++;
        say(`a socket failed before its first frame: ${message || error?.stack || error}`);
        done(Infinity);
      };
      this.socket = socket;
    });
  }

  read(frame) {
    if (frame.log_length > this.length) {
      this.length = frame.log_length;
      this.table.told(this);
    }
    if (!frame.decision || frame.decision.ordinal === this.asked) return;
    this.asked = frame.decision.ordinal;
    Object.assign(this.table, { next: this, ordinal: this.asked });
  }

  close() {
    return new Promise((done) => {
      this.socket.onclose = done;
      this.socket.close();
    });
  }
}

class Table {
  constructor(id, cookies) {
    this.id = id;
    this.seats = cookies.map((cookie, place) => new Seat(this, cookie, place));
    this.watchers = [];
    this.moves = 0;
    this.next = null; // the seat that is asked, once it has been told
    this.since = 0; // when the move under way was sent; 0: there is none
  }

  async move() {
    const mover = this.next;
    this.next = null;
    this.mover = mover;
    this.behind = new Set(this.watchers);
    this.since = performance.now();
    const body = { id: `m${this.moves++}`, ordinal: this.ordinal, codes: [ROLL] };
    const answer = await post(`/api/matches/${this.id}/answers`, mover.cookie, body);
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  }

  told(seat) {
    if (!this.since || seat === this.mover) return;
    const passed = performance.now() - this.since;
    if (seat.place < 2) {
      moves.push(passed);
      this.seen = true;
    } else if (this.behind.delete(seat) && this.behind.size === 0 && this === tables[0]) crowd.push(passed);
    if (this.seen && (this !== tables[0] || this.behind.size === 0)) {
      this.seen = false;
      this.since = 0;
    }
  }
}

const moves = [];
const crowd = [];
const back = [];
const tables = [];

async function make() {
  const seats = [{ kind: "me" }, { kind: "open" }];
  const opened = await post("/matches", "", { game: "pig", seats, options: { target: 1000 } });
  if (opened.status !== 201) throw new Error(await opened.text());
  const { id, joins } = await opened.json();
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const joined = await fetch(given.address + joins[0].url, { method: "POST", headers: form, body: "name=B", redirect: "manual" });
  if (joined.status !== 303) throw new Error(await joined.text());
  const table = new Table(id, [cookieOf(opened), cookieOf(joined)]);
  for (const seat of table.seats) {
    const done = await post(`/api/matches/${id}/ready`, seat.cookie, { id: "ready", ready: true });
    if (done.status !== 200) throw new Error(await done.text());
  }
  return table;
}

async function think() {
  const bots = Array.from({ length: 3 }, () => ({ kind: "bot", bot: "general" }));
  const opened = await post("/matches", "", { game: "battlestar", seats: [{ kind: "me" }, ...bots] });
  if (opened.status !== 201) throw new Error(await opened.text());
  const { id } = await opened.json();
  const table = new Table(id, [cookieOf(opened)]);
  const given_away = await post(`/api/matches/${id}/seat`, table.seats[0].cookie, { id: "bot", seat: 0, to: "bot", bot: "general" });
  if (given_away.status !== 200) throw new Error(await given_away.text());
  await table.seats[0].open();
  return table.seats[0];
}

async function each(things, at_once, work) {
  const left = [...things];
  const work_off = async () => {
    while (left.length) await work(left.pop());
  };
  await Promise.all(Array.from({ length: at_once }, work_off));
}

async function play(seconds) {
  const begun = performance.now();
  const before = moves.length;
  const gap = 1000 / given.rate;
  let due = begun;
  let turn = 0;
  while (performance.now() - begun < seconds * 1000) {
    const now = performance.now();
    if (now < due) {
      await wait(1);
      continue;
    }
    let table = null;
    for (let tried = 0; tried < tables.length && table === null; tried++) {
      const one = tables[turn++ % tables.length];
      if (one.next && !one.since) table = one;
    }
    due = Math.max(due + gap, now - 50);
    table?.move().catch((error) => {
      say(String(error));
      process.exit(1);
    });
  }
  await wait(1000);
  return ((moves.length - before) * 1000) / (performance.now() - begun - 1000);
}

const begun = performance.now();
await each(Array(given.matches).keys(), 4, async () => tables.push(await make()));
const seats = tables.flatMap((table) => table.seats);
const looking = given.sockets - seats.length;
for (let number = 0; number < looking; number++) {
  const table = number < given.watchers ? tables[0] : tables[1 + ((number - given.watchers) % (tables.length - 1))];
  const watcher = new Seat(table, "", 2);
  table.watchers.push(watcher);
  seats.push(watcher);
}
await each(seats, 16, (seat) => seat.open());
say(`${tables.length} matches and ${seats.length} sockets are open after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
const thinkers = await Promise.all(Array.from({ length: given.thinkers }, think));
const rate = await play(given.seconds);
const thoughts = thinkers.reduce((sum, seat) => sum + seat.length, 0);
const usual = [...moves];
say(`played for ${given.seconds} s: ${rate.toFixed(0)} moves a second`);

const cut = given.reconnects ? seats.slice(-given.reconnects) : [];
await each(cut, cut.length, (seat) => seat.close());
for (const table of tables) table.since = 0;
const coming = cut.map(async (seat, number) => {
  await wait((given.within * 1000 * number) / cut.length);
  back.push(await seat.open());
});
await Promise.all(coming);
const again = await play(5); // all play on
const told = { moves: usual, crowd, back: back.filter(Number.isFinite), failed, rate, again, thoughts };
process.stdout.write(JSON.stringify(told), () => process.exit(0)); // a pipe takes no more than 128 kB at once
