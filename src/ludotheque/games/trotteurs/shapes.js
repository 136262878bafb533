// What the tables and the rulebook's examples are drawn with, each shape around the origin. Every
// colour has an emblem and every kind of sign a form: nothing is told by its colour alone.

import { svg } from "../../static/table/kit.js";

// About 12 units wide; none of them is a sign of the boards.
const EMBLEMS = {
  red: "M0 5.7C-7.6.4-5.9-5.3-2.7-5.3-1.3-5.3-.3-4.3 0-3.3.3-4.3 1.3-5.3 2.7-5.3 5.9-5.3 7.6.4 0 5.7z",
  yellow: "M0-6.5 1.8-2.1 6.5-1.8 2.9 1.3 4.1 5.9 0 3.4-4.1 5.9-2.9 1.3-6.5-1.8-1.8-2.1z",
  green:
    "M0-6.2a2.8 2.8 0 0 1 2.5 4.1a2.8 2.8 0 1 1-1.5 4.6L2 6.2h-4l1-3.7A2.8 2.8 0 1 1-2.5-2.1 2.8 2.8 0 0 1 0-6.2z",
  blue: "M0-6.6C2.7-2.5 4.9 0 4.9 2.2a4.9 4.4 0 0 1-9.8 0C-4.9 0-2.7-2.5 0-6.6z",
  white: "M2.6-6A6.2 6.2 0 1 0 6 2.4 5.2 5.2 0 0 1 2.6-6z",
  orange: "M-2-6h4v4h4v4H2v4h-4V2h-4v-4h4z",
  purple: "M0-6.6 4.8 0 0 6.6-4.8 0z",
  pink: "M-6.4-5 0-1.5 6.4-5V5L0 1.5-6.4 5z",
  brown: "M-5-6.2H5L1.3 0 5 6.2H-5L-1.3 0z",
  black:
    "M0-6.4C2-3.1 6-1 5.4 2.2 4.9 4.7 1.9 4.7 1 2.9L2 6.3h-4l1-3.4C-1.9 4.7-4.9 4.7-5.4 2.2-6-1-2-3.1 0-6.4z",
};

// The signs 1, 2, 3, reaching one unit.
const SIGNS = [
  "",
  "M0-1.05 1.05.8H-1.05z",
  "M-.86-.86H.86V.86H-.86z",
  "M0-1.04 1-.3.62.86H-.62L-1-.3z",
];
const PENTAGON = 3;

export const emblem = (colour, cls, transform) =>
  svg`<path class=${cls} transform=${transform} d=${EMBLEMS[colour]} />`;

export const sign = (kind, cls, transform, played) =>
  svg`<path class=${cls} transform=${transform} d=${SIGNS[kind]} ${played} />`;

// A trotter looks where it runs, 28 units high, and stands before its sign; a prisoner behind bars.
export const trotter = (kind, halo, played) => svg`${kind ? sign(kind, "tr-halo", `scale(${halo})`, played) : ""}
  <path class="tr-body" d="M-8 13.5H8.5V10.5L6 8.5C6.4 4.8 5.6 2 3.4-.2L7 2.2C8.4 2.9 9.9 2.1 10.1.600L10.3-1.5 5-8.6 4.9-13.5 1.4-10.3C-5-9.9-8.6-4.9-8.2 1.2-8 4.7-7.1 6.8-6 8.5L-8.5 10.5V13.5z"/>
  <path class="tr-mane" d="M-5.6 4.5C-6.2-2.4-3.2-6.6 1.2-7.6M-6 10.3H6.2"/><circle class="tr-eye" cx="4.2" cy="-4.6" r="1.25"/>
  ${kind === PENTAGON ? svg`<path class="tr-bars" d="M-10.5-13V13M-3.5-13V13M3.5-13V13M10.5-13V13M-12.5-12H12.5M-12.5 12H12.5" ${played} />` : ""}`;

// ---- Faces of the dice, 64 × 64 like the shared ones ------------------------------------------------

const body = svg`<rect class="die-edge" x="2" y="3" width="60" height="59" rx="13"/><rect class="die-body" x="2" y="2" width="60" height="57" rx="13"/>`;

const colourFace = (colour) => svg`${body}<g class="tr-${colour}">
  <rect class="tr-tint" x="9" y="8.5" width="46" height="44" rx="9"/>${emblem(colour, "tr-emblem", "translate(32 30.5) scale(2.5)")}</g>`;

// The Wheel: a fifth of it in each colour.
const wheelFace = (colours) => svg`${body}<g transform="translate(32 30.5)">
  ${colours.map(
    (colour, fifth) => svg`<g class="tr-${colour}" transform="rotate(${72 * fifth})">
    <path class="tr-tint" d="M0 0-14.1-19.4A24 24 0 0 1 14.1-19.4z"/>${emblem(colour, "tr-emblem", "translate(0 -15.5) scale(.8)")}</g>`,
  )}
  <circle class="tr-rim" r="24"/><circle class="tr-hub" r="5"/></g>`;

// The letters as printed, and a picture of what they do.
const letters = (text, y, cls = "") => svg`${body}<text class="tr-order ${cls}" x="32" y=${y}>${text}</text>`;
const arrows = (text, cls, path) => svg`${letters(text, 24)}<path class="tr-arrow ${cls}" d=${path} />`;
const orderFaces = (but) => [
  arrows("M", "", "M33 47m-4-6 6 6-6 6"),
  arrows("M2", "", "M28 47m-4-6 6 6-6 6M39 47m-4-6 6 6-6 6"),
  arrows("D", "tr-back", "M31 47m4-6-6 6 6 6"),
  arrows("D2", "tr-back", "M25 47m4-6-6 6 6 6M36 47m4-6-6 6 6 6"),
  svg`${letters("O", 32)}<circle class="tr-arrow" cx="32" cy="31" r="21"/>`,
  svg`${letters(but, 23, "tr-word")}<path class="tr-arrow" d="M24 53V37h17l-4 4.5 4 4.5H24"/>`,
];

// The faces of the three dice by their numbers: points, colours with the Wheel, orders.
export function dieFaces(bands, { but }) {
  const colours = bands.map(({ colour }) => colour);
  const points = [1, 2, 3, 4, 5, 6].map((face) => svg`<use href="#die-${face}" width="64" height="64"/>`);
  return [points, [...colours.map(colourFace), wheelFace(colours)], orderFaces(but)];
}
