// Level X's table: lets a player group dice, previews the result, and sends it as one move.

import { Selection, PASS } from "./selection.js";
import { DICE, ROWS, byId, dieNode, paint, reason, showFace } from "./selection_view.js";

const TUMBLE = 600; // milliseconds
const OURS = ".lx-die, .lx-cluster, .lx-turn, .lx-row, .lx-move, #group, #commit";

export default function levelx(page) {
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
      selection: new Selection(rolled, moves, Object.fromEntries(room)),
      words: JSON.parse(byId("words").textContent),
      armed: false,
      opened: false,
    };
  }

  // When the player's turn begins, focus the table, unless the focus is on something else.
  function takeFocus(root) {
    const active = document.activeElement;
    const onBoard = root.querySelector(".levelx")?.contains(active);
    if (active && active !== document.body && !onBoard) return;
    (byId("roll") ?? (choice && dieNode(0)))?.focus({ preventScroll: true });
  }

  // ---- The roll ------------------------------------------------------------------------------

  function showRoll(thrown) {
    const roll = byId("dice")?.dataset.roll;
    if (thrown && roll && roll !== lastRoll && !page.reduced) tumble();
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
      later(TUMBLE * 0.65, () => showFace(node, choice?.selection.faces[die] ?? node.dataset.face));
      later(TUMBLE, () => node.classList.remove("rolling"));
    }
  }

  // ---- Choosing ------------------------------------------------------------------------------

  function change(action) {
    page.clear?.();
    choice.armed = false;
    action(choice.selection);
    paint(choice);
    page.say(byId("told").textContent);
  }

  function refuse(objection) {
    page.refuse(reason(objection, choice.words), objection.rule);
  }

  function tapDie(die) {
    const unfit = choice.selection.unfit(die);
    const group = choice.selection.groupOf(die);
    if (unfit) refuse(unfit);
    else if (group) tapGroup(group);
    else change((selection) => selection.pick(die));
  }

  function tapGroup(group) {
    if (group) change((selection) => selection.dissolve(group));
  }

  function tapRow(row) {
    const { selection } = choice;
    if (!selection.objection && selection.sum(selection.picked) === row) closeGroup();
    else if (selection.reach(row)) change(() => selection.gatherFor(row));
    else refuse(selection.whyBeyond(row));
  }

  function closeGroup() {
    const { objection } = choice.selection;
    if (objection) refuse(objection);
    else change((selection) => selection.close());
  }

  function turn(die) {
    if (!choice.selection.mayTurn(die)) {
      refuse({ word: "last_one", rule: "LX-10" });
      return;
    }
    change((selection) => selection.turn(die));
    page.say(dieNode(die).getAttribute("aria-label"));
  }

  function clear() {
    change((selection) => selection.clear());
    page.say(choice.words.cleared);
  }

  // ---- Committing ----------------------------------------------------------------------------

  // In the list, the first tap shows a move and the second plays it.
  function tapMove(move) {
    const chosen = choice.selection.move === move;
    if (chosen || move === PASS) commit(move);
    else change((selection) => selection.layOut(move));
  }

  function commit(move = choice.selection.move) {
    if (move === PASS) pass();
    else if (choice.selection.choice) page.play(move);
    else refuse(choice.selection.objection);
  }

  // Passing needs a second press to confirm, unless it is the only legal move.
  function pass() {
    if (choice.armed || choice.selection.onlyPass) {
      page.play(PASS);
      return;
    }
    change((selection) => {
      selection.clear();
      choice.armed = true;
    });
  }

  function enter() {
    if (choice.selection.picked.length) closeGroup();
    else commit();
  }

  // ---- Taps, keys, focus ---------------------------------------------------------------------

  function activate(node) {
    if (node.matches(".lx-die")) tapDie(Number(node.dataset.die));
    else if (node.matches(".lx-turn")) turn(Number(node.dataset.die));
    else if (node.matches(".lx-row")) tapRow(Number(node.dataset.row));
    else if (node.matches(".lx-cluster")) tapGroup(choice.selection.groups[node.dataset.group]);
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

  // Digits also by physical key: without shift, a French keyboard types &, é, ", ' there.
  function pressed(event) {
    const node = event.target.closest(".lx-die, .lx-turn, .lx-row");
    const digit = /^(?:Digit|Numpad)([1-4])$/.exec(event.code)?.[1] ?? /^[1-4]$/.exec(event.key)?.[0];
    const key = event.key.toLowerCase();
    const empty = choice.selection.isEmpty;
    if (node && (key === "enter" || key === " ")) activate(node);
    else if (digit) tapDie(Number(digit) - 1);
    else if (key === "g") closeGroup();
    else if (key === "p") pass();
    else if (key === "escape" && (!empty || choice.armed)) clear();
    else if (key === "enter" && event.target === document.body && !empty) enter();
    else return false;
    return true;
  }

  // While something that cannot be chosen has the focus, show why.
  document.addEventListener("focusin", (event) => {
    const node = choice && event.target.closest?.(".lx-row[aria-disabled=true], .lx-unfit");
    if (node) explain(node.dataset);
    else if (explained && choice) paint(choice);
    explained = Boolean(node);
  });

  function explain({ row, die }) {
    const { selection, words } = choice;
    const objection = row ? selection.whyBeyond(Number(row)) : selection.unfit(Number(die));
    byId("told").textContent = `${reason(objection, words)} (${objection.rule})`;
    page.say(byId("told").textContent);
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
