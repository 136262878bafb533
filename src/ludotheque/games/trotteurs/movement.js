// Animates trotters: those that a throw names run from hole to hole, those that a sign sends fly.
// A board's columns are DEPART, the holes 1 to 10, and BUT.

const CIRCLED = 1;
const SORTIE = 10; // also the place number of BUT: a trotter that stops on SORTIE is at BUT
const BUT = 11;
const STRIDE = 62; // milliseconds
const LONGEST = 560; // all strides together take no longer
const FLIGHT = 420;
const HOP = 9; // height, in the units of the trotter's drawing

export const columnOf = (place) => (place === SORTIE ? BUT : place);

// The columns that an order leads through: around the ring of ten, and off it at SORTIE.
export function columnsThrough(place, order, points) {
  if (order === "O") return [CIRCLED];
  if (order === "BUT") return [BUT];
  const forwards = order.startsWith("M");
  const steps = order.endsWith("2") ? 2 * points : points;
  const path = [];
  let hole = forwards ? place : Math.max(place, CIRCLED);
  for (let step = 0; step < steps; step += 1) {
    if (forwards) hole = (hole % SORTIE) + 1;
    else hole = hole === CIRCLED ? SORTIE : hole - 1;
    path.push(hole);
  }
  return hole === SORTIE ? [...path, BUT] : path;
}

// Animates a trotter along columns of its board. Returns how long that takes, in milliseconds.
export function move(trotter, board, columns, delay, tempo) {
  const place = placer(trotter, board);
  const frames = [place(columns[0])];
  for (let step = 1; step < columns.length; step += 1) {
    frames.push(place((columns[step - 1] + columns[step]) / 2, HOP), place(columns[step]));
  }
  const strides = columns.length - 1;
  const duration = tempo * (strides === 1 ? FLIGHT : Math.min(STRIDE * strides, LONGEST));
  trotter.animate(frames, { delay, duration, fill: "backwards" });
  return duration;
}

// A fractional column is halfway between two columns, for hops around the end of the ring.
function placer(trotter, board) {
  const numbers = (text) => text.split(" ").map(Number);
  const columns = numbers(board.dataset.columns);
  const y = numbers(board.dataset.rows)[trotter.dataset.band];
  const { scale } = board.dataset;
  return (column, hop = 0) => {
    const x = (columns[Math.floor(column)] + columns[Math.ceil(column)]) / 2;
    return { transform: `translate(${x}px, ${y - hop * scale}px) scale(${scale})` };
  };
}
