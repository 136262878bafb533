// Loads how each match stands, after the page: the matches in which it is the player's turn move to
// the top, and are counted in the title.

const list = document.querySelector("[data-your-turn]");
const title = document.title;

async function load(place) {
  const answer = await fetch(place.dataset.stands).catch(() => null);
  if (!answer?.ok) return;
  place.innerHTML = await answer.text(); // the server has escaped what people have typed
  const row = place.closest(".match-row");
  if (row.querySelector(".now")) row.parentElement.prepend(row);
  const turns = list.querySelectorAll(".now").length;
  document.title = turns ? `(${turns}) ${list.dataset.yourTurn} — ${title}` : title;
}

for (const place of document.querySelectorAll("[data-stands]")) load(place);
