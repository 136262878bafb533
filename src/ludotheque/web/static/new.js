// The form of a new match. A robot's face is shown where it is chosen, and the own avatar goes with
// the person to another seat. Real dice and manual vigilance exclude each other, because nobody can type
// and watch at the same time: choosing one disables the other. The server checks it too.

const manual = document.querySelector("input[name=dice][value=hand]");
const server = document.querySelector("input[name=dice][value=house]");
const watched = [...document.querySelectorAll("[data-watched]")];

function exclude() {
  const watching = watched.some((value) => value.checked);
  if (watching && manual.checked) server.checked = true;
  manual.disabled = watching;
  for (const value of watched) value.disabled = manual.checked;
}

manual.form.addEventListener("change", exclude);
window.addEventListener("pageshow", exclude); // the browser may restore choices
exclude();

// ---- Portraits ---------------------------------------------------------------------------------

const { form } = manual;
const places = [...form.querySelectorAll(".place")];
const kindOf = (place) => place.querySelector("select").value;
let mine = places.findIndex((place) => kindOf(place) === "me");

function showFace(place) {
  const { face } = place.querySelector("select").selectedOptions[0].dataset;
  const portrait = place.querySelector(".portrait");
  portrait.querySelector(".face")?.remove();
  if (!face) return;
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  picture.setAttribute("class", "face");
  use.setAttribute("href", `${form.dataset.faces}#${face}`);
  picture.append(use);
  portrait.prepend(picture);
}

// Two places exchange what one of these parts has: its value, or its classes.
function exchange(one, other, part, property) {
  const [here, there] = [one, other].map((place) => place.querySelector(part));
  [here[property], there[property]] = [there[property], here[property]];
}

function followMe() {
  const now = places.findIndex((place) => kindOf(place) === "me");
  if (now < 0 || now === mine) return;
  if (mine >= 0) {
    const both = [places[mine], places[now]];
    exchange(...both, "input[type=text]", "value");
    if (!form.hasAttribute("data-fixed")) {
      exchange(...both, "input[type=hidden]", "value");
      exchange(...both, ".portrait", "className");
    }
  }
  mine = now;
}

form.addEventListener("change", ({ target }) => {
  const place = target.closest(".place");
  if (!place || target.localName !== "select") return;
  showFace(place);
  followMe();
});
window.addEventListener("pageshow", () => places.forEach(showFace));
