// Coming by a link. The token is behind the #, which no server is ever sent: it is read here, wiped
// from the address bar, and goes to the house in the body of a request, once.

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
  if (door === "join") look();
}

// What the link opens: the game, who plays, whether it began; or that it opens nothing.
async function look() {
  const answer = await fetch(`/join/${match}/look`, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams({ token: field.value }),
  }).catch(() => null);
  if (!answer) return;
  const said = await answer.json();
  document.getElementById("invitation").textContent = said.said ?? said.message;
  if (!answer.ok) {
    document.getElementById("token-field").hidden = false;
    return;
  }
  const name = document.getElementById("name");
  name.value ||= said.name;
  document.getElementById("name-field").hidden = said.begun;
  const moves = document.getElementById("moves");
  moves.hidden = !said.moves;
  moves.textContent = said.moves ?? "";
}
