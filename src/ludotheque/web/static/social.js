// Players on other devices: who is present, whose clock runs, the emotes they send.
// The connection receives these events; none of them is part of the match.

const match = document.getElementById("match");
const texts = JSON.parse(document.getElementById("social-texts").textContent);
const calls = document.getElementById("calls");
const hear = document.getElementById("hear");
const SHOWN = 4500; // milliseconds

let status = { seats: [], clock: null, rematch: null };
let received = 0; // when the status came

const table = () => document.getElementById("table");

function timeLeft() {
  return Math.max(0, Math.ceil(status.clock.left - (Date.now() - received) / 1000));
}

function spelled(seconds) {
  if (seconds >= 7200) return `${Math.round(seconds / 3600)} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// A dot beside the seat's name, and a word if its player is not there.
function showSeat(seat, { present, stand_in: standIn, resigned }) {
  const place = document.getElementById(`presence-${seat}`);
  if (!place) return;
  if (resigned) {
    place.replaceChildren(); // the seat itself says so
    return;
  }
  const state = standIn ? "stand_in" : present ? "here" : "absent";
  document.getElementById(`seat-${seat}`).dataset.presence = state;
  const text = document.createElement("span");
  text.textContent = texts[state];
  text.className = state === "here" ? "visually-hidden" : "";
  place.replaceChildren(text);
  if (status.clock?.seat === seat) {
    const time = document.createElement("span");
    time.className = "time-left";
    time.textContent = spelled(timeLeft());
    time.title = texts.time.replace("{time}", time.textContent);
    place.append(" ", time);
  }
}

// Seats that were given away by somebody else than their holder: said for as long as the match lasts.
function showReassigned(changes) {
  const notices = changes.map(({ seat, taken }) => {
    const text = document.createElement("p");
    text.textContent = texts[taken ? "seat_given" : "seat_offered"].replace("{name}", texts.names[seat]);
    return text;
  });
  const place = document.getElementById("reassigned");
  const said = (all) => [...all].map(({ textContent }) => textContent).join();
  if (said(place.children) !== said(notices)) place.replaceChildren(...notices);
  place.hidden = notices.length === 0;
}

function show() {
  const playing = Number(table().querySelector(".seat[aria-current]")?.id.replace("seat-", "") ?? -1);
  const over = table().dataset.waits === "end";
  status.seats.forEach((now, seat) => {
    if (!texts.people.includes(seat)) return;
    showSeat(seat, now);
    for (const bar of document.querySelectorAll(`[data-return="${seat}"]`)) {
      bar.hidden = over || !now.stand_in || now.resigned;
    }
    for (const bar of document.querySelectorAll(`[data-absent="${seat}"]`)) {
      bar.hidden = over || !now.away || Boolean(now.stand_in) || seat !== playing;
    }
    for (const form of document.querySelectorAll(`[data-when-away="${seat}"]`)) {
      form.hidden = !now.away;
    }
  });
  showReassigned(status.reassigned ?? []);
  const bar = document.getElementById("rematch-bar");
  bar.hidden = !status.rematch || !over;
  if (status.rematch) bar.querySelector("a").href = `/match/${status.rematch}`;
}

function receive(news) {
  status = news;
  received = Date.now();
  show();
}

match.addEventListener("seats", (event) => receive(event.detail));
match.addEventListener("step", show);
setInterval(() => status.clock && show(), 1000);

// An emote is shown beside the seat that sent it, for a few seconds.
match.addEventListener("emote", ({ detail: { seat, what } }) => {
  if (hear && !hear.checked) return;
  const call = document.createElement("p");
  call.className = `call seat-${seat}`;
  const text = texts.reactions[what] ?? "";
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("class", "icon");
  picture.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#call-${what}`);
  picture.append(use);
  call.append(picture, texts.calls.replace("{name}", texts.names[seat]).replace("{text}", text));
  const { left, bottom } = document.getElementById(`seat-${seat}`).getBoundingClientRect();
  const frame = match.getBoundingClientRect();
  call.style.left = `${Math.min(left - frame.left, frame.width - 190)}px`;
  call.style.top = `${bottom - frame.top}px`;
  calls.append(call);
  setTimeout(() => call.remove(), SHOWN);
});

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-react], form[data-social]");
  if (!form) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, event.submitter));
  const headers = { Accept: "application/json" };
  const answer = await fetch(form.action, { method: "POST", headers, body: fields }).catch(() => null);
  if (answer && !answer.ok) {
    const problem = await answer.json();
    match.dispatchEvent(new CustomEvent("refused", { detail: problem }));
  }
});

if (hear) {
  hear.checked = localStorage.getItem("hear") !== "no";
  hear.addEventListener("change", () => localStorage.setItem("hear", hear.checked ? "yes" : "no"));
}

// The status may have come before this script.
if (match.status) receive(match.status);
