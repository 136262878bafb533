// The line of a last turn in MasterDés: the dice that were thrown again, what they became, the pairs
// that went out, and what the duel brought when it was counted.

import { html, nothing, svg } from "../../static/table/kit.js";
import { inlineDie } from "../../static/table/said.js";
import { signed } from "./ledger.js";
import { PICTURES, SEATS, die, master } from "./pieces.js";

const MASTER = "m";
const BLANK = "blank"; // the only face with which a MasterDé is thrown again

const small = (seat, face, name = "") => inlineDie(name, svg`<g class="md-s${seat}" transform="translate(32 32)">${face}</g>`);
const ordinary = (seat, face) => small(seat, die(seat, face));
const pictured = (seat, picture, name) => small(seat, master(seat, picture), name);

export function lastMove(view, moves) {
  const counted = moves.slice(0, -1).findLastIndex(({ drawn }) => drawn?.gains); // an earlier duel
  const shown = moves.slice(counted + 1).filter(({ drawn }) => drawn);
  if (!shown.length) return null;
  return shown.map(({ drawn, seat }, place) => step(view, drawn, seat, shown[place - 1]?.drawn));
}

// What a step tells that the one before it has not told already: who keeps all again says so once.
function step({ words }, { does, throws, dice, masters, out, gains }, seat, before) {
  const isSaid = does && does !== before?.does;
  return html`${isSaid && before ? html`<span>·</span>` : nothing}${isSaid ? html`<span>${words.did[does]}</span>` : nothing}
    ${throws ? html`<span class="md-again">${throws.map((each) => thrownAgain(seat, each))}</span><span>→</span>` : nothing}
    ${dice ? html`<span class="inline-dice">${dice[seat].map((face) => ordinary(seat, face))}${masters[seat] ? pictured(seat, masters[seat]) : nothing}</span>` : nothing}
    ${(out ?? []).map((face) => html`<span class="md-gone">${SEATS.map((each) => ordinary(each, face))}</span>`)}
    ${gains ? SEATS.map((each) => brought(each, gains[each])) : nothing}`;
}

const thrownAgain = (seat, die) => (die === MASTER ? pictured(seat, BLANK) : ordinary(seat, die));

function brought(seat, points) {
  if (!points) return nothing;
  return html`<span class="md-brought ${points > 0 ? "flies" : ""}" data-seat=${seat}><span class="seat-mark seat-${seat}"></span><b class="last-gain">${signed(points)}</b></span>`;
}

// The MasterDé that a sentence names by what it shows; whose it is, the sentence says: it has no colour.
export function inlineMaster(name, words) {
  const picture = PICTURES.find((each) => words.pictures[each].name === name);
  return picture ? small("plain", master(0, picture), name) : null;
}
