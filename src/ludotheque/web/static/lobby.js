// The lobby of a match. This device makes a seed for the dice, commits to it, and reveals it when
// everybody has committed. The page polls who has come, and goes to the match when it begins. It
// notes what everybody has committed to, and reveals nothing to a server that changes it.

import { fromHex, seatCommitment, toHex } from "./fairness.js";
import { fitsSeal, noteCommitment, seal } from "./notes.js";

const POLL = 1500; // milliseconds
const POLL_HIDDEN = 5000; // while the tab is hidden

const gathering = () => document.getElementById("gathering");
const match = gathering().dataset.match;
const address = `/api/matches/${match}`;

let shown = "";
let timer = null;
let busy = false;

// Seeds survive a reload in localStorage; without it they live as long as the page.
const seeds = new Map();
const seedKey = (round, seat) => `seed-${match}-${round}-${seat}`;

function seedFor(round, seat) {
  const key = seedKey(round, seat);
  let seed = seeds.get(key);
  try {
    seed ??= localStorage.getItem(key);
  } catch {
    // No localStorage.
  }
  if (!fromHex(seed)) {
    seed = toHex(crypto.getRandomValues(new Uint8Array(32)));
    try {
      localStorage.setItem(key, seed);
    } catch {
      // No localStorage.
    }
  }
  seeds.set(key, seed);
  return fromHex(seed);
}

function forgetSeeds() {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(`seed-${match}-`)) localStorage.removeItem(key);
    }
  } catch {
    // No localStorage.
  }
}

async function ask(path, body = null) {
  const answer = await fetch(address + path, {
    method: body ? "POST" : "GET",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, said: await answer.json() };
}

// The request that the lobby needs from this device now: a commitment, then the seed; or null.
function nextRequest(said) {
  for (const seat of said.seeds) {
    const { commitment, revealed } = said.seats[seat];
    const seed = seedFor(said.round, seat);
    const { version, round } = said;
    const promise = toHex(seatCommitment({ version, matchId: match, round }, seat, seed));
    if (said.phase === "joining" && commitment !== promise) {
      return ["/commit", { seat, round: said.round, commitment: promise }];
    }
    if (said.phase === "revealing" && commitment === promise && !revealed) {
      seal(match, said);
      return ["/reveal", { seat, round: said.round, seed: toHex(seed) }];
    }
  }
  return null;
}

async function advance() {
  let { status, said } = await ask("/gathering");
  for (let step = 0; status === 200 && step < 30; step += 1) {
    if (said.phase === "begun") {
      forgetSeeds();
      return location.replace(`/match/${match}`);
    }
    const trusted = noteCommitment(match, said.round, said.commitment) && fitsSeal(match, said);
    document.getElementById("dice-alarm").hidden = trusted;
    const next = trusted ? nextRequest(said) : null;
    if (!next) return show(said);
    ({ status, said } = await ask(...next));
  }
  if (status === 404 || status === 403) location.reload(); // deleted, or this seat is on another device now
}

// When somebody has come or gone, fetch the page again and morph it in; open details stay open. The
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
  window.Idiomorph.morph(gathering(), fresh, { morphStyle: "outerHTML" });
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
