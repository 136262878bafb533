// Sentences with dice in them. The server sets a die's name between two characters that nobody sees,
// U+2068 and U+2069; here it becomes a small die, whose name is still there to be read aloud.

import { html, nothing, svg } from "./kit.js";

const PLAIN = /^[1-6](?:-[1-6])*$/;
const DIE = /\u2068([^\u2069]*)\u2069/;
const BEFORE = /[^ ]*$/; // a bracket, say, which no end of a line may part from its die
const AFTER = /^[^ ]*/; // a comma or a full stop

// A die among words: `face` is its drawing, 64 by 64, and `name` what it is called.
export function inlineDie(name, face, classes = "") {
  return html`<span class="inline-die ${classes}" title=${name || nothing}><svg viewBox="0 0 64 64" aria-hidden="true">${face}</svg><span class="visually-hidden">${name}</span></span>`;
}

export function plainDie(face, name = face, classes = "") {
  return inlineDie(name, svg`<use href="#die-${face}" width="64" height="64"></use>`, classes);
}

// Plain dice side by side, by a name such as 3-6: it is read aloud as a whole.
export function plainDice(name) {
  const faces = name.split("-").map((face) => svg`<use href="#die-${face}" width="64" height="64"></use>`);
  const dice = faces.map((face) => html`<svg viewBox="0 0 64 64" aria-hidden="true">${face}</svg>`);
  return html`<span class="inline-die">${dice}<span class="visually-hidden">${name}</span></span>`;
}

// A sentence with its dice drawn. A game whose dice are not plain has `die(name, words, setup)` in its
// module, which returns a template, or nothing for a name that is to be read.
export function withDice(text, module = {}, setup = {}) {
  const parts = (text ?? "").split(DIE); // every second one is the name of a die
  if (parts.length === 1) return text;
  const dice = parts.filter((_, place) => place % 2).map((name) => drawnDie(name, module, setup));
  const texts = parts.filter((_, place) => place % 2 === 0);
  return dice.map((die, place) => {
    const [before, after] = [BEFORE.exec(texts[place])[0], AFTER.exec(texts[place + 1])[0]];
    texts[place + 1] = texts[place + 1].slice(after.length);
    const said = before ? texts[place].slice(0, -before.length) : texts[place];
    return [said, html`<span class="with-die">${before}${die}${after}</span>`];
  }).concat(texts.at(-1));
}

function drawnDie(name, module, setup) {
  return module.die?.(name, setup.words, setup) ?? (PLAIN.test(name) ? plainDice(name) : name);
}

// The sentence as it is read aloud.
export function plainText(text) {
  return text?.replace(/[\u2068\u2069]/g, "");
}
