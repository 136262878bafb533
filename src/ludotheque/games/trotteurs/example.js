// Examples of the rulebook: a few boards without writing, with the trotters where a throw has led them
// and, faintly, where they came from. There are no ids: several drawings stand on one page.

import { html, svg } from "../../static/table/kit.js";
import { BARE, bandsOf, boardAt, columnOf, printed, spot } from "./boards.js";
import { movements } from "./movement.js";
import { dieFaces, sign, trotter } from "./shapes.js";
import { THREE_DICE, facesOf } from "./stage.js";

const [WIDTH, EDGE, LANE, DIE, NOTES] = [340, 8, 20, 40, 38];

// `before` and `after` are positions; `trotters` has, for each board, the bands that it shows.
export function example({ label, edition, before, after, trotters, dice, notes = [] }, words) {
  const bands = bandsOf(edition);
  const width = WIDTH - 2 * EDGE - (notes.length && NOTES);
  const top = EDGE + (dice ? DIE + EDGE : 0);
  const boards = trotters.map((_, seat) => boardAt(EDGE, top + seat * (5 * LANE + 13), width, LANE, BARE));
  const [{ rows, scale, unit }, last] = [boards[0], boards.at(-1)];
  const height = last.y + last.height + EDGE;
  const at = ({ seat, band }, place, size) =>
    `translate(${spot(boards[seat], band, columnOf(place)).join(" ")}) scale(${size})`;
  const horse = (each, place, cls, kind) =>
    svg`<g class="tr-trotter tr-${bands[each.band].colour} ${cls}" transform=${at(each, place, scale)}>${trotter(kind, BARE.halo)}</g>`;
  const shown = ({ seat, band }) => {
    const [start, end] = [before, after].map((position) => position.boards[seat][band]);
    const now = horse({ seat, band }, end, "", bands[band].signs[end]);
    return start === end ? now : [horse({ seat, band }, start, "tr-past", 0), now];
  };
  const { glows } = movements(before, after, bands);
  const note = (text, band) => svg`<text class="tr-note" x=${WIDTH - EDGE} y=${top + rows[band]}>${text}</text>`;
  return html`<svg class="rule-example tr-example" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label=${label}>
    <rect class="example-felt" width=${WIDTH} height=${height} rx="14" />
    ${dice ? thrown(facesOf(after), dieFaces(bands, words)) : ""}
    ${boards.map((board) => svg`<g transform="translate(${board.x} ${board.y})">${printed(board, bands)}</g>`)}
    ${glows.map((each) => sign(each.kind, "tr-glow", at(each, each.place, unit * 0.64)))}
    ${trotters.flatMap((some, seat) => some.map((band) => shown({ seat, band })))}
    ${notes.map(note)}
  </svg>`;
}

const thrown = (fallen, faces) =>
  THREE_DICE.map(
    (die) => svg`<svg x=${EDGE + die * (DIE + EDGE)} y=${EDGE} width=${DIE} height=${DIE} viewBox="0 0 64 64">
    ${faces[die][fallen[die]]}</svg>`,
  );
