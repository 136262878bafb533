// The table of MasterDés: two trays, the track of Expert, the count of the last duel.

import { html, nothing, rollButton, takeBackButton } from "../../static/table/kit.js";
import { choose, isChoosing, keep, keydown, layOut, order, picking, restore, rethrow } from "./choice.js";
import { count } from "./count.js";
import { inlineMaster, lastMove } from "./last.js";
import { sprite } from "./pieces.js";
import { fallenSince, throwable } from "./position.js";
import { track } from "./track.js";
import { trays } from "./trays.js";

const REPLAY_THROW = 4;
const TEN = Array.from({ length: 10 }, (_, before) => before + 1);

// What the dice bring is told when they have landed: until then it is what was there before.
function toldIn(view) {
  const { before, rolling } = view;
  if (!rolling.size) return view;
  return { ...view, frame: before, snapshot: before.snapshot, details: before.details };
}

function board(view) {
  const told = toldIn(view);
  const isExpert = view.snapshot.level === "expert";
  const classes = [
    isExpert ? "md-expert" : "md-flash",
    isChoosing(view) ? "md-choosing" : "",
    view.details.is_past ? "md-past" : "",
    view.rolling.size ? "md-falling" : "",
  ];
  return html`<div class="felt-table masterdes ${classes.join(" ")}">
    ${sprite()}${heading(told, isExpert)}${trays(view, told)}
    ${isExpert ? track(told) : nothing}${count(told)}
  </div>`;
}

// Which duel it is, and which of its throws.
function heading({ details, fill, words }, isExpert) {
  const { duel, is_past: isPast } = details;
  const isOneOfTen = !isExpert && duel <= TEN.length;
  const manner = (each) => (each < duel + isPast ? "md-done" : each === duel ? "md-now" : "");
  const stage = isPast
    ? words.counted
    : details.throw === REPLAY_THROW
      ? words.replay
      : fill(words.throw, { throw: details.throw });
  const dots = TEN.map((each) => html`<i class=${manner(each)}></i>`);
  return html`<p id="heading" class="md-heading">
    <b>${fill(isOneOfTen ? words.duel_of_ten : words.duel, { duel })}</b>
    ${isOneOfTen ? html`<span class="md-duels" aria-hidden="true">${dots}</span>` : nothing}
    <span class="md-stage">${stage}</span>
  </p>`;
}

function asked(view) {
  const { frame, mine, snapshot, words } = view;
  const isMoving = mine && frame.waits_for === "move";
  return html`<div class="choices move-choices md-choices">
    ${rollButton(view, words.roll)}
    ${isMoving && snapshot.phase === "choose" ? order(view) : nothing}
    ${isChoosing(view) ? rethrow(view) : nothing}
    ${takeBackButton(view, "md-back")}
  </div>`;
}

function tumbles(frame, before) {
  return before && frame.kind === "throw" ? fallenSince(before.details, frame.details) : [];
}

function focus(view) {
  if (isChoosing(view)) return throwable(view.details, picking(view))[0].id;
  return view.frame.waits_for === "roll" ? "roll" : "first";
}

// Drawn in the rulebook only, and so loaded there only.
const example = async (...given) => (await import("./example.js")).example(...given);

export default { board, asked, choose, layOut, keep, restore, keydown, tumbles, focus, lastMove, die: inlineMaster, example };
