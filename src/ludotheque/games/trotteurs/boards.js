// Geometry of the boards, and what is printed on them. One unit is one pixel of a phone 390 pixels
// wide; the drawing scales from there. A band is a lane of a racecourse: DEPART on the left, the ten
// holes, BUT on the right.

import { nothing, svg } from "../../static/table/kit.js";
import { emblem, sign } from "./shapes.js";

export const BANDS = [0, 1, 2, 3, 4];
export const WIDTH = 374;
export const MARGIN = 4;
export const STAGE = 82; // the height of the dice and the cup, above the boards
const HOLES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]; // the last one is SORTIE
const SORTIE = 10; // also the place number of BUT: a trotter that stops on SORTIE is at BUT
const BUT_COLUMN = 11;
const GAP = 5;

// For a number of other boards: how high their lanes are, and those of the large one.
const LANES = { 1: [24, 34], 2: [16, 30], 3: [15, 32], 4: [15, 32], 5: [10, 28] };
const IN_TWO_COLUMNS = 3; // other boards or more

// Above the lanes whose board it is, below them the figures; left of them the emblems of the
// colours; the widths of DEPART and BUT; how much of a lane a trotter takes, and the sign behind it.
const LARGE = { head: 34, foot: 17, plate: 45, stall: 36, paddock: 42, share: 0.96, halo: 15.5, isLarge: true };
const SMALL = { head: 15, foot: 2.5, plate: 15, stall: 21, paddock: 24, share: 0.88, halo: 17.5 };
export const BARE = { ...SMALL, head: 2.5 }; // nothing is written on it

const rounded = (number, parts) => Math.round(number * parts) / parts;
const wordsOf = (text) => text.trim().split(/\s+/);
const hundredths = (number) => rounded(number, 100);
export const columnOf = (place) => (place === SORTIE ? BUT_COLUMN : place);

// The bands of an edition: their colours, and the signs by place.
export const bandsOf = (edition) =>
  wordsOf(edition.colours).map((colour, band) => {
    const signs = wordsOf(edition[`band_${band}`]).map((letter) => "-TSP".indexOf(letter));
    return { colour, signs: [0, 0, ...signs, 0] };
  });

// A board with its upper left corner at (x, y). Columns are the middles of DEPART, of the holes and
// of BUT, rows those of the bands, both from that corner.
export function boardAt(x, y, width, lane, look) {
  const { head, foot, plate, stall, paddock, share } = look;
  const first = plate + stall;
  const pitch = (width - first - paddock - MARGIN) / SORTIE;
  const holes = HOLES.map((hole) => first + pitch * (hole - 0.5));
  return {
    ...look,
    ...{ x, y, width, lane, pitch },
    height: head + BANDS.length * lane + foot,
    unit: Math.min(pitch, lane), // how large a hole with its sign may be
    columns: [first - stall / 2, ...holes, first + pitch * SORTIE + paddock / 2].map(hundredths),
    rows: BANDS.map((band) => head + lane * (band + 0.5)),
    scale: rounded(Math.min(lane * share, pitch * 1.1) / 28, 1000), // a trotter is 28 units high
  };
}

// The boards of all seats, one of them large above the others.
export function boardsFor(seats, large) {
  const others = seats - 1;
  const [low, high] = LANES[others];
  const columns = others >= IN_TWO_COLUMNS ? 2 : 1;
  const width = (WIDTH - 2 * MARGIN - GAP * (columns - 1)) / columns;
  const first = boardAt(MARGIN, STAGE + GAP, WIDTH - 2 * MARGIN, high, LARGE);
  const boards = [];
  boards[large] = first;
  for (let place = 0; place < others; place += 1) {
    const isAlone = columns === 2 && place === others - 1 && place % 2 === 0;
    const x = isAlone ? (WIDTH - width) / 2 : MARGIN + (place % columns) * (width + GAP);
    const board = boardAt(x, first.y + first.height + GAP, width, low, SMALL);
    board.y += Math.floor(place / columns) * (board.height + GAP);
    boards[(large + 1 + place) % seats] = board;
  }
  return boards;
}

