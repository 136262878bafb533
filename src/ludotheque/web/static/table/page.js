// The page of a match: follows it live, shows its frames at a pace that people can follow, and sends
// what the player does. An update of the same version does not erase a half-made choice.

import { Connection } from "../connection.js";
import { rattle } from "../sound.js";
import { restoreChoice } from "./kept_choice.js";
import { startMenu } from "./menu.js";
import { confirmed, hideNotice, tell } from "./notice.js";
import { plainText } from "./said.js";
import { Table } from "./table.js";

const match = document.getElementById("match");
const root = document.getElementById("table");
const texts = JSON.parse(document.getElementById("match-texts").textContent);
const announcer = document.getElementById("announcer");
const offer = document.getElementById("guide-offer"); // in front of somebody who plays
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

// Milliseconds that a frame stays before the next one is shown, when several wait.
const STAY = { start: 300, throw: 500, move: 900, "take-back": 300, resign: 900, end: 0 };
const TEMPO = { slow: 1.6, normal: 1, fast: 0.4, instant: 0.05 };

const READING = 90000; // milliseconds without a sign of the reader after which results make room

let waiting = []; // frames not shown yet
let showing = false;
let shownUntil = 0; // the frame that is shown stays at least until then

const { first, ...setup } = JSON.parse(document.getElementById("setup").textContent);
const module = (await import(match.dataset.table)).default;
const table = new Table(root, setup, module, {
  send,
  press,
  uncover,
  ask: (what, fields) => connection.ask(what, fields),
  say: (text) => (announcer.textContent = text),
  refuse: (text, rule) => tell(text, rule),
  clear: () => hideNotice("refused"),
});
const connection = new Connection(setup.match, {
  version: () => newest().version,
  frame(frame) {
    frame.received = performance.now();
    waiting.push(frame);
    showAll();
  },
  event(name, detail) {
    if (name === "seated") location.reload();
    else if (name === "turn") showTurn(detail.mine);
    else pass(name, detail);
  },
  lost: () => tell(texts.offline, null, "offline"),
  back: () => hideNotice("offline"),
  left: leave,
});

function newest() {
  return waiting.at(-1) ?? table.frame;
}

// Hand news on to the page's other scripts. One that is loaded later finds the players' status.
function pass(name, detail) {
  if (name === "seats") match.status = detail;
  match.dispatchEvent(new CustomEvent(name, { detail }));
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// ---- Frames ------------------------------------------------------------------------------------

async function showAll() {
  if (showing) return;
  showing = true;
  await resultsRead();
  while (waiting.length) {
    if (!document.hidden && waiting[0].version > table.frame.version) await pause(shownUntil - performance.now());
    const frame = waiting.shift();
    if (frame.version < table.frame.version) continue;
    await show(frame).catch(reportError); // the next frame may be drawn well
    shownUntil = performance.now() + STAY[frame.kind] * tempo();
    await resultsRead();
  }
  showing = false;
}

// Results stay until their reader goes on. Nobody waits for this page: what follows is held back here,
// and not at the server. A page that nobody looks after goes on by itself.
async function resultsRead() {
  if (!table.reading) return;
  const signs = ["pointerdown", "keydown", "wheel"];
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (document.hidden ? wait() : table.goOn()), READING);
  };
  for (const sign of signs) addEventListener(sign, wait);
  wait();
  await new Promise((done) => (table.goneOn = done));
  clearTimeout(timer);
  for (const sign of signs) removeEventListener(sign, wait);
  announce({ ...table.frame, said: null });
  refresh();
  focusTable();
}

function tempo() {
  return TEMPO[setup.pace] * (calm.matches ? 0.6 : 1);
}

async function show(frame) {
  const animated = !document.hidden && !calm.matches;
  const isNew = frame.version !== table.frame.version;
  const { covered: wasCovered, mine: wasMine } = table.frame;
  if (isNew) hideNotice("not-sent"); // it was, or no longer matters
  if (isNew && frame.kind === "throw" && !document.hidden) rattle();
  await table.show(frame, { animated });
  if (isNew) announce(table.frame);
  if (frame.window) showWindow(frame);
  refresh();
  if (isNew && (wasMine || table.reading)) backToBoard();
  if (isNew || wasCovered || frame.covered) focusTable();
}

// Who has scrolled away from the board, down a list of moves for instance, sees what comes of the move.
function backToBoard() {
  const { top, height } = root.querySelector(".board").getBoundingClientRect();
  const behavior = calm.matches ? "instant" : "smooth";
  if (top < -height / 4) root.querySelector(".seats").scrollIntoView({ behavior });
}

// What has happened; who is asked for something hears that too. A step without words, such as dealt
// cards, leaves the words before it: somebody may still be listening to them.
function announce({ said, asked, mine, calls, lockouts, presses }) {
  const isAsked = (mine && !table.reading) || presses.some(({ closed }) => !closed);
  const own = [...calls.map((call) => call.said), ...lockouts];
  const words = [...own, said, isAsked ? asked : null].filter(Boolean).join(" ");
  if (words) announcer.textContent = plainText(words);
}

