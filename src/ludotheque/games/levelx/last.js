// The line of a last move in Level X: the dice as they were grouped, ones that were turned, and what
// was won. A move's groups follow from its dice, as when a player picks it from the list.

import { html, nothing, svg } from "../../static/table/kit.js";
import { plainDie } from "../../static/table/said.js";
import { turnArrow } from "./tray.js";
import { PASS, Selection } from "./selection.js";

const MOST_CHIPS = 3; // drawn one by one; more are counted

export function lastMove({ words }, moves) {
  const { drawn } = moves.at(-1);
  if (!drawn) return null;
  const { dice, move, rows, tiles, points } = drawn;
  const played = new Selection(dice, [move], []);
  played.layOut(move);
  const die = (each) => faceOf(played, each);
  return html`${played.groups.map((group) => html`<span class="lx-played">${group.map(die)}<b>${played.sum(group)}</b></span>`)}
    ${played.free.length ? html`<span class="lx-unused">${played.free.map(die)}</span>` : nothing}
    ${move === PASS ? html`<span>${words.passes}</span>` : nothing}
    ${rows.map(({ chips }) => won(chips))}
    ${tiles.map((tile) => html`<b class="lx-won-tile flies">${tile}</b>`)}
    ${points ? html`<b class="last-gain">+${points}</b>` : nothing}`;
}

// A die; one that was turned shows the one that it was, too.
function faceOf({ rolled, faces }, die) {
  if (rolled[die] === faces[die]) return plainDie(faces[die]);
  return html`<span class="lx-turned">${plainDie(rolled[die], rolled[die], "lx-was")}<svg class="lx-turn-mark" viewBox="-13 -13 26 26">${turnArrow()}</svg>${plainDie(faces[die])}</span>`;
}

const chip = () => html`<svg class="lx-won-chip flies" viewBox="0 0 30 16">${svg`<ellipse class="lx-chip" cx="15" cy="8" rx="14" ry="6.5"/>`}</svg>`;

function won(count) {
  if (count > MOST_CHIPS) return html`<span>${count}×${chip()}</span>`;
  return Array.from({ length: count }, chip);
}

// The rows in which a seat's pawn was moved by the last moves that are shown.
export function movedRows(recent, seat) {
  const rows = recent.filter((move) => move.seat === seat).flatMap(({ drawn }) => drawn?.rows ?? []);
  return new Set(rows.filter(({ space }) => space).map(({ row }) => row));
}
