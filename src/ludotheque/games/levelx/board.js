// Level X's board and dice, drawn from a position and the move that is being composed.

import { classMap, html, nothing, svg } from "../../static/table/kit.js";
import { explain, tapDie, tapGroup, tapRow, turn } from "./choosing.js";
import { gain, rowEffects } from "./effects.js";
import {
  Board, DICE, DIE, DIE_TOP, FOOT, HEIGHT, LOWEST, ROWS, TRAY_HEIGHT, TRAY_WIDTH, arrange, layers, middle,
} from "./geometry.js"; // prettier-ignore
import { dieLabel, rowLabel, winningsLabel } from "./labels.js";

export function board(view) {
  const { snapshot, setup, frame, words, choice, previewed } = view;
  const plan = new Board(setup.edition.spaces);
  const after = previewed?.snapshot; // where the move leads that is being composed
  const effects = after ? rowEffects(snapshot, after, frame.seat) : [];
  const done = (row) => effects.find((effect) => effect.row === row);
  return html`
    <div class=${classMap({ "felt-table": true, levelx: true, "lx-choosing": choice })}>
      <svg id="board" class="lx-board" viewBox="0 0 ${plan.width} ${HEIGHT}" role="group" aria-label=${words.board}>
        ${bonus(view, plan, after)}
        ${ROWS.toReversed().map((row) => rowDrawn(view, plan, row, done(row)))}
        ${view.names.map((_, seat) => winnings(view, plan, seat, seat === frame.seat && after))}
        ${snapshot.last_round ? lastRound(plan, words) : nothing}
        <text class="lx-small lx-label" x=${plan.stack + 32} y=${FOOT + 15} aria-hidden="true">${words.points}</text>
        ${ROWS.map((row) => pawns(view, plan, row, done(row), after))}
        ${choice ? ROWS.map((row) => ghost(frame.seat, plan, row, done(row), after)) : nothing}
      </svg>
      ${tray(view)}
    </div>`;
}

// A seat's shape around the origin: never a colour alone.
export function shape(seat) {
  return [
    svg`<circle r="12" />`,
    svg`<rect x="-11" y="-11" width="22" height="22" rx="3" />`,
    svg`<path d="M0 -13.5 L13 10 H-13 Z" />`,
    svg`<path d="M0 -15 L13 0 L0 15 L-13 0 Z" />`,
  ][seat];
}

// ---- Rows ------------------------------------------------------------------------------------

export function plate(row, y) {
  return svg`<rect class="lx-plate" x="7" y=${y - 15} width="28" height="30" rx="6" />
    <text class="lx-number" x="21" y=${y}>${row}</text>`;
}

// The spaces with these middles, the last of which is the X.
export function spaces(middles, y) {
  const end = middles.at(-1);
  return svg`${middles.map(
    (x) => svg`<rect class="lx-space ${x === end ? "lx-x" : ""}" x=${x - 20} y=${y - 20} width="40" height="40" rx="9" />`,
  )}<path class="lx-cross" d="M${end - 10} ${y - 10} l20 20 m0 -20 l-20 20" />`;
}

