// Pig with boardgame.io, its client without a network: `node boardgame_pig.cjs FOLDER MATCHES`, FOLDER having the package.
// Writes the number of decisions and the seconds of CPU.
const { createRequire } = require("node:module");
const { Client } = createRequire(`${process.argv[2]}/package.json`)("boardgame.io/client");

const Pig = {
  setup: () => ({ rolled: 0, banked: [0, 0] }),
  turn: { minMoves: 0 },
  moves: {
    roll: ({ G, events, random }) => {
      const fell = random.D6();
      G.rolled = fell === 1 ? 0 : G.rolled + fell;
      if (fell === 1) events.endTurn();
    },
    hold: ({ G, ctx, events }) => {
      G.banked[ctx.currentPlayer] += G.rolled;
      G.rolled = 0;
      events.endTurn();
    },
  },
  endIf: ({ G }) => (G.banked.some((sum) => sum >= 100) ? { over: true } : undefined),
};

let decisions = 0;
const begin = process.cpuUsage();
for (let match = 0; match < Number(process.argv[3]); match++) {
  const client = Client({ game: { ...Pig, seed: `${match}` }, numPlayers: 2, debug: false });
  client.start();
  while (!client.getState().ctx.gameover) {
    if (Math.random() < 0.5) client.moves.roll();
    else client.moves.hold();
    decisions++;
  }
  client.stop();
}
const spent = process.cpuUsage(begin);
console.log(decisions, (spent.user + spent.system) / 1e6);
