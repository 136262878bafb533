// The table of a race: a player taps a card, then its target; the road previews the result, and one
// button plays the move. A game names its colours, its reroll, and which of its objectives are tapped.

import { classes, html, nothing, takeBackButton } from "../../static/table/kit.js";
import { withDice } from "../../static/table/said.js";
import { strip, top } from "./beside.js";
import { own } from "./cards.js";
import { HEIGHT, WIDTH } from "./geometry.js";
import { dieNamed, lastMove } from "./last.js";
import { Notation } from "./notation.js";
import { Race } from "./race.js";
import { panel, results } from "./results.js";
import { DICE, die, diceIn, gapCard, ground, group, joint, pointsOf } from "./road.js";
import { sprite, target } from "./sprite.js";
import { Turn } from "./turn.js";

export function raceTable({ game, colours, reroll, ...rules }) {
  const notation = new Notation(colours, reroll);
  const raceIn = (view) => new Race(view, notation, rules);
  return {
    board: (view) => board(raceIn(view), raceIn(beforeThrow(view)), game),
    asked: (view) => asked(raceIn(view)),
    results: (view) => results(raceIn(view)),
    choose: (view) => new Turn(view, notation),
    layOut: (view, move) => raceIn(view).layOut(move),
    keep: ({ selection: { taken, dice } }) => ({ taken, dice }),
    restore: (view, made) => raceIn(view).change((selection) => Object.assign(selection, made)),
    keydown: (event, view) => Boolean(view.choice) && pressed(event, raceIn(view)),
    tumbles: (frame, before) => diceIn((before?.details.air ?? 0) & ~frame.details.air).map(String),
    focus: (view) => firstToTap(raceIn(view)),
    lastMove: (view, moves) => lastMove(notation, view, moves),
    die: (name, words) => dieNamed(notation, name, words),
    // Drawn in the rulebook only, and so loaded there only.
    example: async (data) => (await import("./example.js")).example(data, notation),
  };
}

// ---- The board

// `known` is what everybody knows beside the road.
function board(race, known, game) {
  const { turn, isPicking, scored, view } = race;
  const names = [turn && "rc-choosing", isPicking && "rc-picking", view.reading && "rc-reading"];
  return html`
    <div class=${classes("felt-table race", game, ...names)}>
      ${sprite} ${top(known)} ${strip(known)}
      <div class="rc-track">${drawnRoad(race)}</div>
      ${scored && !view.reading ? html`<div class="rc-last">${panel(race)}</div>` : own(known)}
    </div>`;
}

// Until dice have landed and a move was seen, nothing is shown that follows: a card drawn, a stage
// scored.
function beforeThrow(view) {
  const { isTold, frame, details: { scored } } = view;
  const isSeen = isTold && !(scored && frame.waits_for === "roll");
  if (isSeen || !view.before) return view;
  const { snapshot, details } = view.before.shown ?? view.before;
  return { ...view, snapshot, details };
}

function drawnRoad(race) {
  const { road, words, preview } = race;
  const isPreview = race.moved.size || (preview && race.inTheAir.size);
  return html`
    <svg id="board" class=${classes("rc-board", isPreview && "rc-preview")} viewBox=${`0 0 ${WIDTH} ${HEIGHT}`}
      role="group" aria-label=${words.race} @click=${(event) => race.clearUnless(event)}>
      ${ground(road)}
      <g id="gaps">${road.gaps.map((box) => gapCard(box, words.gap_card))}</g>
      <g id="groups">${road.tiles.map((box, place) => drawnGroup(race, box, place + 1))}</g>
      <g id="dice">${DICE.map((number) => drawnDie(race, number))}</g>
      <g aria-hidden="true">${race.spotlight?.points.map((count, place) => pointsOf(road.tiles, place, count))}</g>
      <g id="joints">${road.joints.map((point, place) => drawnJoint(race, point, place + 1))}</g>
    </svg>`;
}

function drawnGroup(race, box, number) {
  const { selection } = race.turn ?? {};
  const step = `group:${number}`;
  return group(number, box, {
    label: race.groupLabel(number),
    lit: selection?.options.has(step) ?? false,
    chosen: Boolean(selection?.taken.includes(step) && !selection.picking),
    tap: () => race.turn && race.press(step),
  });
}