function rowDrawn(view, plan, row, done) {
  const { snapshot, choice, words } = view;
  const chips = snapshot.chips[row - LOWEST];
  const y = middle(row);
  const end = plan.stacks - 2;
  const middles = Array.from({ length: plan.length(row) }, (_, place) => plan.space(row, place + 1));
  const stack = layers(chips, row);
  const staying = stack.length - (done?.chips ?? 0);
  const { classes, beyond } = choice ? reached(choice.selection, row) : { classes: {} };
  return svg`
    <g id="row-${row}" class=${classMap({ "lx-row": true, "lx-closed": !chips, ...classes })}
      role=${choice ? "button" : "img"} tabindex=${choice ? 0 : nothing} aria-disabled=${choice ? beyond : nothing}
      aria-label=${rowLabel(view, row, plan.length(row))}
      @click=${choice && (() => tapRow(view, row))} @blur=${choice && (() => explain(view, null))}
      @focus=${choice && (() => explain(view, beyond ? choice.selection.whyBeyond(row) : null))}>
      <rect class="lx-band" x="3" y=${y - 22.5} width=${plan.stack + 32} height="45" rx="10" />
      <path class="lx-rail" d="M35 ${y} H${end}" />
      ${plate(row, y)} ${spaces(middles, y)}
      ${stack.map((at, place) => svg`<ellipse class="lx-chip ${place < staying ? "" : "lx-going"}" cx=${plan.stack} cy=${at} rx="14" ry="5" />`)}
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
  return { classes: { "lx-lit": lit, "lx-used": used, "lx-beyond": beyond && !used }, beyond };
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
        const manner = place < taken ? "lx-taken" : place < taken + coming ? "lx-coming" : "";
        return svg`
          <g id="tile-${place}" class="lx-tile ${manner}">
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

function mark(seat, x, y, scale, classes) {
  return svg`<g class="${classes} seat-${seat}" transform="translate(${x} ${y}) scale(${scale})">${shape(seat)}</g>`;
}

function winnings(view, plan, seat, after) {
  const { snapshot, frame } = view;
  const { x, width } = plan.column(seat, view.names.length);
  const shown = after || snapshot;
  const playing = seat === (frame.seat ?? frame.roller);
  return svg`
    <g id="winnings-${seat}" class=${classMap({ "lx-winnings": true, [`seat-${seat}`]: true, "lx-playing": playing })}
      role="img" aria-label=${winningsLabel(view, seat)}>
      <rect class="lx-column" x=${x - width / 2} y="5" width=${width} height=${HEIGHT - 10} rx="10" />
      ${mark(seat, x, 22, 0.62, "lx-mark")}
      ${ROWS.map((row) => {
        const count = snapshot.won[seat][row - LOWEST];
        const coming = shown.won[seat][row - LOWEST];
        const classes = { "lx-won": true, "lx-none": !count, "lx-gaining": coming > count };
        return svg`
          <g id="won-${seat}-${row}" class=${classMap(classes)} transform="translate(${x} ${middle(row)})">
            <circle r="9" /><text>${coming || ""}</text>
          </g>`;
      })}
      <text id="points-${seat}" class="lx-points ${gain(snapshot, shown, seat) > 0 ? "lx-gaining" : ""}"
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
function pawns({ snapshot, frame }, plan, row, done, after) {
  const coming = done && plan.pawns(after.pawns, row);
  return plan.pawns(snapshot.pawns, row).map((place, seat) => {
    const own = seat === frame.seat;
    const aside = done?.to && !own && after.pawns[seat][row - LOWEST] === done.to;
    const classes = {
      "lx-pawn": true,
      [`seat-${seat}`]: true,
      "lx-off": !snapshot.pawns[seat][row - LOWEST],
      "lx-leaving": done && (done.closes || (own && done.from !== done.to)),
      "lx-sent-back": done?.sentBack === seat,
    };
    return svg`<g id="pawn-${seat}-${row}" class=${classMap(classes)} transform=${aside ? coming[seat] : place}
      aria-hidden="true">${shape(seat)}</g>`;
  });
}

// Where the pawn of the seat to move would stand.
function ghost(seat, plan, row, done, after) {
  const arrives = done?.to && done.from !== done.to;
  const place = arrives ? plan.pawns(after.pawns, row)[seat] : nothing;
  return svg`<g id="ghost-${row}" class="ghost lx-pawn seat-${seat} ${arrives ? "" : "lx-off"}" transform=${place}
    aria-hidden="true">${shape(seat)}</g>`;
}

// ---- Dice --------------------------------------------------------------------------------------

// Their ids are not die-1 … die-6: those are the faces' own.
function tray(view) {
  const { snapshot, details, words, choice } = view;
  const selection = choice?.selection;
  const { dice: at, boxes } = arrange(selection?.groups ?? [], selection?.free ?? DICE);
  return html`
    <svg id="dice" class="lx-dice ${snapshot.dice ? "" : "lx-rest"}" viewBox="0 0 ${TRAY_WIDTH} ${TRAY_HEIGHT}" role="group"
      aria-label=${words.dice}>
      ${choice ? DICE.map((number) => cluster(view, number, boxes, at)) : nothing}
      ${DICE.map((die) => dieDrawn(view, die, at[die], selection?.faces[die] ?? details.dice[die]))}
      ${DICE.map((die) => (selection?.lucky && selection.rolled[die] === 1 ? knob(view, die, at[die]) : nothing))}
    </svg>`;
}

// The box around a closed group with its sum, or the sum of what is being gathered, under those dice.
function cluster(view, number, boxes, at) {
  const { selection } = view.choice;
  const { groups, picked, objection } = selection;
  const group = groups[number];
  const open = !group && number === groups.length && picked.length > 0;
  const classes = { "lx-cluster": true, "lx-open": open, "lx-wrong": open && objection, "lx-off": !group && !open };
  const { x, width } = boxes[number] ?? (open ? span(picked.map((die) => at[die])) : { x: 0, width: DIE });
  const text = group ? selection.sum(group) : open ? selection.made(picked) : "";
  return svg`
    <g id="cluster-${number}" class=${classMap(classes)} transform="translate(${x - 6} ${DIE_TOP})" aria-hidden="true"
      @click=${group && (() => tapGroup(view, group))}>
      <rect y="-6" width=${width + 12} height=${DIE + 12} rx="14" /><text x=${width / 2 + 6} y=${DIE + 20}>${text}</text>
    </g>`;
}

function span(lefts) {
  const x = Math.min(...lefts);
  return { x, width: Math.max(...lefts) + DIE - x };
}

function dieDrawn(view, die, x, face) {
  const { choice } = view;
  const selection = choice?.selection;
  const picked = selection?.picked.includes(die);
  const unfit = selection?.unfit(die);
  const classes = { "lx-die": true, "lx-picked": picked, "lx-unfit": unfit, rolling: view.rolling.has(`${die}`) };
  return svg`
    <g id="lx-die-${die}" class=${classMap(classes)} transform="translate(${x} ${DIE_TOP})"
      role=${choice ? "button" : "img"} tabindex=${choice ? 0 : nothing}
      aria-pressed=${choice ? Boolean(picked || selection.groupOf(die)) : nothing}
      aria-label=${dieLabel(view, die, face)} @click=${choice && (() => tapDie(view, die))}
      @focus=${choice && (() => explain(view, unfit))} @blur=${choice && (() => explain(view, null))}>
      <rect class="lx-hit" x="-4" y="-8" width=${DIE + 8} height=${DIE + 16} />
      <g class="lx-lift"><rect class="lx-ring" x="-3" y="-3" width=${DIE + 6} height=${DIE + 5} rx="15" /><g class="die-tumble">
        ${
          face
            ? svg`<use href="#die-${view.face(`${die}`, face)}" width=${DIE} height=${DIE} />`
            : svg`<rect class="lx-blank" x="3" y="3" width=${DIE - 6} height=${DIE - 6} rx="11" />`
        }
      </g></g>
    </g>`;
}

// The button that turns a one.
function knob(view, die, x) {
  const { selection } = view.choice;
  const grouped = Boolean(selection.groupOf(die));
  const stuck = !selection.mayTurn(die);
  return svg`
    <g id="turn-${die}" class=${classMap({ "lx-turn": true, "lx-off": grouped, "lx-stuck": stuck })}
      transform="translate(${x + DIE + 1} ${DIE_TOP - 1})" role="button" tabindex=${grouped ? -1 : 0}
      aria-hidden=${grouped} aria-disabled=${stuck} aria-label=${view.fill(view.words.turn, { die: die + 1 })}
      @click=${() => turn(view, die)}>
      <circle class="lx-hit" r="17" /><circle class="lx-ring" r="17" />${turnArrow()}
    </g>`;
}

export function turnArrow() {
  return svg`<circle class="lx-knob" r="13" />
    <path class="lx-arrow" d="M5.4 -3.6 A6.5 6.5 0 1 0 6.4 1.4 M6.6 -7.6 V-2.8 H1.8" />`;
}
