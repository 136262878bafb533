// What the menu beside the table does: resign, ask for a hint, settings that apply at once.

import { keepChoice } from "./kept_choice.js";
import { confirmed, tell } from "./notice.js";

const FEWEST_LEFT = 3; // seats of a match that goes on when somebody resigns

// Whether the others play on if this seat resigns: some person has to be left.
function goesOnWithout(seat, { bots }, { resigned }) {
  const left = [...bots.keys()].filter(
    (one) => bots[one] === null && one !== seat && !resigned.includes(one),
  );
  return bots.length >= FEWEST_LEFT && left.length > 0;
}

// Says in the dialog what resigning means now; the choice of the robot that plays on.
function askedLevel(playsOn) {
  const text = document.getElementById("confirm-text");
  text.textContent = playsOn ? text.dataset.playsOn : text.dataset.ends;
  const level = document.querySelector("#confirm select");
  level.closest("label").hidden = !playsOn;
  return level;
}

export function startMenu(table, texts, { send, follow }) {
  // On a shared device whoever is to act resigns, by name.
  document.getElementById("resign")?.addEventListener("click", async (event) => {
    const seats = event.currentTarget.dataset.seats.split(" ").map(Number);
    const seat = seats.includes(table.told.seat) ? table.told.seat : seats[0];
    if (seats.length > 1) {
      const { as } = document.getElementById("confirm-text").dataset;
      const button = document.querySelector("#confirm [value=yes]");
      button.textContent = as.replace("{name}", table.setup.names[seat]);
    }
    const playsOn = goesOnWithout(seat, table.setup, table.told);
    const level = askedLevel(playsOn);
    if (!(await confirmed("confirm"))) return;
    document.getElementById("drawer").open = false; // on a phone it would cover the result
    const command = { kind: "resign", seat, version: table.frame.version, confirm: true };
    const ok = await send(playsOn ? { ...command, stand_in: level.value } : command);
    if (!ok || !playsOn) return;
    scrollTo(0, 0); // the page is at the table again
    location.reload(); // who has resigned looks on, and is shown so
  });

  // The best moves according to the strongest bot; their script is loaded when it is wanted.
  let hint = null;
  document.getElementById("hint")?.addEventListener("click", async () => {
    document.getElementById("drawer").open = false; // on a phone it would cover the answer
    const { Hint } = await import("./hint.js");
    hint ??= new Hint(table, texts);
    hint.ask();
  });

  document.getElementById("pace")?.addEventListener("change", ({ target }) => setPace(target));

  // The other language takes a new page; a half-made choice waits for it.
  document.querySelector("form.language")?.addEventListener("submit", () => keepChoice(table));

  // Robots play at the new pace from now on, and nothing on the table changes.
  async function setPace({ form, value, selectedOptions: [chosen] }) {
    try {
      await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" });
      table.setup.pace = value;
      const note = document.querySelector(".pace-note"); // where there are moves to take back
      if (note) note.textContent = chosen.dataset.note;
      follow(); // the server reads the pace when the page connects
    } catch {
      tell(texts.not_sent);
    }
  }

  document.getElementById("match").addEventListener("refused", ({ detail }) => tell(detail.message));
}
