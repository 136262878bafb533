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
  const height = boards.at(-1).y + boards.at(-1).height + EDGE;
  const transform = ({ seat, band }, place, scale) => {
    const [x, y] = spot(boards[seat], band, columnOf(place));
    return `translate(${x} ${y}) scale(${scale})`;
  };
  const horse = (each, place, kind, past = "") => svg`
    <g class="tr-trotter tr-${bands[each.band].colour}${past}" transform=${transform(each, place, boards[0].scale)}>${trotter(kind, BARE.halo)}</g>`;
  const shown = ({ seat, band }) => {
    const [start, end] = [before, after].map((position) => position.boards[seat][band]);
    const now = horse({ seat, band }, end, bands[band].signs[end]);
    return start === end ? now : [horse({ seat, band }, start, 0, " tr-past"), now];
  };
  return html`<svg class="rule-example tr-example" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label=${label}>
    <rect class="example-felt" width=${WIDTH} height=${height} rx="14"/>
    ${dice ? THREE_DICE.map((die) => dieAt(EDGE + die * (DIE + EDGE), dieFaces(bands, words)[die][facesOf(after)[die]])) : ""}
    ${boards.map((board) => svg`<g transform="translate(${board.x} ${board.y})">${printed(board, bands)}</g>`)}
    ${movements(before, after, bands).glows.map((each) => sign(each.kind, "tr-glow", transform(each, each.place, boards[0].unit * 0.64)))}
    ${trotters.flatMap((shownBands, seat) => shownBands.map((band) => shown({ seat, band })))}
    ${notes.map((note, band) => svg`<text class="tr-note" x=${WIDTH - EDGE} y=${boards[0].y + boards[0].rows[band]}>${note}</text>`)}
  </svg>`;
}

const dieAt = (x, face) =>
  svg`<svg x=${x} y=${EDGE} width=${DIE} height=${DIE} viewBox="0 0 64 64">${face}</svg>`;
