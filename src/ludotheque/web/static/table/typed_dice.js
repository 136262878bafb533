// Real dice: tapping a face writes it into a text field, which is all that is sent. Digits typed
// anywhere on the page are faces too.

import { classMap, html, live, nothing, svg } from "./kit.js";

// The faces in a text, as the server reads them: in a run of digits each is a face.
export function facesIn(text) {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .flatMap((word) => (/^\d{2,}$/.test(word) ? [...word] : [word]));
}

// What is typed so far for one throw.
export class Typing {
  constructor(version, throw_) {
    this.version = version;
    this.throw = throw_;
    this.text = "";
    this.pads = throw_.runs.flatMap(({ pads }) => pads); // the number of the pad of each die
  }

  get words() {
    return facesIn(this.text);
  }

  set words(words) {
    this.text = words.length ? `${words.join(" ")} ` : "";
  }

  get isComplete() {
    return this.words.length >= this.pads.length;
  }

  // The pad of the next die; the last one stays when all dice are typed.
  get pad() {
    return this.pads[this.words.length] ?? this.pads.at(-1);
  }

  // A key pressed outside of the field: whether it was a face, or erased one.
  press(key) {
    if (key === "Backspace") {
      this.words = this.words.slice(0, -1);
      return true;
    }
    const isFace = this.throw.pads[this.pad].some(({ writes }) => writes === key);
    if (!isFace || this.isComplete) return false;
    this.words = [...this.words, key];
    return true;
  }
}

export function typingForm(view, typing) {
  const { throw: asked, version } = typing;
  const { texts } = view.setup;
  const change = (words) => {
    typing.words = words;
    view.redraw();
    moveFocus(typing);
  };
  const submit = (event) => {
    event.preventDefault();
    view.send({ kind: "roll", seat: asked.seat, throw: typing.text });
  };
  const type = ({ target }) => {
    typing.text = target.value;
    view.redraw();
  };
  const erase = () => change(typing.words.slice(0, -1));
  return html`<form class="hand" data-hand @submit=${submit}>
    ${runsOf(typing)}
    ${asked.pads.map((pad, number) => padOf(pad, number, typing, texts, change))}
    <div class="hand-line">
      <label class="visually-hidden" for="throw-${version}">${texts.typed}</label>
      <input type="text" class="hand-text" id="throw-${version}" name="throw" placeholder=${asked.example} maxlength="2000" autocomplete="off" autocapitalize="off" spellcheck="false" required .value=${live(typing.text)} @input=${type}>
      <button type="button" class="secondary hand-erase" data-erase title=${texts.erase} ?hidden=${!typing.words.length} @click=${erase}><span aria-hidden="true">⌫</span><span class="visually-hidden">${texts.erase}</span></button>
      <button class="primary" id="typed-${version}">${texts.that_is_it}</button>
    </div>
  </form>`;
}

function runsOf(typing) {
  const { words, throw: asked } = typing;
  let place = 0;
  const run = ({ what, pads }) => html`<li class="hand-run"><span class="hand-what">${what}</span>
    <span class="hand-slots" aria-hidden="true">${pads.map((pad) => slot(typing, pad, place++, words))}</span>
    ${pads.length > 1 ? html`<span class="visually-hidden">× ${pads.length}</span>` : nothing}
  </li>`;
  return html`<ol class="hand-runs ${asked.count > 12 ? "hand-many" : ""}">${asked.runs.map(run)}</ol>`;
}

function slot(typing, pad, place, words) {
  const word = words[place];
  const classes = { "hand-slot": true, filled: word !== undefined, next: place === words.length };
  return html`<span class=${classMap(classes)} data-pad=${pad}>${word === undefined ? nothing : shown(typing.throw.pads[pad], word)}</span>`;
}

// The picture or the name of the face that a word means, else the word.
function shown(pad, word) {
  const face = pad.find(({ writes }) => writes.toLowerCase() === word.toLowerCase());
  if (!face) return word.slice(0, 6);
  return face.picture ? picture(face.picture) : face.label;
}

function padOf(pad, number, typing, texts, change) {
  const named = pad[0].picture ? "" : "hand-names";
  const done = typing.isComplete;
  const button = (face) => html`<button type="button" class="hand-button" data-writes=${face.writes} title=${face.label} ?disabled=${done} @click=${() => change([...typing.words, face.writes])}>${
    face.picture
      ? html`${picture(face.picture)}<span class="visually-hidden">${face.label}</span>`
      : face.label
  }</button>`;
  return html`<div class="hand-pad ${named}" id="pad-${typing.version}-${number}" data-pad=${number} role="group" aria-label=${texts.faces} ?hidden=${number !== typing.pad}>${pad.map(button)}</div>`;
}

// A face as the game draws it, 64 × 64. The symbols of plain dice include the die's body.
function picture({ tint, edge, body, mark, symbol }) {
  return html`<svg class="hand-face ${tint}" viewBox="0 0 64 64" aria-hidden="true">
    ${body
      ? svg`<rect class=${edge} x="2" y="3" width="60" height="59" rx="13"></rect><rect class=${body} x="2" y="2" width="60" height="57" rx="13"></rect>`
      : nothing}
    <use class=${mark ?? ""} href="#${symbol}" width="64" height="64"></use></svg>`;
}

// The pad that is shown next takes over the focus; after the last die, the button does.
function moveFocus(typing) {
  const active = document.activeElement;
  if (active !== document.body && !active?.closest(".hand-pad, .hand-erase")) return;
  const form = document.querySelector("form[data-hand]");
  const pad = document.getElementById(`pad-${typing.version}-${typing.pad}`);
  if (typing.isComplete) form?.querySelector(".primary")?.focus();
  else if (pad && !pad.contains(document.activeElement)) pad.firstElementChild.focus();
}
