// Level X's table: dice are gathered here, previewed here, and sent as one move.

import { Gathering, PASS } from "./gather.js";

const TUMBLE = 600; // milliseconds
const ROWS = [5, 6, 7, 8, 9, 10];
const DICE = [0, 1, 2, 3];
const CLUSTER_GAP = 26;
const DIE_GAP = 4;

const byId = (id) => document.getElementById(id);
const filled = (text, places) => text.replace(/\{(\w+)\}/g, (_, name) => places[name] ?? "");

export default function levelx(house) {
  let gathering = null; // the half-made choice, while this seat is asked for a move
  let version = null;
  let words = {};
  let armed = false; // passing was asked for once
  let opened = false; // the list of all moves
  let lastRoll;
  let tumbling = [];

  function update(root) {
    const arrived = root.dataset.version !== version;
    const first = version === null;
    version = root.dataset.version;
    if (!byId("choices")) gathering = null;
    else if (arrived || !gathering) begin();
    showRoll();
    if (gathering) draw();
    if (arrived && !first) takeFocus(root);
  }

  function begin() {
    words = JSON.parse(byId("words").textContent);
    const room = Object.fromEntries(ROWS.map((row) => [row, Number(byId(`row-${row}`).dataset.room)]));
    const rolled = DICE.map((die) => Number(byId(`lx-die-${die}`).dataset.face));
    gathering = new Gathering(rolled, JSON.parse(byId("choices").textContent), room);
    armed = false;
    opened = false;
  }

  // Whoever's turn begins finds the keyboard where it is needed, unless they are busy elsewhere.
  function takeFocus(root) {
    const active = document.activeElement;
    const idle = !active || active === document.body || root.querySelector(".levelx")?.contains(active);
    if (idle) (byId("roll") ?? (gathering && byId("lx-die-0")))?.focus({ preventScroll: true });
  }

  // ---- The roll ------------------------------------------------------------------------------

  function showRoll() {
    const tray = byId("dice");
    if (!tray) return;
    const roll = tray.dataset.roll;
    const fresh = roll !== "" && lastRoll !== undefined && roll !== lastRoll;
    lastRoll = roll;
    if (fresh && !house.reduced) tumble();
  }

  function tumble() {
    tumbling.forEach(clearTimeout);
    tumbling = [];
    for (const die of DICE) {
      const node = byId(`lx-die-${die}`);
      const later = (delay, action) => tumbling.push(setTimeout(action, delay));
      node.classList.add("rolling");
      for (let delay = 0; delay < TUMBLE * 0.6; delay += 90) {
        later(delay, () => showFace(node, 1 + Math.floor(Math.random() * 6)));
      }
      later(TUMBLE * 0.65, () => showFace(node, gathering?.faces[die] ?? node.dataset.face));
      later(TUMBLE, () => node.classList.remove("rolling"));
    }
  }

  // ---- Drawing the half-made choice ----------------------------------------------------------

  function draw() {
    const choice = gathering.choice;
    drawDice();
    drawRows();
    drawPreview(choice ?? gathering.settled);
    drawButtons(choice);
    byId("told").replaceChildren(...told(choice));
  }

  function drawDice() {
    byId("dice").querySelectorAll(".lx-cluster").forEach((node) => node.classList.add("lx-off"));
    const nodes = DICE.map((die) => byId(`lx-die-${die}`));
    const place = layOutDice(nodes);
    for (const die of DICE) {
      const node = nodes[die];
      const picked = gathering.picked.includes(die);
      const group = gathering.groupOf(die);
      node.setAttribute("transform", `translate(${place[die]} ${node.dataset.y})`);
      node.setAttribute("aria-pressed", String(picked || Boolean(group)));
      node.setAttribute("aria-label", dieLabel(die, picked, group));
      node.classList.toggle("lx-picked", picked);
      node.classList.toggle("lx-unfit", Boolean(gathering.unfit(die)));
      if (!node.classList.contains("rolling")) showFace(node, gathering.faces[die]);
      drawTurn(die, place[die], group);
    }
    drawSum(nodes, place);
  }

  function drawTurn(die, x, group) {
    const knob = byId(`turn-${die}`);
    if (!knob) return;
    const size = dieSize(byId(`lx-die-${die}`));
    const [, y] = /translate\(\S+ (\S+)\)/.exec(knob.getAttribute("transform"));
    knob.setAttribute("transform", `translate(${x + size + 1} ${y})`);
    knob.classList.toggle("lx-off", Boolean(group));
    knob.classList.toggle("lx-stuck", !gathering.mayTurn(die));
    knob.setAttribute("tabindex", group ? "-1" : "0");
    knob.setAttribute("aria-hidden", String(Boolean(group)));
    knob.setAttribute("aria-disabled", String(!gathering.mayTurn(die)));
  }

  // Closed groups stand together on the left; without any, every die stays where it fell.
  function layOutDice(nodes) {
    const home = nodes.map((node) => Number(node.dataset.x));
    if (!gathering.groups.length) return home;
    const size = dieSize(nodes[0]);
    const clusters = [...gathering.groups, ...gathering.free.map((die) => [die])];
    const widths = clusters.map((dice) => dice.length * (size + DIE_GAP) - DIE_GAP);
    const taken = widths.reduce((sum, width) => sum + width, CLUSTER_GAP * (clusters.length - 1));
    let x = (home[0] + home[3] + size - taken) / 2;
    const place = [];
    clusters.forEach((dice, number) => {
      dice.forEach((die, rank) => (place[die] = x + rank * (size + DIE_GAP)));
      if (number < gathering.groups.length) {
        drawCluster(number, x, widths[number], Number(nodes[0].dataset.y), gathering.sum(dice));
      }
      x += widths[number] + CLUSTER_GAP;
    });
    return place;
  }

  function drawCluster(number, x, width, y, sum, manner = "") {
    const cluster = byId(`cluster-${number}`);
    cluster.setAttribute("class", `lx-cluster ${manner}`);
    cluster.setAttribute("transform", `translate(${x - 6} ${y})`);
    cluster.querySelector("rect").setAttribute("width", width + 12);
    const text = cluster.querySelector("text");
    text.setAttribute("x", width / 2 + 6);
    text.textContent = sum;
  }

  // The sum of what is being gathered, under those dice.
  function drawSum(nodes, place) {
    if (!gathering.picked.length) return;
    const size = dieSize(nodes[0]);
    const at = gathering.picked.map((die) => place[die]);
    const [left, right] = [Math.min(...at), Math.max(...at) + size];
    const manner = gathering.objection ? "lx-open lx-wrong" : "lx-open";
    const y = Number(nodes[0].dataset.y);
    const number = gathering.groups.length;
    drawCluster(number, left, right - left, y, `= ${gathering.sum(gathering.picked)}`, manner);
  }

  function dieLabel(die, picked, group) {
    const face = words.faces[gathering.faces[die]];
    const turned = gathering.faces[die] !== gathering.rolled[die];
    const label = filled(turned ? words.die_turned : words.die, { die: die + 1, face });
    const unfit = gathering.unfit(die);
    if (group) return filled(words.die_grouped, { die: label, sum: gathering.sum(group) });
    if (picked) return filled(words.die_gathered, { die: label });
    return unfit ? `${label}; ${reason(unfit)}` : label;
  }

  function drawRows() {
    const sum = gathering.objection ? null : gathering.sum(gathering.picked);
    const used = gathering.groups.map((group) => gathering.sum(group));
    for (const row of ROWS) {
      const node = byId(`row-${row}`);
      const beyond = row !== sum && !gathering.reach(row);
      node.classList.toggle("lx-lit", row === sum);
      node.classList.toggle("lx-used", used.includes(row));
      node.classList.toggle("lx-beyond", beyond && !used.includes(row));
      node.setAttribute("aria-disabled", String(beyond));
    }
  }

  function drawPreview(choice) {
    const board = byId("board");
    const rows = new Map((choice?.rows ?? []).map((row) => [row.row, row]));
    const seat = seatToMove();
    for (const pawn of board.querySelectorAll(".lx-pawn:not(.ghost)")) {
      const [, whose, row] = pawn.id.split("-").map(Number);
      drawPawn(pawn, whose, seat, rows.get(row));
    }
    for (const row of ROWS) drawGains(row, seat, rows.get(row));
    const points = byId(`points-${seat}`);
    points.textContent = choice ? choice.after : points.dataset.points;
    points.classList.toggle("lx-gaining", Boolean(choice?.points));
    let coming = choice?.tiles.length ?? 0;
    for (const tile of board.querySelectorAll(".lx-tile:not(.lx-taken)")) {
      tile.classList.toggle("lx-coming", coming > 0);
      coming -= 1;
    }
  }

  function drawPawn(pawn, whose, seat, done) {
    const stands = done?.stand.find((each) => each.seat === whose);
    const moves = whose === seat && done && done.from !== done.to;
    const shifted = stands && whose !== seat ? placed(stands) : pawn.dataset.at;
    pawn.setAttribute("transform", shifted);
    pawn.classList.toggle("lx-leaving", Boolean(moves || done?.closes));
    pawn.classList.toggle("lx-sent-back", Boolean(done && done.sent_back === whose));
  }

  function drawGains(row, seat, done) {
    const ghost = byId(`ghost-${row}`);
    const stands = done?.from !== done?.to && done?.stand.find((each) => each.seat === seat);
    if (stands) ghost.setAttribute("transform", placed(stands));
    ghost.classList.toggle("lx-off", !stands);
    const won = byId(`won-${seat}-${row}`);
    const count = Number(won.dataset.count) + (done?.chips ?? 0);
    won.querySelector("text").textContent = count || "";
    won.classList.toggle("lx-gaining", Boolean(done?.chips));
    const chips = [...byId(`row-${row}`).querySelectorAll(".lx-chip")].reverse();
    chips.forEach((chip, place) => chip.classList.toggle("lx-going", place < (done?.chips ?? 0)));
  }

  function drawButtons(choice) {
    const group = byId("group");
    const sum = gathering.sum(gathering.picked);
    group.hidden = gathering.choices.size < 2;
    group.textContent = gathering.picked.length ? filled(words.group_sum, { sum }) : words.group;
    group.setAttribute("aria-disabled", String(Boolean(gathering.objection)));
    const commit = byId("commit");
    const move = gathering.move;
    commit.value = move;
    commit.className = choice && move === PASS ? "secondary" : "primary";
    commit.setAttribute("aria-disabled", String(!choice));
    commit.textContent = commitLabel(choice, move);
    byId("moves").open = opened;
    for (const button of byId("moves").querySelectorAll(".lx-move")) {
      const chosen = button.value === move && (move !== PASS || armed);
      button.setAttribute("aria-pressed", String(chosen));
    }
  }

  function commitLabel(choice, move) {
    if (!choice) return words.play_what;
    if (move !== PASS) return filled(words.play, { move });
    return armed ? words.really_pass : words.pass;
  }

  // What is said about the choice, in a line or two.
  function told(choice) {
    if (armed) return [words.pass_again];
    if (gathering.choices.size < 2) return [words.only_pass];
    if (gathering.isEmpty) return [gathering.lucky ? words.begin_lucky : words.begin];
    if (!choice) return [reason(gathering.objection)];
    const before = byId(`points-${seatToMove()}`).dataset.points;
    const score = document.createElement("b");
    score.textContent = filled(words.score, { before, after: choice.after });
    return choice.points ? [`${choice.say} · `, score] : [choice.say];
  }

  function reason(objection) {
    return filled(words[objection.word], objection);
  }

  // ---- Acting --------------------------------------------------------------------------------

  function change(action) {
    house.clear?.();
    armed = false;
    action();
    draw();
    house.say(byId("told").textContent);
  }

  function refuse(objection) {
    house.refuse(reason(objection), objection.rule);
  }

  function tapDie(die) {
    const group = gathering.groupOf(die);
    const unfit = gathering.unfit(die);
    if (unfit) refuse(unfit);
    else if (group) tapGroup(group);
    else change(() => gathering.pick(die));
  }

  function tapGroup(group) {
    if (group) change(() => gathering.dissolve(group));
  }

  function tapRow(row) {
    const lit = !gathering.objection && gathering.sum(gathering.picked) === row;
    if (lit) closeGroup();
    else if (gathering.reach(row)) change(() => gathering.gatherFor(row));
    else refuse(whyBeyond(row));
  }

  function whyBeyond(row) {
    const used = gathering.groups.filter((group) => gathering.sum(group) === row).length;
    if (used >= gathering.room[row]) return gathering.noRoom(row);
    return { word: "not_made", row, rule: "LX-3" };
  }

  function closeGroup() {
    if (gathering.objection) refuse(gathering.objection);
    else change(() => gathering.close());
  }

  function turn(die) {
    if (!gathering.mayTurn(die)) {
      refuse({ word: "last_one", rule: "LX-10" });
      return;
    }
    change(() => gathering.turn(die));
    house.say(byId(`lx-die-${die}`).getAttribute("aria-label"));
  }

  function tapMove(move) {
    const chosen = gathering.move === move && (move !== PASS || armed);
    if (chosen) commit();
    else if (move === PASS) askToPass();
    else change(() => gathering.layOut(move));
  }

  function askToPass() {
    change(() => gathering.clear());
    armed = gathering.choices.size > 1;
    draw();
    if (armed) house.say(words.pass_again);
    else house.play(PASS);
  }

  function commit() {
    if (!gathering.choice) refuse(gathering.objection);
    else if (gathering.move === PASS && !armed) askToPass();
    else house.play(gathering.move);
  }

  function activate(node) {
    if (node.matches(".lx-die")) tapDie(Number(node.dataset.die));
    else if (node.matches(".lx-cluster")) tapGroup(gathering.groups[Number(node.dataset.group)]);
    else if (node.matches(".lx-turn")) turn(Number(node.dataset.die));
    else if (node.matches(".lx-row")) tapRow(Number(node.dataset.row));
    else if (node.matches(".lx-move")) tapMove(node.value);
    else if (node.id === "group") closeGroup();
    else if (node.id === "commit") commit();
  }

  const OURS = ".lx-die, .lx-cluster, .lx-turn, .lx-row, .lx-move, #group, #commit";
  const ours = (target) => target.closest?.(OURS);

  document.addEventListener("click", (event) => {
    const node = gathering && ours(event.target);
    if (!node) return;
    event.preventDefault();
    activate(node);
  });

  document.addEventListener("keydown", (event) => {
    if (!gathering || event.ctrlKey || event.metaKey || event.altKey) return;
    const here = event.target === document.body || byId("table").contains(event.target);
    if (here && pressed(event)) event.preventDefault();
  });

  // Digits by their place on the keyboard too: a French one gives &, é, ", ' without shift.
  function pressed(event) {
    const node = event.target.closest(".lx-die, .lx-turn, .lx-row");
    const digit = /^(?:Digit|Numpad)([1-4])$/.exec(event.code)?.[1] ?? /^[1-4]$/.exec(event.key)?.[0];
    const key = event.key.toLowerCase();
    if (node && (key === "enter" || key === " ")) activate(node);
    else if (digit) tapDie(Number(digit) - 1);
    else if (key === "g") closeGroup();
    else if (key === "escape" && !gathering.isEmpty) clear();
    else if (key === "p") (armed ? commit : askToPass)();
    else if (key === "enter" && event.target === document.body && !gathering.isEmpty) enter();
    else return false;
    return true;
  }

  function enter() {
    if (gathering.picked.length) closeGroup();
    else commit();
  }

  function clear() {
    change(() => gathering.clear());
    house.say(words.cleared);
  }

  document.addEventListener("focusin", (event) => {
    const node = gathering && event.target.closest?.(".lx-row, .lx-die, #group");
    if (node) explain(node);
  });

  // What is out of reach says why as soon as it has the focus.
  function explain(node) {
    let objection = null;
    if (node.matches(".lx-row") && node.getAttribute("aria-disabled") === "true") {
      objection = whyBeyond(Number(node.dataset.row));
    } else if (node.matches(".lx-die")) {
      objection = gathering.unfit(Number(node.dataset.die));
    }
    if (objection) {
      byId("told").textContent = `${reason(objection)} (${objection.rule})`;
      house.say(reason(objection));
    }
  }

  document.addEventListener("toggle", (event) => {
    if (event.target.id === "moves") opened = event.target.open;
  }, true);

  return { update };
}

function seatToMove() {
  return Number(document.querySelector(".lx-main [name=seat]").value);
}

function showFace(node, face) {
  node.querySelector("use")?.setAttribute("href", `#die-${face}`);
}

function dieSize(node) {
  return Number(node.querySelector("use").getAttribute("width"));
}

function placed({ x, y, scale }) {
  return `translate(${x} ${y}) scale(${scale})`;
}
