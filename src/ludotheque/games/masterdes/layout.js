// Where things lie. One unit is one pixel of a phone 390 pixels wide; the drawing scales from there.
// Two half-trays face each other across a rim. Dice lie in the column of their face, so that equal
// ones meet at the rim, and a die that is kept stays where it is, whatever falls beside it.

export const WIDTH = 377;
export const MASTERS = 302; // where the column of the MasterDés begins
export const RIM = 56;
export const COLUMN = 49; // from one face to the next
export const MASTER_COLUMN = (MASTERS + WIDTH - 8) / 2;

const LEDGER = 28; // the line outside each tray: its player and score
const SQUARE = 64;
const DIE = 44;
const CROWDED = 38; // a die of three in one column
const DROP = 46; // from one die to the next in a column
const MASTER = 54;
const HELD = 27;
const OUT_MASTER = 25;
// Pairs of one face on the rim: how large their dice are, and where around the column's middle.
const ON_THE_RIM = { 1: [25, [0]], 2: [22, [-11.5, 11.5]], 3: [16, [-16.5, 0, 16.5]] };

export const column = (face) => 8 + COLUMN * (face - 0.5);

const rounded = (number, digits) => Number(number.toFixed(digits));
const at = (x, y, size) =>
  `translate(${rounded(x, 1)} ${rounded(y, 1)}) scale(${rounded(size / SQUARE, 4)})`;

export class Layout {
  // near: the seat of whoever looks, at the bottom.
  constructor(near, level) {
    this.near = near;
    this.tray = level === "expert" ? 100 : 126;
    this.height = 2 * (LEDGER + this.tray) + RIM;
    this.rim = LEDGER + this.tray; // its upper edge
    this.rimMiddle = this.rim + RIM / 2;
  }

  // The direction away from the rim, as a sign: down for the near seat.
  away(seat) {
    return seat === this.near ? 1 : -1;
  }

  top(seat) {
    return seat === this.near ? this.rim + RIM : LEDGER;
  }

  middle(seat) {
    return this.top(seat) + this.tray / 2;
  }

  ledger(seat) {
    return seat === this.near ? this.height - LEDGER / 2 : LEDGER / 2;
  }

  // A die in the column of its face, one of so many there; rank 0 is nearest to the rim.
  die(seat, face, rank, count) {
    const size = count === 3 ? CROWDED : DIE;
    const step = count === 3 ? (this.tray - CROWDED - 6) / 2 : DROP;
    const aside = (rank - (count - 1) / 2) * step;
    return at(column(face), this.middle(seat) + this.away(seat) * aside, size);
  }

  // A die that went out, on its own side of the rim, against the one that it equals.
  pair(seat, face, rank, count) {
    const [size, asides] = ON_THE_RIM[count];
    return at(column(face) + asides[rank], this.rimMiddle + (this.away(seat) * size) / 2, size);
  }

  master(seat) {
    return at(MASTER_COLUMN, this.middle(seat), MASTER);
  }

  lostMaster(seat) {
    const y = this.rimMiddle + (this.away(seat) * OUT_MASTER) / 2;
    return at(MASTERS + 17, y, OUT_MASTER);
  }

  // A die not thrown yet: ready in the middle when a duel opens, later in the hand at the edge.
  hand(seat, held, opening) {
    const x = column(held + 3) - COLUMN / 2;
    return opening ? at(x, this.middle(seat), DIE) : at(x, this.#edge(seat), HELD);
  }

  heldMaster(seat, opening) {
    return opening ? this.master(seat) : at(MASTER_COLUMN, this.#edge(seat), HELD);
  }

  #edge(seat) {
    return this.top(seat) + (seat === this.near ? this.tray - 14 : 14);
  }
}
