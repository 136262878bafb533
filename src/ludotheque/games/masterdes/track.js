// The track of Expert: a hundred spaces in four rows of alternating direction.

import { html, nothing, svg } from "../../static/table/kit.js";
import { WIDTH } from "./layout.js";
import { SEATS, mark } from "./pieces.js";

const GOAL = 100;
const ROW = 25; // spaces
const LEFT = 45; // the middles of a row's first and last spaces
const RIGHT = 311;
const TOP = 15; // the middle of the first row
const PITCH = 22; // from one row to the next
const HEIGHT = TOP + 3 * PITCH + 15;
const START = LEFT - 21;
const SHARED = 5.5; // pawns that share a space stand above each other
const MALUS = "MALUS";
const WAY =
  `M${START} ${TOP}H${RIGHT}a11 11 0 0 1 0 ${PITCH}H${LEFT}a11 11 0 0 0 0 ${PITCH}` +
  `H${RIGHT}a11 11 0 0 1 0 ${PITCH}H${LEFT}`;

const rowOf = (space) => Math.floor((space - 1) / ROW);
const translate = ([x, y]) => `translate(${x} ${y})`;

// The middle of a space; 0 lies before the first.
function middle(space) {
  if (space === 0) return [START, TOP];
  const along = (((space - 1) % ROW) * (RIGHT - LEFT)) / (ROW - 1);
  const x = rowOf(space) % 2 ? RIGHT - along : LEFT + along;
  return [Number(x.toFixed(1)), TOP + rowOf(space) * PITCH];
}

export function track(view) {
  const { details, setup, snapshot, words } = view;
  const zones = zonesOf(setup.edition);
  const spaces = snapshot.points;
  const ghosts = details.if_counted ?? spaces;
  return html`<svg id="track" class="md-track" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${label(view)}>
    <path class="md-kerb" d=${WAY}/><path class="md-way" d=${WAY}/>
    ${Array.from({ length: GOAL - 1 }, (_, before) => space(before + 1, zones.get(before + 1)))}
    <text class="md-start" x=${START} y=${TOP}>0</text>
    <g class="md-goal" transform=${translate(middle(GOAL))}><circle r="12"/><text>100</text></g>
    <g class="md-pot" transform=${translate([WIDTH - 25, HEIGHT / 2])}>
      <ellipse class="md-coin" cy="9" rx="12" ry="5"/><ellipse class="md-coin" cy="4.5" rx="12" ry="5"/><ellipse class="md-coin" rx="12" ry="5"/>
      <text class="md-pot-count" y="-17">${snapshot.pot}</text><text class="md-pot-name" y="24">${words.pot}</text>
    </g>
    ${SEATS.map((seat) => (ghosts[seat] === spaces[seat] ? nothing : pawn(ghosts, seat, "md-ghost")))}
    ${SEATS.map((seat) => pawn(spaces, seat, "md-pawn"))}
  </svg>`;
}

function label({ fill, names, setup, snapshot, words }) {
  const spans = ([first, last, next, end]) => `${first}–${last}, ${next}–${end}`;
  return fill(words.track, {
    red: names[0],
    red_space: snapshot.points[0],
    blue: names[1],
    blue_space: snapshot.points[1],
    pot: snapshot.pot,
    malus: spans(setup.edition.malus),
    cagnotte: spans(setup.edition.cagnotte),
  });
}

// The spaces of all zones; a Malus of five in a row spells its name.
function zonesOf({ malus, cagnotte }) {
  const found = new Map();
  for (const [zone, bounds] of Object.entries({ malus, cagnotte })) {
    for (const [first, last] of [bounds.slice(0, 2), bounds.slice(2)]) {
      const isSpelled = last - first + 1 === MALUS.length && rowOf(first) === rowOf(last);
      for (let space = first; space <= last; space++) {
        const place = rowOf(first) % 2 ? last - space : space - first;
        found.set(space, { zone, sign: isSpelled ? MALUS[place] : "×" });
      }
    }
  }
  return found;
}

// A space: in a zone, or a ten with its number, or a dot.
function space(number, zone) {
  const [x, y] = middle(number);
  if (zone) {
    return svg`<g class="md-zone md-${zone.zone}" transform=${translate([x, y])}>
      <rect x="-5.9" y="-7.5" width="11.8" height="15" rx="2.5"/>
      ${zone.zone === "malus" ? svg`<text>${zone.sign}</text>` : svg`<circle r="3.6"/>`}
    </g>`;
  }
  return number % 10
    ? svg`<circle class="md-dot" cx=${x} cy=${y} r="1.5"/>`
    : svg`<text class="md-ten" x=${x} y=${y}>${number}</text>`;
}

function pawn(spaces, seat, kind) {
  const [x, y] = middle(spaces[seat]);
  const aside = spaces[0] === spaces[1] ? (seat ? SHARED : -SHARED) : 0;
  return svg`<g id="${kind}-${seat}" class=${kind === "md-pawn" ? `md-pawn md-s${seat}` : `md-pawn md-ghost md-s${seat}`}
    transform=${translate([x, y + aside])}>${mark(seat)}</g>`;
}
