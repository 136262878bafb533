// A track on the default table: its spaces wind from row to row, and pawns glide along it.

import { html, keyed, seatShape, svg } from "./kit.js";

const STEP = 56; // between the middles of two spaces
const MOST_COLUMNS = 7;

// The rows are as even as can be: fifteen spaces are three rows of five, not two of seven and one.
function columnsFor(count) {
  return Math.ceil(count / Math.ceil(count / MOST_COLUMNS));
}

// The middle of a space; every second row runs back.
function middle(space, columns) {
  const row = Math.floor(space / columns);
  const place = space % columns;
  const column = row % 2 ? columns - 1 - place : place;
  return [STEP * (column + 0.5), STEP * (row + 0.5)];
}

export function track(view, { name, label, spaces }, pawns) {
  const last = typeof spaces === "number" ? spaces : view.details[spaces];
  const columns = columnsFor(last + 1);
  const all = Array.from({ length: last + 1 }, (_, space) => space);
  const rows = Math.ceil(all.length / columns);
  const way = all.map((space) => middle(space, columns).join(" ")).join("L");
  return html`<figure class="plain-track">
    <svg viewBox="0 0 ${STEP * columns} ${STEP * rows}" role="img" aria-label=${told(view, label, pawns, last)}>
      <path class="plain-way" d="M${way}" />
      ${all.map((space) => cell(view, space, last, middle(space, columns)))}
      ${pawns.map((space, seat) => keyed(`${name}-${seat}`, pawn(pawns, seat, middle(space, columns))))}
    </svg>
  </figure>`;
}

function told({ names, words, fill }, label, pawns, last) {
  const where = (space) => (space === 0 ? words.start : space === last ? words.goal : fill(words.space, { number: space }));
  return `${label}: ${pawns.map((space, seat) => `${names[seat]}, ${where(space)}`).join("; ")}`;
}

function cell({ words }, space, last, [x, y]) {
  const kind = space === 0 ? "plain-start" : space === last ? "plain-goal" : "";
  return svg`<g transform="translate(${x} ${y})">
    <rect class="plain-space ${kind}" x="-23" y="-23" width="46" height="46" rx="12" />
    ${space === last ? svg`<path class="plain-star" d="m0-15 4.400 9.700 10.400 1.200-7.800 7.200 2.100 10.400L0 8.300l-9.100 5.200 2.100-10.400-7.800-7.200 10.400-1.200z" />` : ""}
    ${space === last ? "" : svg`<text class="plain-number" y="15" font-size=${space ? 11 : 10}>${space || words.start}</text>`}
  </g>`;
}

// Pawns that share a space stand beside each other.
function pawn(pawns, seat, [x, y]) {
  const here = pawns.flatMap((space, other) => (space === pawns[seat] ? [other] : []));
  const place = here.indexOf(seat);
  const right = here.length === 1 ? 0 : 11 * (place % 2 ? 1 : -1);
  const down = here.length < 3 ? -5 : 10 * (place < 2 ? -1 : 1);
  const size = here.length === 1 ? 2.3 : 1.7;
  return svg`<g class="plain-pawn seat-${seat}" transform="translate(${x + right} ${y + down})">
    <path transform="scale(${size})" d=${seatShape(seat)} />
  </g>`;
}
