// What has moved from one position to the next: those that a throw names run from hole to hole, those
// that a sign sends fly, and the signs that have met glow. It is found by comparing the two positions,
// and nothing here knows what could be called out: a sign glows only when it has moved somebody.

import { columnOf, spot } from "./boards.js";

const DEPART = 0;
const CIRCLED = 1;
const BUT = 10; // and SORTIE
const BUT_COLUMN = 11;
const TEMPO = { slow: 1.4, normal: 1, fast: 0.45, instant: 0.05 };
const STRIDE = 62; // milliseconds
const LONGEST = 560; // all strides together take no longer
const FLIGHT = 420;
const HOP = 9; // height, in the units of the trotter's drawing

// The columns that an order leads through: around the ring of ten, and off it at SORTIE.
export function columnsThrough(place, order, points) {
  if (order === "O") return [CIRCLED];
  if (order === "BUT") return [BUT_COLUMN];
  const forwards = order.startsWith("M");
  const steps = order.endsWith("2") ? 2 * points : points;
  const path = [];
  let hole = forwards ? place : Math.max(place, CIRCLED);
  for (let step = 0; step < steps; step += 1) {
    if (forwards) hole = (hole % BUT) + 1;
    else hole = hole === CIRCLED ? BUT : hole - 1;
    path.push(hole);
  }
  return hole === BUT ? [...path, BUT_COLUMN] : path;
}

// All movements by trotter (`seat-band`), each with its columns, when it begins and how long it takes;
// `arrived` is when all who run are there, `glows` are the signs that have met, and `isThrow` says
// whether anything was thrown.
export function movements(before, now, bands, pace) {
  const tempo = TEMPO[pace] ?? 1;
  const found = { byTrotter: {}, arrived: 0, glows: [], tempo };
  if (!before) return found;
  found.isThrow = now.throws !== before.throws;
  const runs = [];
  const flights = [];
  now.boards.forEach((board, seat) =>
    board.forEach((end, band) => {
      const start = now.round > before.round ? DEPART : before.boards[seat][band];
      const path = pathOf(before, now, seat, band, start);
      const way = { seat, band, start, end };
      if (path) runs.push({ ...way, columns: [columnOf(start), ...path] });
      else if (start !== end) flights.push({ ...way, columns: [columnOf(start), columnOf(end)] });
    }),
  );
  const add = (each, delay) => {
    const strides = each.columns.length - 1;
    const duration = tempo * (strides === 1 ? FLIGHT : Math.min(STRIDE * strides, LONGEST));
    found.byTrotter[`${each.seat}-${each.band}`] = { ...each, delay, duration };
    return delay + duration;
  };
  found.arrived = Math.max(0, ...runs.map((run) => add(run, 0)));
  flights.forEach((flight) => add(flight, found.arrived));
  const isNext = now.throws === before.throws || now.throws === before.throws + 1;
  if (isNext) found.glows = glows(runs, flights, bands);
  return found;
}

// The way of a trotter that the throw names; null if it was not the throw that has moved it.
function pathOf(before, now, seat, band, start) {
  if (now.throws !== before.throws + 1 || start === BUT) return null;
  const { points, color, order, marks } = now.throw;
  const isNamed = seat === marks && (color === "wheel" || color === band);
  const isFree = !before.prisoners[seat][band] || (color === "wheel" && order === "BUT");
  if (!isNamed || !isFree) return null;
  const path = columnsThrough(start, order, points);
  return path.at(-1) === columnOf(now.boards[seat][band]) ? path : null;
}

// Where somebody was sent from, and where the newcomers stand.
function glows(runs, flights, bands) {
  const signAt = ({ seat, band }, place) => ({ seat, band, place, kind: bands[band].signs[place] });
  const left = flights.map((flight) => signAt(flight, flight.start)).filter(({ kind }) => kind);
  const kinds = new Set(left.map(({ kind }) => kind));
  const newcomers = runs.map((run) => signAt(run, run.end)).filter(({ kind }) => kinds.has(kind));
  return [...left, ...newcomers];
}

// A movement as the keyframes of its trotter.
export function keyframes({ band, columns }, board) {
  const at = (column, hop = 0) => {
    const [x, y] = spot(board, band, column);
    return { transform: `translate(${x}px, ${y - hop * board.scale}px) scale(${board.scale})` };
  };
  return columns.flatMap((column, step) =>
    step ? [at((columns[step - 1] + column) / 2, HOP), at(column)] : [at(column)],
  );
}
