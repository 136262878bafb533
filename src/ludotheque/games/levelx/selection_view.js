// Draws a selection on the table. The server has rendered the position; these functions only set
// classes and SVG attributes, so they can be applied again after every update.

import { PASS } from "./selection.js";

export const ROWS = [5, 6, 7, 8, 9, 10];
export const DICE = [0, 1, 2, 3];
const CLUSTER_GAP = 26;
const DIE_GAP = 4;

export const byId = (id) => document.getElementById(id);
export const dieNode = (die) => byId(`lx-die-${die}`);

// choice: { selection, words, armed (passing was asked for once), opened (the list of moves) }
export function paint(choice) {
  const made = choice.selection.choice;
  paintDice(choice);
  paintRows(choice.selection);
  paintPreview(made ?? choice.selection.settled);
  paintButtons(choice, made);
  byId("told").replaceChildren(...told(choice, made));
}

export function filled(text, places) {
  return text.replace(/\{(\w+)\}/g, (_, name) => places[name] ?? "");
}

export function reason(objection, words) {
  return filled(words[objection.word], objection);
}

export function showFace(node, face) {
  node.querySelector("use")?.setAttribute("href", `#die-${face}`);
}

// ---- Dice ------------------------------------------------------------------------------------

function paintDice({ selection, words }) {
  byId("dice").querySelectorAll(".lx-cluster").forEach((node) => node.classList.add("lx-off"));
  const places = placesOfDice(selection);
  for (const die of DICE) {
    const node = dieNode(die);
    const picked = selection.picked.includes(die);
    const group = selection.groupOf(die);
    node.setAttribute("transform", `translate(${places[die]} ${node.dataset.y})`);
    node.setAttribute("aria-pressed", String(picked || Boolean(group)));
    node.setAttribute("aria-label", dieLabel(die, selection, words));
    node.classList.toggle("lx-picked", picked);
    node.classList.toggle("lx-unfit", Boolean(selection.unfit(die)));
    if (!node.classList.contains("rolling")) showFace(node, selection.faces[die]);
    paintTurn(die, places[die], selection);
  }
  if (selection.picked.length) paintSum(places, selection);
}

// Closed groups stand together on the left; without any, every die stays where it fell.
function placesOfDice(selection) {
  const home = DICE.map((die) => Number(dieNode(die).dataset.x));
  if (!selection.groups.length) return home;
  const size = dieSize();
  const clusters = [...selection.groups, ...selection.free.map((die) => [die])];
  const widths = clusters.map((dice) => dice.length * (size + DIE_GAP) - DIE_GAP);
  const taken = widths.reduce((sum, width) => sum + width, CLUSTER_GAP * (clusters.length - 1));
  const places = [];
  let x = (home[0] + home[3] + size - taken) / 2;
  clusters.forEach((dice, number) => {
    dice.forEach((die, rank) => (places[die] = x + rank * (size + DIE_GAP)));
    const closed = number < selection.groups.length;
    if (closed) paintCluster(number, x, widths[number], selection.sum(dice));
    x += widths[number] + CLUSTER_GAP;
  });
  return places;
}

function paintCluster(number, x, width, sum, manner = "") {
  const cluster = byId(`cluster-${number}`);
  cluster.setAttribute("class", `lx-cluster ${manner}`);
  cluster.setAttribute("transform", `translate(${x - 6} ${dieNode(0).dataset.y})`);
  cluster.querySelector("rect").setAttribute("width", width + 12);
  const text = cluster.querySelector("text");
  text.setAttribute("x", width / 2 + 6);
  text.textContent = sum;
}

// The sum of what is being gathered, under those dice.
function paintSum(places, selection) {
  const at = selection.picked.map((die) => places[die]);
  const left = Math.min(...at);
  const width = Math.max(...at) + dieSize() - left;
  const manner = selection.objection ? "lx-open lx-wrong" : "lx-open";
  paintCluster(selection.groups.length, left, width, selection.made(selection.picked), manner);
}

function paintTurn(die, x, selection) {
  const knob = byId(`turn-${die}`);
  if (!knob) return;
  const grouped = Boolean(selection.groupOf(die));
  const stuck = !selection.mayTurn(die);
  knob.setAttribute("transform", `translate(${x + dieSize() + 1} ${dieNode(die).dataset.y - 1})`);
  knob.setAttribute("tabindex", grouped ? "-1" : "0");
  knob.setAttribute("aria-hidden", String(grouped));
  knob.setAttribute("aria-disabled", String(stuck));
  knob.classList.toggle("lx-off", grouped);
  knob.classList.toggle("lx-stuck", stuck);
}

