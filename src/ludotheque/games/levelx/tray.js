// Level X's dice, and the groups that are made of them.

import { classes, dieFace, html, nothing, svg } from "../../static/table/kit.js";
import { explain, tapDie, tapGroup, turn } from "./choosing.js";
import { DICE, DIE, DIE_TOP, TRAY_HEIGHT, TRAY_WIDTH, arrange } from "./geometry.js";
import { dieLabel } from "./labels.js";

// Their ids are not die-1 … die-6: those are the faces' own.
export function tray(view) {
  const { snapshot, details, words, choice } = view;
  const selection = choice?.selection;
  const { dice: at, boxes } = arrange(selection?.groups ?? [], selection?.free ?? DICE);
  return html`
    <svg id="dice" class=${classes("lx-dice", !snapshot.dice && "lx-rest")}
      viewBox="0 0 ${TRAY_WIDTH} ${TRAY_HEIGHT}" role="group" aria-label=${words.dice}>
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
  const manner = open ? classes("lx-open", objection && "lx-wrong") : !group && "lx-off";
  const { x, width } = boxes[number] ?? (open ? span(picked.map((die) => at[die])) : { x: 0, width: DIE });
  const text = group ? selection.sum(group) : open ? selection.made(picked) : "";
  return svg`
    <g id="cluster-${number}" class=${classes("lx-cluster", manner)} transform="translate(${x - 6} ${DIE_TOP})"
      aria-hidden="true" @click=${group && (() => tapGroup(view, group))}>
      <rect y="-6" width=${width + 12} height=${DIE + 12} rx="14" />
      <text x=${width / 2 + 6} y=${DIE + 20}>${text}</text>
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
  const rolling = view.rolling.has(`${die}`);
  const manner = classes("lx-die", picked && "lx-picked", unfit && "lx-unfit", rolling && "rolling");
  return svg`
    <g id="lx-die-${die}" class=${manner} transform="translate(${x} ${DIE_TOP})"
      role=${choice ? "button" : "img"} tabindex=${choice ? 0 : nothing}
      aria-pressed=${choice ? Boolean(picked || selection.groupOf(die)) : nothing}
      aria-label=${dieLabel(view, die, face)} @click=${choice && (() => tapDie(view, die))}
      @focus=${choice && (() => explain(view, unfit))} @blur=${choice && (() => explain(view, null))}>
      <rect class="lx-hit" x="-4" y="-8" width=${DIE + 8} height=${DIE + 16} />
      <g class="lx-lift">
        <rect class="lx-ring" x="-3" y="-3" width=${DIE + 6} height=${DIE + 5} rx="15" />
        <g class="die-tumble">${face ? dieFace(view.face(`${die}`, face), DIE) : blank()}</g>
      </g>
    </g>`;
}

function blank() {
  return svg`<rect class="lx-blank" x="3" y="3" width=${DIE - 6} height=${DIE - 6} rx="11" />`;
}

// The button that turns a one.
function knob(view, die, x) {
  const { selection } = view.choice;
  const grouped = Boolean(selection.groupOf(die));
  const stuck = !selection.mayTurn(die);
  return svg`
    <g id="turn-${die}" class=${classes("lx-turn", grouped && "lx-off", stuck && "lx-stuck")}
      transform="translate(${x + DIE + 1} ${DIE_TOP - 1})" role="button" tabindex=${grouped ? -1 : 0}
      aria-hidden=${grouped} aria-disabled=${stuck} aria-label=${view.fill(view.words.turn, { die: die + 1 })}
      @click=${() => turn(view, die)}>
      <circle class="lx-hit" r="23" /><circle class="lx-ring" r="17" />${turnArrow()}
    </g>`;
}

export function turnArrow() {
  return svg`<circle class="lx-knob" r="13" />
    <path class="lx-arrow" d="M5.4 -3.6 A6.5 6.5 0 1 0 6.4 1.4 M6.6 -7.6 V-2.8 H1.8" />`;
}
