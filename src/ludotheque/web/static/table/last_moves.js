// What the others have just done: a line for each of them above what is asked, until one's own next
// move. A game draws the line of a turn itself with `lastMove(view, moves)` in its `table.js`, where
// `moves` are the steps of one seat's last turn, in order: {version, seat, said, drawn}, `drawn` being
// what `last_move` in its `browser.py` made of the step. Without it, or where it returns nothing, the
// line has the sentences. Elements of the class `flies` fly to the seat's points when the line is
// new, or to those of another seat in `data-seat`.

import { classes, fill, html, nothing } from "./kit.js";
import { plainText, withDice } from "./said.js";

const FLIGHT = 700; // milliseconds
const NEXT = 90; // after which the next token takes off
const ROUNDING = 0.02; // what is drawn smaller may be a pixel wider than its share
const SMALLEST = 0.55; // of their size: what is drawn smaller can no longer be read
const MARKS = ["data-long", "data-cut"]; // no classes: those are drawn anew with every frame

export function lastMoves(table) {
  const { told, setup, replay } = table;
  const others = setup.names.length - 1;
  const lines = replay ? caption(table, told) : shownTurns(told, setup).map((moves) => turn(table, moves, told));
  return html`<section class="last-moves last-of-${others}" aria-label=${setup.texts.last_moves}><ol>${lines}</ol></section>`;
}

// A line: the game's drawing, with the sentences for who listens; or the sentences alone.
function turn({ module, setup, replay }, moves, told) {
  const { seat, version } = moves.at(-1);
  const view = { setup, words: setup.words, names: setup.names, lang: setup.lang, frame: told, replay, fill };
  const drawn = module.lastMove?.(view, moves) ?? null;
  const said = moves.flatMap((move) => move.said ?? []).join(" ");
  const manner = classes("last-move", `seat-${seat}`, version === told.version && "is-new", drawn && "is-drawn");
  return html`<li class=${manner} id="last-${seat}" data-version=${version} title=${drawn ? plainText(said) : nothing}>
    <span class="seat-mark" aria-hidden="true"></span>
    ${drawn ? html`<span class="last-drawn" aria-hidden="true">${drawn}</span>` : nothing}
    <span class=${drawn && !replay ? "visually-hidden" : "last-said"}>${withDice(said, module, setup)}</span>
  </li>`;
}

// Lines that are too long: the longest take a whole row as far as places are free, the others are
// drawn smaller, and what is too long even so fades out. Measured once for each line and width.
export function fitLines(root) {
  const section = root.querySelector(":scope > .last-moves");
  const lines = [...section.querySelectorAll(".last-move.is-drawn")];
  const key = [section.clientWidth, ...lines.map(({ id, dataset }) => `${id}:${dataset.version}`)].join();
  if (section.dataset.fitted === key || !lines.length) return;
  section.dataset.fitted = key;
  const drawn = (line) => line.querySelector(".last-drawn");
  for (const line of lines) {
    for (const mark of MARKS) line.removeAttribute(mark);
    drawn(line).style.removeProperty("--size");
  }
  const isTooLong = (line) => drawn(line).scrollWidth > drawn(line).clientWidth;
  lines
    .filter(isTooLong)
    .sort((one, other) => drawn(other).scrollWidth - drawn(one).scrollWidth)
    .slice(0, freePlaces(section))
    .forEach((line) => line.setAttribute("data-long", ""));
  for (const line of lines.filter(isTooLong)) {
    const share = drawn(line).clientWidth / drawn(line).scrollWidth;
    drawn(line).style.setProperty("--size", Math.max(SMALLEST, share - ROUNDING).toFixed(2));
    line.toggleAttribute("data-cut", share < SMALLEST);
  }
}

// Places that are kept for lines and have none: rows that stay empty are kept too.
function freePlaces(section) {
  const list = section.firstElementChild;
  const [line] = list.children;
  const columns = getComputedStyle(list).gridTemplateColumns.split(" ").length;
  const rows = Math.floor(parseFloat(getComputedStyle(section).minHeight) / line.offsetHeight);
  return columns === 1 ? 0 : Math.max(0, columns * rows - list.children.length);
}

// The moves whose lines are shown, for marks on the board.
export function recentMoves(told, setup, replay) {
  if (replay) return told.last_moves.filter(({ version }) => version === told.version);
  return shownTurns(told, setup).flat();
}

// A replay shows what its step has told, and nothing of the steps before it.
function caption(table, told) {
  const moves = told.last_moves.filter(({ version }) => version === told.version);
  if (moves.length) return turn(table, moves, told);
  const { module, setup } = table;
  const said = told.said ?? unsaid(told, setup);
  return said ? html`<li class="last-move"><span class="last-said">${withDice(said, module, setup)}</span></li>` : nothing;
}

// A throw of which nothing is told until its dice are used; or windows in which nothing has happened.
function unsaid({ kind, seat }, { names, texts, windows }) {
  if (kind === "throw") return seat === null ? null : fill(texts.has_rolled, { name: names[seat] });
  return windows && kind === "move" ? texts.windows_closed : null;
}

// The turns of a frame: each the steps of one seat, the turn that ended last at the end.
function turnsOf({ last_moves: moves }) {
  const turns = new Map();
  for (const move of moves) turns.set(move.seat, [...(turns.get(move.seat) ?? []), move]);
  return [...turns.values()].sort((one, other) => one.at(-1).version - other.at(-1).version);
}

// What the others have done since one's own last move; before they have done anything, that move.
function shownTurns(told, setup) {
  const turns = turnsOf(told);
  const me = reader(told, setup, turns);
  if (me === null) return turns;
  const own = turns.findIndex(([{ seat }]) => seat === me);
  const since = turns.slice(own + 1);
  return since.length ? since : turns.slice(-1);
}

// Whose eyes these are: where several share a screen, whoever is to play, or has played last.
function reader({ seat, roller }, { seats }, turns) {
  if (seats.length < 2) return seats[0] ?? null;
  const playing = [seat, roller].find((each) => seats.includes(each));
  return playing ?? turns.findLast(([move]) => seats.includes(move.seat))?.[0].seat ?? null;
}

// Tokens of a new line fly to the points of their seat.
export function fly(root, version, tempo) {
  for (const line of root.querySelectorAll(`.last-move[data-version="${version}"]`)) {
    const own = line.id.replace("last-", "");
    line.querySelectorAll(".flies").forEach((token, place) => {
      const points = root.querySelector(`#seat-${token.dataset.seat ?? own} .seat-points`);
      flyOne(token, points, own, place * NEXT * tempo, FLIGHT * tempo);
    });
  }
}

function flyOne(token, target, seat, delay, duration) {
  const [from, to] = [token.getBoundingClientRect(), target.getBoundingClientRect()];
  const copy = token.cloneNode(true);
  copy.classList.add("flying", `seat-${seat}`);
  Object.assign(copy.style, { left: `${from.x}px`, top: `${from.y}px`, width: `${from.width}px`, height: `${from.height}px` });
  document.body.append(copy);
  const way = `translate(${to.x + to.width / 2 - from.x - from.width / 2}px, ${to.y + to.height / 2 - from.y - from.height / 2}px)`;
  const frames = [{ transform: "none" }, { transform: `${way} scale(1.3)`, offset: 0.85 }, { transform: `${way} scale(0.4)`, opacity: 0 }];
  const flight = copy.animate(frames, { duration, delay, easing: "cubic-bezier(0.5, 0, 0.3, 1)", fill: "backwards" });
  flight.finished.finally(() => copy.remove());
}
