// The half-made choice: dice picked up to be thrown again, and the buttons that send it.

import { classMap, html, keyed } from "../../static/table/kit.js";
import { withDice } from "../../static/table/said.js";
import { inlineMaster } from "./last.js";
import { diceWords } from "./pieces.js";
import { allOf, canThrow, throwable } from "./position.js";

const KEEP = "keep";
const ORDER = ["first", "second"];

// advised: who is to throw first, when a hint says so; the dice have nothing to show of it.
export const choose = () => ({ picked: new Set(), previews: null, advised: null });

// What another page needs to make the same choice.
export const keep = ({ picked }) => [...picked];

export function restore(view, made) {
  view.choice.picked = new Set(made);
  view.redraw();
}

// The seat that is asked which dice it throws again.
export const picking = ({ frame, snapshot }) => (snapshot.phase === "rethrow" ? frame.seat : null);

export const isChoosing = (view) =>
  view.mine && view.frame.waits_for === "move" && picking(view) !== null && Boolean(view.choice);

const throwableNow = (view) => throwable(view.details, picking(view));

// Dice that are buttons: all that the seat has left, with the reason where one cannot be thrown.
export const isOffered = (view, { manner, seat }) =>
  isChoosing(view) && manner === "left" && seat === picking(view);

export const isThrowable = (view, die) => canThrow(picking(view), die);

export const isPicked = (view, { key }) => isChoosing(view) && view.choice.picked.has(key);

export const pickedDice = (view) => throwableNow(view).filter((each) => isPicked(view, each));

// What stays on the table: faces, and the MasterDé's picture.
export function stays(view) {
  const { details } = view;
  const seat = picking(view);
  const faces = [...details.dice[seat]];
  let picture = details.master[seat];
  for (const { face } of pickedDice(view)) {
    if (face) faces.splice(faces.indexOf(face), 1);
    else picture = null;
  }
  return { faces, picture };
}

// ---- The move

const letter = ({ face }) => face ?? "m";

function moveOf(view) {
  const dice = pickedDice(view).map(letter);
  return dice.length ? `throw:${dice.join(",")}` : KEEP; // they are sorted, the MasterDé last
}

function labelOf(view) {
  const { counted, words } = view;
  const dice = pickedDice(view);
  const count = dice.filter(({ face }) => face).length;
  if (!dice.length) return words.keep;
  if (!count) return words.throw_master;
  return counted(count < dice.length ? words.throw_both : words.throw_dice, count);
}

function saidOf(view) {
  const { fill, words } = view;
  if (!pickedDice(view).length) return words.begin;
  const { faces, picture } = stays(view);
  return fill(words.stays, { dice: diceWords(faces, picture, words) });
}

// ---- Taps

export function tap(view, die) {
  if (!isChoosing(view)) return;
  if (!isThrowable(view, die)) {
    view.refuse(...refusal(view, die));
    return;
  }
  const { picked } = view.choice;
  if (!picked.delete(die.key)) picked.add(die.key);
  view.clear();
  view.redraw();
  view.say(`${labelOf(view)}. ${saidOf(view)}`);
}

// Why a die cannot be thrown, and the rule.
function refusal(view, { alike, face, isMaster, manner, seat }) {
  const { fill, names, words } = view;
  if (manner === "out") {
    return [isMaster ? fill(words.master_out, { face: alike }) : fill(words.out, { face }), "MD-2"];
  }
  if (seat !== picking(view)) return [fill(words.others, { name: names[seat] }), "MD-3"];
  return [words.master_stays, "MD-3"];
}

function putBack(view) {
  view.choice.picked.clear();
  view.clear();
  view.redraw();
  view.say(view.words.put_back);
}

// In the list, the first tap shows a move and the second plays it.
function tapMove(view, move) {
  if (moveOf(view) === move) {
    view.play(move);
  } else {
    layOut(view, move);
  }
}

// Show a move as if its dice had been picked up.
export function layOut(view, move) {
  view.choice.advised = ORDER.includes(move) ? move : null;
  const wanted = move.replace(/^keep$|^throw:/, "").split(",");
  view.choice.picked = new Set();
  for (const die of isChoosing(view) ? throwableNow(view) : []) {
    const place = wanted.indexOf(String(letter(die)));
    if (place >= 0) {
      wanted.splice(place, 1);
      view.choice.picked.add(die.key);
    }
  }
  view.clear();
  view.redraw();
}

// ---- Keys: digits and m pick dice up, Escape puts them back, Enter throws.

// Digits also by physical key: without shift, a French keyboard types &, é, ", ' there.
function digitOf({ code, key }) {
  return /^(?:Digit|Numpad)([1-4])$/.exec(code)?.[1] ?? /^[1-4]$/.exec(key)?.[0];
}

export function keydown(event, view) {
  if (!isChoosing(view)) return focusOrder(event);
  const key = event.key.toLowerCase();
  const digit = digitOf(event);
  const dice = throwableNow(view);
  const isMaster = key === "m" || digit === "4";
  const named = isMaster ? dice.find((each) => each.isMaster) : dice.filter(({ face }) => face)[digit - 1];
  const focused = allOf(view.details).find(({ id }) => id === event.target.id);
  if (focused && (key === "enter" || key === " ")) tap(view, focused);
  else if (named) tap(view, named);
  else if (key === "escape" && view.choice.picked.size) putBack(view);
  else if (key === "enter" && event.target === document.body) view.play(moveOf(view));
  else return false;
  return true;
}

// The choice of who goes first: 1 or 2 focuses its button, whose label says what it means.
function focusOrder(event) {
  const button = document.getElementById(ORDER[digitOf(event) - 1]);
  button?.focus();
  return Boolean(button);
}

// ---- Buttons

export function order(view) {
  const { choice, fill, frame, names, play, words } = view;
  const name = names[1 - frame.seat];
  return html`<div class="md-order">${ORDER.map((move) => {
    const { label, say } = words.order[move];
    const manner = choice?.advised === move ? "primary" : "secondary";
    return html`<button id=${move} class="${manner} md-option" @click=${() => play(move)}>
      <b>${label}</b> <span>${fill(say, { name })}</span>
    </button>`;
  })}</div>`;
}

export function rethrow(view) {
  const isEmpty = !pickedDice(view).length;
  const moves = html`<details id="moves" class="move-list md-moves" @toggle=${() => listMoves(view)}>
    <summary>${view.fill(view.setup.texts.all_moves, { count: view.frame.moves.length })}</summary>
    <ol>${(view.choice.previews ?? []).map((preview) => option(view, preview, isEmpty))}</ol>
  </details>`;
  return html`
    <p id="told" class="move-help md-told">${saidOf(view)}</p>
    <button id="commit" class=${classMap({ primary: !isEmpty, secondary: isEmpty })}
      @click=${() => view.play(moveOf(view))}>${labelOf(view)}</button>
    ${keyed(view.frame.version, moves)}`;
}

const option = (view, { move, label, say }, isEmpty) => html`
  <li><button class="move-option md-move" value=${move} aria-pressed=${!isEmpty && move === moveOf(view)}
    @click=${() => tapMove(view, move)}><b>${label}</b> <span>${withDice(say, { die: inlineMaster }, view.setup)}</span></button></li>`;

// All moves with what they would do, asked for when the list is first opened: few dice first.
async function listMoves(view) {
  const { choice } = view;
  if (choice.previews) return;
  choice.previews = [];
  const thrown = ({ move }) => (move === KEEP ? 0 : move.split(",").length);
  const found = await view.previews();
  choice.previews = [...found].sort((one, other) => thrown(one) - thrown(other));
  view.redraw();
}