// The time that is left to react; only some games have it.
async function showWindow(frame) {
  const { countDown } = await import("./countdown.js");
  countDown(root, frame);
}

function refresh() {
  const { mine, covered, waits_for: waits } = table.frame;
  showTurn(mine || covered);
  if (covered) hideNotice("refused"); // its text may name cards that are hidden now
  if (waits === "end") for (const id of ["resign", "stop", "hint"]) document.getElementById(id)?.remove();
  match.dispatchEvent(new CustomEvent("step", { detail: root.dataset }));
}

function showTurn(mine) {
  document.title = (mine ? `● ${texts.your_turn} — ` : "") + match.dataset.title;
}

// When the player's turn begins the table gets the focus, unless it is on something else.
function focusTable() {
  const active = document.activeElement;
  const onBoard = active?.closest(".board");
  if (!(table.frame.mine || table.frame.covered || table.reading)) return;
  if (active && !active.contains(root) && !onBoard) return;
  const id = table.frame.mine && !table.reading && module.focus?.(table.view(table.frame));
  const found = (id && document.getElementById(id)) || root.querySelector(".primary:not([disabled])");
  found?.focus({ preventScroll: true });
}

// The device has lost access to the match: no cards stay on the screen.
function leave(reason) {
  table.clear();
  document.getElementById("social")?.setAttribute("hidden", "");
  tell(texts[reason], null, "left");
}

// A page that is left removes the table: the browser may show the page again from its cache.
window.addEventListener("pagehide", () => {
  connection.stop();
  table.clear();
});
window.addEventListener("pageshow", (event) => event.persisted && location.reload());

// ---- Commands ----------------------------------------------------------------------------------

async function send(command) {
  const { ok, problem } = await connection.send(command);
  if (ok) hideNotice();
  else if (!problem) tell(texts.not_sent, null, "not-sent");
  else if (problem.code === "stale") catchUp(command);
  else if (problem.code === "last_throw") askTwice(problem.message, command);
  else tell(problem.message, problem.rule);
  return ok;
}

// The command was for a version that the match has left. Nothing is said of it where the next frame is
// here already, as when a button is pressed twice.
function catchUp({ version }) {
  if (newest().version <= version) tell(texts.stale, null, "not-sent");
}

// A throw of real dice that ends the match cannot be corrected afterwards, so it is confirmed first.
async function askTwice(question, command) {
  hideNotice();
  if (await confirmed("last-throw", question)) send({ ...command, confirm: true });
}

// A reaction; whether it was taken, or came too late.
async function press(command) {
  const { ok, problem } = await connection.send(command);
  if (!ok && !problem) tell(texts.not_sent, null, "not-sent");
  const late = ["stale", "too_late"].includes(problem?.code);
  if (late) announcer.textContent = setup.texts.too_late;
  else if (!ok && problem) tell(problem.message);
  return { ok, late };
}

// "I am alone", or the opposite: the answer is the frame as the player may see it now.
async function uncover(seat, hide) {
  try {
    const answer = await fetch(`/match/${setup.match}/alone`, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(hide ? { seat, hide: "true" } : { seat }),
    });
    if (!answer.ok) throw new Error(answer.statusText);
    hideNotice();
    waiting.push(await answer.json());
    showAll();
  } catch {
    tell(texts.not_sent, null, "not-sent");
  }
}

// ---- Keys --------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || table.isRolling) return;
  if (document.querySelector("dialog[open]")) return;
  const { target } = event;
  if (!target.contains(root) && !root.contains(target)) return;
  if (pressed(event)) event.preventDefault();
});

function pressed(event) {
  const inField = event.target.closest("input, textarea, select");
  if (table.reading) return readOn(event);
  if (table.frame.waits_for === "watch") return pressReaction(event);
  if (table.typing && !inField) return typeFace(event);
  const view = table.view(table.frame);
  return Boolean(view.mine && module.keydown?.(event, view));
}

// Results: Enter goes on, unless it is for a button.
function readOn({ key, target }) {
  if (key !== "Enter" || target.closest("button, a, summary")) return false;
  table.goOn();
  return true;
}

// The keys 1 to 4 press the first player's buttons.
function pressReaction({ code }) {
  const digit = /^(?:Digit|Numpad)([1-4])$/.exec(code)?.[1];
  const button = digit && root.querySelectorAll("[data-press]:first-of-type .press")[digit - 1];
  button?.click();
  return Boolean(button);
}

function typeFace({ key }) {
  if (!table.typing.press(key)) return false;
  table.draw();
  if (table.typing.isComplete) root.querySelector("form[data-hand] .primary")?.focus();
  return true;
}

// ---- Begin -------------------------------------------------------------------------------------

await table.show(first);
if (first.window) showWindow({ ...first, received: performance.now() });
refresh();
restoreChoice(table);
startMenu(table, texts, { send, follow: () => connection.follow() });
connection.follow();
if (table.reading) focusTable();
showAll();
if (offer && !localStorage.getItem(`guide-${setup.game}`)) {
  import("../guide/offer.js").then(({ showOffer }) => showOffer(offer, match));
}
