// What every game's table is drawn with: lit-html, texts with places to fill, dice, common buttons.

import { Directive, directive } from "../lit-html/directive.js";
import { html, noChange, svg } from "../lit-html/lit-html.js";

export { html, noChange, nothing, render, svg } from "../lit-html/lit-html.js";
export { classMap } from "../lit-html/directives/class-map.js";
export { keyed } from "../lit-html/directives/keyed.js";
export { live } from "../lit-html/directives/live.js";

// A text with its {places} filled.
export function fill(text, places = {}) {
  return text.replace(/\{(\w+)\}/g, (_, name) => places[name] ?? "");
}

// The singular or the plural of a text, for a count: in French, none and one are singular.
export function counted([one, many], count, places = {}, lang = document.documentElement.lang) {
  const size = Math.abs(count);
  const singular = lang === "fr" ? size < 2 : size === 1;
  return fill(singular ? one : many, { count, ...places });
}

// The classes of an element: those that apply, as a text.
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

const SHAPES = [
  "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
  "M-4.6-4.6h9.2v9.2h-9.2z",
  "M0-5.8 5.8 4.6H-5.8z",
  "M0-6.2 6.2 0 0 6.2-6.2 0z",
  "m0-6.5 1.9 4.2 4.5.5-3.4 3.1.9 4.5L0 3.5-3.9 5.8l.9-4.5-3.4-3.1 4.5-.5z",
  "M-2.2-6h4.400v3.800H6v4.400H2.2V6h-4.400V2.2H-6v-4.400h3.800z",
];

// A seat's own shape, about twelve units wide around the origin: never a colour alone.
export function seatShape(seat) {
  return SHAPES[seat];
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

export function takeBackButton(view, classes = "") {
  if (view.replay || view.frame.taker_back === null) return "";
  const { take_back: label } = view.setup.texts;
  return acting(view.takeBack, html`<button id="take-back" class="quiet">${label}</button>`, classes);
}

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
