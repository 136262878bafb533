// Joining by a private link. The token is the URL's fragment, which browsers do not send. It is
// read here, removed from the address bar, and sent in the body of a request.

const form = document.getElementById("join");
const field = document.getElementById("token");
const { door, match } = form.dataset;

const token = location.hash.slice(1);
if (token) {
  field.value = token;
  history.replaceState(null, "", location.pathname);
}
if (form.elements.scripts && globalThis.crypto?.getRandomValues) form.elements.scripts.value = "yes";
if (field.value) {
  document.getElementById("token-field").hidden = true;
  if (door === "join" && document.getElementById("to-the-shelf").hidden) look();
}

// Show what the link opens: the game, its players, whether it has begun; or that it opens nothing.
async function look() {
  const answer = await fetch(`/join/${match}/look`, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams({ token: field.value }),
  }).catch(() => null);
  if (!answer) return;
  const said = await answer.json();
  document.getElementById("invitation").textContent = said.said ?? said.message;
  if (said.code === "seat_taken") return showTaken();
  if (!answer.ok) {
    document.getElementById("token-field").hidden = false;
    return;
  }
  const name = document.getElementById("name");
  name.value ||= said.name;
  for (const id of ["name-field", "avatar-field"]) document.getElementById(id).hidden = said.begun;
  const moves = document.getElementById("moves");
  moves.hidden = !said.moves;
  moves.textContent = said.moves ?? "";
}

// Somebody has sat down with this link: there is nothing left to fill in.
function showTaken() {
  const heading = document.getElementById("welcome");
  heading.textContent = heading.dataset.taken;
  for (const name of ["token-field", "name-field", "avatar-field", "sit-down", "about-link"]) {
    document.getElementById(name).hidden = true;
  }
  document.getElementById("to-the-shelf").hidden = false;
}
