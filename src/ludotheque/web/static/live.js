// A match followed live. Frames from the server are queued and shown at a pace that a person can
// follow. Commands are sent with the version they answer. An update of the same version does not
// erase a choice that the player has half made.

import { Connection } from "./connection.js";
import { startGuide } from "./guide.js";
import { rattle } from "./sound.js";

const match = document.getElementById("match");
const texts = JSON.parse(document.getElementById("match-texts").textContent);
const announcer = document.getElementById("announcer");
const notice = document.getElementById("notice");
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

// Milliseconds that a frame stays before the next one is shown, when several wait.
const STAY = { start: 300, throw: 1100, move: 900, "take-back": 300, end: 0 };
const TEMPO = { slow: 1.6, normal: 1, fast: 0.4, instant: 0.05 };

const table = () => document.getElementById("table");
const version = () => Number(table().dataset.version);

let game = { update() {} }; // what the game's own module has returned
let waiting = []; // frames not shown yet
let showing = false;

const connection = new Connection(match.dataset.match, {
  version,
  frame(frame) {
    waiting.push(frame);
    showAll();
  },
  event(name, detail) {
    if (name === "seated") location.reload();
    else if (name === "turn") showTurn(detail.mine);
    else match.dispatchEvent(new CustomEvent(name, { detail }));
  },
  lost: () => tell(texts.offline, null, "offline"),
  back: () => hideNotice("offline"),
  left: leave,
});

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

// The device has lost access to the match: remove the table, so that no cards stay on the screen.
function leave(reason) {
  table().replaceChildren();
  document.getElementById("social")?.setAttribute("hidden", "");
  tell(texts[reason], null, "left");
}

// A tab that is shown again skips to the last frame.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) waiting = waiting.slice(-1);
});

// A page that is left removes the table: the browser may show the page again from its cache.
window.addEventListener("pagehide", () => {
  connection.stop();
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

async function send(fields) {
  const { ok, problem } = await connection.send(fields);
  if (ok) hideNotice();
  else if (!problem) tell(texts.not_sent);
  else if (problem.code === "last_throw") askTwice(problem.message, fields);
  else tell(problem.message, problem.rule);
}

// A throw of real dice that ends the match cannot be corrected afterwards, so it is confirmed first.
async function askTwice(question, fields) {
  hideNotice();
  if (!(await confirmed("last-throw", question))) return;
  const given = fields instanceof FormData ? Object.fromEntries(fields) : fields;
  send({ ...given, confirm: true });
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
  const { ok, problem } = await connection.send(fields);
  if (ok) return;
  button.removeAttribute("aria-pressed");
  if (!problem) tell(texts.not_sent);
  else if (problem.code !== "stale") tell(problem.message); // else the next frame is already here
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
  if (await confirmed("confirm")) send({ kind: "resign", seat, version: version(), confirm: true });
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
    const answer = await connection.ask("preview", { move, version: version() });
    return answer.ok ? answer : null;
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
connection.follow();
startGuide(match, texts);