function drawnJoint(race, point, number) {
  const step = `joint:${number}`;
  if (!race.turn?.selection.options.has(step)) return nothing;
  const label = race.view.fill(race.words.between, { front: number, back: number + 1 });
  return joint(number, point, { label, tap: () => race.press(step) });
}

function drawnDie(race, number) {
  const { view, road, position } = race;
  const key = String(number);
  const face = position.faces[number];
  const look = face ? race.notation.die(number, face) : "";
  const groupNumber = position.numbers[number];
  const lit = isLit(race, number, groupNumber);
  const chosen = Boolean(race.turn?.selection.dice.includes(number));
  const names = [
    !face && "rc-off",
    race.inTheAir.has(number) && "rc-air",
    race.moved.has(number) && "rc-ghost",
    view.rolling.has(key) && "rolling",
    lit && "rc-lit",
    chosen && "rc-chosen",
    ...spotlit(race, number),
  ];
  return die(number, {
    place: road.places[number],
    size: road.size,
    face: face && view.face(key, road.faces[number]),
    look,
    group: groupNumber,
    label: look && dieLabel(race, look, lit && race.turn.stepOfDie(number, groupNumber)),
    names,
    lit,
    chosen,
    tap: () => race.turn && race.tapDie(number),
  });
}

// A die that stands for its value in a group has the name of the button that does the same.
function dieLabel(race, look, step) {
  const [kind, what] = step ? step.split(":") : [];
  return kind === "target" && !race.turn.selection.picking ? race.words.targets[what] : race.dieWords(look);
}

function spotlit({ spotlight }, number) {
  if (!spotlight) return [];
  const isBoth = spotlight.dice.get(number);
  return isBoth === undefined ? ["rc-rest"] : ["rc-scores", isBoth && "rc-both"];
}

function isLit({ turn }, number, groupNumber) {
  if (!turn) return false;
  if (turn.selection.picking) return groupNumber === 1;
  const step = turn.stepOfDie(number, groupNumber);
  return /^(die|target):/.test(step) && turn.selection.options.has(step);
}

// ---- What is asked

function asked(race) {
  const { turn, view } = race;
  return html`
    <div class="choices move-choices">
      ${turn ? choices(race) : nothing} ${takeBackButton(view, "rc-undo")}
    </div>`;
}

function choices(race) {
  const { turn, words, view } = race;
  const buttons = targetButtons(race);
  const places = placeButtons(race);
  return html`
    <p id="told" class="move-help rc-told">${drawing(race, race.told)}</p>
    <div id="targets" class="rc-targets" ?hidden=${!buttons.length}>${buttons}</div>
    <div id="places" class="rc-places" ?hidden=${!places.length}>${places}</div>
    <div class="rc-main">
      ${view.snapshot.phase === "turn" ? rerollButton(race) : nothing}
      <button id="commit" type="button" class="primary" aria-disabled=${!turn.move} @click=${() => race.commit()}>
        <span>${drawing(race, race.preview?.label ?? (turn.move ? words.play : race.opening.button))}</span>
      </button>
    </div>
    <details id="moves" class="move-list" ?hidden=${buttons.length || places.length || race.isPicking} ?open=${turn.isListing}
      @toggle=${({ target: { open } }) => race.openList(open)}>
      <summary>${words.all_moves}</summary>
      <ol>${turn.list.map((preview) => listed(race, preview))}</ol>
    </details>`;
}

// A text with its dice drawn.
const drawing = ({ notation, view }, text) =>
  withDice(text, { die: (name, words) => dieNamed(notation, name, words) }, view.setup);

function rerollButton(race) {
  const { selection, move } = race.turn;
  const { reroll } = race.notation;
  const probe = `${reroll}:2:${race.hand[0]}`;
  const isTaken = selection.taken[0] === "reroll";
  const isRefused = selection.depthOf("reroll") < 0;
  return html`
    <button id="reroll" type="button" data-step="reroll"
      class=${classes("secondary", !selection.isEmpty && !isTaken && "rc-aside")}
      aria-pressed=${isTaken} aria-disabled=${isRefused ? "true" : nothing} ?hidden=${move && !isTaken}
      @click=${() => race.press("reroll", probe)} @focus=${() => isRefused && race.explain(probe)}>
      ${race.words.reroll}
    </button>`;
}

