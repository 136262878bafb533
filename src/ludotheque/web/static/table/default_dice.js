// Dice on the default table. A die in the air is 0 in the snapshot; what has just fallen is read from
// the events of the throw, since the rules may have picked the dice up again.

import { classes, dieFace, html, svg } from "./kit.js";

const SIZE = 64;
const PIPS = 6; // faces of which there are drawings

// The faces of the dice that a frame's throw has thrown, by their names: field and place.
export function thrownDice(frame, before) {
  const inAir = frame.kind === "throw" ? (before?.details?.in_air ?? []) : [];
  const faces = frame.events.filter((event) => "draw" in event).map(({ draw: [, k] }) => k + 1);
  return new Map(inAir.map((die, place) => [die, faces[place] ?? 0]));
}

export function diceTray(view, { name, label }, value) {
  const thrown = thrownDice(view.frame, view.before);
  const faces = [value].flat().map((face, place) => face || thrown.get(`${name}-${place}`) || 0);
  const width = faces.length * (SIZE + 12) - 12;
  return html`<figure class="plain-dice">
    <svg class="plain-dice-drawn" viewBox="0 0 ${width} ${SIZE}" width=${width} height=${SIZE} role="img"
      aria-label="${label}: ${faces.map((face) => face || view.words.in_the_air).join(", ")}">
      ${faces.map((face, place) => die(view, `${name}-${place}`, place * (SIZE + 12), face))}
    </svg>
    <figcaption>${label}</figcaption>
  </figure>`;
}

function die(view, id, x, value) {
  const face = view.face(id, value);
  return svg`<g class=${classes("plain-die", view.rolling.has(id) && "rolling")} transform="translate(${x} 0)">
    <g class="die-tumble">${face ? drawn(face) : svg`<rect class="plain-blank" x="4" y="4" width="56" height="56" rx="12" />`}</g>
  </g>`;
}

function drawn(face) {
  if (face <= PIPS) return dieFace(face, SIZE);
  return svg`<rect class="plain-face" x="2" y="2" width="60" height="60" rx="13" /><text x="32" y="33" font-size="28">${face}</text>`;
}
