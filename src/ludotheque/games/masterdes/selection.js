// The rethrow being composed: which dice are picked up. A model without DOM.

export const KEEP = "keep";
const MASTER = "m";

export class Selection {
  // dice: [{ id, face }], a MasterDé that may be thrown has the face "m"; choices: the legal moves.
  constructor(dice, choices) {
    this.dice = dice;
    this.picked = new Set();
    this.choices = new Map(choices.map((choice) => [choice.move, choice]));
  }

  get isEmpty() {
    return this.picked.size === 0;
  }

  get move() {
    if (this.isEmpty) return KEEP;
    const faces = this.dice.filter(({ id }) => this.picked.has(id)).map(({ face }) => face);
    return `throw:${faces.sort().join(",")}`; // digits come before the letter
  }

  get choice() {
    return this.choices.get(this.move);
  }

  has(id) {
    return this.dice.some((die) => die.id === id);
  }

  toggle(id) {
    if (!this.picked.delete(id)) this.picked.add(id);
  }

  clear() {
    this.picked.clear();
  }

  // Pick up what a move of the list throws.
  layOut(move) {
    this.clear();
    if (move === KEEP) return;
    for (const face of move.slice("throw:".length).split(",")) {
      const die = this.dice.find((each) => each.face === face && !this.picked.has(each.id));
      this.picked.add(die.id);
    }
  }

  // The n-th die from the left, the MasterDé by its letter.
  at(key) {
    const ordinary = this.dice.filter(({ face }) => face !== MASTER);
    return key === MASTER ? this.dice.find(({ face }) => face === MASTER) : ordinary[key - 1];
  }
}
