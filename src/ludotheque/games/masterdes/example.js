// The rulebook's examples: a duel throw by throw, or a gain on a stretch of the track.

import { html, nothing, svg } from "../../static/table/kit.js";
import { SEATS, die, mark, master, sprite } from "./pieces.js";

const WIDTH = 340;
const DIE = 37; // from one to the next
const LINE = 56; // from one throw to the next
const SIDES = [34, 187]; // where the dice of red and of blue begin
const SPACE = 25;
const TRACK_HEIGHT = 84;
const GOAL = 100;

export function example(data) {
  return data.throws
    ? frame(data, data.throws.length * LINE, duel(data))
    : frame(data, TRACK_HEIGHT, gain(data));
}

const frame = ({ label, sprite: isFirst }, height, drawn) => html`${isFirst ? sprite() : nothing}
<svg class="rule-example md-example" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label=${label}>
  <rect class="example-felt" width=${WIDTH} height=${height} rx="14"/>${drawn}
</svg>`;

const result = (x, y, text) => svg`<text class="md-result" x=${x} y=${y}>${text}</text>`;
const arrow = (d, manner) => svg`<path class="md-leap md-${manner}" d=${d}/>`;

// ---- A duel: one line for each throw, what goes out struck through; then the points.

const lineAt = (line) => LINE * (line + 0.5);
const dieAt = (seat, place) => SIDES[seat] + DIE * place;

function duel({ throws, gains, gifts }) {
  const last = throws.at(-1);
  const y = lineAt(throws.length - 1);
  const dice = (hand, seat, line) =>
    hand.map((each, place) => thrown(seat, each, dieAt(seat, place + 0.5), lineAt(line)));
  const given = SEATS.filter((seat) => gifts[seat]);
  const gained = SEATS.filter((seat) => gains[seat]);
  return svg`
    ${throws.length > 1 ? throws.map((_, line) => numbered(line)) : nothing}
    ${given.map((seat) => arrow(gift(seat, last, y), "gift"))}
    ${throws.map((hands, line) => hands.map((hand, seat) => dice(hand, seat, line)))}
    ${gained.map((seat) => result(pillAt(seat, last[seat]), y, pill(gains[seat], gifts[1 - seat])))}`;
}

const numbered = (line) => svg`<text class="md-throw" x="17" y=${lineAt(line)}>${line + 1}</text>`;

const thrown = (seat, { face, is_out: isOut }, x, y) => svg`
<g class="md-s${seat} ${isOut ? "md-gone" : ""}" transform="translate(${x} ${y}) scale(.53)">
  ${typeof face === "number" ? die(seat, face) : master(seat, face)}
  ${isOut ? svg`<path class="md-strike" d="m-34 34 68-68"/>` : nothing}
</g>`;

const pill = (gained, given) => (given ? `${given} + ${gained - given} = ${gained}` : `+${gained}`);

const pillAt = (seat, hand) =>
  dieAt(seat, hand.filter(({ face }) => typeof face === "number").length) + 33;

// From a player's last die to the other's first, or the other way round.
function gift(giver, [red], y) {
  const redEnd = dieAt(0, red.length) + 6;
  const blueEnd = SIDES[1] - 12;
  return giver === 0
    ? `M${redEnd} ${y}H${blueEnd}m-7-6 7 6-7 6`
    : `M${blueEnd} ${y}H${redEnd}m7-6-7 6 7 6`;
}

// ---- A gain: a pawn on its way, past the goal and back, or stopped before a Malus.

function gain({ seat, points, gain: gained, landing, first, last, malus }) {
  const spaces = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const at = (space) => (WIDTH - (last - first) * SPACE) / 2 + (space - first) * SPACE;
  const isBarred = malus.includes(landing);
  const isPast = points + gained > GOAL;
  return svg`
    ${spaces.map((space) => field(space, at(space), spaceClass(space, malus)))}
    ${arrow(leap(at(points), at(isPast ? GOAL : landing)), isBarred ? "barred" : "on")}
    ${isPast ? arrow(leap(at(GOAL), at(landing), true), "on") : nothing}
    ${isBarred ? pot(at(landing), gained) : nothing}
    ${pawn(seat, at(points), !isBarred)}${pawn(seat, at(landing), isBarred)}`;
}

const field = (space, x, kind) => svg`<g class=${kind} transform="translate(${x} 42)">
  <rect x="-11.5" y="-12" width="23" height="24" rx="4"/><text>${space}</text>
</g>`;

function spaceClass(space, malus) {
  if (malus.includes(space)) return "md-malus";
  return space === GOAL ? "md-goal-space" : "md-space";
}

const pawn = (seat, x, isPassing) => svg`
<g class="md-pawn md-s${seat} ${isPassing ? "md-ghost" : ""}" transform="translate(${x} 42) scale(1.25)">${mark(seat)}</g>`;

const pot = (x, points) => svg`
<g class="md-pot" transform="translate(${x} 72)">
  <ellipse class="md-coin" cx="-16" cy="2" rx="9" ry="3.8"/>
  <ellipse class="md-coin" cx="-16" cy="-2" rx="9" ry="3.8"/>${result(-2, nothing, `+${points}`)}
</g>`;

// A bow from space to space, with the head of an arrow.
function leap(start, end, isUnder = false) {
  const [edge, way, head] = isUnder ? [58, 26, -7] : [26, -26, 7];
  return `M${start} ${edge}q${(end - start) / 2} ${way} ${end - start} 0m-6 ${-head} 6 ${head} 6 ${-head}`;
}