// What a joker or a flip may name, and the order of an objective. What is taken can be exchanged.
function targetButtons(race) {
  const { notation, words } = race;
  const { selection } = race.turn;
  const offered = (step) => selection.depthOf(step) > 0;
  const attributes = (step) => [step, selection.taken.includes(step), () => race.tap(step)];
  const named = notation.targets.filter((each) => offered(`target:${each}`));
  const orders = ["color", "value"].filter((each) => offered(`order:${each}`));
  return [
    ...named.map((each) => {
      const [step, isTaken, tap] = attributes(`target:${each}`);
      return html`
        <button type="button" class="rc-target" data-step=${step} aria-pressed=${isTaken}
          aria-label=${words.targets[each]} title=${words.targets[each]} @click=${tap}>
          <svg viewBox="0 0 48 48" aria-hidden="true">${target(notation.look(each))}</svg>
        </button>`;
    }),
    ...orders.map((each) => {
      const [step, isTaken, tap] = attributes(`order:${each}`);
      return html`
        <button type="button" class="secondary rc-order" data-step=${step} aria-pressed=${isTaken} @click=${tap}>
          ${words.orders[each]}
        </button>`;
    }),
  ];
}

// What can be tapped on the road, once more and as large as a finger: on a phone, dice and the spaces
// between groups are small.
function placeButtons(race) {
  const { turn, view, words } = race;
  const { selection } = turn;
  const button = (step, label, isTaken, tap, content) => html`
    <button type="button" class="rc-place" data-place=${step} aria-pressed=${isTaken} aria-label=${label}
      title=${label} @click=${tap}>${content}</button>`;
  const picture = (look) =>
    html`<svg viewBox="0 0 48 48" aria-hidden="true">${target(race.notation.look(look))}</svg>`;
  if (selection.picking && !race.isPicking) {
    return race.lead.map(([number, look]) =>
      button(look, race.dieWords(look), selection.dice.includes(number), () => race.tapDie(number), picture(look)),
    );
  }
  const drawn = {
    die: (look) => [race.dieWords(look), picture(look)],
    group: (number) => [race.groupLabel(Number(number)), number],
    joint: (front) => {
      const back = Number(front) + 1;
      return [view.fill(words.between, { front, back }), `${front} | ${back}`];
    },
  };
  return selection.places.map((step) => {
    const [kind, what] = step.split(":");
    const [label, content] = drawn[kind](what);
    return button(step, label, selection.taken.includes(step), () => race.press(step), content);
  });
}

const listed = (race, preview) => html`
  <li>
    <button type="button" class="move-option rc-move" value=${preview.move}
      aria-pressed=${race.turn.move === preview.move} @click=${() => race.tapListed(preview)}>
      <b>${drawing(race, preview.label)}</b> <span>${drawing(race, preview.say)}</span>
    </button>
  </li>`;

// ---- Keys and focus

// Digits also by physical key: without shift, a French keyboard types &, é, " there.
function pressed(event, race) {
  const node = event.target.closest("svg [data-step], .rc-die");
  const towards = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  const digit = /^(?:Digit|Numpad)([1-3])$/.exec(event.code)?.[1] ?? /^[1-3]$/.exec(event.key)?.[0];
  const card = digit && document.getElementById(`card-${digit - 1}`);
  const taps = event.key === "Enter" || event.key === " ";
  if (node && taps) node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  else if (node && towards) focusBeside(node, towards);
  else if (card) card.click();
  else if (event.key === "Escape" && !race.turn.selection.isEmpty) race.clear();
  else return false;
  return true;
}

// The arrow keys go from one thing that can be tapped on the road to the next, as they stand there.
function focusBeside(node, towards) {
  const place = (each) => each.getBoundingClientRect();
  const lit = [...node.ownerSVGElement.querySelectorAll(".rc-lit")];
  lit.sort((one, other) => place(one).left - place(other).left || place(one).top - place(other).top);
  const next = lit[(lit.indexOf(node) + towards + lit.length) % lit.length];
  next?.focus({ preventScroll: true });
}

// When the turn begins: a die that can be picked, a card that can be played, or an objective.
function firstToTap(race) {
  if (!race.turn) return null;
  if (race.isPicking) return "rc-die-0";
  const { selection } = race.turn;
  const card = race.hand.findIndex((text) => selection.depthOf(`card:${text}`) >= 0);
  return card >= 0 ? `card-${card}` : `goal-${race.goals[0]}`;
}
