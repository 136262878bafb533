// A seat's line of the scoreboard, at the outer edge of its tray: chips or points, and the score.

import { nothing, svg } from "../../static/table/kit.js";
import { pickedDice, picking, stays } from "./choice.js";
import { WIDTH } from "./layout.js";
import { mark, sum } from "./pieces.js";

const COLOURS = ["green", "red", "yellow", "blue", "black"]; // in the order of the edition
const CHANGE = 136; // from the right: a doubled score of two digits has room beside it
const CHIPS_FROM = 112;
const CHIPS_TO = WIDTH - CHANGE - 24;
const CHIP = 18; // across
const FAN = 5; // from one chip to the next of the same value
const APART = 16; // of another

const MOST_LETTERS = 11;

export function ledger(view, layout, seat, isActing) {
  const name = view.names[seat];
  const short = name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name;
  return svg`<g id="ledger-${seat}" class="md-ledger md-s${seat} ${isActing ? "md-acting" : ""}"
      transform="translate(0 ${layout.ledger(seat)})" aria-hidden="true">
    <g class="md-mark" transform="translate(15 0)">${mark(seat)}</g>
    <text class="md-name" x="27" y="0">${short}</text>
    ${view.snapshot.level === "flash" ? chips(view, seat) : points(view, seat)}
    ${change(view, seat)}
    <text id="score-${seat}" class="md-score" x=${WIDTH - 12} y="0">${score(view, seat)}</text>
  </g>`;
}

const points = ({ snapshot }, seat) =>
  svg`<text class="md-points" x="120" y="0">${snapshot.points[seat]}<tspan class="md-of"> / 100</tspan></text>`;

// Whether a seat has picked up dice: what they would bring is open.
const isPicking = (view, seat) => picking(view) === seat && pickedDice(view).length > 0;

// The score of the dice left, with its doubling spelled out; of the dice that stay, while choosing.
function score(view, seat) {
  const { details } = view;
  const dice = details.dice[seat];
  if (isPicking(view, seat)) return `${sum(stays(view).faces)} + ?`;
  if (!dice.length && !details.master[seat]) return "";
  const total = sum(dice);
  return details.master[seat] === "two" ? `2 × ${total} = ${2 * total}` : `${total}`;
}

// What the last duel has brought, or what this one would bring if it were counted as it lies.
function change(view, seat) {
  const { details, snapshot, words } = view;
  const row = details.is_past ? details.last_count.rows[seat] : null;
  if (!row && !details.if_counted) return nothing;
  const by = row ? row.points[1] - row.points[0] : details.if_counted[seat] - snapshot.points[seat];
  const classes = [row ? "md-counted" : "md-would", by ? "" : "md-nil", isPicking(view, seat) ? "md-off" : ""];
  return svg`<g id="change-${seat}" class="md-change ${classes.join(" ")}" transform="translate(${WIDTH - CHANGE} 0)">
    <title>${row ? words.has_brought : words.would_bring}</title>
    <rect x="-20" y="-10" width="40" height="20" rx="10"/><text>${signed(by)}</text>
  </g>`;
}

export const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);

// ---- Chips

function chips(view, seat) {
  const { shown, owed } = chipsOf(view.snapshot.points, seat, view.setup.edition);
  const placed = fanned(shown);
  const end = placed.at(-1)?.x ?? CHIPS_FROM;
  const chip = ({ x, colour, value, isRead }) => svg`
    <g class="md-chip md-${colour}" transform="translate(${x} 0)">
      <circle r="9"/><circle class="md-inlay" r="6.2"/>${isRead ? svg`<text>${value}</text>` : nothing}
    </g>`;
  return svg`${placed.map(chip)}
    ${owed ? svg`<text class="md-short" x=${end + 12} y="0">+${owed}</text>` : nothing}`;
}

// A seat's chips, largest first, and the points left without chips. Chips are limited: red takes
// them before blue, and large totals may need more than there are.
function chipsOf(points, seat, { chips: counts, values }) {
  const bank = values
    .map((value, kind) => ({ value, colour: COLOURS[kind], count: counts[kind] }))
    .sort((one, other) => other.value - one.value);
  let shown = [];
  let owed = 0;
  for (const total of points.slice(0, seat + 1)) {
    shown = [];
    owed = total;
    for (const kind of bank) {
      const taken = Math.min(Math.floor(owed / kind.value), kind.count);
      kind.count -= taken;
      owed -= taken * kind.value;
      shown.push(...Array(taken).fill(kind));
    }
  }
  return { shown, owed };
}

// Chips in a row: equal ones overlap, and only the last of each shows its value. Distances shrink
// where the row would be too long.
function fanned(shown) {
  const steps = shown.slice(1).map((chip, place) => (chip === shown[place] ? FAN : APART));
  const closer = Math.min(1, (CHIPS_TO - CHIPS_FROM - CHIP) / Math.max(sum(steps), 1));
  return shown.map(({ colour, value }, place) => ({
    x: Number((CHIPS_FROM + CHIP / 2 + sum(steps.slice(0, place)) * closer).toFixed(1)),
    colour,
    value,
    isRead: shown[place + 1] !== shown[place],
  }));
}
