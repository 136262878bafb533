// What is drawn once and used often: pips in five shapes, and the pictures on the cards.
// Symbols rc-pips-0-1 … rc-pips-4-6 (64 × 64, colour and face), rc-pip-0 … and rc-swap … (48 × 48).

import { html, nothing, svg } from "../../static/table/kit.js";

const SHAPES = [
  "m-6.3 0a6.3 6.3 0 1 0 12.6 0a6.3 6.3 0 1 0-12.6 0z",
  "m-5.7-5.7h11.4v11.4h-11.4z",
  "m0-7.6 7.3 12.7h-14.6z",
  "m0-7.9 7.9 7.9-7.9 7.9-7.9-7.9z",
  "m0-8.6 2.5 5.3 5.9 .7-4.3 4 1.1 5.8-5.2-2.8-5.2 2.8 1.1-5.8-4.3-4 5.9-.7z",
];
const PIPS = [
  ["32 31"],
  ["18 17", "46 45"],
  ["17 16", "32 31", "47 46"],
  ["18 17", "46 17", "18 45", "46 45"],
  ["17 16", "47 16", "32 31", "17 46", "47 46"],
  ["19 14", "45 14", "19 31", "45 31", "19 48", "45 48"],
];
const LAST_GROUP_UP = svg`<rect class="rc-ink" x="4" y="27" width="13" height="13" rx="3"/><rect class="rc-soft" x="19" y="27" width="11" height="13" rx="3"/><rect class="rc-ink" x="35" y="27" width="10" height="13" rx="3"/><path class="rc-line" d="M10 21C12 6 27 5 32 17m1-8v9h-9"/>`;
const PICTURES = {
  joker: svg`<path class="rc-ink" d="M10 32C6 20 8 14 8 14s5 3 8 9c1-9 8-15 8-15s7 6 8 15c3-6 8-9 8-9s2 6-2 18z"/><path class="rc-line" d="M11 38h26"/><circle class="rc-warm" cx="8" cy="12" r="3"/><circle class="rc-warm" cx="24" cy="7" r="3"/><circle class="rc-warm" cx="40" cy="12" r="3"/>`,
  swap: svg`<rect class="rc-ink" x="5" y="17" width="14" height="14" rx="3"/><rect class="rc-ink" x="29" y="17" width="14" height="14" rx="3"/><path class="rc-line" d="M12 12c4-6 20-6 24 0m0-6v6h-6M36 36c-4 6-20 6-24 0m0 6v-6h6"/>`,
  sprint: svg`<rect class="rc-ink" x="31" y="6" width="11" height="11" rx="2.5"/><rect class="rc-ink" x="31" y="19" width="11" height="11" rx="2.5"/><rect class="rc-ink" x="31" y="32" width="11" height="11" rx="2.5"/><path class="rc-line" d="M5 11.5h20M11 24.5h14M5 37.5h20"/>`,
  surge: LAST_GROUP_UP,
  overtake: LAST_GROUP_UP,
  flip: svg`<rect class="rc-ink" x="15" y="15" width="18" height="18" rx="4"/><circle class="rc-hole" cx="24" cy="24" r="2.5"/><path class="rc-line" d="M7 26a17 17 0 0 1 29-13m0-7v8h-8M41 22a17 17 0 0 1-29 13m0 7v-8h8"/>`,
  gap: svg`<path class="rc-line" d="M3 16h11M3 32h11M34 16h11M34 32h11"/><rect class="rc-dash" x="16" y="10" width="16" height="28" rx="4"/>`,
  crash: svg`<path class="rc-warm" d="m33 5 2.5 6.5L42 9l-2.5 6.5 6 3-6 3 2.5 6-6.5-2.5L33 32l-2.5-7-6.5 2.5 2.5-6-6-3 6-3L24 9l6.5 2.5z"/><path class="rc-line" d="M28 39H6m7-7-7 7 7 6"/>`,
};

const symbol = (id, box, shapes) => svg`<symbol id=${`rc-${id}`} viewBox=${box}>${shapes}</symbol>`;
const path = (d) => svg`<path d=${d}/>`;

const pipsOf = (shape, colour) => [
  symbol(`pip-${colour}`, "-10 -10 20 20", path(`M0 0${shape}`)),
  PIPS.map((places, face) =>
    symbol(`pips-${colour}-${face + 1}`, "0 0 64 64", path(places.map((at) => `M${at}${shape}`).join(""))),
  ),
];

export const sprite = html`<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">
  <defs>
    <linearGradient id="rc-light" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#fff" stop-opacity=".38"/>
      <stop offset=".5" stop-color="#fff" stop-opacity="0"/>
      <stop offset="1" stop-color="#000" stop-opacity=".12"/>
    </linearGradient>
  </defs>
  ${SHAPES.map(pipsOf)}
  ${Object.entries(PICTURES).map(([id, shapes]) => symbol(id, "0 0 48 48", shapes))}
  <symbol id="rc-flag" viewBox="0 0 30 36"><path class="rc-pole" d="M5 35V3"/><path class="rc-cloth" d="M5 3c6-4 12 4 21 0v15c-9 4-15-4-21 0z"/><path class="rc-check" d="M5 3c2.5-1.7 4.8-1.2 7-.3v5.3c-2.2-.9-4.5-1.4-7 .3zm14 1c2.5 .5 4.7.2 7-.9v5.2c-2.3 1-4.5 1.3-7 .8zm-7 4c2.5 1 4.6 1.8 7 1.1v4.9c-2.4.6-4.5-.1-7-1.1zm-7 5.1c2.5-1.6 4.8-1.2 7-.2v0"/></symbol>
  <symbol id="rc-lock" viewBox="0 0 24 24"><path d="M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13z"/></symbol>
</svg>`;

// A die of a race in a square of 64.
export const die = (colour, face) =>
  svg`<rect class="rc-edge" x="2" y="3" width="60" height="59" rx="13"/><rect class="rc-body" x="2" y="2" width="60" height="57" rx="13"/><rect x="2" y="2" width="60" height="57" rx="13" fill="url(#rc-light)"/>${
    face ? svg`<use class="rc-pips" href=${`#rc-pips-${colour}-${face}`} width="64" height="64"/>` : nothing
  }`;

// The same as a picture of its own.
export const smallDie = ({ colour, value }) =>
  html`<svg class=${`rc-small rc-c${colour}`} viewBox="0 0 64 64" aria-hidden="true">${die(colour, value)}</svg>`;

// A colour's disc with its pip, in a square of 48.
const disc = (colour) =>
  svg`<g class=${`rc-c${colour}`}><circle class="rc-disc" cx="24" cy="24" r="22"/><use class="rc-pips" href=${`#rc-pip-${colour}`} x="5" y="5" width="38" height="38"/></g>`;

// A colour or a value that advances, in a square of 48.
export const target = ({ colour, value }, edge = 0) =>
  value
    ? svg`<use href=${`#die-${value}`} x=${edge} y=${edge} width=${48 - 2 * edge} height=${48 - 2 * edge}/>`
    : disc(colour);

// What a card shows: a colour's pip, a value's die, or a picture.
export const cardFace = (kind, look) =>
  html`<svg class="rc-face" viewBox="0 0 48 48" aria-hidden="true">${
    look ? target(look, 2) : svg`<use href=${`#rc-${kind}`} width="48" height="48"/>`
  }</svg>`;
