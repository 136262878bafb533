// The results of a stage: whose objective matched which dice of the road, and what that has won. The
// dice of one player are lit on the road: of each in turn, the first at the end, or of whom the reader
// taps.

import { classes, html, isReader, listed, nothing } from "../../static/table/kit.js";
import { colourOf } from "./road.js";
import { smallDie } from "./sprite.js";

const IN_TURN = 1300; // milliseconds for which the dice of one player are lit
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const lights = new WeakMap(); // by page: whose dice are lit in which version, and whose come next

// The results that are on the page: until the reader goes on, and at the end of the match.
export function scoredIn({ frame, details, reading }) {
  return reading || frame.ending ? details.scored : undefined;
}

export const results = (race) => html`
  <h2 class="ask" id="results">${titleOf(race)}</h2>
  ${panel(race)}
  <p class="rc-counting">${explanation(race).join(" ")}</p>`;

function titleOf({ view, words, scored: { stage, rows, tiebreak } }) {
  const ahead = rows.filter(({ first }) => first).map(({ seat }) => seat);
  const names = ahead.map((seat) => view.names[seat]);
  const isMine = ahead.length === 1 && isReader(view.setup, ahead[0]);
  const title = tiebreak ? words.tiebreak : isMine ? words.you_scored : words.scored;
  return view.fill(title, { stage, name: names[0], names: listed(names, words.and) });
}

// How points are counted; and how ties were broken, where there were any.
function explanation({ view, words, scored: { rows, both, revealer } }) {
  const even = rows.filter(({ tied }) => tied).map(({ seat }) => view.names[seat]);
  const places = { names: listed(even, words.and), name: view.names[revealer] };
  return [
    view.fill(words.counting, { both }),
    ...(rows.some(({ points }) => points.length > 1) ? [words.next_group] : []),
    ...(even.length ? [view.fill(words.even, places)] : []),
  ];
}

// ---- The dice that count

// Of a group (0 is the lead), the dice that match an objective: first those that are both.
function matching({ position, notation }, goal, group) {
  const { colour, value } = notation.look(goal);
  const matches = (die) => (colourOf(die) === colour) + (position.faces[die] === value);
  const found = (position.groups[group] ?? []).filter(matches);
  return found.map((die) => ({ die, isBoth: matches(die) === 2 })).sort((one, other) => other.isBoth - one.isBoth);
}

// What is lit on the road: the dice that count for a player, and the points of each group.
export function spotlight(race) {
  const row = race.scored?.rows.find(({ seat }) => seat === litSeat(race));
  if (!row) return null;
  const dice = row.points.flatMap((_, group) => matching(race, row.goal, group));
  return {
    points: row.points.map((count) => race.view.counted(race.words.points_in, count)),
    dice: new Map(dice.map(({ die, isBoth }) => [die, isBoth])),
  };
}

function litSeat({ view, scored: { rows } }) {
  const { setup, frame, replay } = view;
  if (lights.get(setup)?.version !== frame.version) {
    const isStill = calm.matches || replay || frame.ending || setup.pace === "instant";
    const seats = rows.map(({ seat }) => seat).reverse();
    light(view, frame.ending ? [] : isStill ? seats.slice(-1) : seats);
  }
  return lights.get(setup).seats[0];
}

// Light the dice of these players, one after another.
function light(view, seats) {
  const { setup, frame } = view;
  const lit = { version: frame.version, seats };
  lights.set(setup, lit);
  const turn = setInterval(() => {
    if (lights.get(setup) !== lit || seats.length < 2) return clearInterval(turn);
    seats.shift();
    return view.redraw();
  }, IN_TURN);
}

function tap(race, seat) {
  light(race.view, litSeat(race) === seat ? [] : [seat]);
  race.view.redraw();
}

// ---- The table

export function panel(race) {
  const { words, scored } = race;
  const isClose = scored.rows.some(({ points }) => points.length > 1);
  return html`
    <table class="rc-results" aria-label=${titleOf(race)}>
      <thead>
        <tr>
          <th scope="col">${words.player}</th>
          <th scope="col">${words.objective}</th>
          <th scope="col">${words.matched}</th>
          <th scope="col">${words.lead_head}</th>
          ${isClose ? html`<th scope="col">${words.next_head}</th>` : nothing}
          ${scored.tiebreak ? nothing : html`<th scope="col">${words.won}</th>`}
        </tr>
      </thead>
      <tbody>
        ${scored.rows.map((row) => result(race, row, isClose))}
      </tbody>
    </table>`;
}

function result(race, { seat, goal, points, won, first }, isClose) {
  const { words, view, scored } = race;
  const isLit = litSeat(race) === seat;
  const name = view.names[seat];
  return html`
    <tr class=${classes("rc-result", `seat-${seat}`, isLit && "rc-spot", first && "rc-first")} @click=${() => tap(race, seat)}>
      <th scope="row">
        <button type="button" class="rc-player" aria-pressed=${isLit} title=${view.fill(words.light, { name })}>
          <span class="seat-mark" aria-hidden="true"></span><span class="rc-player-name">${name}</span>
        </button>
      </th>
      <td>${drawnDie(race, goal, race.dieWords(goal))}</td>
      <td class="rc-matched">${matched(race, goal)}</td>
      <td class="rc-count">${points[0]}</td>
      ${isClose ? html`<td>${points.slice(1).join(" · ")}</td>` : nothing}
      ${scored.tiebreak ? nothing : html`<td>${won ? html`<b class="rc-win">+${won}</b>` : nothing}</td>`}
    </tr>`;
}

function matched(race, goal) {
  const { words, view, notation, position } = race;
  const found = matching(race, goal, 0);
  if (!found.length) return html`<span class="rc-none">${words.matches_none}</span>`;
  return found.map(({ die, isBoth }) => {
    const look = notation.die(die, position.faces[die]);
    const label = race.dieWords(look);
    return drawnDie(race, look, isBoth ? view.fill(words.both, { die: label }) : label, isBoth && "rc-both");
  });
}

const drawnDie = (race, look, label, names) => html`
  <span class=${classes("rc-drawn", names)} role="img" aria-label=${label} title=${label}>
    ${smallDie(race.notation.look(look))}
  </span>`;
