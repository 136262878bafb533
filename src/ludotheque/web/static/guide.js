// The guided first turn: a few sentences, each beside what it explains. A step waits for what its
// `until` names: a roll, a move, or something on the page. One with `only` is left out unless that is
// on the page when the guide begins.

export function startGuide(match, texts) {
  const all = JSON.parse(document.getElementById("guide").textContent);
  let steps = all;
  const coach = document.getElementById("coach");
  const key = `guide-${match.dataset.game}`;
  let place = 0;

  function point(step) {
    document.querySelectorAll(".coached").forEach((node) => node.classList.remove("coached"));
    if (step?.target) document.querySelector(step.target)?.classList.add("coached");
  }

  function show() {
    const step = steps[place];
    coach.querySelector(".coach-text").textContent = step.text;
    coach.querySelector(".coach-step").textContent = texts.step
      .replace("{n}", place + 1)
      .replace("{all}", steps.length);
    const last = place === steps.length - 1;
    const next = coach.querySelector(".coach-next");
    next.hidden = Boolean(step.until) && !last;
    if (next.hidden && document.activeElement === document.body) focusTable();
    if (last) next.textContent = texts.done;
    coach.hidden = false;
    point(step);
  }

  // Where a sentence asks for an action, its button gets the focus.
  function focusTable() {
    document.querySelector("#table .primary:not([disabled])")?.focus();
  }

  function close() {
    coach.hidden = true;
    point(null);
    localStorage.setItem(key, "seen");
  }

  function go() {
    place += 1;
    if (place >= steps.length) close();
    else show();
  }

  function open() {
    place = 0;
    steps = all.filter(({ only }) => !only || document.querySelector(only));
    show();
    coach.querySelector(".coach-next").focus();
  }

  coach.querySelector(".coach-next").addEventListener("click", go);
  coach.querySelector(".coach-close").addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !coach.hidden) close();
  });
  document.getElementById("show-guide").addEventListener("click", open);
  match.addEventListener("step", (event) => {
    if (coach.hidden) {
      greet();
      return;
    }
    const until = steps[place]?.until;
    const kind = { throw: "roll", move: "move" }[event.detail.kind];
    if (until && (until === kind || isOnPage(until))) go();
    else point(steps[place]);
  });

  function isOnPage(until) {
    return !["roll", "move"].includes(until) && Boolean(document.querySelector(until));
  }

  // Start the guide automatically on the player's first turn in this game.
  function greet() {
    const { mine } = document.getElementById("table").dataset;
    if (all.length && !localStorage.getItem(key) && mine === "yes") open();
  }

  greet();
}
