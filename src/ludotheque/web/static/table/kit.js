// What every game's table is drawn with: lit-html, texts with places to fill, dice, common buttons.

import { Directive, directive } from "../lit-html/directive.js";
import { html, noChange, svg } from "../lit-html/lit-html.js";

export { html, noChange, nothing, render, svg } from "../lit-html/lit-html.js";
export { classMap } from "../lit-html/directives/class-map.js";
export { keyed } from "../lit-html/directives/keyed.js";
export { live } from "../lit-html/directives/live.js";

// A number as people read it: with a minus sign, not a hyphen.
export function written(number) {
  return String(number).replace("-", "−");
}

// A text with its {places} filled.
export function fill(text, places = {}) {
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = places[name] ?? "";
    return typeof value === "number" ? written(value) : value;
  });
}

// The singular or the plural of a text, for a count: in French, none and one are singular.
export function counted([one, many], count, places = {}, lang = document.documentElement.lang) {
  const size = Math.abs(count);
  const singular = lang === "fr" ? size < 2 : size === 1;
  return fill(singular ? one : many, { count, ...places });
}

// A colon after a word: in French, a narrow no-break space stands before it.
export function colon(lang) {
  return lang === "fr" ? "\u202f:" : ":";
}

// Clauses of one sentence, a semicolon between them.
export function clauses(said, lang = document.documentElement.lang) {
  return said.join(lang === "fr" ? "\u202f; " : "; ");
}

// The classes of an element: those that apply, as a text.
// Whether a seat is that of whoever reads the page: several people at one screen are called by name.
export const isReader = ({ seats = [] }, seat) => seats.length === 1 && seats[0] === seat;

export function classes(...names) {
  return names.filter(Boolean).join(" ");
}

// Names in one phrase: Ada, Blaise and Camille.
export function listed(names, and) {
  if (names.length < 2) return names.join("");
  return names.slice(0, -1).join(", ") + and + names.at(-1);
}

// A face of a die; the page holds the six as symbols.
export function dieFace(face, size) {
  return svg`<use href="#die-${face}" width=${size} height=${size}></use>`;
}

const SHAPES = {
  disc: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
  tile: "M-4.6-4.6h9.2v9.2h-9.2z",
  peak: "M0-5.8 5.8 4.6H-5.8z",
  diamond: "M0-6.2 6.2 0 0 6.2-6.2 0z",
  star: "m0-6.5 1.9 4.2 4.5.5-3.4 3.1.9 4.5L0 3.5-3.9 5.8l.9-4.5-3.4-3.1 4.5-.5z",
  cross: "M-2.2-6h4.400v3.800H6v4.400H2.2V6h-4.400V2.2H-6v-4.400h3.800z",
};

let shapes = Object.keys(SHAPES); // of the seats, in order

// The name of a seat's own shape: never a colour alone.
export function shapeOf(seat) {
  return shapes[seat % shapes.length];
}

// The shape itself, about twelve units wide around the origin.
export function seatShape(seat) {
  return SHAPES[shapeOf(seat)];
}

// Give the seats of a match the avatars of their players: below `root` the classes seat-0, seat-1, …
// have these colours and shapes. A page has one match.
export function dress(root, portraits = []) {
  const avatars = portraits.map(({ avatar }) => avatar.split("-"));
  avatars.forEach(([colour, shape], seat) => {
    root.style.setProperty(`--seat-${seat}`, `var(--${colour})`);
    root.style.setProperty(`--shape-${seat}`, `var(--${shape})`);
  });
  if (avatars.length) shapes = avatars.map(([, shape]) => shape);
}

// A player's portrait: the seat's shape in its colour, and a robot's face.
export function portrait({ portraits, faces }, seat) {
  const face = portraits?.[seat]?.face;
  return html`<span class="portrait seat-${seat}" aria-hidden="true">${
    face ? html`<svg class="face"><use href="${faces}#${face}"></use></svg>` : ""
  }<span class="seat-mark"></span></span>`;
}

// A form whose button does something in this page.
export function acting(act, content, classes = "") {
  const submit = (event) => {
    event.preventDefault();
    act(event);
  };
  return html`<form class=${classes} @submit=${submit}>${content}</form>`;
}

// While the dice that it has thrown fall it stays, closed, so that nothing below the board moves.
export function rollButton(view, label = view.setup.texts.roll, classes = "") {
  const { frame, replay } = view;
  if (replay || !frame.mine || frame.waits_for !== "roll") return "";
  return acting(view.roll, html`<button id="roll" class="primary">${label}</button>`, classes);
}

// While a robot leaves time for it the button is large, above a bar that shortens with the time.
export function takeBackButton(view, classes = "") {
  const { frame, setup } = view;
  if (view.replay || frame.taker_back === null) return "";
  const { take_back: label, take_back_soon: waits } = setup.texts;
  if (!frame.take_back_seconds) {
    return acting(view.takeBack, html`<button id="take-back" class="quiet">${label}</button>`, classes);
  }
  const time = { duration: 1000 * frame.take_back_seconds, fill: "both" };
  const content = html`<button id="take-back" class="secondary">${label}</button>
    <span class="time-left" aria-hidden="true"><span ${played(frame.version, SHRINK, time)}></span></span>
    <p>${fill(waits, { name: setup.names[frame.seat] })}</p>`;
  return acting(view.takeBack, content, `${classes} take-back-soon`);
}

const SHRINK = [{ transform: "none" }, { transform: "scaleX(0)" }];
const calm = matchMedia("(prefers-reduced-motion: reduce)");

class Played extends Directive {
  update({ element }, [key, frames, options]) {
    if (key === this.key) return noChange;
    this.key = key;
    element.getAnimations().forEach((animation) => animation.cancel());
    if (frames && !calm.matches) element.animate(frames, { fill: "backwards", ...options });
    return noChange;
  }
}

// On an element: plays an animation once for each key, and ends the one before. Whoever wants no
// motion gets none.
export const played = directive(Played);
