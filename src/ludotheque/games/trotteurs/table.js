// Les Trotteurs' table: a racecourse for each player, below the dice and the cup. A position is a
// snapshot with its details. While dice are in the air, the boards are still those before the throw.

import { html, nothing, played, rollButton, seatShape, svg } from "../../static/table/kit.js";
import { BANDS, MARGIN, WIDTH, bandsOf, bar, boardsFor, columnOf, printed, spot, written } from "./boards.js";
import { die, lastMove, movedBands } from "./last.js";
import { keyframes, movements } from "./movement.js";
import { dieFaces, sign, trotter } from "./shapes.js";
import { CUP, THREE_DICE, facesOf, shortened, stage } from "./stage.js";

const BUT = 10;
const SIGNS = ["", "triangle", "square", "pentagon"];
const APPEARS = [{ opacity: 0 }, { opacity: 1 }];

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const positionOf = ({ snapshot, details }) => ({ ...snapshot, ...details });
const shownIn = (frame) => frame && positionOf(frame.shown ?? frame);

// Everything that the parts of the drawing need.
function sceneOf(view) {
  const { setup, words } = view;
  const [before, now] = [shownIn(view.before), positionOf(view)];
  const isRolling = view.rolling.size > 0;
  const shown = isRolling && before ? before : now;
  const bands = bandsOf(setup.edition);
  const winner = shown.boards.findIndex((board) => board.every((place) => place === BUT));
  const moved = movements(isRolling ? null : before, now, bands, setup.pace);
  const version = isRolling ? "rolling" : view.frame.version;
  const appears = (delay) => played(version, APPEARS, { delay, duration: 160 * moved.tempo });
  return {
    ...{ view, words, shown, bands, moved, version, appears },
    faces: facesOf(now),
    touched: shown.boards.map((_, seat) => movedBands(view.recent, seat)),
    marks: isRolling || now.dice ? null : (now.throw?.marks ?? null),
    isOpen: !isRolling && !now.dice, // no throw is under way
    winner: winner < 0 ? null : winner,
    boards: boardsFor(setup.players, largeBoard(setup, shown)),
    debts: shown.boards.map((board) => sum(board.map((place) => setup.edition.figures[place] ?? 0))),
    fades: moved.isThrow ? appears(0) : played(version),
  };
}

// Whose board is large: the viewer's, or that of the seat which has marked last.
function largeBoard({ seats }, { throw: thrown }) {
  return seats.length === 1 ? seats[0] : (thrown?.marks ?? 0);
}

function board(view) {
  const scene = sceneOf(view);
  const { boards, words, moved } = scene;
  const height = Math.max(...boards.map(({ y, height }) => y + height)) + MARGIN;
  const seats = [...boards.keys()];
  return html`<div class="felt-table trotteurs${seats.length === 2 ? " tr-pair" : ""}">
<svg id="board" class="tr-table" viewBox="0 0 ${WIDTH} ${height}" role="group" aria-label=${words.boards}>
  ${sprite(scene)} ${stage(scene)}
  ${boards.map((each, seat) => oneBoard(scene, each, seat))}
  <g id="glows" aria-hidden="true">${moved.glows.map((each) => glow(scene, each))}</g>
  ${seats.flatMap((seat) => BANDS.map((band) => trotterOf(scene, seat, band)))}
</svg></div>`;
}

// What is drawn once and used several times.
function sprite({ boards, bands, words }) {
  const [, colours, orders] = dieFaces(bands, words);
  const symbols = (name, faces) =>
    faces.map((face, place) => svg`<symbol id="tr-${name}-${place}" viewBox="0 0 64 64">${face}</symbol>`);
  const print = (name, isLarge) => {
    const like = boards.find((each) => Boolean(each.isLarge) === isLarge);
    return svg`<g id="tr-print-${name}">${printed(like, bands)}</g>`;
  };
  return svg`<defs>${symbols("colour", colours)}${symbols("order", orders)}
    ${print("large", true)}${print("small", false)}</defs>`;
}

// ---- Boards ----------------------------------------------------------------------------------------

function oneBoard(scene, place, seat) {
  const { view, words, bands, marks, winner, fades } = scene;
  const { x, y, width, height, isLarge } = place;
  const marked = { "tr-large": isLarge, "tr-marks": seat === marks, "tr-won": seat === winner };
  const cls = ["tr-board", `seat-${seat}`, ...Object.keys(marked).filter((name) => marked[name])];
  return svg`<g id="board-${seat}" class=${cls.join(" ")} role="img" aria-label=${label(scene, seat)}
      transform="translate(${x} ${y})">
    <use href="#tr-print-${isLarge ? "large" : "small"}"/>
    ${isLarge ? written(place, bands, view.setup.edition.figures, words) : ""}
    ${strip(scene, place, seat)}
    ${namedBands(scene, seat).map((band) => bar(place, place.rows[band], "tr-named", `named-${seat}-${band}`, fades))}
    <rect class="tr-frame" width=${width} height=${height} rx="10"/>
  </g>`;
}

