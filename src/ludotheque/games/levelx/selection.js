// The move being composed in Level X: dice selected, groups closed, ones turned. A model without DOM.
//
// The server decides what is legal: a selection is a move if its sums are among the moves it sent.

import { DICE, HIGHEST, LOWEST } from "./geometry.js";

const FACES = 6;
export const PASS = "-";

export class Selection {
  // rolled: four faces; moves: the legal moves; room: how many groups each row (5 first) can still use.
  constructor(rolled, moves, room) {
    this.rolled = rolled;
    this.moves = new Set(moves);
    this.room = room;
    this.clear();
  }

  clear() {
    this.faces = [...this.rolled];
    this.groups = []; // lists of dice
    this.picked = []; // dice of the group being composed
  }

  sum(dice) {
    return dice.reduce((sum, die) => sum + this.faces[die], 0);
  }

  // The sum of some dice as one would write it: 2 + 3 = 5.
  made(dice) {
    const faces = dice.map((die) => this.faces[die]).join(" + ");
    return dice.length > 1 ? `${faces} = ${this.sum(dice)}` : faces;
  }

  // The sums of the closed groups.
  get sums() {
    return this.groups.map((group) => this.sum(group));
  }

  groupOf(die) {
    return this.groups.find((group) => group.includes(die));
  }

  get free() {
    return DICE.filter((die) => !this.groupOf(die));
  }

  get lucky() {
    return this.rolled.filter((face) => face === 1).length > 1;
  }

  get onlyPass() {
    return this.moves.size < 2;
  }

  get isEmpty() {
    return !this.groups.length && !this.picked.length;
  }

  // The move as it stands, with the group that is still open.
  get move() {
    return written(this.picked.length ? [...this.sums, this.sum(this.picked)] : this.sums);
  }

  get isLegal() {
    return this.moves.has(this.move);
  }

  // The move whose effects are shown: if the open group cannot be played, that of the closed ones.
  get shown() {
    return this.isLegal ? this.move : written(this.sums);
  }

  // Why the picked dice are not a group: the key of a message, and the rule's number.
  get objection() {
    if (!this.picked.length) return { word: "gather_first", rule: "LX-3" };
    const sum = this.sum(this.picked);
    const made = this.made(this.picked);
    if (sum < LOWEST) return { word: "low", made, rule: "LX-3" };
    if (sum > HIGHEST) return { word: "high", made, rule: "LX-3" };
    return this.isLegal ? null : this.noRoom(sum);
  }

  noRoom(row) {
    return { word: this.room[row - LOWEST] ? "would_close" : "closed", row, rule: "LX-8" };
  }

  // Why no group of the remaining dice can be used in a row.
  whyBeyond(row) {
    const used = this.sums.filter((sum) => sum === row).length;
    return used < this.room[row - LOWEST] ? { word: "not_made", row, rule: "LX-3" } : this.noRoom(row);
  }

  // Why a die cannot join the picked ones.
  unfit(die) {
    if (!this.picked.length || this.picked.includes(die) || this.groupOf(die)) return null;
    const dice = [...this.picked, die];
    if (this.sum(dice) <= HIGHEST) return null;
    const word = this.objection ? "high" : "high_next";
    return { word, made: this.made(dice), rule: "LX-3" };
  }

  pick(die) {
    this.picked = this.picked.includes(die)
      ? this.picked.filter((each) => each !== die)
      : [...this.picked, die];
  }

  close() {
    this.groups.push(this.picked);
    this.picked = [];
  }

  dissolve(group) {
    this.groups = this.groups.filter((each) => each !== group);
  }

  // LX-10: of the ones that were rolled, one must stay.
  mayTurn(die) {
    if (!this.lucky || this.rolled[die] !== 1) return false;
    return this.rolled.some((face, other) => other !== die && face === 1 && this.faces[other] === 1);
  }

  turn(die) {
    this.faces[die] = (this.faces[die] % FACES) + 1;
  }

  // Pick free dice that make a row's sum, keeping those already picked; false if none do.
  gatherFor(row) {
    const found = this.reach(row);
    if (found) Object.assign(this, found);
    return Boolean(found);
  }

  reach(row) {
    if (!this.moves.has(written([...this.sums, row]))) return null;
    for (const faces of this.turnings(this.free)) {
      for (const dice of subsets(this.free)) {
        const holds = this.picked.every((die) => dice.includes(die));
        if (holds && total(dice, faces) === row) return { picked: dice, faces };
      }
    }
    return null;
  }

  // Lay the dice out as a legal move, ones turned where it needs them.
  layOut(move) {
    this.clear();
    if (move === PASS) return;
    const sums = move.split(" ").map(Number);
    for (const faces of this.turnings(this.free)) {
      const groups = split(sums, this.free, faces);
      if (groups) {
        Object.assign(this, { faces, groups });
        return;
      }
    }
  }

  // The faces as they are, then every way to turn these dice that LX-10 allows, fewest first.
  turnings(dice) {
    const turnable = this.lucky ? dice.filter((die) => this.rolled[die] === 1) : [];
    let found = [this.faces];
    for (const die of turnable) {
      const faces = Array.from({ length: FACES }, (_, face) => face + 1);
      found = found.flatMap((base) => faces.map((face) => base.with(die, face)));
    }
    const aOneStays = (faces) => faces.some((face, die) => face === 1 && this.rolled[die] === 1);
    const changed = (faces) => faces.filter((face, die) => face !== this.faces[die]).length;
    if (turnable.length) found = found.filter(aOneStays);
    return found.sort((one, other) => changed(one) - changed(other));
  }
}

function written(sums) {
  return [...sums].sort((one, other) => one - other).join(" ") || PASS;
}

function total(dice, faces) {
  return dice.reduce((sum, die) => sum + faces[die], 0);
}

// Every choice of some of these dice, the smallest first.
function subsets(dice) {
  const all = [];
  for (let bits = 1; bits < 1 << dice.length; bits += 1) {
    all.push(dice.filter((_, place) => bits & (1 << place)));
  }
  return all.sort((one, other) => one.length - other.length);
}

// Groups of the dice that make these sums, or null.
function split(sums, dice, faces) {
  if (!sums.length) return [];
  for (const group of subsets(dice)) {
    if (total(group, faces) !== sums[0]) continue;
    const others = dice.filter((die) => !group.includes(die));
    const rest = split(sums.slice(1), others, faces);
    if (rest) return [group, ...rest];
  }
  return null;
}
