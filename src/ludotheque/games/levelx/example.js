// A drawn example of Level X's rulebook: dice in groups, and the rows that a move changes.

import { dieFace, html, nothing, svg } from "../../static/table/kit.js";
import { plate, shape, spaces } from "./board.js";
import { rowEffects } from "./effects.js";
import { LOWEST } from "./geometry.js";
import { turnArrow } from "./tray.js";

const WIDTH = 340;
const DIE = 34;
const LINE = 66; // from one line of dice to the next
const ROW = 48; // from one row of the board to the next
const SPACE = 45;
const COLOURS = ["", "red", "yellow", "green"]; // of the seats, as the printed rulebook calls them

// data: label, the roll, ways to group it; with `before` and `after`, what the only way did for `seat`.
export function example(data) {
  const drawn = [];
  let height = 0;
  const add = (drawing, room) => {
    drawn.push(drawing);
    height += room;
  };
  if (data.groupings.some((groups) => turned(data, groups).length)) add(rolled(data.roll), LINE - 8);
  for (const groups of data.groupings) add(grouped(data, groups, height), LINE);
  const effects = data.before ? rowEffects(data.before, data.after, data.seat) : [];
  for (const effect of effects.toReversed()) add(rowDrawn(data, effect, height + ROW / 2), ROW);
  return html`
    <svg class="rule-example lx-example" viewBox="0 0 ${WIDTH} ${height + 8}" role="img" aria-label=${data.label}>
      <rect class="example-felt" width=${WIDTH} height=${height + 8} rx="14" />
      ${drawn}
    </svg>`;
}

// ---- Dice ------------------------------------------------------------------------------------

// The dice as they fell, and an arrow to what is made of them.
function rolled(roll) {
  const arrow = `M${17 + 2 * DIE} ${DIE + 12} v8 m-5 -5 l5 5 l5 -5`;
  const dice = roll.map((face, place) => die(face, 8 + place * (DIE + 6), 10));
  return svg`${dice}<path class="example-arrow" d=${arrow} />`;
}

// A line of dice in groups, each with its sum; dice left aside at the end.
function grouped(data, groups, y) {
  const others = turned(data, groups);
  const aside = others.length ? [] : without(data.roll, groups.flat()).sort();
  const sums = groups.map((group) => group.reduce((sum, face) => sum + face));
  let x = 8;
  const next = (face, manner) => {
    const drawn = die(face, x, y + 8, manner);
    x += DIE + 4;
    return drawn;
  };
  const boxes = groups.map((group, number) => {
    const start = x;
    const dice = group.map((face) => next(face, takeFrom(others, face) ? "turned" : ""));
    const width = x - start + 4;
    x += 14;
    return svg`
      <rect class="lx-cluster-box" x=${start - 4} y=${y + 4} width=${width} height=${DIE + 8} rx="9" />
      <text class="lx-sum" x=${start - 4 + width / 2} y=${y + DIE + 22}>${sums[number]}</text>${dice}`;
  });
  const written = sums.sort((one, other) => one - other).join(" ");
  return svg`${boxes}${aside.map((face) => next(face, "aside"))}
    <text class="lx-written" x=${WIDTH - 14} y=${y + 8 + DIE / 2}>${written}</text>`;
}

function die(face, x, y, manner = "") {
  return svg`
    <g class="lx-die ${manner === "aside" ? "lx-aside" : ""}" transform="translate(${x} ${y})">
      ${dieFace(face, DIE)}
      ${
        manner === "turned"
          ? svg`<g class="lx-turn" transform="translate(${DIE - 2} 1) scale(.65)">${turnArrow()}</g>`
          : nothing
      }
    </g>`;
}

// The faces in a grouping that the roll does not show: ones that were turned (LX-10).
function turned({ roll }, groups) {
  return without(groups.flat(), roll);
}

function without(faces, others) {
  const left = [...faces];
  others.forEach((face) => takeFrom(left, face));
  return left;
}

function takeFrom(faces, face) {
  const place = faces.indexOf(face);
  if (place >= 0) faces.splice(place, 1);
  return place >= 0;
}

// ---- Rows of the board -------------------------------------------------------------------------

// The pawn that moved with the spaces it came through, who was sent back, the chips won.
function rowDrawn({ seat, spaces: lengths }, { row, from, to, chips, sentBack }, y) {
  const middles = Array.from({ length: lengths[row - LOWEST] }, (_, place) => 42 + SPACE * (place + 0.5));
  const end = middles.at(-1);
  const passed = middles.slice(Math.max(from, 1) - 1, to - 1);
  const chip = (_, place) => svg`
    <g class="lx-won" transform="translate(${end + 84 + 30 * place} ${y}) scale(1.3)">
      <circle r="9" /><text>${row}</text>
    </g>`;
  return svg`
    <path class="lx-rail" d="M35 ${y} H${end}" />
    ${plate(row, y)} ${spaces(middles, y)} ${Array.from({ length: chips }, chip)}
    ${passed.map((x) => pawn(seat, x, y, "lx-passing"))} ${pawn(seat, middles[to - 1], y)}
    ${sentBack < 0 ? nothing : pawn(sentBack, end + 40, y, "lx-passing")}`;
}

function pawn(seat, x, y, manner = "") {
  return svg`<g class="lx-pawn lx-${COLOURS[seat]} ${manner}" transform="translate(${x} ${y})">${shape(seat)}</g>`;
}
