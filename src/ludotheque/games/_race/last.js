// The line of a last turn in a race: the card that was played, the groups from and to which it moved
// dice, and these dice. Dice that sentences name are drawn here too.

import { classes, html, nothing, svg } from "../../static/table/kit.js";
import { inlineDie } from "../../static/table/said.js";
import { cardFace, die, target } from "./sprite.js";

const MOST_DICE = 6; // of a move that has one way; more are counted
const FEW_DICE = 3; // of a way, where there are several; of a reroll, where lines stand side by side
const MOST_WAYS = 2; // told one by one, or one where lines stand side by side
const MOST_SEATS = 3; // whose lines have a row each

const inline = ({ colour, value }, name = "", classes = "") =>
  inlineDie(name, die(colour, value), `rc-c${colour} ${classes}`);
const badge = (number) => html`<b class=${classes("rc-no", number === 1 && "rc-no-lead")}>${number}</b>`;
const back = html`<span class="rc-laid"></span>`;
const arrow = html`<span>→</span>`;

// A die that a sentence names by its colour and value.
export function dieNamed(notation, name, { colours, die: text }) {
  const look = notation.dice.find((each) => text.replace("{colour}", colours[each[0]]).replace("{value}", each[1]) === name);
  return look ? inline(notation.look(look), name) : null;
}

export function lastMove(notation, { words, names, replay }, moves) {
  const latest = moves.findLastIndex(({ drawn }) => drawn?.move);
  const shown = moves.filter(({ drawn }, place) => drawn && (place >= latest || !isChoice(drawn)));
  const ways = replay || names.length <= MOST_SEATS ? MOST_WAYS : 1;
  return shown.length ? shown.map(({ drawn }) => step({ notation, words, ways }, drawn)) : null;
}

// What somebody has chosen at the end of a stage makes room for the turn that follows.
const isChoice = ({ move }) => move === "choose";

function step(race, { move, ways, fallen, picked }) {
  if (fallen) return html`${arrow}${dice(race, fallen, race.ways > 1 ? MOST_DICE : FEW_DICE)}`;
  if (picked) return dice(race, picked);
  const [verb, what, ...more] = move.split(":");
  const told = verb === "swap" ? [] : ways; // groups that change places are told by their numbers
  const most = told.length > 1 ? FEW_DICE : MOST_DICE;
  const rest = told.slice(race.ways).flatMap((each) => each.dice).length;
  return html`${played(race, verb, what, more)} ${told.slice(0, race.ways).map((each) => way(race, each, most))}${
    rest ? html`<span class="rc-more">… +${rest}</span>` : nothing
  }`;
}

// The card, and what was named for it.
function played({ notation, words }, verb, what, more) {
  const small = (look) => html`<svg class="rc-face" viewBox="0 0 48 48">${target(notation.look(look))}</svg>`;
  switch (verb) {
    case "color":
    case "value":
      return small(what);
    case "joker":
      return html`${cardFace("joker")}${small(what)}`;
    case "swap":
      return html`${cardFace("swap")}${badge(Number(what))}<span>⇄</span>${badge(Number(what) + 1)}`;
    case "gap":
      return html`${cardFace("gap")}${badge(Number(what))}<span class="rc-told-gap"></span>${badge(Number(what) + 1)}`;
    case "flip":
      return html`${cardFace("flip")}${badge(Number(what))}`;
    case "goal":
      return html`${inline(notation.look(what), "", "rc-open")}${orders(what, more[0]).map(small)}`;
    case notation.reroll:
      return html`${back}<span>↻</span>${badge(Number(what))}`;
    case "discard":
      return html`<span class="rc-idle">${more.length ? small(more[0]) : cardFace(what)}</span><span>✕</span>`;
    case "choose":
    case "exchange":
      return html`${back}<span>${verb === "choose" ? "✓" : "⇄"}</span><span>${words.objective}</span>`;
    default:
      return cardFace(verb);
  }
}

// The order in which an objective advances: its colour, then its value, or the other way round.
const orders = ([colour, value], first) => (first === "color" ? [colour, value] : [value, colour]);

// A flip's dice stay in their group.
function way(race, { from, to, dice: looks }, most) {
  const groups = from === to ? nothing : html`${badge(from)}${arrow}${badge(to)}`;
  return html`<span class="rc-way">${groups}${dice(race, looks, most)}</span>`;
}

// Dice by the numbers of their looks.
function dice({ notation }, looks, most = MOST_DICE) {
  const rest = looks.length - most;
  return html`<span class="inline-dice">${looks.slice(0, most).map((look) => inline(notation.look(notation.dice[look])))}${
    rest > 0 ? html`<span class="rc-more">+${rest}</span>` : nothing
  }</span>`;
}