// TR-3 The bands that the throw has named on the board of whoever marks it.
function namedBands({ shown, marks }, seat) {
  if (seat !== marks) return [];
  return shown.throw.color === "wheel" ? BANDS : [shown.throw.color];
}

// Whose board it is, and what it would cost.
function strip(scene, { width, isLarge }, seat) {
  const y = isLarge ? 11 : 8;
  const name = shortened(scene.view.names[seat], width - (isLarge ? 120 : 78));
  return svg`<g class="tr-strip seat-${seat}" aria-hidden="true">
    <rect class="tr-number-die" x="6" y=${y - 6.5} width="13" height="13" rx="3.5"/>
    <text class="tr-number" x="12.5" y=${y}>${seat + 1}</text>
    <path class="tr-mark" transform="translate(28 ${y}) scale(.8)" d=${seatShape(seat)} />
    <text class="tr-name" x="37" y=${y}>${name}</text>
    <circle class="tr-coin" cx=${width - 11} cy=${y} r="4.5"/>
    <text id="account-${seat}" class="tr-account" x=${width - 19} y=${y}>${account(scene, seat)}</text>
  </g>`;
}

// TR-14 What a board would owe now; once the game is won, what it owes or receives.
function account({ winner, debts }, seat) {
  if (winner === null) return `${debts[seat]}`;
  return seat === winner ? `+${sum(debts)}` : `−${debts[seat]}`;
}

// The text alternative of a board, for screen readers.
function label({ view, words, shown, bands, winner, debts }, seat) {
  const trotters = shown.boards[seat].map((place, band) => {
    const { colour, signs } = bands[band];
    return `${words.colours[colour]} ${placeWords(view, place, SIGNS[signs[place]])}`;
  });
  const owes = winner === null ? words.would_owe : seat === winner ? words.wins : words.owes;
  trotters.push(view.fill(owes, { debt: debts[seat], points: sum(debts) }));
  const whose = view.fill(words.board, { name: view.names[seat], number: seat + 1 });
  return view.fill(words.told, { board: whose, trotters: trotters.join(", ") });
}

function placeWords({ words, fill }, number, kind) {
  const place = { 0: words.depart, [BUT]: words.but }[number] ?? `${number}`;
  if (kind === "pentagon") return fill(words.prisoner, { place });
  return kind ? `${place} (${words.signs[kind]})` : place;
}

function trotterOf(scene, seat, band) {
  const { shown, bands, boards, moved, version } = scene;
  const { colour, signs } = bands[band];
  const place = shown.boards[seat][band];
  const way = moved.byTrotter[`${seat}-${band}`];
  const [x, y] = spot(boards[seat], band, columnOf(place));
  const runs = played(version, way && keyframes(way, boards[seat]), way);
  const isTouched = scene.touched[seat].includes(band);
  const late = way ? scene.appears(way.delay + way.duration) : played(version);
  return svg`<g id="trotter-${seat}-${band}" class="tr-trotter tr-${colour}" data-place=${place}
      aria-hidden="true" transform="translate(${x} ${y}) scale(${boards[seat].scale})" ${runs}>
    ${isTouched ? svg`<circle class="tr-touched" r="17"/>` : ""}${trotter(signs[place], boards[seat].halo, late)}</g>`;
}

function glow({ boards, moved, appears }, { seat, band, place, kind }) {
  const [x, y] = spot(boards[seat], band, columnOf(place));
  return sign(kind, "tr-glow", `translate(${x} ${y}) scale(${boards[seat].unit * 0.64})`, appears(moved.arrived));
}

// ---- What is asked ---------------------------------------------------------------------------------

function asked(view) {
  if (!view.frame.mine || view.frame.waits_for !== "roll") return nothing;
  return html`<div class="choices tr-choices">${rollButton(view, view.words.throw)}</div>`;
}

// The dice that have fallen, and the cup if it has named somebody since.
function tumbles(frame, before) {
  const [now, then] = [shownIn(frame), shownIn(before)];
  const thrown = ({ throws, dice }) => throws + (dice ? 1 : 0);
  return [...(thrown(now) > thrown(then) ? THREE_DICE : []), ...(now.throws > then.throws ? [CUP] : [])];
}

// Drawn in the rulebook only, and so loaded there only.
const example = async (...given) => (await import("./example.js")).example(...given);

export default { board, asked, tumbles, lastMove, die, example };
