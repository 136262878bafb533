// A turn in the page: the move being composed, and what is told of it.

import { colourOf, roadOf } from "./road.js";
import { Selection } from "./selection.js";

export class Turn {
  constructor(view, notation) {
    this.notation = notation;
    this.faces = roadOf(view.details).faces;
    this.selection = new Selection(notation.ways(view.frame.moves ?? []));
    this.isBegun = false; // whether something has been tapped
    this.explained = null; // why a card with the focus cannot be played
    this.told = ""; // the latest text below the road
    this.isListing = false; // whether the list of moves is open
    this.list = []; // its moves, once they have come
  }

  // The complete choice as text; null until it is complete.
  get move() {
    const { isComplete, finished, dice } = this.selection;
    if (!isComplete) return null;
    if (finished.move) return finished.move;
    const order = (one, other) => colourOf(one) - colourOf(other) || this.faces[one] - this.faces[other];
    const looks = [...dice].sort(order).map((die) => this.notation.die(die, this.faces[die]));
    return `${finished.verb}:${looks}`;
  }

  // A die stands for itself, for its value in a group that is chosen, or for its group.
  stepOfDie(die, group) {
    const { selection, faces } = this;
    const steps = [`die:${this.notation.die(die, faces[die])}`];
    if (selection.taken.includes(`group:${group}`)) steps.push(`target:${faces[die]}`);
    steps.push(`group:${group}`);
    return steps.find((step) => selection.depthOf(step) > 0);
  }
}
