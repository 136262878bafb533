// How the matches of this device stand, live: those in which it is the player's turn move to the top,
// are named above the games, and are counted in the title. One request tells of them all, and then one
// socket of every change, while the page is seen. Where sockets do not get through, it asks again.

const AGAIN = 5000; // milliseconds
const WITHOUT_SOCKETS = 60000; // after one that broke

const list = document.querySelector("[data-stands]");
const turns = document.getElementById("turns");
const more = turns.lastElementChild; // leads to the list
const title = document.title;
let timer = null;
let asked = false; // everything has been told once
let socket = null;
let noSocketUntil = 0;

async function ask() {
  clearTimeout(timer);
  if (document.hidden) return; // until it is seen again
  const answer = await fetch(list.dataset.stands + (asked ? "?again=true" : "")).catch(() => null);
  const told = answer?.ok ? await answer.json() : { matches: [], more: false };
  tell(told.matches);
  asked ||= Boolean(answer?.ok) && !told.more;
  clearTimeout(timer); // somebody else may have asked meanwhile
  if (!asked || !follow()) timer = setTimeout(ask, told.more ? 0 : AGAIN);
}

// Be told of every change from now on. Whether that is possible.
function follow() {
  if (!("WebSocket" in globalThis) || Date.now() < noSocketUntil) return false;
  if (document.hidden || socket) return true;
  const address = location.origin.replace(/^http/, "ws") + list.dataset.stands;
  const line = (socket = new WebSocket(`${address}/socket`));
  line.onmessage = ({ data }) => {
    const { type, matches } = JSON.parse(data);
    if (type === "stands") tell(matches);
  };
  line.onclose = () => {
    if (socket !== line) return; // closed by this page
    socket = null;
    noSocketUntil = Date.now() + WITHOUT_SOCKETS;
    ask();
  };
  return true;
}

function release() {
  const line = socket;
  socket = null;
  line?.close();
}

function tell(matches) {
  for (const match of matches) show(match);
  countTurns();
}

function show({ id, your_turn: yourTurn, sentence }) {
  const place = list.querySelector(`[data-match="${CSS.escape(id)}"]`);
  if (!place) return;
  const wasTurn = place.querySelector(".now") !== null;
  if (wasTurn === yourTurn && place.dataset.sentence === sentence) return;
  place.dataset.sentence = sentence;
  place.replaceChildren(...(yourTurn ? [turnMark(), " "] : []), sentence);
  const row = place.closest(".match-row");
  if (yourTurn && !wasTurn && !row.contains(document.activeElement)) row.parentElement.prepend(row);
}

function turnMark() {
  const mark = document.createElement("strong");
  mark.className = "now";
  mark.textContent = list.dataset.yourTurn;
  return mark;
}

function countTurns() {
  const rows = [...list.querySelectorAll(".match-row:has(.now)")];
  document.title = rows.length ? `(${rows.length}) ${list.dataset.yourTurn} — ${title}` : title;
  const links = rows.map((row) => row.querySelector(".match-link"));
  const shown = links.map(({ href }) => href).join(" ");
  if (turns.dataset.shown === shown) return;
  turns.dataset.shown = shown;
  turns.replaceChildren(...links.map(turnItem), more);
  turns.hidden = rows.length === 0;
  more.hidden = rows.length < 2;
  more.firstElementChild.textContent = turns.dataset.all.replace("{count}", rows.length);
}

function turnItem(link) {
  const item = document.createElement("li");
  const copy = link.cloneNode(true);
  copy.className = "turn";
  copy.prepend(turnMark());
  item.append(copy);
  return item;
}

document.addEventListener("visibilitychange", () => (document.hidden ? release() : ask()));
window.addEventListener("pagehide", release);
window.addEventListener("pageshow", (event) => event.persisted && ask());
ask();
