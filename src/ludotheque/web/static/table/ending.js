// The end of a match: who has won, everybody's points, and how they came about.

import { fill, html, listed, nothing } from "./kit.js";
import { story } from "./story.js";

export function ending(view) {
  const { ending: end } = view.frame;
  const { texts, match } = view.setup;
  return html`<div class="ending">
    <h2 class="ending-title" id="ending">${sentence(end, texts)}</h2>
    ${end.ended === "resigned" && end.resigned !== null
      ? html`<p class="ending-why">${fill(texts.resigned, { name: end.names[end.resigned] })}</p>`
      : nothing}
    ${scores(end, texts)}
    <div class="row-of-buttons">
      ${end.rematch
        ? html`<form method="post" action="/match/${match}/rematch"><button class="primary">${texts.rematch}</button></form>`
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

function sentence({ ended, winners, makers, names }, texts) {
  const won = winners.map((seat) => names[seat]);
  if (ended === "abandoned" && makers.length === 1) {
    return fill(texts.stopped, { name: names[makers[0]] });
  }
  if (ended === "abandoned" || !won.length) return texts.abandoned;
  if (won.length === 1) return fill(texts.wins, { name: won[0] });
  return fill(texts.share, { names: listed(won, texts.and) });
}

// Everybody's points, the highest first, each with a bar that grows to its length.
function scores({ names, points, winners }, texts) {
  const most = Math.max(...points, 1);
  const rows = names.map((name, seat) => ({ seat, name, points: points[seat] }));
  rows.sort((one, other) => other.points - one.points);
  const row = ({ seat, name, points: own }) => {
    const won = winners.includes(seat);
    const width = Math.round((1000 * Math.max(own, 0)) / most) / 10;
    return html`<li class="score seat-${seat} ${won ? "won" : ""}">
      <span class="seat-mark seat-${seat}" aria-hidden="true"></span>
      <span class="score-name">${name}${won ? html` <span class="visually-hidden">(${texts.winner})</span>` : nothing}</span>
      <svg class="score-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width=${width} height="10"></rect></svg>
      <span class="score-points">${own}<span class="visually-hidden"> ${texts.points_word}</span></span>
    </li>`;
  };
  return html`<ol class="scores">${rows.map(row)}</ol>`;
}
