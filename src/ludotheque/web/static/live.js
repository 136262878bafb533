// A match followed live. Frames from the server are queued and shown at a pace that a person can
// follow. Commands are sent with the version they answer. An update of the same version does not
// erase a choice that the player has half made.

import { startGuide } from "./guide.js";
import { Heartbeat } from "./heartbeat.js";
import { rattle } from "./sound.js";

const match = document.getElementById("match");
const texts = JSON.parse(document.getElementById("match-texts").textContent);
const announcer = document.getElementById("announcer");
const notice = document.getElementById("notice");
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

// Milliseconds that a frame stays before the next one is shown, when several wait.
const STAY = { start: 300, throw: 1100, move: 900, "take-back": 300, end: 0 };
const TICK = 5000; // milliseconds
const ASLEEP = 4 * TICK; // a timer this late means that the device was asleep
const PEEK = 20000;
const REST = 10000;
const RETRY = 2000; // at first; then twice as long each time, up to
const LONGEST_RETRY = 30000;
const TEMPO = { slow: 1.6, normal: 1, fast: 0.4, instant: 0.05 };

const table = () => document.getElementById("table");
const heartbeat = new Heartbeat(match.dataset.match);
const version = () => Number(table().dataset.version);

let game = { update() {} }; // what the game's own module has returned
let stream = null;
let waiting = []; // frames not shown yet
let showing = false;
const unanswered = new Set(); // versions with a command that the server has not answered yet
let peeking = null;
let retry = RETRY;
let left = false; // the match is gone, or this device's seat is

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

function show(frame) {
  const before = table().dataset.kind;
  window.Idiomorph.morph(table(), frame.html, { morphStyle: "outerHTML", ignoreActiveValue: true });
  if (frame.kind === "throw" && !document.hidden) rattle();
  announcer.textContent = frame.said ?? "";
  refresh(before);
}

function refresh(before = "") {
  const { mine: isMine, covered } = table().dataset;
  const mine = isMine === "yes" || covered === "yes";
  showTurn(mine);
  game.update(table());
  if (table().dataset.covered) hideNotice("refused"); // its text may name cards that are hidden now
  const lost = document.activeElement === document.body || document.activeElement === null;
  if (mine && before && lost) table().querySelector(".primary:not([disabled])")?.focus();
  if (table().dataset.waits === "end") {
    for (const name of ["resign", "stop"]) document.getElementById(name)?.remove();
  }
  match.dispatchEvent(new CustomEvent("step", { detail: table().dataset }));
}

function showTurn(mine) {
  document.title = (mine ? `● ${texts.your_turn} — ` : "") + match.dataset.title;
}

async function showAll() {
  if (showing) return;
  showing = true;
  while (waiting.length) {
    if (document.hidden) waiting = waiting.slice(-1);
    const frame = waiting.shift();
    if (frame.version < version()) continue;
    show(frame);
    if (waiting.length) {
      await pause((STAY[frame.kind] ?? 500) * TEMPO[match.dataset.pace] * (calm.matches ? 0.6 : 1));
    }
  }
  showing = false;
}

function follow() {
  if (left) return;
  clearInterval(peeking);
  stream?.close();
  stream = new EventSource(`/match/${match.dataset.match}/live?since=${version()}`);
  stream.onmessage = (event) => {
    hideNotice("offline");
    waiting.push(JSON.parse(event.data));
    showAll();
  };
  heartbeat.listen(stream);
  stream.addEventListener("rest", rest);
  stream.addEventListener("gone", () => leave(texts.gone));
  stream.addEventListener("moved", ({ data }) =>
    leave(JSON.parse(data).reassigned ? texts.reassigned : texts.moved),
  );
  stream.addEventListener("seated", () => location.reload());
  for (const name of ["seats", "reaction"]) {
    stream.addEventListener(name, ({ data }) =>
      match.dispatchEvent(new CustomEvent(name, { detail: JSON.parse(data) })),
    );
  }
  stream.onerror = () => {
    tell(texts.offline, null, "offline");
    if (stream.readyState !== EventSource.CLOSED) return; // it reconnects by itself
    setTimeout(followIfThere, retry);
    retry = Math.min(2 * retry, LONGEST_RETRY);
  };
  stream.onopen = () => {
    retry = RETRY;
    hideNotice("offline");
  };
}

