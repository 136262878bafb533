// A half-made choice shown on the table. The server drew the position; this only adds to it, by
// classes and SVG attributes, and can be done again after every update.

import { PASS } from "./gather.js";

export const ROWS = [5, 6, 7, 8, 9, 10];
export const DICE = [0, 1, 2, 3];
const CLUSTER_GAP = 26;
const DIE_GAP = 4;

export const byId = (id) => document.getElementById(id);
export const dieNode = (die) => byId(`lx-die-${die}`);

// choice: { gathering, words, armed (passing was asked for once), opened (the list of moves) }
export function paint(choice) {
  const made = choice.gathering.choice;
  paintDice(choice);
  paintRows(choice.gathering);
  paintPreview(made ?? choice.gathering.settled);
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

function paintDice({ gathering, words }) {
  byId("dice").querySelectorAll(".lx-cluster").forEach((node) => node.classList.add("lx-off"));
  const places = placesOfDice(gathering);
  for (const die of DICE) {
    const node = dieNode(die);
    const picked = gathering.picked.includes(die);
    const group = gathering.groupOf(die);
    node.setAttribute("transform", `translate(${places[die]} ${node.dataset.y})`);
    node.setAttribute("aria-pressed", String(picked || Boolean(group)));
    node.setAttribute("aria-label", dieLabel(die, gathering, words));
    node.classList.toggle("lx-picked", picked);
    node.classList.toggle("lx-unfit", Boolean(gathering.unfit(die)));
    if (!node.classList.contains("rolling")) showFace(node, gathering.faces[die]);
    paintTurn(die, places[die], gathering);
  }
  if (gathering.picked.length) paintSum(places, gathering);
}

// Closed groups stand together on the left; without any, every die stays where it fell.
function placesOfDice(gathering) {
  const home = DICE.map((die) => Number(dieNode(die).dataset.x));
  if (!gathering.groups.length) return home;
  const size = dieSize();
  const clusters = [...gathering.groups, ...gathering.free.map((die) => [die])];
  const widths = clusters.map((dice) => dice.length * (size + DIE_GAP) - DIE_GAP);
  const taken = widths.reduce((sum, width) => sum + width, CLUSTER_GAP * (clusters.length - 1));
  const places = [];
  let x = (home[0] + home[3] + size - taken) / 2;
  clusters.forEach((dice, number) => {
    dice.forEach((die, rank) => (places[die] = x + rank * (size + DIE_GAP)));
    const closed = number < gathering.groups.length;
    if (closed) paintCluster(number, x, widths[number], gathering.sum(dice));
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
function paintSum(places, gathering) {
  const at = gathering.picked.map((die) => places[die]);
  const left = Math.min(...at);
  const width = Math.max(...at) + dieSize() - left;
  const manner = gathering.objection ? "lx-open lx-wrong" : "lx-open";
  paintCluster(gathering.groups.length, left, width, gathering.made(gathering.picked), manner);
}

function paintTurn(die, x, gathering) {
  const knob = byId(`turn-${die}`);
  if (!knob) return;
  const grouped = Boolean(gathering.groupOf(die));
  const stuck = !gathering.mayTurn(die);
  knob.setAttribute("transform", `translate(${x + dieSize() + 1} ${dieNode(die).dataset.y - 1})`);
  knob.setAttribute("tabindex", grouped ? "-1" : "0");
  knob.setAttribute("aria-hidden", String(grouped));
  knob.setAttribute("aria-disabled", String(stuck));
  knob.classList.toggle("lx-off", grouped);
  knob.classList.toggle("lx-stuck", stuck);
}

function dieLabel(die, gathering, words) {
  const face = words.faces[gathering.faces[die]];
  const turned = gathering.faces[die] !== gathering.rolled[die];
  const label = filled(turned ? words.die_turned : words.die, { die: die + 1, face });
  const group = gathering.groupOf(die);
  const unfit = gathering.unfit(die);
  if (group) return filled(words.die_grouped, { die: label, sum: gathering.sum(group) });
  if (gathering.picked.includes(die)) return filled(words.die_gathered, { die: label });
  return unfit ? `${label}; ${reason(unfit, words)}` : label;
}

function dieSize() {
  return Number(byId("dice").dataset.size);
}

// ---- Board -----------------------------------------------------------------------------------

function paintRows(gathering) {
  const lit = gathering.objection ? null : gathering.sum(gathering.picked);
  const used = gathering.groups.map((group) => gathering.sum(group));
  for (const row of ROWS) {
    const node = byId(`row-${row}`);
    const beyond = row !== lit && !gathering.reach(row);
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

// Others make room where the own pawn would arrive; whoever would have to leave is marked.
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

function paintButtons({ gathering, words, armed, opened }, made) {
  const group = byId("group");
  const sum = gathering.sum(gathering.picked);
  group.hidden = gathering.onlyPass;
  group.textContent = sum ? filled(words.group_sum, { sum }) : words.group;
  group.setAttribute("aria-disabled", String(Boolean(gathering.objection)));
  const commit = byId("commit");
  commit.value = gathering.move;
  commit.className = gathering.isEmpty && !gathering.onlyPass ? "secondary" : "primary";
  commit.setAttribute("aria-disabled", String(!made));
  commit.textContent = commitLabel(gathering, words, armed);
  byId("moves").open = opened;
  for (const button of byId("moves").querySelectorAll(".lx-move")) {
    const chosen = button.value === gathering.move && (button.value !== PASS || armed);
    button.setAttribute("aria-pressed", String(chosen));
  }
}

function commitLabel(gathering, words, armed) {
  if (gathering.isEmpty) return armed ? words.really_pass : words.pass;
  return gathering.choice ? filled(words.play, gathering) : words.play_what;
}

// What is said about the choice, in a line or two.
function told({ gathering, words, armed }, made) {
  if (armed) return [words.pass_again];
  if (gathering.onlyPass) return [words.only_pass];
  if (gathering.isEmpty) return [gathering.lucky ? words.begin_lucky : words.begin];
  if (!made) return [reason(gathering.objection, words)];
  if (!made.points) return [made.say];
  const before = byId(`points-${seatToMove()}`).dataset.points;
  const score = document.createElement("b");
  score.textContent = filled(words.score, { before, after: made.after });
  return [`${made.say} · `, score];
}
