// The story of a match: a line chart of everybody's points, turn by turn, and the same in numbers.

import { clauses, fill, html, seatShape, svg, written } from "./kit.js";

const WIDTH = 440;
const HEIGHT = 290;
const LEFT = 36;
const RIGHT = 112;
const TOP = 14;
const BOTTOM = 36;
const LINE = 19; // the height of a name
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000];
const LONGEST_NAME = 11;

const rounded = (number) => Math.round(10 * number) / 10;

export function story(end, texts) {
  const chart = chartOf(end.series);
  const said = chart.lines.map(({ name, final }) => fill(texts.story_line, { name, points: final }));
  return html`<figure class="story">
    <figcaption>${texts.story}</figcaption>
    <svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="story-title story-words">
      <title id="story-title">${texts.story_title}</title>
      <desc id="story-words">${clauses(said)}. ${texts.story_words}</desc>
      ${chart.values.map((value) => grid(chart, value))}
      <text class="plot-number" x=${LEFT} y=${HEIGHT - 12}>0</text>
      <text class="plot-number" x=${WIDTH - RIGHT} y=${HEIGHT - 12} text-anchor="end">${chart.turns} ${end.unit}</text>
      ${[...chart.lines].reverse().map((each) => line(chart, each))}
      ${chart.lines.map((each, place) => label(each, chart.labels[place]))}
    </svg>
    ${numbers(end.series, texts)}
  </figure>`;
}

function chartOf(series) {
  const all = series.flatMap(({ points }) => points);
  const [highest, lowest] = [Math.max(1, ...all), Math.min(0, ...all)];
  const reach = highest - lowest;
  const step = STEPS.find((each) => each >= reach / 5) ?? reach;
  const low = Math.floor(lowest / step) * step;
  const high = Math.ceil(highest / step) * step;
  const turns = series[0].points.length - 1;
  const values = [];
  for (let value = low; value <= high; value += step) values.push(value);
  const lines = series.map((each) => ({ ...each, final: each.points.at(-1) }));
  lines.sort((one, other) => other.final - one.final);
  const up = (HEIGHT - TOP - BOTTOM) / (high - low);
  const chart = { turns, values, lines, across: (WIDTH - LEFT - RIGHT) / turns };
  chart.x = (turn) => rounded(LEFT + turn * chart.across);
  chart.y = (value) => rounded(TOP + (high - value) * up);
  chart.labels = spread(lines.map(({ final }) => chart.y(final)));
  return chart;
}

// Heights of the names: where they would overlap, the lower one moves down, and all move up from the
// bottom.
function spread(heights) {
  let y = -99;
  const down = heights.map((each) => (y = Math.max(each, y + LINE)));
  y = HEIGHT - BOTTOM + LINE;
  return down.reverse().map((each) => rounded((y = Math.min(each, y - LINE)))).reverse();
}

function grid(chart, value) {
  const y = chart.y(value);
  return svg`<path class="plot-line" d="M${LEFT} ${y}H${WIDTH - RIGHT}"></path>
    <text class="plot-number" x=${LEFT - 7} y=${y + 4.5} text-anchor="end">${written(value)}</text>`;
}

function line(chart, { seat, points }) {
  const path = points.map((value, turn) => `${chart.x(turn)},${chart.y(value)}`).join(" ");
  return svg`<g class="story-line seat-${seat}"><polyline points=${path}></polyline>
    ${marks(chart.turns).map((turn) => mark(chart, seat, turn, points[turn]))}
    ${mark(chart, seat, chart.turns, points.at(-1))}</g>`;
}

function marks(turns) {
  if (turns < 8) return [];
  const found = [];
  const apart = Math.max(Math.floor(turns / 4), 1);
  for (let turn = apart; turn < turns - Math.floor(turns / 8); turn += apart) found.push(turn);
  return found;
}

function mark(chart, seat, turn, value) {
  const place = `translate(${chart.x(turn)} ${chart.y(value)})`;
  return svg`<path class="story-shape" transform=${place} d=${seatShape(seat)}></path>`;
}

function label({ seat, name }, y) {
  const short = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
  return svg`<text class="story-name seat-${seat}" x=${WIDTH - RIGHT + 12} y=${y + 4.5}>${short}</text>`;
}

function numbers(series, texts) {
  const cell = ({ points }, turn) => html`<td>${written(points[turn])}</td>`;
  const row = (_, turn) => html`<tr><th scope="row">${turn}</th>${series.map((each) => cell(each, turn))}</tr>`;
  return html`<details class="fold">
    <summary>${texts.numbers}</summary>
    <div class="story-table" role="region" aria-label=${texts.story_title} tabindex="0">
      <table>
        <thead><tr><th scope="col">${texts.turn}</th>${series.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${series[0].points.map(row)}</tbody>
      </table>
    </div>
  </details>`;
}