// Too many pages of this browser follow matches: this stream was the oldest, and makes room.
function rest() {
  stopFollowing();
  setTimeout(() => document.hidden || stream.readyState !== EventSource.CLOSED || follow(), REST);
}

// Instead of following, ask now and then.
function stopFollowing() {
  stream?.close();
  clearInterval(peeking);
  peeking = setInterval(peek, PEEK);
}

// The device has lost access to the match: remove the table, so that no cards stay on the screen.
function leave(text) {
  left = true;
  stream.close();
  table().replaceChildren();
  document.getElementById("social")?.setAttribute("hidden", "");
  tell(text, null, "left");
}

// The server refused the stream, and the connection is not lost: the match may have been deleted.
async function followIfThere() {
  try {
    const answer = await fetch(`/match/${match.dataset.match}/stands`);
    if (answer.status === 404) return leave(texts.not_here);
    if (answer.status === 403) return leave(texts.reassigned);
  } catch {
    // The server does not answer; the stream reconnects when it does.
  }
  return follow();
}

// A hidden tab closes its stream, because browsers allow only a few; but not where the other players
// want to know whether this one is there. When it is shown again it skips to the last frame.
document.addEventListener("visibilitychange", () => {
  clearInterval(peeking);
  if (document.hidden) {
    if (!heartbeat.isKept || stream.readyState === EventSource.CLOSED) stopFollowing();
  } else {
    waiting = waiting.slice(-1);
    follow();
  }
});

// Without a stream, poll whether it is this player's turn, to show that in the title.
async function peek() {
  if (heartbeat.isKept) heartbeat.tell();
  const answer = await fetch(`/match/${match.dataset.match}/stands`).catch(() => null);
  if (answer?.ok && document.hidden) showTurn((await answer.text()).includes('class="now"'));
}

window.addEventListener("online", follow);
window.addEventListener("offline", () => tell(texts.offline, null, "offline"));
// A device that was asleep, or has changed networks, may not notice that its connection is dead. A
// late timer tells, or a beat that does not come.
let awake = Date.now();
setInterval(() => {
  const asleep = Date.now() - awake > ASLEEP;
  if ((asleep || heartbeat.isLost) && !document.hidden) follow();
  awake = Date.now();
}, TICK);

// A page that is left removes the table: the browser may show the page again from its cache.
window.addEventListener("pagehide", () => {
  stream?.close();
  table().replaceChildren();
});
window.addEventListener("pageshow", (event) => event.persisted && location.reload());

function tell(text, rule = null, reason = "refused") {
  notice.dataset.reason = reason;
  notice.querySelector(".notice-text").textContent = text;
  const link = notice.querySelector(".notice-rule");
  link.hidden = !rule;
  if (rule) link.href = `/rules/${match.dataset.game}?match=${match.dataset.match}#${rule}`;
  notice.hidden = false;
}

function hideNotice(reason = null) {
  if (!reason || notice.dataset.reason === reason) notice.hidden = true;
}

// A second press of the same button is ignored. A press in a newer frame is not: the stream may
// bring that frame before the answer to the command that led to it.
async function send(fields) {
  const body = new URLSearchParams(fields);
  const at = body.get("version");
  if (unanswered.has(at)) return;
  unanswered.add(at);
  try {
    const answer = await fetch(`/match/${match.dataset.match}/do`, {
      method: "POST",
      headers: { Accept: "application/json" },
      body,
    });
    if (answer.ok) {
      hideNotice();
    } else {
      const problem = await answer.json();
      if (problem.code === "last_throw") askTwice(problem.message, body);
      else tell(problem.message, problem.rule);
      if (answer.status === 409) follow();
    }
  } catch {
    tell(texts.not_sent);
  } finally {
    unanswered.delete(at);
  }
}

// A throw of real dice that ends the match cannot be corrected afterwards, so it is confirmed first.
async function askTwice(question, fields) {
  hideNotice();
  if (!(await confirmed("last-throw", question))) return;
  const surely = new URLSearchParams(fields);
  surely.set("sure", "true");
  send(surely);
}

