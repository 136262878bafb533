// The table of a race: a player taps a card, then its target; the road previews the result, and one
// button plays the move.

import { Selection } from "./selection.js";
import { byId, dieNode, light, paintScene, showFace } from "./road.js";

const TUMBLE = 600; // milliseconds
const LINGER = 6000; // how long a scored stage is shown, at least
const DICE = Array.from({ length: 30 }, (_, die) => die);
const OURS = "[data-step], .rc-die, #commit, .rc-move";

export default function race(page) {
  let choice = null; // { selection, scene, words } while this seat is asked for a move
  let version = null;
  let air = []; // dice of a throw that was not complete at the last update
  let timers = [];
  let lingering = null; // a scored stage, and until when it is shown

  function update(root) {
    const first = version === null;
    const arrived = root.dataset.version !== version;
    version = root.dataset.version;
    if (!byId("choices")) choice = null;
    else if (arrived || !choice) choice = begun();
    if (arrived) {
      showThrow(!first);
      linger(first);
    }
    if (choice) paint();
    if (arrived && !first && choice) takeFocus(root);
  }

  function begun() {
    const read = (id) => JSON.parse(byId(id).textContent);
    return { selection: new Selection(read("choices")), scene: read("scene"), words: read("words") };
  }

  // When the player's turn begins, focus the table, unless the focus is on something else.
  function takeFocus(root) {
    const active = document.activeElement;
    if (active && active !== document.body && !root.querySelector(".race")?.contains(active)) return;
    const first =
      root.querySelector("#dice .rc-lit") ??
      root.querySelector("#hand button:not(.rc-dim)") ??
      root.querySelector("#goals button");
    first?.focus({ preventScroll: true });
  }

  // ---- Dice that are thrown --------------------------------------------------------------------

  function showThrow(moving) {
    const fallen = air.filter((die) => !dieNode(die)?.classList.contains("rc-air"));
    air = DICE.filter((die) => dieNode(die)?.classList.contains("rc-air"));
    if (moving && !page.reduced) tumble(fallen);
  }

  function tumble(dice) {
    timers.forEach(clearTimeout);
    timers = [];
    const later = (delay, action) => timers.push(setTimeout(action, delay));
    for (const die of dice) {
      const node = dieNode(die);
      node.classList.add("rolling");
      for (let delay = 0; delay < TUMBLE * 0.6; delay += 90) {
        later(delay, () => showFace(node, 1 + Math.floor(Math.random() * 6)));
      }
      later(TUMBLE * 0.65, () => showFace(node, node.dataset.face));
      later(TUMBLE, () => node.classList.remove("rolling"));
    }
  }

  // ---- A scored stage stays long enough to be read, though the others play on -------------------

  function linger(first) {
    const shown = byId("ceremony");
    if (shown) {
      lingering = { node: shown.cloneNode(true), until: first ? 0 : performance.now() + LINGER };
    } else if (lingering && performance.now() < lingering.until) {
      const { node, until } = lingering;
      node.classList.add("rc-past");
      document.querySelector(".rc-track")?.append(node);
      setTimeout(() => node.remove(), until - performance.now());
    } else {
      lingering = null;
    }
  }

  function closeCeremony() {
    lingering = null;
    document.querySelector(".rc-past")?.remove();
    byId("ceremony")?.removeAttribute("open");
  }

  // ---- Painting ----------------------------------------------------------------------------------

  function paint() {
    const { selection, scene } = choice;
    const { made } = selection;
    paintScene(made?.scene ?? scene, made?.moved, made?.thrown);
    // Hidden and not only closed: its summary could cover something that has to be tapped.
    byId("ceremony")?.toggleAttribute("hidden", !selection.isEmpty);
    paintTargets();
    paintWorth(made);
    paintButtons(made);
    byId("told").textContent = told(made);
  }

  function paintTargets() {
    const { selection } = choice;
    const { options, taken } = selection;
    const shown = (step) => options.has(step) || taken.includes(step);
    for (const node of byId("board").querySelectorAll(".rc-group:not(.rc-new), .rc-joint")) {
      const { step } = node.dataset;
      light(node, options.has(step), taken.includes(step) && !selection.picking);
      if (node.matches(".rc-joint")) node.classList.toggle("rc-off", !options.has(step));
    }
    for (const die of DICE) paintDie(dieNode(die));
    let rows = 0;
    for (const button of byId("targets").children) {
      const offered = isTarget(button.dataset.step) && offers(button.dataset.step);
      button.hidden = !offered;
      button.setAttribute("aria-pressed", String(taken.includes(button.dataset.step)));
      rows += offered ? 1 : 0;
    }
    byId("targets").hidden = !rows;
    byId("moves").hidden = rows > 0;
    for (const node of document.querySelectorAll("#hand [data-step], #goals [data-step], #reroll")) {
      node.setAttribute("aria-pressed", String(taken.includes(node.dataset.step)));
      node.classList.toggle("rc-aside", !selection.isEmpty && !shown(node.dataset.step));
      node.classList.toggle("rc-lit", !selection.isEmpty && options.has(node.dataset.step));
      if (node.dataset.why) paintRefused(node, refused(node));
    }
  }

  // A card that cannot be played can still be laid face down.
  function paintRefused(node, isRefused) {
    node.setAttribute("aria-disabled", String(isRefused));
    node.classList.toggle("rc-dim", isRefused);
  }

  const isTarget = (step) => /^(target|order):/.test(step);

  // Whether a step can be taken; also true if it is taken, so that it can be exchanged for another.
  function offers(step) {
    return choice.selection.depthOf(step) > 0;
  }

  function paintDie(node) {
    const { selection } = choice;
    const step = stepOfDie(node);
    const picked = selection.dice.includes(Number(node.dataset.die));
    const pickable = selection.picking ? node.dataset.group === "1" : /^(die|target):/.test(step ?? "");
    const lit = pickable && (Boolean(selection.picking) || selection.options.has(step));
    node.classList.toggle("rc-lit", lit);
    node.classList.toggle("rc-chosen", picked);
    if (lit) {
      node.setAttribute("role", "button");
      node.setAttribute("tabindex", "0");
      node.setAttribute("aria-label", node.dataset.name);
      node.setAttribute("aria-pressed", String(picked));
    } else {
      for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) node.removeAttribute(name);
    }
  }

  // A die stands for itself, for its value in a group that is chosen, or for its group.
  function stepOfDie({ dataset }) {
    const { selection } = choice;
    const steps = [`die:${dataset.look}`];
    if (selection.taken.includes(`group:${dataset.group}`)) steps.push(`target:${dataset.face}`);
    steps.push(`group:${dataset.group}`);
    return steps.find((step) => selection.depthOf(step) > 0);
  }

  function paintWorth(made) {
    for (const node of byId("goals").querySelectorAll(".rc-goal[id]")) {
      const before = node.dataset.worth;
      const after = made?.worth?.[node.id.replace("goal-", "")]?.[0] ?? before;
      const changed = String(after) !== before;
      node.querySelector(".rc-worth").textContent = changed
        ? filled(choice.words.worth, { before, after })
        : before;
      node.classList.toggle("rc-better", changed && after > Number(before));
      node.classList.toggle("rc-worse", changed && after < Number(before));
    }
  }

  function paintButtons(made) {
    const commit = byId("commit");
    commit.hidden = false;
    commit.value = made?.move ?? "";
    commit.textContent = made?.label ?? choice.words.idle;
    commit.setAttribute("aria-disabled", String(!made));
    if (byId("reroll")) byId("reroll").hidden = Boolean(made) && made.steps[0] !== "reroll";
    for (const button of byId("moves").querySelectorAll(".rc-move")) {
      button.setAttribute("aria-pressed", String(button.value === made?.move));
    }
  }

  function told(made) {
    const { selection, words } = choice;
    if (made) return made.say;
    if (selection.isEmpty) return words.begin;
    const { verb, depth } = selection.question;
    const asks = words.asks[verb]?.[depth] ?? "";
    if (!selection.dice.length) return asks;
    return `${asks} ${filled(words.picked, { count: selection.dice.length, all: selection.picking.pick })}`;
  }

  // ---- Selection ----------------------------------------------------------------------------------

  function change(action) {
    page.clear?.();
    closeCeremony();
    action(choice.selection);
    paint();
    page.say(byId("told").textContent);
  }

  function tap(step) {
    let twice = false;
    change((selection) => (twice = selection.tap(step)));
    if (twice) commit();
  }

  function tapDie(node) {
    const { selection } = choice;
    const step = stepOfDie(node);
    if (selection.picking) {
      if (node.dataset.group === "1") pick(Number(node.dataset.die));
      else clear();
    } else if (step) tap(step);
    else clear();
  }

  // The last die asks the server what the move would do.
  function pick(die) {
    let full = false;
    change((selection) => (full = selection.pick(die)));
    if (full) preview();
  }

  async function preview() {
    const { selection } = choice;
    const dice = [...selection.dice];
    const looks = dice.map((die) => dieNode(die).dataset);
    looks.sort((one, other) => colourOf(one) - colourOf(other) || one.face - other.face);
    const { verb } = selection.picking;
    const found = await page.preview(`${verb}:${looks.map(({ look }) => look).join(",")}`);
    if (!found || choice?.selection !== selection || String(selection.dice) !== String(dice)) return;
    // Of dice that look alike the rules roll the first; shown are those that were tapped.
    if (found.thrown.length) found.thrown = dice;
    change(() => (selection.asked = found));
  }

  const colourOf = ({ die }) => Math.floor(die / 6);

  function clear() {
    if (choice.selection.isEmpty) return;
    change((selection) => selection.clear());
    page.say(choice.words.cleared);
  }

  function commit() {
    const { made } = choice.selection;
    if (made) page.play(made.move);
    else byId("told").textContent = told(null);
  }

  // In the list, the first tap shows a move and the second plays it.
  function tapMove(move) {
    if (choice.selection.made?.move === move) commit();
    else change((selection) => selection.lay(move));
  }

  function explain(node) {
    byId("told").textContent = node.dataset.why;
    page.say(node.dataset.why);
  }

  function refused(node) {
    return node.dataset.why && choice.selection.depthOf(node.dataset.step) < 0;
  }

  // ---- Taps, keys, focus -------------------------------------------------------------------------

  function activate(node) {
    if (node.matches(".rc-move")) tapMove(node.value);
    else if (node.id === "commit") commit();
    else if (refused(node)) page.refuse(node.dataset.why, node.dataset.rule);
    else if (node.matches(".rc-die")) tapDie(node);
    else if (choice.selection.depthOf(node.dataset.step) < 0) clear();
    else tap(node.dataset.step);
  }

  document.addEventListener("pointerdown", () => document.querySelector(".rc-past")?.remove());

  document.addEventListener("click", (event) => {
    if (!choice) return;
    const node = event.target.closest?.(OURS);
    if (node && byId("table").contains(node)) {
      event.preventDefault();
      activate(node);
    } else if (event.target.closest?.(".rc-board, .rc-own")) {
      clear();
    }
  });

  document.addEventListener("keydown", (event) => {
    if (!choice || event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches?.("input, textarea, select");
    const here = event.target === document.body || byId("table").contains(event.target);
    if (here && !typing && pressed(event)) event.preventDefault();
  });

  // Digits also by physical key: without shift, a French keyboard types &, é, " there.
  function pressed(event) {
    const node = event.target.closest("svg [data-step], .rc-die");
    const towards = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const digit = /^(?:Digit|Numpad)([1-3])$/.exec(event.code)?.[1] ?? /^[1-3]$/.exec(event.key)?.[0];
    const card = digit && byId(`card-${digit - 1}`);
    if (node && (event.key === "Enter" || event.key === " ")) activate(node);
    else if (node && towards) focusBeside(node, towards);
    else if (card) activate(card);
    else if (event.key === "Escape" && !choice.selection.isEmpty) clear();
    else return false;
    return true;
  }

  // The arrow keys go from one thing that can be tapped on the road to the next, as they stand there.
  function focusBeside(node, towards) {
    const place = (each) => each.getBoundingClientRect();
    const lit = [...byId("board").querySelectorAll(".rc-lit")];
    lit.sort((one, other) => place(one).left - place(other).left || place(one).top - place(other).top);
    const next = lit[(lit.indexOf(node) + towards + lit.length) % lit.length];
    next?.focus({ preventScroll: true });
  }

  // While a card that cannot be played has the focus, show why.
  document.addEventListener("focusin", (event) => {
    const node = choice && event.target.closest?.("[data-why]");
    if (node && refused(node)) explain(node);
  });

  return { update };
}

function filled(text, places) {
  return text.replace(/\{(\w+)\}/g, (_, name) => places[name] ?? "");
}
