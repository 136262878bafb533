// The end of a match: who has won, everybody's points, and how they came about. It is loaded when a
// match is over.

import "../begin.js";
import { fill, html, listed, nothing, portrait, svg, written } from "./kit.js";
import { story } from "./story.js";
import { celebrated, countedUp } from "./victory.js";

export function ending(view) {
  const { ending: end } = view.frame;
  const { texts, match } = view.setup;
  return html`<div class="ending" ${celebrated(end.winners, view.isFresh && end.winners.length > 0)}>
    ${end.winners.length ? winners(end, view.setup) : nothing}
    <h2 class="ending-title" id="ending">${sentence(end, view.setup)}</h2>
    ${leavers(end).map((seat) => html`<p class="ending-why">${fill(texts.resigned, { name: end.names[seat] })}</p>`)}
    ${end.tie_break ? html`<p class="ending-why" id="tie-break">${end.tie_break}</p>` : nothing}
    ${scores(end, view)}
    <div class="row-of-buttons">
      ${end.rematch
        ? html`<form method="post" action="/match/${match}/rematch" data-begin><button class="primary">${texts.rematch}</button></form>`
        : nothing}
      <a class="secondary" href="/match/${match}/replay">${texts.watch_again}</a>
      <a class="secondary" href="/match/${match}/review">${texts.luck}</a>
      <a class="quiet" href="/match/${match}/dice">${texts.statistics}</a>
      <a class="quiet" href="/match/${match}/record.jsonl" download>${texts.record}</a>
      <a class="quiet" href="/verify?match=${match}">${texts.check_dice}</a>
    </div>
    ${end.series.length && end.series[0].points.length > 1 ? story(end, texts) : nothing}
  </div>`;
}

// Everybody who has resigned, in the order of the seats; whoever ended the match by it last.
function leavers({ leavers: before, resigned }) {
  return resigned === null ? before : [...before, resigned];
}

// The winners' portraits, each in a wreath of laurel.
function winners(end, setup) {
  const wreath = svg`<svg class="wreath" viewBox="0 0 64 64" aria-hidden="true">
    <path d="M24 60C6 54 1 36 7 14M40 60c18-6 23-24 17-46"></path>
    <path class="leaves" d="M7 14q-5-6-1-12 6 5 1 12zM4 27q-6-3-4-10 6 3 4 10zM5 40q-7-1-6-8 6 1 6 8zM11 51q-6 2-8-5 6-2 8 5zM22 59q-5 4-10-1 5-5 10 1zM8 24q1-7 8-7-1 7-8 7zM8 37q0-7 7-9 0 8-7 9zM14 49q-1-7 5-10 2 8-5 10zM57 14q5-6 1-12-6 5-1 12zM60 27q6-3 4-10-6 3-4 10zM59 40q7-1 6-8-6 1-6 8zM53 51q6 2 8-5-6-2-8 5zM42 59q5 4 10-1-5-5-10 1zM56 24q-1-7-8-7 1 7 8 7zM56 37q0-7-7-9 0 8 7 9zM50 49q1-7-5-10-2 8 5 10z"></path></svg>`;
  const crowned = (seat) => html`<span class="crowned">${wreath}${portrait(setup, seat)}</span>`;
  return html`<div class="ending-winners" aria-hidden="true">${end.winners.map(crowned)}</div>`;
}

// Whoever plays alone at this device is addressed; several people at one screen are called by name.
function sentence({ ended, winners: seats, makers, names }, { texts, seats: own }) {
  const won = seats.map((seat) => names[seat]);
  if (ended === "abandoned" && makers.length === 1) {
    return fill(texts.stopped, { name: names[makers[0]] });
  }
  if (ended === "resigned" && !won.length) return texts.all_resigned;
  if (ended === "abandoned" || !won.length) return texts.abandoned;
  const isMine = own.length === 1 && seats.includes(own[0]);
  if (won.length === 1) return isMine ? texts.you_win : fill(texts.wins, { name: won[0] });
  if (!isMine) return fill(texts.share, { names: listed(won, texts.and) });
  const others = seats.filter((seat) => seat !== own[0]).map((seat) => names[seat]);
  return fill(texts.you_share, { names: listed(others, texts.and) });
}

// Everybody's points, the highest first, each with a bar that grows to its length.
function scores({ names, points, winners: seats }, { setup, isFresh }) {
  const { texts } = setup;
  const most = Math.max(...points, 1);
  const rows = names.map((name, seat) => ({ seat, name, points: points[seat] }));
  rows.sort((one, other) => other.points - one.points || seats.includes(other.seat) - seats.includes(one.seat));
  const row = ({ seat, name, points: own }) => {
    const won = seats.includes(seat);
    const level = setup.portraits?.[seat]?.level;
    const width = Math.round((1000 * Math.max(own, 0)) / most) / 10;
    return html`<li class="score seat-${seat} ${won ? "won" : ""}">
      ${portrait(setup, seat)}
      <span class="score-name">${name}${level ? html` <span class="robot-level">${level}</span>` : nothing}${won ? html` <span class="visually-hidden">(${texts.winner})</span>` : nothing}</span>
      <svg class="score-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width=${width} height="10"></rect></svg>
      <span class="score-points"><span aria-hidden="true" ${countedUp(own, isFresh)}></span><span class="visually-hidden">${written(own)} ${texts.points_word}</span></span>
    </li>`;
  };
  return html`<ol class="scores">${rows.map(row)}</ol>`;
}
