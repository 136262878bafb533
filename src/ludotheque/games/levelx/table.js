// Level X's table: dice are gathered here, previewed here, and sent as one move.

import { Gathering, PASS } from "./gather.js";
import { DICE, ROWS, byId, dieNode, paint, reason, showFace } from "./paint.js";

const TUMBLE = 600; // milliseconds
const OURS = ".lx-die, .lx-cluster, .lx-turn, .lx-row, .lx-move, #group, #commit";

export default function levelx(house) {
  let choice = null; // the half-made choice, while this seat is asked for a move
  let version = null;
  let lastRoll = null;
  let tumbling = [];
  let explained = false;

  function update(root) {
    const first = version === null;
    const arrived = root.dataset.version !== version;
    version = root.dataset.version;
    if (!byId("choices")) choice = null;
    else if (arrived || !choice) choice = begun();
    showRoll(root.dataset.kind === "throw" && !first);
    if (choice) paint(choice);
    if (arrived && !first) takeFocus(root);
  }

  function begun() {
    const room = ROWS.map((row) => [row, Number(byId(`row-${row}`).dataset.room)]);
    const rolled = DICE.map((die) => Number(dieNode(die).dataset.face));
    const moves = JSON.parse(byId("choices").textContent);
    return {
      gathering: new Gathering(rolled, moves, Object.fromEntries(room)),
      words: JSON.parse(byId("words").textContent),
      armed: false,
      opened: false,
    };
  }

  // Whoever's turn begins finds the keyboard where it is needed, unless they are busy elsewhere.
  function takeFocus(root) {
    const active = document.activeElement;
    const onBoard = root.querySelector(".levelx")?.contains(active);
    if (active && active !== document.body && !onBoard) return;
    (byId("roll") ?? (choice && dieNode(0)))?.focus({ preventScroll: true });
  }

  // ---- The roll ------------------------------------------------------------------------------

  function showRoll(thrown) {
    const roll = byId("dice")?.dataset.roll;
    if (thrown && roll && roll !== lastRoll && !house.reduced) tumble();
    lastRoll = roll;
  }

  function tumble() {
    tumbling.forEach(clearTimeout);
    const later = (delay, action) => tumbling.push(setTimeout(action, delay));
    tumbling = [];
    for (const die of DICE) {
      const node = dieNode(die);
      node.classList.add("rolling");
      for (let delay = 0; delay < TUMBLE * 0.6; delay += 90) {
        later(delay, () => showFace(node, 1 + Math.floor(Math.random() * 6)));
      }
      later(TUMBLE * 0.65, () => showFace(node, choice?.gathering.faces[die] ?? node.dataset.face));
      later(TUMBLE, () => node.classList.remove("rolling"));
    }
  }

  // ---- Choosing ------------------------------------------------------------------------------

  function change(action) {
    house.clear?.();
    choice.armed = false;
    action(choice.gathering);
    paint(choice);
    house.say(byId("told").textContent);
  }

  function refuse(objection) {
    house.refuse(reason(objection, choice.words), objection.rule);
  }

  function tapDie(die) {
    const unfit = choice.gathering.unfit(die);
    const group = choice.gathering.groupOf(die);
    if (unfit) refuse(unfit);
    else if (group) tapGroup(group);
    else change((gathering) => gathering.pick(die));
  }

  function tapGroup(group) {
    if (group) change((gathering) => gathering.dissolve(group));
  }

  function tapRow(row) {
    const { gathering } = choice;
    if (!gathering.objection && gathering.sum(gathering.picked) === row) closeGroup();
    else if (gathering.reach(row)) change(() => gathering.gatherFor(row));
    else refuse(gathering.whyBeyond(row));
  }

  function closeGroup() {
    const { objection } = choice.gathering;
    if (objection) refuse(objection);
    else change((gathering) => gathering.close());
  }

  function turn(die) {
    if (!choice.gathering.mayTurn(die)) {
      refuse({ word: "last_one", rule: "LX-10" });
      return;
    }
    change((gathering) => gathering.turn(die));
    house.say(dieNode(die).getAttribute("aria-label"));
  }

  function clear() {
    change((gathering) => gathering.clear());
    house.say(choice.words.cleared);
  }

  // ---- Committing ----------------------------------------------------------------------------

  // In the list, the first tap shows a move and the second plays it.
  function tapMove(move) {
    const chosen = choice.gathering.move === move;
    if (chosen || move === PASS) commit(move);
    else change((gathering) => gathering.layOut(move));
  }

  function commit(move = choice.gathering.move) {
    if (move === PASS) pass();
    else if (choice.gathering.choice) house.play(move);
    else refuse(choice.gathering.objection);
  }

  // Passing is asked twice, unless nothing else can be done.
  function pass() {
    if (choice.armed || choice.gathering.onlyPass) {
      house.play(PASS);
      return;
    }
    change((gathering) => {
      gathering.clear();
      choice.armed = true;
    });
  }

  function enter() {
    if (choice.gathering.picked.length) closeGroup();
    else commit();
  }

  // ---- Taps, keys, focus ---------------------------------------------------------------------

  function activate(node) {
    if (node.matches(".lx-die")) tapDie(Number(node.dataset.die));
    else if (node.matches(".lx-turn")) turn(Number(node.dataset.die));
    else if (node.matches(".lx-row")) tapRow(Number(node.dataset.row));
    else if (node.matches(".lx-cluster")) tapGroup(choice.gathering.groups[node.dataset.group]);
    else if (node.matches(".lx-move")) tapMove(node.value);
    else if (node.id === "group") closeGroup();
    else commit();
  }

  document.addEventListener("click", (event) => {
    const node = choice && event.target.closest?.(OURS);
    if (!node) return;
    event.preventDefault();
    activate(node);
  });

  document.addEventListener("keydown", (event) => {
    if (!choice || event.ctrlKey || event.metaKey || event.altKey) return;
    const here = event.target === document.body || byId("table").contains(event.target);
    if (here && pressed(event)) event.preventDefault();
  });

  // Digits by their place on the keyboard too: a French one gives &, é, ", ' without shift.
  function pressed(event) {
    const node = event.target.closest(".lx-die, .lx-turn, .lx-row");
    const digit = /^(?:Digit|Numpad)([1-4])$/.exec(event.code)?.[1] ?? /^[1-4]$/.exec(event.key)?.[0];
    const key = event.key.toLowerCase();
    const empty = choice.gathering.isEmpty;
    if (node && (key === "enter" || key === " ")) activate(node);
    else if (digit) tapDie(Number(digit) - 1);
    else if (key === "g") closeGroup();
    else if (key === "p") pass();
    else if (key === "escape" && (!empty || choice.armed)) clear();
    else if (key === "enter" && event.target === document.body && !empty) enter();
    else return false;
    return true;
  }

  // What is out of reach says why as long as it has the focus.
  document.addEventListener("focusin", (event) => {
    const node = choice && event.target.closest?.(".lx-row[aria-disabled=true], .lx-unfit");
    if (node) explain(node.dataset);
    else if (explained && choice) paint(choice);
    explained = Boolean(node);
  });

  function explain({ row, die }) {
    const { gathering, words } = choice;
    const objection = row ? gathering.whyBeyond(Number(row)) : gathering.unfit(Number(die));
    byId("told").textContent = `${reason(objection, words)} (${objection.rule})`;
    house.say(byId("told").textContent);
  }

  document.addEventListener(
    "toggle",
    (event) => {
      if (choice && event.target.id === "moves") choice.opened = event.target.open;
    },
    true,
  );

  return { update };
}
