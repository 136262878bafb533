// What surrounds every game's board: the players, what is asked, what has happened.
//
// `table` holds the match's setup, the view, the frame that is told in words, and the log; the board
// may be one frame ahead of the words, while dice are in the air. What is asked then stays as it was,
// closed, so that nothing jumps.

import { acting, counted, fill, html, noChange, nothing, portrait, written } from "./kit.js";
import * as plain from "./default_table.js";
import { lastMoves } from "./last_moves.js";
import { withDice } from "./said.js";
import { typingForm } from "./typed_dice.js";

const LONG_POINTS = 3; // characters

export function wholeTable(table) {
  const { texts } = table.setup;
  const areLong = table.told.points.some((points) => written(points).length >= LONG_POINTS);
  const isClosed = table.told !== table.frame || dropsDice(table);
  return html`<header class="seats">
      <ol class=${areLong ? "long-points" : nothing} aria-label=${texts.players}>${table.setup.names.map((name, seat) => place(table, name, seat))}</ol>
    </header>
    <section class="board" aria-label=${texts.board}>${table.module.board(table.view(table.frame))}</section>
    ${lastMoves(table)}
    <section class="asked" aria-label=${texts.asked} ?inert=${isClosed}>${isClosed ? noChange : asked(table, table.view(table.told))}</section>
    ${table.replay ? nothing : log(table)}`;
}

// A move has led to a throw that nobody is asked for: the next frame has its dice.
function dropsDice({ before, told, replay }) {
  return !replay && before !== null && told.waits_for === "roll" && told.seat === null;
}

function place(table, name, seat) {
  const { setup, replay } = table;
  const told = dropsDice(table) ? table.before : table.told;
  const playing = seat === (told.waits_for === "throw" ? told.roller : told.seat);
  const won = told.winners.includes(seat);
  const left = told.resigned.includes(seat);
  const bot = setup.bots[seat] || left;
  const { texts } = setup;
  return html`<li id="seat-${seat}" class="seat seat-${seat}${won ? " won" : ""}${left ? " left" : ""}" aria-current=${playing ? "true" : nothing}>
    ${portrait(setup, seat)}
    <span class="seat-name">${name}</span>
    <span class="seat-points">${pointsOf(told.points[seat], texts)}</span>
    <span class="seat-note">${note({ won, playing, bot, level: setup.portraits?.[seat]?.level, left, replay, told }, texts)}</span>
    <span class="seat-presence" id="presence-${seat}"></span>
  </li>`;
}

// The number, and its unit, which makes room where many sit at the table.
function pointsOf(points, texts) {
  return html`${written(points)}<span class="seat-unit">${counted(texts.points, points).replace(written(points), "")}</span>`;
}

function note({ won, playing, bot, level, left, replay, told }, texts) {
  if (won) return texts.winner;
  if (left) return html`${texts.left}<span class="seat-replaced">${texts.replaced}</span>`;
  if (playing && bot && !replay && told.waits_for !== "throw") return texts.thinking;
  if (playing) return texts.to_play;
  return bot ? level || texts.robot : nothing;
}

function asked(table, view) {
  const { frame, replay } = view;
  if (frame.ending) return ending(table, view);
  if (view.reading) return results(table, view);
  const looksOn = frame.waits_for === "watch" && (replay || !frame.presses.length);
  const question = looksOn ? view.setup.texts.window_open : frame.asked;
  return html`${question ? html`<p class="ask" id="ask">${question}</p>` : nothing}
    ${frame.window && !replay ? html`<p class="countdown" id="countdown" aria-hidden="true"><progress></progress><span></span></p>` : nothing}
    ${callResults(table, view)}
    ${frame.lockouts.map((said) => html`<p class="locked-out" role="status">${said}</p>`)}
    ${replay ? nothing : buttons(table, view)}
    ${frame.retyper === null ? nothing : retype(view)}`;
}

// What came of the player's own calls. Who listens is told by the page's announcer.
function callResults({ late }, { frame, setup }) {
  const results = frame.calls.filter(({ said }) => said);
  const tooLate = late === frame.version ? [{ verdict: "late", said: setup.texts.too_late }] : [];
  return [...results, ...tooLate].map(
    ({ verdict, said }) => html`<p class="call-result ${verdict === "right" ? "call-right" : ""}">${said}</p>`,
  );
}

const LOAD_AGAIN = 2000; // milliseconds
let drawEnding = null; // loaded when a match is over
let loading = false;

function ending(table, view) {
  if (drawEnding) return drawEnding(view);
  if (!loading) loadEnding(table);
  return html`<p class="ask" id="ask">${view.frame.said}</p>`;
}

// The server may be away in the very moment in which a match ends: try until it is back.
async function loadEnding(table) {
  loading = true;
  try {
    drawEnding = (await import("./ending.js")).ending;
  } catch {
    setTimeout(() => loadEnding(table), LOAD_AGAIN);
    return;
  }
  table.draw();
}

// What has ended, and how; the reader goes on to what follows.
function results(table, view) {
  const go = html`<button class="primary" id="go-on" aria-describedby="results">${view.setup.texts.go_on}</button>`;
  return html`${(table.module.results ?? plain.results)(view)} ${view.replay ? nothing : acting(() => table.goOn(), go, "go-on")}`;
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

function log({ log: sentences, setup, module }) {
  const told = (said) => html`<li>${withDice(said, module, setup)}</li>`;
  return html`<section class="log" aria-label=${setup.texts.log}>
    <ol id="log" reversed tabindex="0">${sentences.toReversed().map(told)}</ol>
  </section>`;
}