// Ask a yes-or-no question in a dialog; resolves to whether the answer was yes.
function confirmed(name, question = null) {
  const dialog = document.getElementById(name);
  if (question) dialog.querySelector("p").textContent = question;
  dialog.returnValue = "";
  return new Promise((answered) => {
    dialog.addEventListener("close", () => answered(dialog.returnValue === "yes"), { once: true });
    dialog.showModal();
  });
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-command], form[data-alone]");
  if (!form) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  if (form.matches("[data-alone]")) uncover(fields);
  else if (form.matches("[data-press]")) press(fields, event.submitter);
  else send(fields);
});

// Press a button in a match with reactions. It cannot be taken back, so it shows as pressed at once;
// the next frame shows whether it was right.
async function press(fields, button) {
  button.setAttribute("aria-pressed", "true");
  try {
    const answer = await fetch(`/match/${match.dataset.match}/do`, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(fields),
    });
    if (answer.ok) return;
    button.removeAttribute("aria-pressed");
    const { code, message } = await answer.json();
    if (code !== "stale") tell(message); // too late: the next frame is already here
  } catch {
    button.removeAttribute("aria-pressed");
    tell(texts.not_sent);
  }
}

// The keys 1 to 4 press the first player's buttons.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const buttons = table().querySelectorAll("form[data-press]:first-of-type .press");
  const digit = /^(?:Digit|Numpad)([1-4])$/.exec(event.code)?.[1];
  buttons[digit - 1]?.click();
});

// "I am alone", or the opposite: the answer is the table as the player may see it now.
async function uncover(fields) {
  try {
    const answer = await fetch(`/match/${match.dataset.match}/alone`, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(fields),
    });
    if (!answer.ok) throw new Error(answer.statusText);
    hideNotice();
    show(await answer.json());
  } catch {
    tell(texts.not_sent);
  }
}

match.addEventListener("refused", ({ detail: { message } }) => tell(message));

notice.querySelector(".notice-close").addEventListener("click", () => hideNotice());

// On a shared device whoever is to act resigns, by name.
document.getElementById("resign")?.addEventListener("click", async (event) => {
  const seats = event.currentTarget.dataset.seats.split(" ");
  const current = table().querySelector(".seat[aria-current]")?.id.replace("seat-", "");
  const seat = seats.includes(current) ? current : seats[0];
  if (seats.length > 1) {
    const name = document.querySelector(`#seat-${seat} .seat-name`)?.textContent.trim();
    const button = document.querySelector("#confirm [value=yes]");
    if (name) button.textContent = document.getElementById("confirm-text").dataset.as.replace("{name}", name);
  }
  if (await confirmed("confirm")) send({ kind: "resign", seat, version: version(), sure: "true" });
});

// A hint: the best moves according to the strongest bot.
document.getElementById("hint")?.addEventListener("click", async () => {
  document.getElementById("drawer").open = false; // on a phone it would cover the answer
  tell(texts.thinking, null, "hint");
  try {
    const answer = await fetch(`/match/${match.dataset.match}/hint?version=${version()}`);
    if (answer.status === 409) return tell(texts.no_hint, null, "hint");
    const said = await answer.json();
    if (!answer.ok) return tell(said.message, null, "hint");
    const lines = said.best.map(({ say, chance }, place) =>
      (place ? texts.hint_next : texts.hint).replace("{say}", say).replace("{chance}", chance),
    );
    return tell(lines.join("\n"), null, "hint");
  } catch {
    return tell(texts.not_sent);
  }
});

document.getElementById("pace")?.addEventListener("change", (event) => event.target.form.submit());

// What a game's own module may use of this page.
const page = {
  preview: async (move) => {
    const asked = new URLSearchParams({ move, version: version() });
    const answer = await fetch(`/match/${match.dataset.match}/preview?${asked}`);
    return answer.ok ? answer.json() : null;
  },
  play: (move) => send({ kind: "move", seat: seatToMove(), version: version(), move }),
  say: (text) => (announcer.textContent = text),
  refuse: (text, rule) => tell(text, rule),
  clear: () => hideNotice("refused"),
  get reduced() {
    return calm.matches;
  },
};

function seatToMove() {
  return table().querySelector("form[data-command] [name=seat]")?.value ?? "";
}

const module = await import(match.dataset.table);
game = module.default(page);
refresh();
follow();
startGuide(match, texts);
