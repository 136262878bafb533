// Level X's board, drawn from a position and the move that is being composed.

import { classes, html, nothing, shapeOf, svg } from "../../static/table/kit.js";
import { explain, tapRow } from "./choosing.js";
import { gain, rowEffects } from "./effects.js";
import { Board, FOOT, HEIGHT, LOWEST, ROWS, layers, middle } from "./geometry.js";
import { rowLabel, winningsLabel } from "./labels.js";
import { movedRows } from "./last.js";
import { tray } from "./tray.js";

export function board(view) {
  const { snapshot, setup, frame, words, choice, previewed } = view;
  const plan = new Board(setup.edition.spaces);
  const after = previewed?.snapshot; // where the move leads that is being composed
  const effects = after ? rowEffects(snapshot, after, frame.seat) : [];
  const moved = view.names.map((_, seat) => movedRows(view.recent, seat));
  const done = (row) => effects.find((effect) => effect.row === row);
  return html`
    <div class=${classes("felt-table levelx", choice && "lx-choosing")}>
      <svg id="board" class="lx-board" viewBox="0 0 ${plan.width} ${HEIGHT}" role="group"
        aria-label=${words.board}>
        ${bonus(view, plan, after)}
        ${ROWS.toReversed().map((row) => rowDrawn(view, plan, row, done(row)))}
        ${view.names.map((_, seat) => winnings(view, plan, seat, seat === frame.seat && after))}
        ${snapshot.last_round ? lastRound(plan, words) : nothing}
        <text class="lx-small lx-label" x=${plan.stack + 32} y=${FOOT + 15}
          aria-hidden="true">${words.points}</text>
        ${ROWS.map((row) => pawns(view, plan, row, done(row), after, moved))}
        ${choice ? ROWS.map((row) => ghost(frame.seat, plan, row, done(row), after)) : nothing}
      </svg>
      ${tray(view)}
    </div>`;
}

// A seat's shape around the origin: never a colour alone.
export function shape(seat) {
  return {
    disc: svg`<circle r="12" />`,
    tile: svg`<rect x="-11" y="-11" width="22" height="22" rx="3" />`,
    peak: svg`<path d="M0 -13.5 L13 10 H-13 Z" />`,
    diamond: svg`<path d="M0 -15 L13 0 L0 15 L-13 0 Z" />`,
    star: svg`<path d="M0 -15 L4.4 -5.3 L15 -4.2 L7 3 L9.300 13.400 L0 8 L-9.300 13.400 L-7 3 L-15 -4.2 L-4.4 -5.3 Z" />`,
    cross: svg`<path d="M-5 -13 H5 V-5 H13 V5 H5 V13 H-5 V5 H-13 V-5 H-5 Z" />`,
  }[shapeOf(seat)];
}

// ---- Rows ------------------------------------------------------------------------------------

export function plate(row, y) {
  return svg`<rect class="lx-plate" x="7" y=${y - 15} width="28" height="30" rx="6" />
    <text class="lx-number" x="21" y=${y}>${row}</text>`;
}

// The spaces with these middles, the last of which is the X.
export function spaces(middles, y) {
  const end = middles.at(-1);
  const space = (x) => svg`
    <rect class=${classes("lx-space", x === end && "lx-x")} x=${x - 20} y=${y - 20} width="40" height="40" rx="9" />`;
  return svg`${middles.map(space)}<path class="lx-cross" d="M${end - 10} ${y - 10} l20 20 m0 -20 l-20 20" />`;
}

function rowDrawn(view, plan, row, done) {
  const { snapshot, choice, words } = view;
  const chips = snapshot.chips[row - LOWEST];
  const y = middle(row);
  const end = plan.stacks - 2;
  const middles = Array.from({ length: plan.length(row) }, (_, place) => plan.space(row, place + 1));
  const stack = layers(chips, row);
  const staying = stack.length - (done?.chips ?? 0);
  const chip = (at, place) => svg`
    <ellipse class=${classes("lx-chip", place >= staying && "lx-going")} cx=${plan.stack} cy=${at} rx="14" ry="5" />`;
  const { reach, beyond } = choice ? reached(choice.selection, row) : {};
  return svg`
    <g id="row-${row}" class=${classes("lx-row", !chips && "lx-closed", reach)}
      role=${choice ? "button" : "img"} tabindex=${choice ? 0 : nothing} aria-disabled=${choice ? beyond : nothing}
      aria-label=${rowLabel(view, row, plan.length(row))}
      @click=${choice && (() => tapRow(view, row))} @blur=${choice && (() => explain(view, null))}
      @focus=${choice && (() => explain(view, beyond ? choice.selection.whyBeyond(row) : null))}>
      <rect class="lx-band" x="3" y=${y - 22.5} width=${plan.stack + 32} height="45" rx="10" />
      <path class="lx-rail" d="M35 ${y} H${end}" />
      ${plate(row, y)} ${spaces(middles, y)}
      ${stack.map(chip)}
      ${
        chips
          ? svg`<text class="lx-count" x=${plan.stack + 24} y=${y}>${chips}</text>`
          : svg`<path class="lx-strike" d="M42 ${y} H${end}" />
              <text class="lx-small" x=${plan.stack + 6} y=${y}>${words.closed_row}</text>`
      }
    </g>`;
}

