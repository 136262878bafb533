// The form of a new match: who types real dice in cannot watch for signs, so neither is offered
// once the other is chosen. The server says so too.

const hand = document.querySelector("input[name=dice][value=hand]");
const house = document.querySelector("input[name=dice][value=house]");
const watched = [...document.querySelectorAll("[data-watched]")];

function agree() {
  const watching = watched.some((value) => value.checked);
  if (watching && hand.checked) house.checked = true;
  hand.disabled = watching;
  for (const value of watched) value.disabled = hand.checked;
}

hand.form.addEventListener("change", agree);
window.addEventListener("pageshow", agree); // a browser may bring choices back
agree();
