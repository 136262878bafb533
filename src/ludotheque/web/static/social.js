// People elsewhere: who is there, whose time runs, what they call across the table. live.js brings
// the news; nothing of it is part of the match.

const match = document.getElementById("match");
const words = JSON.parse(document.getElementById("company-words").textContent);
const calls = document.getElementById("calls");
const hear = document.getElementById("hear");
const SHOWN = 4500; // milliseconds

let news = { seats: [], clock: null, rematch: null };
let told = 0; // when the news came

const table = () => document.getElementById("table");

function timeLeft() {
  return Math.max(0, Math.ceil(news.clock.left - (Date.now() - told) / 1000));
}

function spelled(seconds) {
  if (seconds >= 7200) return `${Math.round(seconds / 3600)} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// A dot at the seat's mark, and a word for who is not there.
function showSeat(seat, { present, stand_in: standIn }) {
  const place = document.getElementById(`presence-${seat}`);
  if (!place) return;
  const state = standIn ? "stand_in" : present ? "here" : "absent";
  document.getElementById(`seat-${seat}`).dataset.presence = state;
  const text = document.createElement("span");
  text.textContent = words[state];
  text.className = state === "here" ? "visually-hidden" : "";
  place.replaceChildren(text);
  if (news.clock?.seat === seat) {
    const time = document.createElement("span");
    time.className = "time-left";
    time.textContent = spelled(timeLeft());
    time.title = words.time.replace("{time}", time.textContent);
    place.append(" ", time);
  }
}

function show() {
  const playing = Number(table().querySelector(".seat[aria-current]")?.id.replace("seat-", "") ?? -1);
  const over = table().dataset.waits === "end";
  news.seats.forEach((told, seat) => {
    if (!words.people.includes(seat)) return;
    showSeat(seat, told);
    for (const bar of document.querySelectorAll(`[data-return="${seat}"]`)) {
      bar.hidden = over || !told.stand_in;
    }
    for (const bar of document.querySelectorAll(`[data-absent="${seat}"]`)) {
      bar.hidden = over || !told.away || Boolean(told.stand_in) || seat !== playing;
    }
    for (const form of document.querySelectorAll(`[data-when-away="${seat}"]`)) {
      form.hidden = !told.away;
    }
  });
  const bar = document.getElementById("rematch-bar");
  bar.hidden = !news.rematch || !over;
  if (news.rematch) bar.querySelector("a").href = `/match/${news.rematch}`;
}

match.addEventListener("seats", (event) => {
  news = event.detail;
  told = Date.now();
  show();
});
match.addEventListener("moment", show);
setInterval(() => news.clock && show(), 1000);

// What somebody calls stands by their seat for a moment.
match.addEventListener("reaction", ({ detail: { seat, what } }) => {
  if (hear && !hear.checked) return;
  const call = document.createElement("p");
  call.className = `call seat-${seat}`;
  const text = words.reactions[what] ?? "";
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("class", "icon");
  picture.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#call-${what}`);
  picture.append(use);
  call.append(picture, words.calls.replace("{name}", words.names[seat]).replace("{text}", text));
  const { left, bottom } = document.getElementById(`seat-${seat}`).getBoundingClientRect();
  const frame = match.getBoundingClientRect();
  call.style.left = `${Math.min(left - frame.left, frame.width - 190)}px`;
  call.style.top = `${bottom - frame.top}px`;
  calls.append(call);
  setTimeout(() => call.remove(), SHOWN);
});

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-react], form[data-company]");
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
