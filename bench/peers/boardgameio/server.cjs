// boardgame.io's server with two games: its own tutorial's tic-tac-toe, and a Level X whose state is
// of the size of ours. Matches are kept in memory, its default. Usage: node server.cjs PORT

const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const isLine = (cells) => LINES.some((row) => row.every((i) => cells[i] !== null && cells[i] === cells[row[0]]));

const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
    clear: ({ G }) => {
      G.cells = Array(9).fill(null); // so that a match goes on for as long as it is measured
    },
  },
  endIf: ({ G }) => (isLine(G.cells) && G.ends ? { winner: true } : undefined),
};

// Six rows of chips, two players with a pawn in each; four dice; a move names sums of dice.
const LevelX = {
  name: "level-x",
  setup: () => ({
    first: 0,
    turn: 0,
    dice: null,
    pawns: [Array(6).fill(0), Array(6).fill(0)],
    chips: [11, 10, 9, 8, 7, 6],
    won: [Array(6).fill(0), Array(6).fill(0)],
    bonus: [[], []],
    tiles: [15, 12, 9, 6],
    scores: [0, 0],
    last_round: false,
  }),
  turn: { minMoves: 2, maxMoves: 2 },
  moves: {
    roll: ({ G, random }) => {
      if (G.dice) return INVALID_MOVE;
      G.dice = random.D6(4);
    },
    play: ({ G, playerID }, sums) => {
      if (!G.dice || !Array.isArray(sums)) return INVALID_MOVE;
      for (const sum of sums) {
        const row = sum - 5;
        if (row < 0 || row > 5) return INVALID_MOVE;
        const pawns = G.pawns[playerID];
        pawns[row] += 1;
        if (pawns[row] > 3 + row && G.chips[row] > 0) {
          pawns[row] = 0;
          G.chips[row] = Math.max(1, G.chips[row] - 1); // never empty: the match goes on
          G.won[playerID][row] += 1;
          G.scores[playerID] += sum;
        }
      }
      G.turn += 1;
      G.dice = null;
    },
  },
};

const port = process.argv[2];
const server = Server({ games: [TicTacToe, LevelX], origins: [Origins.LOCALHOST] });
server.run(Number(port), () => console.log(`listening on http://127.0.0.1:${port}/`));