// Whether the gathered dice reach a row, a closed group does, or nothing that is left can.
function reached(selection, row) {
  const lit = !selection.objection && selection.sum(selection.picked) === row;
  const used = selection.sums.includes(row);
  const beyond = !lit && !selection.reach(row);
  return { reach: classes(lit && "lx-lit", used && "lx-used", beyond && !used && "lx-beyond"), beyond };
}

// ---- Bonus tiles, winnings ---------------------------------------------------------------------

function bonus({ snapshot, setup, frame, words, fill }, plan, after) {
  const values = setup.edition.tiles;
  const owners = ownersOf(values, snapshot);
  const left = snapshot.tiles.join(" ") || words.none;
  const taken = values.length - snapshot.tiles.length;
  const coming = after ? after.bonus[frame.seat].length - snapshot.bonus[frame.seat].length : 0;
  return svg`
    <g class="lx-tiles" role="img" aria-label=${fill(words.tiles_left, { tiles: left })}>
      <text class="lx-small" x="21" y="22">${words.bonus}</text>
      ${values.map((value, place) => {
        const { x, width } = plan.tile(place, values.length);
        const soon = place >= taken && place < taken + coming;
        return svg`
          <g id="tile-${place}" class=${classes("lx-tile", place < taken && "lx-taken", soon && "lx-coming")}>
            <rect x=${x} y="9" width=${width} height="26" rx="5" />
            <text x=${x + width / 2} y="22">${value}</text>
            ${place < taken ? mark(owners[place], x + width - 2, 32, 0.5, "lx-owner") : nothing}
          </g>`;
      })}
    </g>`;
}

// The seats that have the taken tiles: everybody's tiles lie in the order taken.
function ownersOf(values, { tiles, bonus: owned }) {
  const next = owned.map(() => 0);
  return values.slice(0, values.length - tiles.length).map((value) => {
    const owner = owned.findIndex((own, seat) => own[next[seat]] === value);
    next[owner] += 1;
    return owner;
  });
}

function mark(seat, x, y, scale, kind) {
  return svg`
    <g class="${kind} seat-${seat}" transform="translate(${x} ${y}) scale(${scale})">${shape(seat)}</g>`;
}

function winnings(view, plan, seat, after) {
  const { snapshot, frame } = view;
  const { x, width } = plan.column(seat, view.names.length);
  const shown = after || snapshot;
  const playing = seat === (frame.seat ?? frame.roller);
  return svg`
    <g id="winnings-${seat}" class=${classes(`lx-winnings seat-${seat}`, playing && "lx-playing")}
      role="img" aria-label=${winningsLabel(view, seat)}>
      <rect class="lx-column" x=${x - width / 2} y="5" width=${width} height=${HEIGHT - 10} rx="10" />
      ${mark(seat, x, 22, 0.62, "lx-mark")}
      ${ROWS.map((row) => {
        const count = snapshot.won[seat][row - LOWEST];
        const coming = shown.won[seat][row - LOWEST];
        return svg`
          <g id="won-${seat}-${row}" class=${classes("lx-won", !count && "lx-none", coming > count && "lx-gaining")}
            transform="translate(${x} ${middle(row)})">
            <circle r="9" /><text>${coming || ""}</text>
          </g>`;
      })}
      <text id="points-${seat}" class=${classes("lx-points", gain(snapshot, shown, seat) > 0 && "lx-gaining")}
        x=${x} y=${FOOT + 15}>${shown.scores[seat]}</text>
    </g>`;
}

function lastRound(plan, words) {
  return svg`
    <g id="last-round" class="lx-last-round" role="img" aria-label=${words.is_last_round}>
      <rect x="7" y=${FOOT + 3} width=${plan.stack - 22} height="24" rx="12" />
      <text x=${(plan.stack - 8) / 2} y=${FOOT + 15}>${words.last_round}</text>
    </g>`;
}

// ---- Pawns -------------------------------------------------------------------------------------

// A seat's pawns keep their elements, so that they glide. Where the pawn of the seat to move would
// arrive, those that stand there move aside.
function pawns({ snapshot, frame }, plan, row, done, after, moved) {
  const coming = done && plan.pawns(after.pawns, row);
  return plan.pawns(snapshot.pawns, row).map((place, seat) => {
    const own = seat === frame.seat;
    const aside = done?.to && !own && after.pawns[seat][row - LOWEST] === done.to;
    const leaves = done && (done.closes || (own && done.from !== done.to));
    const manner = classes(
      `lx-pawn seat-${seat}`,
      !snapshot.pawns[seat][row - LOWEST] && "lx-off",
      leaves && "lx-leaving",
      done?.sentBack === seat && "lx-sent-back",
      moved[seat].has(row) && "lx-moved",
    );
    return svg`
      <g id="pawn-${seat}-${row}" class=${manner} transform=${aside ? coming[seat] : place}
        aria-hidden="true">${moved[seat].has(row) ? svg`<circle class="lx-halo" r="19" />` : nothing}${shape(seat)}</g>`;
  });
}

// Where the pawn of the seat to move would stand.
function ghost(seat, plan, row, done, after) {
  const arrives = done?.to && done.from !== done.to;
  const place = arrives ? plan.pawns(after.pawns, row)[seat] : nothing;
  return svg`
    <g id="ghost-${row}" class=${classes(`ghost lx-pawn seat-${seat}`, !arrives && "lx-off")} transform=${place}
      aria-hidden="true">${shape(seat)}</g>`;
}
