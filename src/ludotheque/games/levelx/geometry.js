// Geometry of the drawn board of Level X. A row is known by its number, 5 to 10.
//
// One unit is one pixel of a phone 390 pixels wide; the drawing scales from there. Row 10 is on top,
// and all X spaces stand in one column, as on the printed board.

export const LOWEST = 5;
export const HIGHEST = 10;
export const ROWS = [5, 6, 7, 8, 9, 10];
export const DICE = [0, 1, 2, 3];

const TOP = 42; // above the first row: the bonus tiles, the seats' marks
const PITCH = 46; // from one row to the next
const PLATE = 42; // left of the first column: the rows' numbers
const SPACE = 44; // from one space to the next
const STACK = 53; // right of the X: the chips left
const WINNINGS = 100; // right of them: what the seats have won
const MARGIN = 6;
export const FOOT = TOP + ROWS.length * PITCH; // the points begin here
export const HEIGHT = FOOT + 34;

const MOST_LAYERS = 12; // of a stack of chips, as far as it is drawn
const LAYER = 2.4;
const TILE = 34;
const TILE_GAP = 6;

export const DIE = 58;
export const DIE_TOP = 18;
const DIE_PITCH = 84;
const DIE_GAP = 4; // within a group
const GROUP_GAP = 26;
export const TRAY_WIDTH = 377;
export const TRAY_HEIGHT = 110;

// How large pawns are that share a space, by their number, and where they stand around its middle.
const SHARES = {
  1: [1, [[0, 0]]],
  2: [0.72, [[-9.5, 0], [9.5, 0]]],
  3: [0.66, [[-9.5, -8.5], [9.5, -8.5], [0, 9]]],
  4: [0.66, [[-9.5, -9], [9.5, -9], [-9.5, 9], [9.5, 9]]],
}; // prettier-ignore
const WAITING = 0.4; // the size of a pawn that is not on the board

export function middle(row) {
  return TOP + PITCH * (HIGHEST - row + 0.5);
}

// A board whose rows (5 first) have these lengths, the X space included.
export class Board {
  constructor(lengths) {
    this.lengths = lengths;
    this.stacks = PLATE + SPACE * Math.max(...lengths); // where the stacks of chips begin
    this.stack = this.stacks + 17; // the middle of a stack
    this.width = this.stacks + STACK + WINNINGS + MARGIN;
  }

  length(row) {
    return this.lengths[row - LOWEST];
  }

  // The middle of a space, counted from 1.
  space(row, space) {
    return this.stacks - SPACE / 2 - SPACE * (this.length(row) - space);
  }

  // The middle of a seat's column of winnings, and its width.
  column(seat, seats) {
    const share = WINNINGS / seats;
    return { x: this.stacks + STACK + share * (seat + 0.5), width: Math.min(share - 2, 30) };
  }

  // The left edge of a bonus tile, and its width.
  tile(place, tiles) {
    const step = Math.min(TILE + TILE_GAP, (this.stacks + STACK - PLATE) / tiles);
    return { x: PLATE + place * step + 3, width: step - TILE_GAP };
  }

  // Where each seat's pawn of a row stands; those off the board wait, unseen, at its left edge.
  pawns(pawns, row) {
    const spaces = pawns.map((own) => own[row - LOWEST]);
    return spaces.map((space, seat) => {
      if (!space) return placed(PLATE / 2, middle(row), WAITING);
      const shares = (each) => each === space;
      const [scale, places] = SHARES[spaces.filter(shares).length];
      const [x, y] = places[spaces.slice(0, seat).filter(shares).length];
      return placed(this.space(row, space) + x, middle(row) + y, scale);
    });
  }
}

function placed(x, y, scale) {
  return `translate(${x} ${y}) scale(${scale})`;
}

// The heights at which the chips of a row's stack are drawn, the lowest first.
export function layers(chips, row) {
  const bottom = middle(row) + (LAYER * MOST_LAYERS) / 2 - 3;
  return Array.from({ length: Math.min(chips, MOST_LAYERS) }, (_, layer) => bottom - LAYER * layer);
}

// The left edge of each die, and of each closed group with its width. Closed groups stand together on
// the left; without any, every die stays where it fell.
export function arrange(groups, free) {
  const first = (TRAY_WIDTH - DIE_PITCH * (DICE.length - 1) - DIE) / 2;
  if (!groups.length) return { dice: DICE.map((die) => first + DIE_PITCH * die), boxes: [] };
  const clusters = [...groups, ...free.map((die) => [die])];
  const widths = clusters.map((dice) => dice.length * (DIE + DIE_GAP) - DIE_GAP);
  const taken = widths.reduce((sum, width) => sum + width + GROUP_GAP, -GROUP_GAP);
  const dice = [];
  let x = (TRAY_WIDTH - taken) / 2;
  const boxes = clusters.map((cluster, number) => {
    cluster.forEach((die, rank) => (dice[die] = x + rank * (DIE + DIE_GAP)));
    const box = { x, width: widths[number] };
    x += widths[number] + GROUP_GAP;
    return box;
  });
  return { dice, boxes: boxes.slice(0, groups.length) };
}
