// The page of a guide: a scripted match, played in this page alone. The server has sent its frames
// beforehand, and what the player is to do at each of them. The table is the one of every match; all
// that differs is that only the taps of the script reach it.

import { Table } from "../table/table.js";
import { Coach } from "./coach.js";

const root = document.getElementById("table");
const announcer = document.getElementById("announcer");
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const { frames, steps, texts } = read("guide");
const { first, ...setup } = read("setup");
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

const STAY = 1700; // milliseconds that what others do is shown, with a sentence to read
const GLANCE = 500; // … and without one
const TEMPO = { slow: 1.6, normal: 1, fast: 0.5, instant: 0.01 };
const PATIENCE = 2000; // milliseconds until what a step points at must be there

const module = (await import(document.getElementById("match").dataset.table)).default;
const table = new Table(root, setup, module, {
  send: act,
  press: async (command) => act(command),
  ask: async (_, { move }) => answerTo(frames[at].previews?.[move]),
  say: (text) => (announcer.textContent = text),
  refuse: () => remind(),
});
table.goneOn = () => act({ kind: "read" }); // results that were shown until now
const coach = new Coach(texts, setup.game);

let at = 0; // the frame on the table
let number = 0; // the step, counted from 0
let isBusy = true; // while others play, and at the end

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const answerTo = (preview) => (preview ? { ok: true, ...preview } : { ok: false });

// ---- The match ---------------------------------------------------------------------------------

// A command of the table; whether it is the one that the script expects.
function act({ kind, move }) {
  const { expects } = frames[at];
  const fits = !isBusy && expects?.kind === kind && expects.move === move;
  if (fits) goOn();
  else remind();
  return fits;
}

// Show what the command leads to, up to where the player has to act again.
async function goOn() {
  isBusy = true;
  while (at < frames.length - 1) {
    at += 1;
    await showFrame(frames[at]);
    if (frames[at].expects) break;
  }
  isBusy = false;
  await nextStep();
}

async function showFrame(frame) {
  await table.show(frame, { animated: !calm.matches && !document.hidden });
  const isLast = at === frames.length - 1;
  if (frame.expects || isLast) announcer.textContent = frame.said ?? "";
  else {
    coach.showOthers(frame.said);
    await pause((frame.said ? STAY : GLANCE) * TEMPO[setup.pace]);
  }
}

// ---- The steps ---------------------------------------------------------------------------------

async function nextStep() {
  number += 1;
  if (number < steps.length) await beginStep();
  else end();
}

async function beginStep() {
  const step = steps[number];
  const limit = performance.now() + PATIENCE;
  while (!step.taps.every((tap) => root.querySelector(tap)) && performance.now() < limit) await pause(20);
  coach.showStep(step, number + 1, steps.length);
  coach.focusTap();
  root.dataset.step = number + 1;
}

function remind() {
  if (!isBusy && number < steps.length) coach.remind(steps[number].instead);
}

function end() {
  isBusy = true;
  number = steps.length;
  root.inert = true;
  delete root.dataset.step;
  localStorage.setItem(`guide-${setup.game}`, "seen");
  coach.showEnd();
}

// ---- What the player does ----------------------------------------------------------------------

// Only what the step asks for reaches the table.
root.addEventListener("click", onClick, { capture: true });

function onClick(event) {
  const tap = isBusy ? null : coach.tapOf(event.target);
  if (!tap) {
    event.preventDefault();
    event.stopImmediatePropagation();
    remind();
    return;
  }
  coach.tick(tap);
  setTimeout(tapped); // when the table has done what the tap means
}

function tapped() {
  if (isBusy) return; // it was a command: the step ends when the match has gone on
  if (coach.taps.length) coach.focusTap();
  else nextStep();
}

// A drawn piece is tapped by Enter and space too, as buttons are. Shortcuts are for those who know.
root.addEventListener(
  "keydown",
  (event) => {
    const piece = event.target.closest("svg [role=button]");
    if (!piece || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    piece.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  },
  { capture: true },
);
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && number < steps.length) end();
});
document.getElementById("coach-skip").addEventListener("click", end);
document.getElementById("coach-again").addEventListener("click", () => location.reload());

// ---- Begin -------------------------------------------------------------------------------------

await table.show(first);
isBusy = false;
await beginStep();
