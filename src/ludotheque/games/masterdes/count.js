// How the last duel was counted: open until the next one is thrown. Before the first count there is
// room to say what the pictures do.

import { colon, html, isReader } from "../../static/table/kit.js";
import { signed } from "./ledger.js";
import { PICTURES, SEATS, master } from "./pieces.js";

export const count = (view) => (view.details.last_count ? slip(view) : legend(view));

function slip(view) {
  const { details, fill, names, words } = view;
  const { duel, rows, skipped, absent } = details.last_count;
  const changes = rows.map(({ points }, seat) => `${names[seat]} ${signed(points[1] - points[0])}`);
  const next =
    skipped === null
      ? absent.map((seat) => fill(saidTo(view, seat).misses_next, { name: names[seat] }))
      : [fill(words.skipped, { duel: skipped })];
  return html`<details id="count" class="md-slip" ?open=${details.is_past}>
    <summary><b>${fill(words.duel_counted, { duel })}</b> <span>${changes.join(" · ")}</span></summary>
    <div class="md-rows">
      ${SEATS.map((seat) => row(view, seat, rows[seat]))}
      ${next.map((sentence) => html`<p class="md-next">${sentence}</p>`)}
    </div>
  </details>`;
}

// The words of a row: the reader of the page is spoken to.
const saidTo = ({ setup, words }, seat) => (isReader(setup, seat) ? words.own : words);

function row(view, seat, entry) {
  const { fill, names, words } = view;
  const own = saidTo(view, seat);
  const { is_doubled: isDoubled, playing, points, reasons, score, total } = entry;
  const shown = !playing ? "–" : isDoubled ? `2 × ${total} = ${score}` : score;
  const said = [...(playing ? [] : [own.was_out]), ...reasons.map((each) => own.reasons[each])];
  const known = { ...entry, name: names[seat], other: names[1 - seat] };
  return html`<p class="md-row md-s${seat}">
    <span class="seat-mark seat-${seat}" aria-hidden="true"></span>
    <b class="md-sum">${shown}</b>
    <span>${said.map((each) => fill(each, known)).join(" ")}</span>
    <b class="md-after" title=${words.before_after}>${points[0]} → ${points[1]}</b>
  </p>`;
}

function legend({ words, lang }) {
  const meaning = (picture) => html`<li>
    <svg class="md-small" viewBox="-34 -34 68 68" aria-hidden="true">${master(0, picture)}</svg>
    <span><b>${words.pictures[picture].name}</b>${colon(lang)} ${words.pictures[picture].does}</span>
  </li>`;
  return html`<details id="legend" class="md-slip md-legend">
    <summary><b>${words.what_pictures_do}</b></summary>
    <ul>${PICTURES.map(meaning)}</ul>
  </details>`;
}
