// The form of a new match. Real dice and manual vigilance exclude each other, because nobody can type
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
