// The table of a game that draws none itself: its position laid out to read, its moves as buttons.

import { acting, fill, html, rollButton, takeBackButton } from "./kit.js";

function laidOut(value) {
  if (Array.isArray(value)) {
    const plain = value.every((each) => each === null || typeof each !== "object");
    if (plain) return value.length ? value.join(" · ") : "–";
    return html`<ol class="plain-list">${value.map((each) => html`<li>${laidOut(each)}</li>`)}</ol>`;
  }
  if (value !== null && typeof value === "object") {
    const rows = Object.entries(value).map(
      ([name, each]) => html`<div><dt>${name.replaceAll("_", " ")}</dt><dd>${laidOut(each)}</dd></div>`,
    );
    return html`<dl class="plain-position">${rows}</dl>`;
  }
  return value === null ? "–" : String(value);
}

function moveButton(view, move) {
  const label = fill(view.setup.texts.play, { move });
  const play = () => view.play(move);
  return html`<li><button type="button" class="secondary move-option" value=${move} @click=${play}>${label}</button></li>`;
}

export function board(view) {
  return html`<div class="felt-table plain-table">${laidOut(view.snapshot)}</div>`;
}

export function asked(view) {
  const { mine, frame } = view;
  return html`<div class="choices move-choices">
    ${rollButton(view)}
    ${mine && frame.waits_for === "move"
      ? html`<ol class="plain-moves">${frame.moves.map((move) => moveButton(view, move))}</ol>`
      : ""}
    ${takeBackButton(view)}
  </div>`;
}

export function results({ frame }) {
  return html`<p class="ask" id="results">${frame.said}</p>`;
}

export default { board, asked, results };
