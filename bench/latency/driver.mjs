// Plays pig matches over the network and measures how long a move takes to be seen on another WebSocket.
// node driver.mjs {"kind": "shapan" | "peer", "address": …, "matches": N, "rate": moves a second, "seconds": S}
// Prints {"latencies": [milliseconds], "rate": moves a second reached, "skipped": moves not due yet}.
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";

const given = JSON.parse(process.argv[2]);
const ROLL = 2 ** 40;

// A match: `move` sends a move, `told` is whether its player knows what is asked, `seen` is called when the other knows.
const tables = given.kind === "shapan" ? await ours() : await peers();

async function ours() {
  const headers = { "content-type": "application/json", "x-shapan": "1" };
  const body = JSON.stringify({ game: "pig", seats: [{ kind: "me" }, { kind: "open" }], options: { target: 900 } });
  const cookieOf = (answer) => answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  const made = [];
  const cookies = ["", ""]; // two people play all matches
  for (let number = 0; number < given.matches; number++) {
    const answer = await fetch(`${given.address}/matches`, { method: "POST", headers: { ...headers, cookie: cookies[0] }, body });
    if (answer.status !== 201) throw new Error(await answer.text());
    cookies[0] ||= cookieOf(answer);
    const { id, joins } = await answer.json();
    const form = { "content-type": "application/x-www-form-urlencoded", cookie: cookies[1] };
    const joined = await fetch(given.address + joins[0].url, { method: "POST", headers: form, body: "name=B", redirect: "manual" });
    if (joined.status !== 303) throw new Error(await joined.text());
    cookies[1] ||= cookieOf(joined);
    for (const cookie of cookies) {
      const ready = JSON.stringify({ id: `ready-${number}`, ready: true });
      const done = await fetch(`${given.address}/api/matches/${id}/ready`, { method: "POST", headers: { ...headers, cookie }, body: ready });
      if (done.status !== 200) throw new Error(await done.text());
    }
    const table = { seen: () => undefined, told: false, mover: 0, ordinal: 0, moves: 0 };
    const sockets = cookies.map((cookie, seat) => {
      const socket = new WebSocket(`${given.address.replace("http", "ws")}/api/matches/${id}/stream`, { headers: { cookie } });
      let length = 0;
      let asked = -1;
      socket.onmessage = (event) => {
        const frame = JSON.parse(event.data);
        if (frame.log_length > length) {
          length = frame.log_length;
          if (seat !== table.mover) table.seen();
        }
        if (!frame.decision || frame.decision.ordinal === asked) return; // another frame may tell of the same decision
        asked = frame.decision.ordinal;
        Object.assign(table, { next: seat, ordinal: asked, told: true });
      };
      return socket;
    });
    await Promise.all(sockets.map((socket) => new Promise((open, fail) => ((socket.onopen = open), (socket.onerror = fail)))));
    table.move = async () => {
      table.mover = table.next;
      const sent = JSON.stringify({ id: `m${table.moves++}`, ordinal: table.ordinal, codes: [ROLL] });
      const by = { ...headers, cookie: cookies[table.mover] };
      const got = await fetch(`${given.address}/api/matches/${id}/answers`, { method: "POST", headers: by, body: sent });
      if (got.status !== 200) throw new Error(`${got.status} ${await got.text()}`);
      await got.arrayBuffer();
    };
    made.push(table);
  }
  return made;
}

async function peers() {
  const { io } = createRequire(`${given.modules}/x.js`)("socket.io-client");
  const made = [];
  for (let number = 0; number < given.matches; number++) {
    const id = `match-${process.pid}-${number}`;
    const table = { seen: () => undefined, told: false, state: null };
    const sockets = ["0", "1"].map(() => io(`${given.address}/pig`, { transports: ["websocket"], forceNew: true }));
    await Promise.all(sockets.map((socket) => new Promise((open) => socket.on("connect", open))));
    const [player, watcher] = sockets;
    const synced = sockets.map((socket) => new Promise((done) => socket.on("sync", (_, info) => done(info.state))));
    player.on("update", (_, state) => {
      table.state = state;
      table.told = true;
    });
    watcher.on("update", () => table.seen());
    player.emit("sync", id, "0", undefined, 2);
    table.state = await synced[0];
    table.told = true;
    watcher.emit("sync", id, "1", undefined, 2);
    await synced[1];
    table.move = async () => {
      const playerID = table.state.ctx.currentPlayer;
      const action = { type: "MAKE_MOVE", payload: { type: "roll", args: [], playerID } };
      player.emit("update", action, table.state._stateID, id, playerID);
    };
    made.push(table);
  }
  return made;
}

await new Promise((done) => setTimeout(done, 300));
const latencies = [];
let skipped = 0;
let turn = 0;
const begun = performance.now();
const gap = 1000 / given.rate;

function play(table) {
  table.busy = true;
  table.told = false;
  const sent = performance.now();
  table.seen = () => {
    table.seen = () => undefined;
    latencies.push(performance.now() - sent);
    table.busy = false;
  };
  table.move().catch((error) => {
    console.error(String(error));
    process.exit(1);
  });
}

let due = begun;
while (performance.now() - begun < given.seconds * 1000) {
  const now = performance.now();
  if (now < due) {
    await new Promise((go) => (due - now > 2 ? setTimeout(go, 1) : setImmediate(go)));
    continue;
  }
  const table = tables[turn++ % tables.length];
  if (table.busy || !table.told) {
    skipped++;
    due = tables.length > 1 ? due + gap : now + 0.2;
    await new Promise((go) => setImmediate(go));
    continue;
  }
  play(table);
  due = Math.max(due + gap, now - 50);
}
const seconds = (performance.now() - begun) / 1000;
await new Promise((done) => setTimeout(done, 500));
console.log(JSON.stringify({ latencies, rate: latencies.length / seconds, skipped }));
process.exit(0);
