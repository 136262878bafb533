// What surrounds every game's board: the players, what is asked, what has happened.
//
// `table` holds the match's setup, the view, the frame that is told in words, and the log; the board
// may be one frame ahead of the words, while dice are in the air. What is asked then stays as it was,
// closed, so that nothing jumps.

import { acting, counted, fill, html, noChange, nothing } from "./kit.js";
import * as plain from "./default_table.js";
import { ending } from "./ending.js";
import { typingForm } from "./typed_dice.js";

export function wholeTable(table) {
  const { texts } = table.setup;
  const isClosed = table.isRolling || dropsDice(table);
  return html`<header class="seats">
      <ol aria-label=${texts.players}>${table.setup.names.map((name, seat) => place(table, name, seat))}</ol>
    </header>
    <section class="board" aria-label=${texts.board}>${table.module.board(table.view(table.frame))}</section>
    <section class="asked" aria-label=${texts.asked} ?inert=${isClosed}>${isClosed ? noChange : asked(table, table.view(table.told))}</section>
    ${table.replay ? nothing : log(table.log, texts)}`;
}

// A move has led to a throw that nobody is asked for: the next frame has its dice.
function dropsDice({ before, told, replay }) {
  return !replay && before !== null && told.waits_for === "roll" && told.seat === null;
}

function place({ told, setup, replay }, name, seat) {
  const playing = seat === (told.waits_for === "throw" ? told.roller : told.seat);
  const won = told.winners.includes(seat);
  const { texts } = setup;
  return html`<li id="seat-${seat}" class="seat seat-${seat}${won ? " won" : ""}" aria-current=${playing ? "true" : nothing}>
    <span class="seat-mark" aria-hidden="true"></span>
    <span class="seat-name">${name}</span>
    <span class="seat-points">${counted(texts.points, told.points[seat])}</span>
    <span class="seat-note">${note({ won, playing, bot: setup.bots[seat], replay, told }, texts)}</span>
    <span class="seat-presence" id="presence-${seat}"></span>
  </li>`;
}

function note({ won, playing, bot, replay, told }, texts) {
  if (won) return texts.winner;
  if (playing && bot && !replay && told.waits_for !== "throw") return texts.thinking;
  if (playing) return texts.to_play;
  return bot ? texts.robot : nothing;
}

function asked(table, view) {
  const { frame, replay } = view;
  if (frame.ending) return ending(view);
  return html`${frame.asked ? html`<p class="ask" id="ask">${frame.asked}</p>` : nothing}
    ${frame.lockouts.map((said) => html`<p class="locked-out" role="status">${said}</p>`)}
    ${replay ? nothing : buttons(table, view)}
    ${frame.retyper === null ? nothing : retype(view)}`;
}

function buttons(table, view) {
  const { frame, setup } = view;
  if (frame.waits_for === "watch") return frame.presses.map((row) => presses(view, row));
  if (frame.covered) return alone(view);
  const { module } = table;
  return html`${table.typing ? typingForm(view, table.typing) : nothing}
    ${(module.asked ?? plain.asked)(view)}
    ${frame.mine && setup.shared && !table.typing ? hide(view) : nothing}`;
}

// The reaction buttons: the same for everybody after every throw, so that they give nothing away.
// They are closed for who has called wrongly.
function presses(view, { seat, buttons: row, closed }) {
  const button = ({ name, label }) => {
    const pressed = view.pressed.has(`${seat} ${name}`) ? "true" : nothing;
    const press = () => view.press(seat, name);
    return html`<button type="button" class="secondary press press-${name}" id="press-${seat}-${name}" name="move" value=${name} aria-pressed=${pressed} ?disabled=${closed} @click=${press}>${label}</button>`;
  };
  return html`<div class="presses" data-press>
    ${view.frame.presses.length > 1 ? html`<p class="presses-name">${view.names[seat]}</p>` : nothing}
    <div class="presses-buttons">${row.map(button)}</div>
  </div>`;
}

// Several people share the screen: no cards are sent until their player says to be alone.
function alone(view) {
  const { hand_over: ask, alone: confirm } = view.setup.texts;
  const name = view.names[view.frame.seat];
  const content = html`<p>${fill(ask, { name })}</p>
    <button class="primary" id="alone">${fill(confirm, { name })}</button>`;
  return acting(() => view.uncover(view.frame.seat), content, "alone");
}

function hide(view) {
  const button = html`<button class="quiet" id="hide-hand">${view.setup.texts.hide}</button>`;
  return acting(() => view.uncover(view.frame.seat, true), button, "hide-hand");
}

// The last throw may be mistyped: it can be typed again.
function retype(view) {
  const again = () => view.send({ kind: "retype", seat: view.frame.retyper });
  const button = html`<button class="quiet" id="retype">${view.setup.texts.retype}</button>`;
  return acting(again, button, "hand-anew");
}

function log(sentences, texts) {
  return html`<section class="log" aria-label=${texts.log}>
    <ol id="log" reversed tabindex="0">${[...sentences].reverse().map((said) => html`<li>${said}</li>`)}</ol>
  </section>`;
}
