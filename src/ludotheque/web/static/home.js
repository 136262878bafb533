// Moves the matches in which it is the player's turn to the top, and counts them in the title.

const list = document.querySelector("[data-your-turn]");
const title = document.title;

document.addEventListener("htmx:afterSwap", (event) => {
  const row = event.target.closest?.(".match-row");
  if (!row || !list) return;
  if (row.querySelector(".now")) row.parentElement.prepend(row);
  const turns = list.querySelectorAll(".now").length;
  document.title = turns ? `(${turns}) ${list.dataset.yourTurn} — ${title}` : title;
});
