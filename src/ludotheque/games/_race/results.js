// The results of a stage: shown until somebody plays, and long enough to be read though others play on.

import { classes, html, nothing } from "../../static/table/kit.js";
import { smallDie } from "./sprite.js";

const LINGER = 6000; // milliseconds, at least
const MOST_HEADS = 5;
const remembered = new WeakMap(); // by page: the latest results, and until when they stay

export function results(race) {
  const { view, turn } = race;
  const { scored, isPast } = shown(view);
  if (!scored) return nothing;
  const begun = turn && !turn.selection.isEmpty;
  // Hidden and not only closed: its summary could cover something that has to be tapped.
  return html`
    <details id="ceremony" class=${classes("rc-ceremony", isPast && "rc-past")} ?open=${!turn?.isBegun} ?hidden=${begun}>
      <summary>${titleOf(race, scored)}</summary>
      ${panel(race, scored)}
    </details>`;
}

// Nobody has to wait until old results are gone.
export function dismiss(view) {
  if (!remembered.get(view.setup)?.timer) return;
  remembered.set(view.setup, {});
  view.redraw();
}

function shown(view) {
  const { scored } = view.details;
  if (view.replay) return { scored };
  const isFirst = !remembered.has(view.setup);
  const memory = remembered.get(view.setup) ?? {};
  if (scored && JSON.stringify(scored) !== JSON.stringify(memory.scored)) {
    clearTimeout(memory.timer);
    remembered.set(view.setup, { scored, until: isFirst ? 0 : performance.now() + LINGER });
  } else if (isFirst) {
    remembered.set(view.setup, memory);
  }
  if (scored) return { scored };
  const left = memory.until - performance.now();
  if (!(left > 0) || view.choice?.isBegun) return {};
  memory.timer ??= setTimeout(() => view.redraw(), left + 1);
  return { scored: memory.scored, isPast: true };
}

function titleOf({ view, words }, { stage, rows, tiebreak }) {
  const ahead = rows.filter(({ first }) => first).map(({ seat }) => view.names[seat]);
  const places = { stage, name: ahead[0], names: ahead.join(words.and) };
  return view.fill(tiebreak ? words.tiebreak : words.scored, places);
}

function panel(race, { rows }) {
  const { words, view } = race;
  const most = Math.min(MOST_HEADS, Math.max(...rows.map(({ points }) => points.length)));
  const heads = Array.from({ length: most }, (_, place) => (place ? place + 1 : words.lead_head));
  const hidden = (text) => html`<span class="visually-hidden">${text}</span>`;
  return html`
    <table>
      <thead>
        <tr>
          <td></td>
          <th scope="col">${hidden(words.objective)}</th>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
          <th scope="col">${hidden(words.won)}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ seat, goal, points, won }) => html`
            <tr class=${`seat-${seat}`}>
              <th scope="row"><span class="seat-mark" aria-hidden="true"></span><span>${view.names[seat]}</span></th>
              <td>${smallDie(race.notation.look(goal))}${hidden(race.dieWords(goal))}</td>
              ${heads.map((_, place) => html`<td>${points[place] ?? ""}</td>`)}
              <td>${won ? html`<b class="rc-win">+${won}</b>` : nothing}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}
