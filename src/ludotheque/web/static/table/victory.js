// A victory: the points are counted up, and dice and the winners' shapes come down over the page, once.
// It is for those who were there when the match ended; whoever wants no motion sees the result at once.

import { Directive, directive } from "../lit-html/directive.js";
import { noChange } from "../lit-html/lit-html.js";
import { seatShape, written } from "./kit.js";

const COUNTING = 1400; // milliseconds
const PIECES = 30;
const FALLING = 3600;
const SVG = "http://www.w3.org/2000/svg";

class CountedUp extends Directive {
  update({ element }, [number, isNew]) {
    if (number === this.number) return noChange;
    this.number = number;
    element.textContent = written(number);
    if (isNew) countUp(element, number);
    return noChange;
  }
}

// On an element: its number, which is counted up where it is new.
export const countedUp = directive(CountedUp);

// The element is not in the page yet when it is first drawn: it is there with the next picture.
function countUp(element, number) {
  element.textContent = written(0);
  let start = null;
  const tick = (now) => {
    start ??= now;
    const part = Math.min(1, (now - start) / COUNTING);
    element.textContent = written(Math.round(number * (1 - (1 - part) ** 3)));
    if (part < 1 && element.isConnected) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

class Celebrated extends Directive {
  update({ element }, [winners, isNew]) {
    if (isNew && !this.done) celebrate(element, winners);
    this.done = true;
    return noChange;
  }
}

// On the element that holds the result: what falls, falls inside it and is gone after that.
export const celebrated = directive(Celebrated);

function celebrate(root, winners) {
  const layer = document.createElement("div");
  layer.className = "confetti";
  layer.setAttribute("aria-hidden", "true");
  const falls = Array.from({ length: PIECES }, (_, place) => {
    const piece = place % 3 ? shape(winners[place % winners.length], place) : die(1 + (place % 6));
    layer.append(piece);
    return fall(piece, place);
  });
  root.append(layer);
  Promise.allSettled(falls).then(() => layer.remove());
}

function picture(inner, className) {
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("class", className);
  drawn.append(inner);
  return drawn;
}

function die(face) {
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#die-${face}`);
  return picture(use, "confetti-die");
}

function shape(seat, place) {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", seatShape(seat));
  const drawn = picture(path, `confetti-shape seat-${seat}${place % 2 ? " confetti-brass" : ""}`);
  drawn.setAttribute("viewBox", "-7 -7 14 14");
  return drawn;
}

// A slow fall with a turn; where and when is left to chance.
function fall(piece, place) {
  const left = (100 * (place + Math.random())) / PIECES;
  const sway = 4 * (Math.random() - 0.5);
  const turn = 540 * (Math.random() - 0.5);
  const frames = [
    { transform: `translate(${left}vw, -12vh) rotate(0)`, opacity: 1 },
    { transform: `translate(${left + sway}vw, 60vh) rotate(${0.6 * turn}deg)`, opacity: 1, offset: 0.7 },
    { transform: `translate(${left}vw, 104vh) rotate(${turn}deg)`, opacity: 0 },
  ];
  const timing = { duration: FALLING * (0.8 + 0.4 * Math.random()), delay: 900 * Math.random() };
  return piece.animate(frames, { ...timing, fill: "both", easing: "ease-in" }).finished;
}
