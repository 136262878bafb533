// What the table and the examples draw often: dice, MasterDés, the seats' marks. Each is SVG in a
// square of 64 around the origin. Red has discs and rounder shapes, blue has squares.

import { html, svg } from "../../static/table/kit.js";

export const SEATS = [0, 1];
export const FACES = [1, 2, 3, 4, 5, 6];
export const PICTURES = ["heart", "two", "replay", "out", "blank"];

const PIPS = {
  1: [[0, 0]],
  2: [[-14, -14], [14, 14]],
  3: [[-15, -15], [0, 0], [15, 15]],
  4: [[-14, -14], [14, -14], [-14, 14], [14, 14]],
  5: [[-15, -15], [15, -15], [0, 0], [-15, 15], [15, 15]],
  6: [[-13, -17], [13, -17], [-13, 0], [13, 0], [-13, 17], [13, 17]],
};
const PIP = ["m-6.4 0a6.4 6.4 0 1 0 12.8 0a6.4 6.4 0 1 0-12.8 0z", "m-5.7-5.7h11.4v11.4h-11.4z"];

const pips = (seat, face) => PIPS[face].map(([x, y]) => `M${x} ${y}${PIP[seat]}`).join("");

// The symbols; once a page.
export const sprite = () => html`
<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">
  <defs>
    <linearGradient id="md-light" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#fff" stop-opacity=".42"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".14"/>
    </linearGradient>
    <linearGradient id="md-wood" x1="0" y1="0" x2="0" y2="1">
      <stop class="md-wood-0" offset="0"/><stop class="md-wood-1" offset=".16"/><stop class="md-wood-2" offset="1"/>
    </linearGradient>
  </defs>
  ${SEATS.map((seat) =>
    FACES.map((face) => svg`<symbol id="md-pips-${seat}-${face}" viewBox="-32 -32 64 64"><path d=${pips(seat, face)}/></symbol>`),
  )}
  <symbol id="md-heart" viewBox="-32 -32 64 64"><path class="md-ink" d="M0 17C-23 2-20-15-9.5-15-4-15 0-11 0-7 0-11 4-15 9.5-15 20-15 23 2 0 17z"/></symbol>
  <symbol id="md-two" viewBox="-32 -32 64 64"><path class="md-line" d="m-18-1 11 11m0-11-11 11"/><path class="md-line" d="M1.5-8.5C1.5-19 18-19 18-8.5 18-1 6 5 1.5 13.5H19"/></symbol>
  <symbol id="md-replay" viewBox="-32 -32 64 64"><path class="md-line" d="M14.5 4A15 15 0 1 1 11-10.5"/><path class="md-line" d="M13.5-19.5v10.5H3"/></symbol>
  <symbol id="md-out" viewBox="-32 -32 64 64"><path class="md-line" d="M1-17h-16v34H1"/><path class="md-line" d="M-6 0h24m-9-9 9 9-9 9"/></symbol>
  <symbol id="md-blank" viewBox="-32 -32 64 64"><circle class="md-nothing" r="5"/></symbol>
</svg>`;

export const die = (seat, face) => svg`
<rect class="md-edge" x="-30" y="-29" width="60" height="60" rx="13"/><rect class="md-body" x="-30" y="-30" width="60" height="58" rx="13"/><rect class="md-shine" x="-30" y="-30" width="60" height="58" rx="13"/><use class="md-pips" href="#md-pips-${seat}-${face}" x="-32" y="-33" width="64" height="64"/>`;

export const master = (seat, picture) => svg`
<rect class="md-edge" x="-31" y="-29" width="62" height="62" rx=${seat ? 7 : 22}/><rect class="md-ivory" x="-29" y="-29" width="58" height="57" rx=${seat ? 5 : 20}/><use class="md-picture" href="#md-${picture}" x="-32" y="-33" width="64" height="64"/>`;

export const notThrown = (round) => svg`<rect class="md-empty" x="-27" y="-27" width="54" height="54" rx=${round}/>`;

export const mark = (seat) =>
  seat ? svg`<rect x="-6" y="-6" width="12" height="12" rx="1.5"/>` : svg`<circle r="6.6"/>`;

// Dice in words: 3-6 + heart.
export function diceWords(faces, picture, words) {
  const shown = [faces.join("-"), words.pictures[picture]?.name].filter(Boolean);
  return shown.join(" + ") || words.nothing;
}

export const sum = (faces) => faces.reduce((total, face) => total + face, 0);