function dieLabel(die, selection, words) {
  const face = words.faces[selection.faces[die]];
  const turned = selection.faces[die] !== selection.rolled[die];
  const label = filled(turned ? words.die_turned : words.die, { die: die + 1, face });
  const group = selection.groupOf(die);
  const unfit = selection.unfit(die);
  if (group) return filled(words.die_grouped, { die: label, sum: selection.sum(group) });
  if (selection.picked.includes(die)) return filled(words.die_gathered, { die: label });
  return unfit ? `${label}; ${reason(unfit, words)}` : label;
}

function dieSize() {
  return Number(byId("dice").dataset.size);
}

// ---- Board -----------------------------------------------------------------------------------

function paintRows(selection) {
  const lit = selection.objection ? null : selection.sum(selection.picked);
  const used = selection.groups.map((group) => selection.sum(group));
  for (const row of ROWS) {
    const node = byId(`row-${row}`);
    const beyond = row !== lit && !selection.reach(row);
    node.classList.toggle("lx-lit", row === lit);
    node.classList.toggle("lx-used", used.includes(row));
    node.classList.toggle("lx-beyond", beyond && !used.includes(row));
    node.setAttribute("aria-disabled", String(beyond));
  }
}

function paintPreview(made) {
  const seat = seatToMove();
  const rows = new Map(made.rows.map((row) => [row.row, row]));
  for (const pawn of byId("board").querySelectorAll(".lx-pawn:not(.ghost)")) {
    const [, whose, row] = pawn.id.split("-").map(Number);
    paintPawn(pawn, whose, seat, rows.get(row));
  }
  for (const row of ROWS) paintGains(row, seat, rows.get(row));
  const points = byId(`points-${seat}`);
  points.textContent = made.after;
  points.classList.toggle("lx-gaining", made.points > 0);
  byId("board").querySelectorAll(".lx-tile:not(.lx-taken)").forEach((tile, place) => {
    tile.classList.toggle("lx-coming", place < made.tiles.length);
  });
}

// Moves other pawns aside on the space where the own pawn would arrive, and marks pawns sent back.
function paintPawn(pawn, whose, seat, done) {
  const beside = whose !== seat && done?.stand.find((each) => each.seat === whose);
  const moves = whose === seat && done && done.from !== done.to;
  pawn.setAttribute("transform", beside ? placed(beside) : pawn.dataset.at);
  pawn.classList.toggle("lx-leaving", Boolean(moves || done?.closes));
  pawn.classList.toggle("lx-sent-back", done?.sent_back === whose);
}

function paintGains(row, seat, done) {
  const ghost = byId(`ghost-${row}`);
  const arrives = done?.from !== done?.to && done?.stand.find((each) => each.seat === seat);
  if (arrives) ghost.setAttribute("transform", placed(arrives));
  ghost.classList.toggle("lx-off", !arrives);
  const chips = done?.chips ?? 0;
  const won = byId(`won-${seat}-${row}`);
  won.querySelector("text").textContent = Number(won.dataset.count) + chips || "";
  won.classList.toggle("lx-gaining", chips > 0);
  const stack = [...byId(`row-${row}`).querySelectorAll(".lx-chip")].reverse();
  stack.forEach((chip, place) => chip.classList.toggle("lx-going", place < chips));
}

function placed({ x, y, scale }) {
  return `translate(${x} ${y}) scale(${scale})`;
}

function seatToMove() {
  return Number(byId("commit").form.elements.seat.value);
}

// ---- What is asked ---------------------------------------------------------------------------

function paintButtons({ selection, words, armed, opened }, made) {
  const group = byId("group");
  const sum = selection.sum(selection.picked);
  group.hidden = selection.onlyPass;
  group.textContent = sum ? filled(words.group_sum, { sum }) : words.group;
  group.setAttribute("aria-disabled", String(Boolean(selection.objection)));
  const commit = byId("commit");
  commit.value = selection.move;
  commit.className = selection.isEmpty && !selection.onlyPass ? "secondary" : "primary";
  commit.setAttribute("aria-disabled", String(!made));
  commit.textContent = commitLabel(selection, words, armed);
  byId("moves").open = opened;
  for (const button of byId("moves").querySelectorAll(".lx-move")) {
    const chosen = button.value === selection.move && (button.value !== PASS || armed);
    button.setAttribute("aria-pressed", String(chosen));
  }
}

function commitLabel(selection, words, armed) {
  if (selection.isEmpty) return armed ? words.really_pass : words.pass;
  return selection.choice ? filled(words.play, selection) : words.play_what;
}

// The message about the selection, as one or two lines.
function told({ selection, words, armed }, made) {
  if (armed) return [words.pass_again];
  if (selection.onlyPass) return [words.only_pass];
  if (selection.isEmpty) return [selection.lucky ? words.begin_lucky : words.begin];
  if (!made) return [reason(selection.objection, words)];
  if (!made.points) return [made.say];
  const before = byId(`points-${seatToMove()}`).dataset.points;
  const score = document.createElement("b");
  score.textContent = filled(words.score, { before, after: made.after });
  return [`${made.say} · `, score];
}
