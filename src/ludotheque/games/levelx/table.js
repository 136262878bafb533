// Level X's table: a player groups dice, sees what that would do, and plays it as one move.

import { html, nothing, rollButton, takeBackButton } from "../../static/table/kit.js";
import { board } from "./board.js";
import { choose, closeGroup, commit, keep, keydown, layOut, openMoves, restore, tapMove } from "./choosing.js";
import { commitLabel, told } from "./labels.js";
import { lastMove } from "./last.js";
import { PASS } from "./selection.js";

// Drawn in the rulebook only, and so loaded there only.
const example = async (...given) => (await import("./example.js")).example(...given);

export default { board, asked, choose, layOut, keep, restore, keydown, tumbles, focus, lastMove, example };

// All four dice, once for each roll.
function tumbles(frame, before) {
  const again = before?.snapshot.dice && before.snapshot.turn === frame.snapshot.turn;
  return frame.kind === "throw" && frame.snapshot.dice && !again ? ["0", "1", "2", "3"] : [];
}

function focus({ choice }) {
  return choice ? "lx-die-0" : "roll";
}

function asked(view) {
  const { roll } = view.setup.texts;
  return html`
    <div class="choices move-choices">
      ${rollButton(view, roll, "lx-main")} ${view.choice ? composed(view) : nothing}
      ${takeBackButton(view, "lx-back")}
    </div>`;
}

function composed(view) {
  const { setup, words, fill, frame, choice } = view;
  const { selection } = choice;
  const { say, score } = told(view);
  const sum = selection.sum(selection.picked);
  return html`
    <p id="told" class="move-help lx-told">${say}${score ? html` · <b>${score}</b>` : nothing}</p>
    <div class="lx-main">
      <button id="group" type="button" class="secondary" ?hidden=${selection.onlyPass}
        aria-disabled=${Boolean(selection.objection)} @click=${() => closeGroup(view)}
      >${sum ? fill(words.group_sum, { sum }) : words.group}</button>
      <button id="commit" type="button" class=${selection.isEmpty && !selection.onlyPass ? "secondary" : "primary"}
        value=${selection.move} aria-disabled=${!selection.isLegal} @click=${() => commit(view)}
      >${commitLabel(view)}</button>
    </div>
    <details id="moves" class="move-list" ?hidden=${selection.onlyPass} ?open=${choice.opened}
      @toggle=${(event) => openMoves(view, event.target.open)}>
      <summary>${fill(setup.texts.all_moves, { count: frame.moves.length })}</summary>
      <ol>${choice.listed?.map((preview) => listed(view, preview))}</ol>
    </details>`;
}

function listed(view, { move, say, points }) {
  const { selection, armed } = view.choice;
  const chosen = move === selection.move && (move !== PASS || armed);
  return html`
    <li>
      <button type="button" class="move-option lx-move" value=${move} aria-pressed=${chosen}
        @click=${() => tapMove(view, move)}>
        <b>${move === PASS ? view.words.pass : move}</b><span>${say}</span>
        <span class="lx-gain">${points ? `+${points}` : ""}</span>
      </button>
    </li>`;
}
