// The objectives and cards below the road: the owner's, or their backs.

import { html, nothing } from "../../static/table/kit.js";
import { cardFace, smallDie } from "./sprite.js";

export const own = (race) => html`
  <div class="rc-own" @click=${(event) => race.clearUnless(event)}>
    <div id="goals" class="rc-goals" role="group" aria-label=${race.aboutOwner(race.words.goals_of)}>
      ${
        Array.isArray(race.goals)
          ? [...race.goalsInForce.map((text) => goal(race, text, true)), ...race.goalsHeld.map((text) => goal(race, text))]
          : backs("rc-goal", race.goals, race.words.goal_back)
      }
    </div>
    <div id="hand" class="rc-hand" role="group" aria-label=${race.aboutOwner(race.words.cards_of)}>
      ${Array.isArray(race.hand) ? race.hand.map((text, place) => card(race, text, place)) : backs("rc-card", race.hand, race.words.card_back)}
    </div>
  </div>`;

const backs = (kind, count, label) =>
  Array.from({ length: count }, () => html`<div class=${`${kind} rc-back`} role="img" aria-label=${label}></div>`);

// An objective with its points in the lead, before and after a move that is previewed.
function goal(race, text, inForce = false) {
  const { view, words } = race;
  const groups = race.details.worth[text] ?? [];
  const before = groups[0] ?? "";
  const after = race.preview?.worth[text]?.[0] ?? before;
  const compared = after > before ? " rc-better" : after < before ? " rc-worse" : "";
  const label = view.counted(words.goal, before || 0, { goal: race.dieWords(text) });
  const isOpen = inForce && Boolean(view.snapshot.open);
  return tappable(race, {
    id: `goal-${text}`,
    classes: `rc-goal rc-${isOpen ? "open" : inForce ? "force" : "held"}${compared}`,
    step: `goal:${text}`,
    probe: race.rules.goalProbe(text),
    isTappable: race.turn && race.rules.tapsGoals(race) && !isOpen,
    title: groups.join(" · "),
    label: inForce ? `${label}; ${words.in_force}` : label,
    content: html`${smallDie(race.notation.look(text))}<span class="rc-worth" aria-hidden="true"
        >${compared ? view.fill(words.worth, { before, after }) : before}</span
      >`,
  });
}

function card(race, text, place) {
  const { view, words } = race;
  const [kind, target] = text.split(":");
  const name = race.cardName(text);
  const label = view.fill(words.card, { name, does: words.does[text] });
  return tappable(race, {
    id: `card-${place}`,
    classes: `rc-card rc-kind-${kind}`,
    step: `card:${text}`,
    probe: race.notation.probe(text),
    isTappable: race.turn,
    title: label,
    label,
    content: html`${cardFace(kind, target && race.notation.look(target))}<span class="rc-name" aria-hidden="true">${name}</span>`,
  });
}

// A button while its owner chooses a move, a picture else.
function tappable(race, { id, classes, step, probe, isTappable, title, label, content }) {
  if (!isTappable) return html`<div id=${id} class=${classes} role="img" title=${title} aria-label=${label}>${content}</div>`;
  const { selection } = race.turn;
  const isRefused = selection.depthOf(step) < 0;
  const isTaken = selection.taken.includes(step);
  const isLit = !selection.isEmpty && selection.options.has(step);
  const isAside = !selection.isEmpty && !isLit && !isTaken;
  return html`
    <button type="button" id=${id} class=${`${classes}${isRefused ? " rc-dim" : ""}${isAside ? " rc-aside" : ""}${isLit ? " rc-lit" : ""}`}
      data-step=${step} aria-pressed=${isTaken} aria-disabled=${isRefused ? "true" : nothing} title=${title} aria-label=${label}
      @click=${() => race.press(step, probe)} @focus=${() => isRefused && race.explain(probe)}>
      ${content}
    </button>`;
}
