// One view of a race: what is drawn of it, its words, and what taps do.

import { plainText } from "../../static/table/said.js";
import { scoredIn, spotlight } from "./results.js";
import { diceIn, roadOf } from "./road.js";

export class Race {
  // rules: what differs between the games: tapsGoals(race), goalProbe(goal).
  constructor(view, notation, rules) {
    const preview = view.previewed?.label ? view.previewed : null; // else there is a problem
    this.view = view;
    this.notation = notation;
    this.rules = rules;
    this.words = view.words;
    this.details = view.details;
    this.turn = view.choice ?? null; // while this page is asked for a move
    this.preview = preview;
    this.position = roadOf(view.details);
    this.road = preview ? roadOf(preview.road) : this.position;
    this.moved = new Set(preview?.moved);
    this.inTheAir = new Set(this.thrown);
    this.scored = scoredIn(view); // the results of a stage, while they are on the page
    this.spotlight = spotlight(this);
  }

  // Of dice that look alike the rules roll the first; shown are those that were tapped.
  get thrown() {
    const picking = this.turn?.selection.picking;
    if (!this.preview) return diceIn(this.details.air);
    return picking?.verb === "pick" ? this.turn.selection.dice : diceIn(this.preview.road.air);
  }

  get isPicking() {
    return this.turn?.selection.ways[0]?.verb === "pick";
  }

  // ---- Whose cards are shown

  get hand() {
    return this.view.snapshot.hands[this.details.owner];
  }

  get goals() {
    return this.view.snapshot.goals[this.details.owner];
  }

  get goalsInForce() {
    const open = this.view.snapshot.open?.[this.details.owner];
    if (open) return [open];
    return this.details.in_force ? this.goals.slice(0, 1) : [];
  }

  get goalsHeld() {
    return this.details.in_force ? this.goals.slice(1) : this.goals;
  }

  isLocked(seat) {
    const { rerolled, tumbled } = this.view.snapshot;
    return seat === (rerolled ?? tumbled);
  }

  // ---- Words

  aboutOwner(text) {
    return this.view.fill(text, { name: this.view.names[this.details.owner] });
  }

  dieWords(text) {
    return this.view.fill(this.words.die, { colour: this.words.colours[text[0]], value: text[1] });
  }

  // The dice of the lead: their numbers and looks.
  get lead() {
    const { faces, numbers } = this.position;
    const dice = [...numbers.keys()].filter((die) => numbers[die] === 1);
    return dice.map((die) => [die, this.notation.die(die, faces[die])]);
  }

  cardName(text) {
    const [kind, target] = text.split(":");
    return this.words.colours[target] ?? target ?? this.words.cards[kind];
  }

  groupLabel(number) {
    const { faces, groups } = this.road;
    const dice = groups[number - 1].map((die) => this.dieWords(this.notation.die(die, faces[die])));
    const text = number === 1 ? this.words.lead : this.words.group;
    return this.view.fill(text, { number, dice: dice.join(", ") });
  }

  // What stands below the road: what a complete choice would do, or the next question.
  get told() {
    const { turn, preview } = this;
    if (turn.explained) return turn.explained;
    if (turn.selection.isComplete) return preview?.say ?? turn.told;
    return this.question;
  }

  get question() {
    const { words, opening } = this;
    const { isEmpty, dice, picking, question } = this.turn.selection;
    if (isEmpty) return opening.asks;
    const asks = words.asks[question.verb]?.[question.depth] ?? opening.asks;
    if (!dice.length) return asks;
    return `${asks} ${this.view.fill(words.picked, { count: dice.length, all: picking.pick })}`;
  }

  // What the player is asked before anything is tapped, and the button's label until then.
  get opening() {
    const { opening } = this.words;
    if (this.isPicking) return opening.pick;
    return this.view.snapshot.phase === "turn" ? opening.turn : opening.goal;
  }

  // ---- What taps do

  async change(action) {
    const { turn, view } = this;
    view.clear();
    turn.isBegun = true;
    turn.explained = null;
    action(turn.selection);
    const { move } = turn;
    if (!move) return this.tell(this.question);
    view.redraw();
    const { say } = await view.preview(move);
    return turn.move === move && say && this.tell(say);
  }

  tell(text) {
    this.turn.told = text;
    this.view.redraw();
    this.view.say(plainText(text));
  }

  // A card, an objective, a target; `probe` is the move that says why it cannot be played.
  async press(step, probe) {
    const { selection } = this.turn;
    if (selection.depthOf(step) >= 0) {
      this.tap(step);
    } else if (probe) {
      const { problem } = await this.view.preview(probe);
      if (problem) this.view.refuse(sentence(problem), problem.rule);
    } else {
      this.clear();
    }
  }

  tap(step) {
    let twice = false;
    this.change((selection) => (twice = selection.tap(step)));
    if (twice) this.commit();
  }

  tapDie(die) {
    const { selection } = this.turn;
    const group = this.position.numbers[die];
    const step = this.turn.stepOfDie(die, group);
    if (selection.picking && group === 1) this.change(() => selection.pick(die));
    else if (!selection.picking && step) this.tap(step);
    else this.clear();
  }

  clear() {
    if (this.turn?.selection.isEmpty !== false) return;
    this.change((selection) => selection.clear());
    this.view.say(this.words.cleared);
  }

  // A tap on nothing in particular.
  clearUnless(event) {
    if (!event.target.closest("[data-step], .rc-die")) this.clear();
  }

  commit() {
    const { move } = this.turn;
    if (move) this.view.play(move);
  }

  // In the list, the first tap shows a move and the second plays it.
  tapListed(preview) {
    if (this.turn.move === preview.move) this.commit();
    else this.layOut(preview.move);
  }

  // Show a move as if it had been tapped together.
  layOut(move) {
    this.change((selection) => {
      selection.lay(move);
      if (selection.picking) selection.dice = this.diceNamed(move.split(":")[1].split(","));
    });
  }

  // Dice of the lead that look like these.
  diceNamed(looks) {
    const free = this.lead;
    return looks.map((look) => {
      const place = free.findIndex(([, each]) => each === look);
      return free.splice(place, 1)[0][0];
    });
  }

  async openList(isOpen) {
    const { turn, view } = this;
    turn.isListing = isOpen;
    if (!isOpen || turn.list.length) return;
    turn.list = await view.previews();
    view.redraw();
  }

  // While a card that cannot be played has the focus, its reason is shown.
  async explain(probe) {
    const { problem } = await this.view.preview(probe);
    if (!problem) return;
    this.turn.explained = sentence(problem);
    this.tell(this.turn.explained);
  }
}

const sentence = ({ message }) => `${message[0].toUpperCase()}${message.slice(1)}.`;
