// The table of a game that draws none itself. Its `table.py` declares fields and moves, and each kind
// of field has a drawing here; a snapshot of which nothing is declared is laid out to be read.

import { fill, html, nothing, rollButton, takeBackButton } from "./kit.js";
import { diceTray, thrownDice } from "./default_dice.js";
import { grid } from "./default_grid.js";
import { track } from "./default_track.js";
import { holdings, laidOut, numbers, plate } from "./default_numbers.js";

export default { board, asked, results, choose, layOut, tumbles, focus };

const SMALL = { dice: diceTray, number: plate, numbers }; // several of them beside each other
const LARGE = { track, grid };
const MOST_PREVIEWED = 12; // moves whose effects are told at once

export function board(view) {
  const { fields } = view.words;
  if (!fields) return html`<div class="felt-table plain-table">${laidOut(view.snapshot)}</div>`;
  const drawn = (kinds) =>
    fields.filter(({ kind }) => kind in kinds).map((field) => kinds[field.kind](view, field, view.snapshot[field.name]));
  const small = drawn(SMALL);
  return html`<div class="felt-table plain-table">
    ${small.length ? html`<div class="plain-strip">${small}</div>` : nothing}
    ${drawn(LARGE)} ${holdings(view, fields.filter(({ kind }) => kind === "per_seat"))}
  </div>`;
}

// What the buttons say of the moves' effects is asked for once; the page may leave it out.
function choose(view) {
  const choice = { move: null, effects: new Map() };
  if (view.frame.moves.length <= MOST_PREVIEWED) {
    view.previews().then((previews) => {
      for (const { move, say } of previews) choice.effects.set(move, say);
      view.redraw();
    });
  }
  return choice;
}

// A hint: the move is marked where the player would tap it.
function layOut(view, move) {
  view.choice.move = move;
  view.redraw();
}

function tumbles(frame, before) {
  return [...thrownDice(frame, before).keys()];
}

function focus({ frame }) {
  return frame.moves.length ? `move-${frame.moves[0]}` : "roll";
}

export function asked(view) {
  const { mine, frame, words } = view;
  const deciding = mine && frame.waits_for === "move";
  const isOnBoard = (move) => words.moves?.[move]?.at;
  const listed = frame.moves.filter((move) => !isOnBoard(move));
  return html`<div class="choices move-choices">
    ${rollButton(view)}
    ${deciding && listed.length < frame.moves.length ? html`<p class="plain-tap">${words.tap}</p>` : nothing}
    ${deciding && listed.length ? html`<ol class="plain-moves">${listed.map((move) => moveButton(view, move))}</ol>` : nothing}
    ${takeBackButton(view)}
  </div>`;
}

function moveButton(view, move) {
  const { setup, words, choice } = view;
  const label = words.moves?.[move]?.label ?? fill(setup.texts.play, { move });
  const effect = choice?.effects.get(move);
  const hinted = choice?.move === move ? "true" : nothing;
  return html`<li><button type="button" id="move-${move}" class="secondary plain-move" data-move=${move} value=${move}
    aria-pressed=${hinted} @click=${() => view.play(move)}><b>${label}</b>${effect ? html`<span>${effect}</span>` : nothing}</button></li>`;
}

export function results({ frame }) {
  return html`<p class="ask" id="results">${frame.said}</p>`;
}
