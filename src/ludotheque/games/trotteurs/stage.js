// The dice and the cup, above the boards.

import { isReader, seatShape, svg } from "../../static/table/kit.js";
import { BANDS, MARGIN, STAGE } from "./boards.js";

export const ORDERS = ["M", "M2", "D", "D2", "O", "BUT"];
const DICE = [
  { symbol: "die", first: 1 },
  { symbol: "tr-colour", first: 0 },
  { symbol: "tr-order", first: 0 },
];
const [SIZE, PITCH, TOP] = [50, 57, 16];
const LETTER = 6.6; // the width of a letter of a name, about

// The keys of what is thrown: three dice, and the cup that is shaken.
export const THREE_DICE = ["0", "1", "2"];
export const CUP = "cup";

// A name truncated to the space there is.
export function shortened(name, room) {
  const most = Math.max(3, Math.floor(room / LETTER));
  return name.length <= most ? name : `${name.slice(0, most - 1).trimEnd()}…`;
}

// The faces of the dice by number, of the throw under way or else the last; null before the first.
export function facesOf({ dice, throw: thrown }) {
  if (dice || !thrown) return dice ?? null;
  const { points, color, order } = thrown;
  return [points - 1, color === "wheel" ? BANDS.length : color, ORDERS.indexOf(order)];
}

export function stage(scene) {
  return svg`<g id="dice" class="tr-stage" role="img" aria-label=${label(scene)}>
    <rect class="tr-tray" x=${MARGIN} y=${MARGIN} width="366" height=${STAGE - MARGIN} rx="12"/>
    ${THREE_DICE.map((key) => die(scene.view, key, scene.faces?.[key]))}
    <g transform="translate(218 41.5) scale(.94)">${cup(scene)}</g>
    ${beside(scene)}
  </g>`;
}

function die({ rolling, face }, key, fallen) {
  const { symbol, first } = DICE[key];
  const picture =
    fallen === undefined
      ? svg`<rect class="tr-blank" x="3" y="3" width=${SIZE - 6} height=${SIZE - 6} rx="10"/>`
      : svg`<use href="#${symbol}-${face(key, fallen + 1) - 1 + first}" width=${SIZE} height=${SIZE} />`;
  return svg`<g id="tr-die-${key}" class="tr-die${rolling.has(key) ? " rolling" : ""}"
    transform="translate(${MARGIN + 8 + PITCH * key} ${TOP})"><g class="die-tumble">${picture}</g></g>`;
}

function cup({ view, marks, fades }) {
  const isClosed = marks === null;
  const cls = `tr-cup${isClosed ? " tr-covered" : ""}${view.rolling.has(CUP) ? " tr-shaken" : ""}`;
  const bars = "M-8-14V14M0-16V16M8-14V14M-14-8H14M-16 0H16M-14 8H14";
  return svg`<g id="cup" class=${cls}>
    <path class="tr-leather" d="M-26 35-20-25Q-19-32-12-32H12Q19-32 20-25L26 35z"/>
    <path class="tr-stitch" d="M-16.5-24.5-22 30M16.5-24.5 22 30M-18.5-9.5-20 5M18.5-9.5 20 5"/>
    <rect class="tr-brass" x="-29" y="31" width="58" height="8" rx="4"/>
    <circle class="tr-window" r="16"/>
    <g id="cup-number" class="tr-shown${isClosed ? "" : ` seat-${marks}`}" ${fades}>${
      isClosed
        ? ""
        : svg`<rect class="tr-number-die" x="-11" y="-11" width="22" height="22" rx="5.5"/>
      <text class="tr-number">${marks + 1}</text>`
    }</g>
    <path class="tr-grille" d=${isClosed ? bars : "M-12.5-10V10M12.5-10V10"} />
    <circle class="tr-grille-rim" r="16"/>
  </g>`;
}

// Beside the cup: whom it has named, or who has won; and which game of how many it is.
function beside({ view, words, shown, winner, marks, isOpen, fades }) {
  const seat = winner ?? marks;
  const nobody = isOpen ? words.no_throw : words.who_marks;
  const isYou = seat !== null && isReader(view.setup, seat);
  const { wins_game: wins, marks: marking } = isYou ? words.you : words;
  const does = winner !== null ? wins : marks !== null ? marking : nobody;
  const name = isYou ? words.you.name : seat !== null && shortened(view.names[seat], 92);
  const { rounds } = view.setup.options;
  const game = view.fill(words.game, { number: shown.round, count: rounds });
  return svg`<g class="tr-said${seat === null ? "" : ` seat-${seat}`}" ${fades}>
    ${
      seat === null
        ? svg`<text class="tr-does" x="257" y="43">${does}</text>`
        : svg`<path class="tr-mark" transform="translate(263 32) scale(.95)" d=${seatShape(seat)} />
    <text class="tr-said-name" x="274" y="32">${name}</text>
    <text class="tr-does" x="257" y="51">${does}</text>`
    }
    ${rounds > 1 ? svg`<text class="tr-games" x="362" y="71">${game}</text>` : ""}
  </g>`;
}

function label({ view, words, bands, faces, marks }) {
  if (!faces) return words.no_dice;
  const [points, colour, order] = faces;
  const dice = [
    points + 1,
    colour === BANDS.length ? words.wheel : words.colours[bands[colour].colour],
    ORDERS[order] === "BUT" ? words.but : ORDERS[order],
  ].join(", ");
  if (marks === null) return view.fill(words.shaken, { dice });
  return view.fill(words.named, { dice, name: view.names[marks] });
}
