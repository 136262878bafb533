// A board of cells on the default table. Cells where the player may move are buttons.

import { classes, html, nothing, seatShape, svg } from "./kit.js";

const CELL = 56;

export function grid(view, { name, label, columns }, cells) {
  const rows = Math.ceil(cells.length / columns);
  const open = openCells(view, name);
  return html`<figure class="plain-grid">
    <svg viewBox="0 0 ${CELL * columns} ${CELL * rows}" role="group" aria-label=${label}>
      ${cells.map((piece, place) => cell(view, { columns, place, piece, move: open.get(place), last: changed(view, name, place) }))}
    </svg>
  </figure>`;
}

// The moves that are made by tapping a cell of this field.
function openCells({ mine, frame, words }, name) {
  const open = new Map();
  if (!mine || frame.waits_for !== "move") return open;
  for (const move of frame.moves) {
    const at = words.moves?.[move]?.at;
    if (at?.[0] === name) open.set(at[1], move);
  }
  return open;
}

// Whether the last step has changed a cell.
function changed({ before, snapshot }, name, place) {
  return before ? (before.snapshot[name]?.[place] ?? 0) !== snapshot[name][place] : false;
}

function cell(view, { columns, place, piece, move, last }) {
  const { words, names, choice } = view;
  const x = CELL * ((place % columns) + 0.5);
  const y = CELL * (Math.floor(place / columns) + 0.5);
  const label = move ? words.moves[move].label : piece ? names[piece - 1] : words.empty;
  const play = move && (() => view.play(move));
  const press = (event) => {
    if (!move || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    play();
  };
  const manner = classes("plain-cell", move && "is-open", last && piece && "is-new", choice?.move && choice.move === move && "is-hinted");
  return svg`<g class=${manner} id=${move ? `move-${move}` : nothing} data-move=${move ?? nothing} transform="translate(${x} ${y})"
    role=${move ? "button" : "img"} tabindex=${move ? 0 : nothing} aria-label=${label} @click=${play ?? nothing} @keydown=${press}>
    <rect x="-26" y="-26" width="52" height="52" rx="12" />
    ${piece ? svg`<g class="plain-piece seat-${piece - 1}"><circle r="20" /><path transform="scale(1.6)" d=${seatShape(piece - 1)} /></g>` : nothing}
  </g>`;
}
