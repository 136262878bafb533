// The table of MasterDés: lets a player select dice on the page, and sends the rethrow as one move.

import { DiceAnimation } from "./dice_animation.js";
import { Selection } from "./selection.js";

const OURS = ".md-die:not(.md-off), .md-move, #commit";

const byId = (id) => document.getElementById(id);

function filled(text, places) {
  return text.replace(/\{(\w+)\}/g, (_, name) => places[name] ?? "");
}

export default function masterdes(page) {
  const diceAnimation = new DiceAnimation();
  let selection = null; // the half-made choice, while this seat is asked for a rethrow
  let words = null;
  let version = null;

  function update(root) {
    const first = version === null;
    const arrived = root.dataset.version !== version;
    version = root.dataset.version;
    diceAnimation.look(root, root.dataset.kind === "throw" && !page.reduced);
    if (!byId("choices")) selection = null;
    else if (arrived || !selection) begin();
    if (selection) paint();
    if (arrived && !first) takeFocus(root);
  }

  function begin() {
    const open = [...byId("board").querySelectorAll("[role=button]:not([aria-disabled])")];
    const dice = open.map(({ id, dataset }) => ({ id, face: dataset.face ?? "m" }));
    selection = new Selection(dice, JSON.parse(byId("choices").textContent));
    words = JSON.parse(byId("words").textContent);
  }

  // When the player's turn begins, focus the table, unless the focus is on something else.
  function takeFocus(root) {
    const active = document.activeElement;
    const onBoard = root.querySelector(".masterdes")?.contains(active);
    if (active && active !== document.body && !onBoard) return;
    const first = selection ? byId(selection.dice[0].id) : (byId("roll") ?? byId("first"));
    first?.focus({ preventScroll: true });
  }

  // ---- What is picked up -----------------------------------------------------------------------

  function paint() {
    const { choice, isEmpty } = selection;
    for (const { id } of selection.dice) {
      const node = byId(id);
      const picked = selection.picked.has(id);
      const die = node.dataset.label;
      node.classList.toggle("md-picked", picked);
      node.setAttribute("aria-pressed", String(picked));
      node.setAttribute("aria-label", picked ? filled(words.picked, { die }) : die);
    }
    const seat = byId("board").dataset.picking;
    const score = byId(`score-${seat}`);
    score.textContent = isEmpty ? score.dataset.score : `${choice.sum} + ?`;
    byId(`change-${seat}`)?.classList.toggle("md-off", !isEmpty);
    paintButtons(choice, isEmpty);
  }

  function paintButtons(choice, isEmpty) {
    const commit = byId("commit");
    commit.value = choice.move;
    commit.textContent = choice.label;
    commit.className = isEmpty ? "secondary" : "primary";
    byId("told").textContent = isEmpty ? words.begin : choice.say;
    for (const button of byId("moves").querySelectorAll(".md-move")) {
      button.setAttribute("aria-pressed", String(!isEmpty && button.value === choice.move));
    }
  }

  function change(action) {
    page.clear?.();
    action();
    paint();
  }

  function tapDie(node) {
    if (!selection.has(node.id)) {
      refuse(node);
      return;
    }
    change(() => selection.toggle(node.id));
    page.say(`${byId("commit").textContent}. ${byId("told").textContent}`);
  }

  // Say why a die cannot be thrown.
  function refuse({ dataset }) {
    const { seat, manner, face, master, alike } = dataset;
    const isMaster = master !== undefined;
    if (manner === "out" && isMaster) page.refuse(filled(words.master_out, { face: alike }), "MD-2");
    else if (manner === "out") page.refuse(filled(words.out, { face }), "MD-2");
    else if (seat !== byId("board").dataset.picking) page.refuse(words.others[seat], "MD-3");
    else page.refuse(words.master_stays, "MD-3");
  }

  function putBack() {
    change(() => selection.clear());
    page.say(words.put_back);
  }

  // In the list, the first tap shows a move and the second plays it.
  function tapMove(move) {
    if (selection.move === move) page.play(move);
    else change(() => selection.layOut(move));
  }

  // ---- Taps and keys -----------------------------------------------------------------------------

  function activate(node) {
    if (node.matches(".md-die")) tapDie(node);
    else if (node.matches(".md-move")) tapMove(node.value);
    else page.play(selection.move);
  }

  document.addEventListener("click", (event) => {
    const node = selection && event.target.closest?.(OURS);
    if (!node) return;
    event.preventDefault();
    activate(node);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = event.target === document.body || byId("table").contains(event.target);
    if (here && (selection ? pressed(event) : chosen(event))) event.preventDefault();
  });

  // Digits also by physical key: without shift, a French keyboard types &, é, ", ' there.
  function digitOf({ code, key }) {
    return /^(?:Digit|Numpad)([1-4])$/.exec(code)?.[1] ?? /^[1-4]$/.exec(key)?.[0];
  }

  function pressed(event) {
    const node = event.target.closest(".md-die");
    const key = event.key.toLowerCase();
    const digit = digitOf(event);
    const die = selection.at(key === "m" || digit === "4" ? "m" : Number(digit));
    if (node && (key === "enter" || key === " ")) activate(node);
    else if (die) tapDie(byId(die.id));
    else if (key === "escape" && !selection.isEmpty) putBack();
    else if (key === "enter" && event.target === document.body) page.play(selection.move);
    else return false;
    return true;
  }

  // The choice of who goes first: 1 or 2 focuses its button, whose label says what it means.
  function chosen(event) {
    const button = byId({ 1: "first", 2: "second" }[digitOf(event)]);
    button?.focus();
    return Boolean(button);
  }

  return { update };
}
