// What a move does for a seat: the difference of two snapshots.

import { LOWEST, ROWS } from "./geometry.js";

// Row by row: chips taken, the pawn's space before and after (0 if it is gone with its row), the seat
// whose pawn had to leave the X (-1 if none).
export function rowEffects(before, after, seat) {
  const effects = ROWS.map((row) => {
    const at = row - LOWEST;
    const closes = after.chips[at] === 0;
    const left = ({ [at]: space }, other) => other !== seat && space && !after.pawns[other][at];
    return {
      row,
      chips: after.won[seat][at] - before.won[seat][at],
      from: before.pawns[seat][at],
      to: after.pawns[seat][at],
      closes,
      sentBack: closes ? -1 : before.pawns.findIndex(left),
    };
  });
  return effects.filter(({ chips, from, to }) => chips || from !== to);
}

export function gain(before, after, seat) {
  return after.scores[seat] - before.scores[seat];
}
