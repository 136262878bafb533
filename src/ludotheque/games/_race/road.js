// The road of a race as it is drawn: groups and gap cards wrapped into lanes, thirty dice on them.
//
// Sets of dice come as bitboards, one bit for each die; `line` has a set for each group from the lead
// backwards, 0 being a gap card, and `values` the dice that show 1, 2, … 6.

import { classes, nothing, svg } from "../../static/table/kit.js";
import { HEIGHT, LARGEST, WIDTH, sceneOf } from "./geometry.js";
import { die as dieShape } from "./sprite.js";

const SIDE = 64; // of the square in which a die is drawn
const NUMBER = 7.5; // radius of a group's number
const POINTS = 15; // height of a group's points
const FINGER = 52; // what a finger needs, also where six sit at a phone and the road is drawn smaller
export const DICE = Array.from({ length: 30 }, (_, die) => die);
export const diceIn = (set) => DICE.filter((die) => (set >> die) & 1);
export const colourOf = (die) => Math.floor(die / 6);

// The scene with its dice: `groups` of them, and for each die its face (0 before the first throw), its
// group's number and its place.
export function roadOf({ line, values }, largest = LARGEST) {
  const faces = DICE.map((die) => 1 + values.findIndex((set) => (set >> die) & 1));
  const order = (one, other) => colourOf(one) - colourOf(other) || faces[one] - faces[other] || one - other;
  const standing = line.map((set) => diceIn(set).sort(order));
  const groups = standing.filter((dice) => dice.length);
  const scene = sceneOf(standing.map((dice) => dice.length), largest);
  const numbers = DICE.map((die) => 1 + groups.findIndex((dice) => dice.includes(die)));
  const nowhere = [(WIDTH - LARGEST) / 2, (HEIGHT - LARGEST) / 2];
  const place = (die) => scene.slots[numbers[die] - 1]?.[groups[numbers[die] - 1].indexOf(die)];
  return { ...scene, groups, faces, numbers, places: DICE.map((die) => place(die) ?? nowhere) };
}

const at = ([x, y]) => `translate(${x} ${y})`;

// What can be tapped on the road is lit, and can be reached with the keyboard.
const pressable = (lit, chosen, otherwise) => ({
  role: lit || chosen ? "button" : otherwise,
  tabindex: lit || chosen ? "0" : nothing,
  pressed: lit || chosen ? String(chosen) : nothing,
});

export const ground = ({ road, flag: [x, y] }) => svg`
  <path class="rc-road" d=${road}/><path class="rc-dashes" d=${road}/>
  <use class="rc-flag" href="#rc-flag" width="28" height="34" transform=${at([x - 11, y - 29])}/>`;

export const gapCard = (box, label = nothing) => svg`
  <g class="rc-gap" transform=${at(box)} role=${label === nothing ? nothing : "img"} aria-label=${label}>
    <rect width=${box[2]} height=${box[3]} rx="4"/>
  </g>`;

const groupShape = (number, [, , width, height]) => svg`
  <rect class="rc-tile" width=${width} height=${height} rx="7"/>
  <g class="rc-badge" transform=${at([width / 2, -4])}><circle r=${NUMBER}/><text>${number}</text></g>`;

// The points of a group for whose dice are lit: above its number, or beside it where other groups are.
export function pointsOf(tiles, place, points) {
  const [left, top, width] = tiles[place];
  const length = 10 + 5.4 * points.length;
  const [x, y] = [left + width / 2, top - 4];
  const places = [[x - length / 2, y - 17], [x - 10 - length, y], [x + 10, y]];
  const free = places.find((each) => isFree(each, length, tiles)) ?? places[x < WIDTH / 2 ? 2 : 1];
  return svg`
    <g class="rc-points" transform=${at(free)}>
      <rect y=${-POINTS / 2} width=${length} height=${POINTS} rx=${POINTS / 2}/><text x=${length / 2}>${points}</text>
    </g>`;
}

