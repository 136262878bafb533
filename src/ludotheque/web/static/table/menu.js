// What the menu beside the table does: resign, ask for a hint, set the robots' speed.

import { confirmed, tell } from "./notice.js";

export function startMenu(table, texts, send) {
  const { match } = table.setup;

  // On a shared device whoever is to act resigns, by name.
  document.getElementById("resign")?.addEventListener("click", async (event) => {
    const seats = event.currentTarget.dataset.seats.split(" ").map(Number);
    const seat = seats.includes(table.told.seat) ? table.told.seat : seats[0];
    if (seats.length > 1) {
      const { as } = document.getElementById("confirm-text").dataset;
      const button = document.querySelector("#confirm [value=yes]");
      button.textContent = as.replace("{name}", table.setup.names[seat]);
    }
    if (!(await confirmed("confirm"))) return;
    send({ kind: "resign", seat, version: table.frame.version, confirm: true });
  });

  // The best moves according to the strongest bot.
  document.getElementById("hint")?.addEventListener("click", async () => {
    document.getElementById("drawer").open = false; // on a phone it would cover the answer
    tell(texts.thinking, null, "hint");
    try {
      const answer = await fetch(`/match/${match}/hint?version=${table.frame.version}`);
      if (answer.status === 409) return tell(texts.no_hint, null, "hint");
      const said = await answer.json();
      if (!answer.ok) return tell(said.message, null, "hint");
      const lines = said.best.map(({ say, chance }, place) =>
        (place ? texts.hint_next : texts.hint).replace("{say}", say).replace("{chance}", chance),
      );
      return tell(lines.join("\n"), null, "hint");
    } catch {
      return tell(texts.not_sent);
    }
  });

  document.getElementById("pace")?.addEventListener("change", ({ target }) => target.form.submit());
  document.getElementById("match").addEventListener("refused", ({ detail }) => tell(detail.message));
}
