// boardgame.io's own server with pig, in memory: node peer.cjs MODULES PORT
const { createRequire } = require("node:module");
const load = createRequire(`${process.argv[2]}/x.js`);
const { Server, Origins } = load("boardgame.io/server");

const pig = {
  name: "pig",
  setup: () => ({ sum: 0, banked: [0, 0] }),
  moves: {
    roll: ({ G, random, events }) => {
      const number = random.D6();
      if (number === 1) {
        G.sum = 0;
        events.endTurn();
      } else G.sum += number;
    },
    hold: ({ G, ctx, events }) => {
      G.banked[Number(ctx.currentPlayer)] += G.sum;
      G.sum = 0;
      events.endTurn();
    },
  },
  endIf: ({ G }) => (Math.max(...G.banked) >= 900 ? { winner: G.banked[0] >= 900 ? "0" : "1" } : undefined),
};

const server = Server({ games: [pig], origins: [Origins.LOCALHOST_IN_DEVELOPMENT] });
server.run({ port: Number(process.argv[3]), callback: () => console.log("ready") });
