// How a player composes a move in Level X: taps and keys change the choice, and the table is redrawn.

import { gain } from "./effects.js";
import { dieLabel, told } from "./labels.js";
import { PASS, Selection } from "./selection.js";

// armed: passing was asked for once; explained: why what has the focus cannot be chosen; listed: all
// moves with what they would do, once somebody opened the list.
export function choose({ frame }) {
  const selection = new Selection(frame.snapshot.dice, frame.moves, frame.details.room);
  return {
    selection,
    armed: false,
    explained: null,
    opened: false,
    listed: null,
    get move() {
      return selection.shown; // the table draws what was asked about it
    },
  };
}

// What another page needs to make the same choice.
export function keep({ selection: { faces, groups, picked } }) {
  return { faces, groups, picked };
}

export function restore(view, made) {
  change(view, (selection) => Object.assign(selection, made));
}

// Change the selection, show what it would do, and say so, or something else.
async function change(view, action, said = null) {
  const { choice } = view;
  view.clear();
  Object.assign(choice, { armed: false, explained: null });
  action(choice.selection);
  view.redraw();
  const { move } = choice;
  const previewed = move === PASS ? null : await view.preview(move);
  if (choice.move !== move) return;
  view.redraw();
  view.say(said ? said() : spoken({ ...view, previewed }));
}

function spoken(view) {
  const { say, score } = told(view);
  return score ? `${say} · ${score}` : say;
}

function refuse({ words, fill, refuse: tell }, objection) {
  tell(fill(words[objection.word], objection), objection.rule);
}

// While something that cannot be chosen has the focus, show why.
export function explain(view, objection) {
  const { choice } = view;
  if (!choice || (!objection && !choice.explained)) return;
  choice.explained = objection;
  view.redraw();
  if (objection) view.say(spoken(view));
}

// ---- Dice and rows ---------------------------------------------------------------------------

export function tapDie(view, die) {
  const { selection } = view.choice;
  const unfit = selection.unfit(die);
  const group = selection.groupOf(die);
  if (unfit) refuse(view, unfit);
  else if (group) tapGroup(view, group);
  else change(view, () => selection.pick(die));
}

export function tapGroup(view, group) {
  change(view, (selection) => selection.dissolve(group));
}

export function tapRow(view, row) {
  const { selection } = view.choice;
  if (!selection.objection && selection.sum(selection.picked) === row) closeGroup(view);
  else if (selection.reach(row)) change(view, () => selection.gatherFor(row));
  else refuse(view, selection.whyBeyond(row));
}

export function closeGroup(view) {
  const { objection } = view.choice.selection;
  if (objection) refuse(view, objection);
  else change(view, (selection) => selection.close());
}

export function turn(view, die) {
  const { selection } = view.choice;
  if (!selection.mayTurn(die)) refuse(view, { word: "last_one", rule: "LX-10" });
  else change(view, () => selection.turn(die), () => dieLabel(view, die, selection.faces[die]));
}

function clear(view) {
  change(view, (selection) => selection.clear(), () => view.words.cleared);
}

// ---- Committing --------------------------------------------------------------------------------

export function commit(view) {
  const { selection } = view.choice;
  if (selection.move === PASS) pass(view);
  else if (selection.isLegal) view.play(selection.move);
  else refuse(view, selection.objection);
}

// Passing needs a second press to confirm, unless it is the only legal move.
function pass(view) {
  const { choice } = view;
  if (choice.armed || choice.selection.onlyPass) {
    view.play(PASS);
  } else {
    layOut(view, PASS);
  }
}

// Show a move as if it had been composed.
export function layOut(view, move) {
  change(view, (selection) => {
    selection.layOut(move);
    view.choice.armed = move === PASS;
  });
}

// ---- The list of moves ---------------------------------------------------------------------------

// Those that bring most points first.
export async function openMoves(view, opened) {
  const { choice, snapshot, frame } = view;
  choice.opened = opened;
  if (!opened || choice.listed) return;
  const found = await view.previews();
  if (!found.length) return; // the server could not be asked: opening the list again asks again
  const listed = found.map((preview) => ({
    ...preview,
    points: gain(snapshot, preview.snapshot, frame.seat),
    groups: preview.move === PASS ? 0 : preview.move.split(" ").length,
  }));
  const order = (one, other) => other.points - one.points || other.groups - one.groups;
  choice.listed = listed.sort((one, other) => order(one, other) || (one.move < other.move ? -1 : 1));
  view.redraw();
}

// The first tap shows a move and the second plays it.
export function tapMove(view, move) {
  const { selection } = view.choice;
  if (move === PASS) pass(view);
  else if (selection.move === move) view.play(move);
  else layOut(view, move);
}

// ---- Keys ------------------------------------------------------------------------------------------

// Digits also by physical key: without shift, a French keyboard types &, é, ", ' there.
export function keydown(event, view) {
  if (!view.choice) return false;
  const { selection, armed } = view.choice;
  const node = event.target.closest(".lx-die, .lx-turn, .lx-row");
  const digit = /^(?:Digit|Numpad)([1-4])$/.exec(event.code)?.[1] ?? /^[1-4]$/.exec(event.key)?.[0];
  const key = event.key.toLowerCase();
  if (node && (key === "enter" || key === " ")) node.dispatchEvent(new MouseEvent("click"));
  else if (digit) tapDie(view, Number(digit) - 1);
  else if (key === "g") closeGroup(view);
  else if (key === "p") pass(view);
  else if (key === "escape" && (!selection.isEmpty || armed)) clear(view);
  else if (key === "enter" && !event.target.closest("#table") && !selection.isEmpty) enter(view);
  else return false;
  return true;
}

function enter(view) {
  if (view.choice.selection.picked.length) closeGroup(view);
  else commit(view);
}
