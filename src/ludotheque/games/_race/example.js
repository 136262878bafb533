// A drawn example of a rulebook: roads one below the other, what advances between them, and what
// objectives are worth.

import { html, nothing, svg } from "../../static/table/kit.js";
import { BADGE, WIDTH } from "./geometry.js";
import { pictured, roadOf } from "./road.js";
import { die, sprite, target } from "./sprite.js";

const DIE = 22; // the largest one in a drawing
const EDGE = 8;
const ARROW = 42; // the room of an arrow between two roads
const ROW = 32; // … and of a line about an objective

// data: { label, sprite, roads: [{ line, values, moved, target }], rows }; `target` is what has advanced.
export function example({ label, sprite: isFirst, roads, rows }, notation) {
  let height = EDGE;
  const below = (extent, draw) => {
    const drawn = draw(height);
    height += extent;
    return drawn;
  };
  const shapes = roads.map((each) => {
    const road = roadOf(each, DIE);
    const top = Math.min(...road.tiles.map(([, y]) => y)) - BADGE;
    const bottom = Math.max(...road.tiles.map(([, y, , tall]) => y + tall));
    return [
      each.target ? below(ARROW, (y) => arrow(y + ARROW / 2, notation.look(each.target))) : nothing,
      below(bottom - top, (y) => svg`<g transform=${`translate(0 ${y - top})`}>${pictured(road, each.moved)}</g>`),
    ];
  });
  const lines = rows.map((each) => below(ROW, (y) => line(y + ROW / 2 + 4, each, notation)));
  return html`
    ${isFirst ? sprite : nothing}
    <svg class="rule-example rc-example" viewBox=${`0 0 ${WIDTH} ${height + EDGE}`} role="img" aria-label=${label}>
      <rect class="example-felt" width=${WIDTH} height=${height + EDGE} rx="14"/>
      ${shapes} ${lines}
    </svg>`;
}

const arrow = (y, look) => svg`
  <g transform=${`translate(${WIDTH / 2} ${y})`}>
    <path class="example-arrow" d="M-24 -12v24m-7 -7 7 7 7-7M24 -12v24m-7 -7 7 7 7-7"/>
    <svg x="-15" y="-15" width="30" height="30" viewBox="0 0 48 48">${target(look)}</svg>
  </g>`;

// An objective's points, group by group; those that are not compared are pale.
function line(y, { name, goal, points, counts, rank }, notation) {
  const { colour, value } = notation.look(goal);
  return svg`
    <g transform=${`translate(30 ${y})`}>
      <text class="rc-who">${name}</text>
      <g class=${`rc-c${colour}`} transform="translate(18 -14) scale(.44)">${die(colour, value)}</g>
      ${points.map(
        (each, place) => svg`<text class=${`rc-who${place < counts ? "" : " rc-idle"}`} x=${92 + 30 * place}>${each}</text>`,
      )}
      <text class="rc-rank" x="290">${rank}</text>
    </g>`;
}