// Whether there is room on the road, beside the groups and their numbers.
function isFree([x, y], length, tiles) {
  if (x < 0 || x + length > WIDTH || y < POINTS / 2) return false;
  const [above, below] = [y - POINTS / 2, y + POINTS / 2];
  const meets = (left, top, right, bottom) => x < right && x + length > left && above < bottom && below > top;
  return !tiles.some(
    ([left, top, width, height]) =>
      meets(left, top, left + width, top + height) ||
      meets(left + width / 2 - NUMBER, top - 4 - NUMBER, left + width / 2 + NUMBER, top - 4 + NUMBER),
  );
}

export function group(number, box, { label, lit, chosen, tap }) {
  const { role, tabindex, pressed } = pressable(lit, chosen, "img");
  return svg`
    <g id=${`group-${number}`} data-step=${`group:${number}`} transform=${at(box)} role=${role}
      class=${classes("rc-group", number === 1 && "rc-lead", lit && "rc-lit", chosen && "rc-chosen")}
      tabindex=${tabindex} aria-pressed=${pressed} aria-label=${label} @click=${tap}>
      ${lit || chosen ? reach(box) : nothing}${groupShape(number, box)}
    </g>`;
}

// Around a group that can be tapped: a single die is narrower than a finger.
function reach([, , width, height]) {
  const [wide, high] = [Math.max(width, FINGER), Math.max(height, FINGER)];
  return svg`<rect class="rc-hit" x=${(width - wide) / 2} y=${(height - high) / 2} width=${wide} height=${high}/>`;
}

export const joint = (number, point, { label, tap }) => svg`
  <g id=${`joint-${number}`} class="rc-joint rc-lit" data-step=${`joint:${number}`} transform=${at(point)}
    role="button" tabindex="0" aria-pressed="false" aria-label=${label} @click=${tap}>
    <rect class="rc-hit" x=${-FINGER / 2} y=${-FINGER / 2} width=${FINGER} height=${FINGER}/><circle r="11"/><path d="M-5 0h10M0-5v10"/>
  </g>`;

const dieTransform = (place, size) => `${at(place)} scale(${size / SIDE})`;
const ring = svg`<rect class="rc-ring" x="-2" y="-2" width="68" height="67" rx="16"/>`;

const hit = svg`<rect class="rc-hit" x="-3.2" y="-3.2" width="70.4" height="70.4"/>`;
const unknown = svg`<text class="rc-what" x="32" y="32" aria-hidden="true">?</text>`;

export function die(number, { place, size, face, look, group: standsIn, label, names, lit, chosen, tap }) {
  const colour = colourOf(number);
  const { role, tabindex, pressed } = pressable(lit, lit && chosen, nothing);
  return svg`
    <g id=${`rc-die-${number}`} class=${classes("rc-die", `rc-c${colour}`, ...names)} data-look=${look}
      data-group=${standsIn || ""} transform=${dieTransform(place, size)} role=${role} tabindex=${tabindex}
      aria-label=${lit ? label : nothing} aria-pressed=${pressed} @click=${tap}>
      ${label ? svg`<title>${label}</title>` : nothing}
      ${lit ? hit : nothing}${ring}<g class="die-tumble">${dieShape(colour, face)}${unknown}</g>
    </g>`;
}

// A road in a rulebook; `moved` is the set of dice that have just moved.
export const pictured = (road, moved) => svg`
  ${ground(road)}
  ${road.gaps.map((box) => gapCard(box))}
  ${road.tiles.map(
    (box, place) => svg`
      <g class=${classes("rc-group", !place && "rc-lead")} transform=${at(box)}>${groupShape(place + 1, box)}</g>`,
  )}
  ${road.groups.flat().map(
    (number) => svg`
      <g class=${classes("rc-die", `rc-c${colourOf(number)}`, (moved >> number) & 1 && "rc-ghost")}
        transform=${dieTransform(road.places[number], road.size)}>
        ${ring}<g class="die-tumble">${dieShape(colourOf(number), road.faces[number])}</g>
      </g>`,
  )}`;
