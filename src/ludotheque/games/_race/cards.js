// The objectives and cards below the road: the owner's, or their backs.

import { classes, html, nothing } from "../../static/table/kit.js";
import { cardFace, smallDie } from "./sprite.js";

export const own = (race) => html`
  <div class="rc-own" @click=${(event) => race.clearUnless(event)}>
    <div id="goals" class="rc-goals" role="group" aria-label=${race.aboutOwner(race.words.goals_of)}>
      ${Array.isArray(race.goals) ? goals(race) : backs("rc-goal", race.goals, race.words.goal_back)}
    </div>
    <div id="hand" class="rc-hand" role="group" aria-label=${race.aboutOwner(race.words.cards_of)}>
      ${Array.isArray(race.hand) ? hand(race) : backs("rc-card", race.hand, race.words.card_back)}
    </div>
  </div>`;

function backs(kind, count, label) {
  const back = html`<div class=${`${kind} rc-back`} role="img" aria-label=${label}></div>`;
  return Array.from({ length: count }, () => back);
}

const goals = (race) => [
  ...race.goalsInForce.map((text) => goal(race, text, true)),
  ...race.goalsHeld.map((text) => goal(race, text)),
];

const hand = (race) => race.hand.map((text, place) => card(race, text, place));

// An objective with its points in the lead, before and after a move that is previewed.
function goal(race, text, inForce = false) {
  const { view, words } = race;
  const groups = race.details.worth[text] ?? [];
  const before = groups[0] ?? "";
  const after = race.preview?.worth[text]?.[0] ?? before;
  const isChanged = after !== before;
  const label = view.counted(words.goal, before || 0, { goal: race.dieWords(text) });
  const isOpen = inForce && Boolean(view.snapshot.open);
  return tappable(race, {
    id: `goal-${text}`,
    names: [
      "rc-goal",
      isOpen ? "rc-open" : inForce ? "rc-force" : "rc-held",
      isChanged && (after > before ? "rc-better" : "rc-worse"),
    ],
    step: `goal:${text}`,
    probe: race.rules.goalProbe(text),
    isTappable: race.turn && race.rules.tapsGoals(race) && !isOpen,
    title: groups.join(" · "),
    label: inForce ? `${label}; ${words.in_force}` : label,
    content: html`${smallDie(race.notation.look(text))}<span class="rc-worth" aria-hidden="true"
        >${isChanged ? view.fill(words.worth, { before, after }) : before}</span
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
    names: ["rc-card", `rc-kind-${kind}`],
    step: `card:${text}`,
    probe: race.notation.probe(text),
    isTappable: race.turn,
    title: label,
    label,
    content: html`${cardFace(kind, target && race.notation.look(target))}<span class="rc-name" aria-hidden="true"
        >${name}</span
      >`,
  });
}

// A button while its owner chooses a move, a picture else.
function tappable(race, { id, names, step, probe, isTappable, title, label, content }) {
  if (!isTappable) {
    return html`<div id=${id} class=${classes(...names)} role="img" title=${title} aria-label=${label}>${content}</div>`;
  }
  const { selection } = race.turn;
  const isRefused = selection.depthOf(step) < 0;
  const isTaken = selection.taken.includes(step);
  const isLit = !selection.isEmpty && selection.options.has(step);
  const isAside = !selection.isEmpty && !isLit && !isTaken;
  return html`
    <button type="button" id=${id} data-step=${step} title=${title} aria-label=${label}
      class=${classes(...names, isRefused && "rc-dim", isAside && "rc-aside", isLit && "rc-lit")}
      aria-pressed=${isTaken} aria-disabled=${isRefused ? "true" : nothing}
      @click=${() => race.press(step, probe)} @focus=${() => isRefused && race.explain(probe)}>
      ${content}
    </button>`;
}