// Where a column of a band is on the whole drawing; a fraction is halfway between two columns.
export function spot(board, band, column) {
  const between = (board.columns[Math.floor(column)] + board.columns[Math.ceil(column)]) / 2;
  return [hundredths(board.x + between), hundredths(board.y + board.rows[band])];
}

// ---- What is printed -----------------------------------------------------------------------------

const hole = (x, y, unit, kind) => svg`
  ${kind ? sign(kind, "tr-sign", `translate(${x} ${y}) scale(${hundredths(unit * 0.49)})`) : ""}
  <circle class="tr-hole" cx=${x} cy=${y} r=${hundredths(unit * 0.17)} />`;

// The whole of a band.
export const bar = ({ width, lane }, y, cls, id, played) =>
  svg`<rect id=${id ?? nothing} class=${cls} x="2.5" y=${y - lane / 2 + 0.6} width=${width - 5}
    height=${lane - 1.2} rx=${Math.min(lane / 4, 6)} ${played} />`;

// The way, DEPART, the circled hole, the others with their signs, SORTIE.
function lane(board, { colour, signs }, y) {
  const { columns, unit, isLarge } = board;
  const [tip, radius] = [hundredths(unit * 0.34), hundredths(unit * 0.36)];
  const size = isLarge ? 0.95 : Math.min(board.lane / 18, 0.9);
  return svg`<g class="tr-${colour}">
    ${bar(board, y, "tr-lane")}
    <path class="tr-way" d="M${columns[0]} ${y}H${columns[BUT_COLUMN]}"/>
    ${emblem(colour, "tr-badge", `translate(${board.plate / 2 + 1} ${isLarge ? y - 6.5 : y}) scale(${size})`)}
    ${HOLES.slice(0, -1).map((place) => hole(columns[place], y, unit, signs[place]))}
    <circle class="tr-circled" cx=${columns[1]} cy=${y} r=${radius} />
    <path class="tr-exit" d="M${columns[SORTIE] - unit * 0.2} ${y - tip}l${tip} ${tip}-${tip} ${tip}"/>
  </g>`;
}

export function printed(board, bands) {
  const [top, line] = [board.head, hundredths(board.columns[SORTIE] + board.pitch / 2)];
  const bottom = board.height - board.foot;
  const post = `M${line} ${top}V${bottom}`;
  return svg`<rect class="tr-plate" width=${board.width} height=${board.height} rx="10"/>
    ${bands.map((band, place) => lane(board, band, board.rows[place]))}
    <rect class="tr-paddock" x=${line} y=${top + 0.6} width=${board.width - 2.5 - line} height=${bottom - top - 1.2} rx="6"/>
    <path class="tr-post" d=${post} /><path class="tr-post tr-check" d=${post} />`;
}

const text = (cls, x, y, said) => svg`<text class=${cls} x=${x} y=${y}>${said}</text>`;

// What is written on the large board: the places above, the colours, the figures below.
export function written(board, bands, figures, words) {
  const [above, below] = [board.head - 7, board.height - 9];
  return svg`<g class="tr-written" aria-hidden="true">
    ${text("", board.columns[0], above, words.depart)}
    ${HOLES.slice(0, -1).map((place) => text("", board.columns[place], above, place))}
    ${text("tr-tight", board.columns[SORTIE], above, words.sortie)}
    ${text("", board.columns[BUT_COLUMN] + 2, above, words.but)}
    ${bands.map(({ colour }, band) => text("tr-colour-word", board.plate / 2 + 1, board.rows[band] + 8, words.colours[colour]))}
    ${text("tr-figure tr-owes", 7, below, words.costs)}
    ${figures.map((figure, place) => text("tr-figure", board.columns[place], below, figure))}
  </g>`;
}
