// The lobby of a match. The page polls who has come, contributes this device's seed to the dice, and
// goes to the match when it begins.

import { become } from "./become.js";
import { contribute } from "./seeds.js";

const POLL = 1500; // milliseconds
const POLL_HIDDEN = 5000; // while the tab is hidden

const gathering = () => document.getElementById("gathering");
const match = gathering().dataset.match;

let shown = "";
let timer = null;
let busy = false;

async function advance() {
  const { status, said, trusted } = await contribute(match);
  if (status === 404 || status === 403) location.reload(); // deleted, or this seat is on another device now
  if (status !== 200) return;
  if (said.phase === "begun") {
    location.replace(`/match/${match}`);
    return;
  }
  document.getElementById("dice-alarm").hidden = trusted;
  await show(said);
}

// When somebody has come or gone, fetch the page again and take over what is new; open details stay open. The
// first time, too: something may have happened since the page was made.
async function show({ seats, round, late, phase, reassigned }) {
  const now = JSON.stringify([seats, round, late, phase, reassigned]);
  if (now === shown) return;
  shown = now;
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("gathering");
  if (!fresh) return location.reload();
  for (const button of fresh.querySelectorAll("[data-copy]")) button.hidden = false;
  for (const button of fresh.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  fresh.querySelector("#dice-alarm").hidden = document.getElementById("dice-alarm").hidden;
  for (const fold of gathering().querySelectorAll("details[open]")) {
    const place = fold.closest("[id]")?.id;
    if (place) fresh.querySelector(`#${place} details`)?.setAttribute("open", "");
  }
  become(gathering(), fresh);
}

async function poll() {
  clearTimeout(timer);
  if (busy) return;
  busy = true;
  try {
    await advance();
  } catch {
    document.getElementById("waited-for").textContent = gathering().dataset.offline;
    shown = "lost"; // so that the page is fetched again
  } finally {
    busy = false;
    timer = setTimeout(poll, document.hidden ? POLL_HIDDEN : POLL);
  }
}

document.addEventListener("visibilitychange", () => document.hidden || poll());
window.addEventListener("online", poll);
window.addEventListener("pageshow", (event) => event.persisted && poll());

poll();
