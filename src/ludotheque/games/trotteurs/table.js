// Les Trotteurs' table: the dice tumble, the cup names its number, trotters run, signs glow.
//
// What happened is found by comparing the table with the one shown before. The script does not know
// what could be called out: a sign glows only when it has moved somebody.

import { columnOf, columnsThrough, move } from "./movement.js";

const TEMPO = { slow: 1.4, normal: 1, fast: 0.45, instant: 0.05 };
const TUMBLE = 460; // milliseconds
const SHAKE = 380;
const FACE = 75; // how long a tumbling die shows a face
const BUT = 10;
const WHEEL = 5;
const ORDERS = ["M", "M2", "D", "D2", "O", "BUT"];

const byId = (id) => document.getElementById(id);
const boardOf = (seat) => byId(`board-${seat}`);

export default function trotteurs(page) {
  let before = null; // the table as it was shown last
  let timers = [];

  function update() {
    const board = byId("board");
    const now = look(board);
    timers.forEach(clearTimeout);
    timers = [];
    board.getAnimations({ subtree: true }).forEach((animation) => animation.cancel());
    board.classList.add("tr-alive");
    if (before) show(now, moved(before, now));
    before = now;
  }

  function show(now, steps) {
    const tempo = TEMPO[byId("match").dataset.pace] ?? 1;
    const still = page.reduced;
    const named = now.marks !== "" && now.throws !== before.throws;
    let delay = 0;
    if (!still && now.thrown !== before.thrown) delay = tumble(tempo);
    if (!still && named) delay = Math.max(delay, reveal(now, tempo));
    if (!still) steps.runs.forEach((step) => step.go(delay, tempo));
    const arrived = delay + Math.max(0, ...steps.runs.map((step) => step.lasts ?? 0));
    if (!still) steps.flights.forEach((step) => step.go(arrived, tempo));
    glow(now, steps, still ? 0 : arrived, still);
  }

  // ---- Dice and cup --------------------------------------------------------------------------

  function tumble(tempo) {
    const duration = TUMBLE * tempo;
    for (const die of document.querySelectorAll(".tr-die")) {
      const frames = [
        { transform: "translate(-30%, -70%) rotate(-260deg) scale(0.8)" },
        { transform: "translate(6%, 0) rotate(-60deg) scale(1.06)", offset: 0.45 },
        { transform: "translate(3%, -18%) rotate(-14deg)", offset: 0.65 },
        { transform: "none" },
      ];
      die.firstElementChild.animate(frames, { duration, easing: "cubic-bezier(.25, .6, .3, 1)" });
      blur(die, duration * 0.6);
    }
    return duration;
  }

  // While it tumbles, a die shows one face after the other, and then its own.
  function blur(die, duration) {
    const use = die.querySelector("use");
    if (!use) return;
    const own = use.getAttribute("href");
    const faces = die.dataset.faces.split(" ");
    const turn = (face) => use.setAttribute("href", face);
    for (let delay = 0; delay < duration; delay += FACE) {
      timers.push(setTimeout(turn, delay, `#${faces[Math.floor(Math.random() * faces.length)]}`));
    }
    timers.push(setTimeout(turn, duration, own));
  }

  function reveal(now, tempo) {
    const duration = SHAKE * tempo;
    const angles = [0, -11, 9, -8, 10, -6, 0];
    const frames = angles.map((angle) => ({ transform: `rotate(${angle}deg)` }));
    byId("cup").animate(frames, { duration });
    const late = document.querySelectorAll("#cup-number, .tr-said, .tr-named");
    late.forEach((node) => appear(node, duration, 160 * tempo));
    return duration;
  }

  return { update };
}

function appear(node, delay, duration) {
  node.animate([{ opacity: 0 }, { opacity: 1 }], { delay, duration, fill: "backwards" });
}

// ---- What is there, and what has moved -----------------------------------------------------------

function look(board) {
  const stage = byId("dice");
  const trotters = [...board.querySelectorAll(".tr-trotter")];
  return {
    throws: board.dataset.throws,
    game: board.dataset.game,
    signs: board.dataset.signs.trim().split(" "),
    thrown: stage.dataset.thrown,
    fallen: stage.dataset.fallen.split(" ").map(Number),
    marks: stage.dataset.marks,
    places: new Map(trotters.map((node) => [node.id, Number(node.dataset.place)])),
    prisoners: new Set(trotters.filter((n) => n.querySelector(".tr-bars")).map((n) => n.id)),
  };
}

// The steps from one table to the next: runs of those the throw names, flights of all others.
function moved(before, now) {
  const isNewGame = before.game !== now.game;
  const steps = { runs: [], flights: [] };
  for (const [id, place] of now.places) {
    const old = isNewGame ? 0 : before.places.get(id);
    const path = now.throws === before.throws ? null : pathOf(id, old, place, before, now);
    if (path) steps.runs.push(stepOf(id, old, [columnOf(old), ...path]));
    else if (old !== place) steps.flights.push(stepOf(id, old, [columnOf(old), columnOf(place)]));
  }
  return steps;
}

function pathOf(id, old, place, before, now) {
  const { seat, band } = byId(id).dataset;
  const [points, colour, order] = now.fallen;
  const isNamed = seat === now.marks && (colour === WHEEL || colour === Number(band));
  const isFree = !before.prisoners.has(id) || (colour === WHEEL && ORDERS[order] === "BUT");
  if (!isNamed || !isFree || old === BUT) return null;
  const path = columnsThrough(old, ORDERS[order], points + 1);
  return path.at(-1) === columnOf(place) ? path : null;
}

function stepOf(id, old, columns) {
  const node = byId(id);
  const { seat, band, place } = node.dataset;
  return {
    seat,
    band: Number(band),
    old,
    place: Number(place),
    go(delay, tempo) {
      this.lasts = move(node, boardOf(seat), columns, delay, tempo);
      const late = node.querySelectorAll(".tr-halo, .tr-bars");
      late.forEach((part) => appear(part, delay + this.lasts, 120 * tempo));
    },
  };
}

// ---- Signs ---------------------------------------------------------------------------------------

// The signs that have met: where somebody was sent from, and where the newcomer stands.
function glow(now, { runs, flights }, delay, still) {
  const lit = byId("glows");
  const kindAt = (band, place) => Number(now.signs[band][place]);
  for (const sent of flights) {
    const kind = kindAt(sent.band, sent.old);
    const newcomers = runs.filter((run) => kindAt(run.band, run.place) === kind);
    const met = kind ? [[sent, sent.old], ...newcomers.map((run) => [run, run.place])] : [];
    for (const [{ seat, band }, place] of met) {
      const sign = lit.appendChild(signAt(boardOf(seat), band, place, kind));
      if (!still) appear(sign, delay, 200);
    }
  }
}

function signAt(board, band, place, kind) {
  const { columns, rows, unit } = board.dataset;
  const sign = document.createElementNS("http://www.w3.org/2000/svg", "use");
  sign.setAttribute("href", `#tr-sign-${kind}`);
  sign.setAttribute("class", "tr-glow");
  const [x, y] = [columns.split(" ")[place], rows.split(" ")[band]];
  sign.setAttribute("transform", `translate(${x} ${y}) scale(${unit * 0.64})`);
  return sign;
}
