// The line of a last throw in Les Trotteurs: the three dice, whom the cup has named, and which
// trotters went where. The dice's symbols are those of the table.

import { html, nothing, svg } from "../../static/table/kit.js";
import { inlineDie, plainDie } from "../../static/table/said.js";
import { BANDS, bandsOf } from "./boards.js";
import { emblem } from "./shapes.js";
import { ORDERS } from "./stage.js";

const BUT = 10;
const MOST_WAYS = 2; // told one by one, or one where lines stand side by side; more are counted

const symbol = (name, at, text) => inlineDie(text, svg`<use href="#tr-${name}-${at}" width="64" height="64"/>`);

export function lastMove(view, moves) {
  const { drawn } = moves.at(-1);
  if (!drawn?.dice) return null;
  const [points, colour, order] = drawn.dice;
  const bands = bandsOf(view.setup.edition);
  return html`${plainDie(points + 1)}${symbol("colour", colour, "")}${symbol("order", order, "")}
    ${"marks" in drawn ? marking(view, bands, drawn) : nothing}`;
}

// Whoever marks the throw, the trotter that it has not moved, and those that it has on any board.
function marking({ words, names }, bands, { marks, ways, stays }) {
  const shown = ways.slice(0, names.length > 2 ? 1 : MOST_WAYS);
  const rest = ways.length - shown.length;
  const [first] = shown;
  const named = first?.seat === marks ? nothing : mark(marks);
  return html`${named}${stays ? still(words, bands, stays) : nothing}${shown.map((way, place) => html`
    ${shown[place - 1]?.seat === way.seat ? nothing : mark(way.seat)}${step(words, bands, way)}`)}
    ${rest ? html`<span>+${rest}</span>` : nothing}`;
}

const mark = (seat) => html`<span class="seat-mark seat-${seat}"></span>`;

const placeWord = (words, at) => ({ 0: words.depart, [BUT]: words.but })[at] ?? at;

const told = (bands, band, rest) => {
  const { colour } = bands[band];
  return html`<span class="tr-way-told"><svg class="tr-${colour}" viewBox="-9 -9 18 18"><circle class="tr-tint" r="8.5"/>${emblem(colour, "tr-emblem", "")}</svg>${rest}</span>`;
};

// From DEPART is not said.
const step = (words, bands, { band, start, end }) =>
  told(bands, band, html`${start ? placeWord(words, start) : ""}→<b>${placeWord(words, end)}</b>`);

const still = (words, bands, { band, place }) => told(bands, band, html`= ${placeWord(words, place)}`);

// A die that a sentence names: points are plain dice, colours and orders have symbols of their own.
export function die(name, words, setup) {
  const colours = bandsOf(setup.edition).map(({ colour }) => words.colours[colour]);
  const colour = [...colours, words.wheel].indexOf(name);
  if (colour >= 0) return symbol("colour", colour, name);
  const order = [...ORDERS.slice(0, -1), words.but].indexOf(name);
  return order >= 0 ? symbol("order", order, name) : null;
}

// The bands of a seat's trotters that the last throws have moved.
export function movedBands(recent, seat) {
  const ways = recent.flatMap(({ drawn }) => drawn?.ways ?? []).filter((way) => way.seat === seat);
  return BANDS.filter((band) => ways.some((way) => way.band === band));
}
