// What lies above the road: the stages, the pile, and what everybody has shown.

import { classes, clauses, html, nothing } from "../../static/table/kit.js";
import { smallDie } from "./sprite.js";

export const top = (race) => html`
  <div class="rc-top">
    <ol class="rc-stages" aria-label=${race.words.stages}>
      ${race.details.stages.map((stage, place) => pennant(race, stage, place + 1))}
    </ol>
    ${pile(race)}
  </div>`;

// A stage is won by a seat, or over; it is the present one, or still to come.
function pennant({ view, words }, { worth, seat, state }, stage) {
  const won = seat !== undefined;
  const label = view.fill(words.stage[state], { stage, worth, name: won ? view.names[seat] : "" });
  const classes = { now: " rc-now", won: ` rc-won seat-${seat}`, over: " rc-done" }[state] ?? "";
  return html`
    <li class=${`rc-stage${classes}`}>
      ${won ? html`<span class="seat-mark" aria-hidden="true"></span>` : nothing}
      <span aria-hidden="true">${worth}</span><span class="visually-hidden">${label}</span>
    </li>`;
}

const soon = html`<svg class="rc-soon" viewBox="0 0 30 36" aria-hidden="true">
  <use href="#rc-flag" width="30" height="36" />
</svg>`;

// Where everybody can count them, also the cards before the next stage card.
function pile({ view, words, details: { before } }) {
  const { pile: count } = view.snapshot;
  const counts = before !== undefined;
  const label = [
    view.counted(words.pile, count),
    ...(counts ? [view.counted(words.before, before)] : []),
  ].join(", ");
  return html`
    <p class="rc-pile" title=${label}>
      <span class="rc-deck" aria-hidden="true"></span><span aria-hidden="true">${count}</span>${
        counts
          ? html`${soon}<span aria-hidden="true">${before}</span>`
          : nothing
      }<span class="visually-hidden">${label}</span>
    </p>`;
}

export const strip = (race) => html`
  <ol class="rc-strip" aria-label=${race.words.shown}>
    ${race.view.names.map((_, seat) => shownBy(race, seat))}
  </ol>`;

const lock = html`<svg class="rc-lock" aria-hidden="true"><use href="#rc-lock" /></svg>`;

function shownBy(race, seat) {
  const { snapshot, frame } = race.view;
  const spent = snapshot.spent[seat];
  const open = snapshot.open?.[seat];
  const left = snapshot.goals[seat];
  const label = stripLabel(race, seat, spent, open);
  const mark = (goal, classes = "") =>
    html`<span class=${`rc-mark${classes}`}>${smallDie(race.notation.look(goal))}</span>`;
  return html`
    <li id=${`strip-${seat}`} title=${label}
      class=${classes("rc-seat", `seat-${seat}`, seat === frame.seat && "rc-playing")}>
      <span class="seat-mark" aria-hidden="true"></span>
      <span class="visually-hidden">${label}</span>
      ${race.isLocked(seat) ? lock : nothing}
      <span class="rc-marks" aria-hidden="true">
        ${spent.map((goal) => mark(goal))} ${open ? mark(open, " rc-open") : nothing}
        ${Array.from({ length: left.length ?? left }, () => html`<span class="rc-mark rc-left"></span>`)}
      </span>
    </li>`;
}

function stripLabel(race, seat, spent, open) {
  const { view, words } = race;
  const wins = view.snapshot.stage_wins?.[seat] ?? [];
  const said = [
    open && view.fill(words.open, { goal: race.dieWords(open) }),
    spent.length && view.fill(words.spent, { goals: spent.map((goal) => race.dieWords(goal)).join(", ") }),
    wins.length && view.fill(words.wins, { wins: wins.join(", ") }),
    race.isLocked(seat) && words.latest,
  ].filter(Boolean);
  return view.fill(words.seat, { name: view.names[seat], shown: clauses(said, view.lang) || words.nothing });
}
