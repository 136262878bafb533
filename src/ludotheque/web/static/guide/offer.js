// At somebody's first match of a game: a line that offers the guide, beside the menu. It goes away
// when it is declined or taken, and by itself when the match is over.

export function showOffer(offer, match) {
  const decline = () => {
    offer.hidden = true;
    localStorage.setItem(`guide-${match.dataset.game}`, "seen");
  };
  offer.querySelector("button").addEventListener("click", decline);
  match.addEventListener("step", ({ detail }) => detail.waits === "end" && decline());
  offer.hidden = false;
}
