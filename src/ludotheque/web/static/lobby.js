// A table that waits for its players. This device makes a seed for the dice, commits to it, and
// reveals it when everybody has committed; the page follows who comes, and goes to the match.

import { fromHex, seatCommitment, toHex } from "./fairness.js";

const LOOK_AGAIN = 1500; // milliseconds
const BEHIND = 5000; // where nobody looks

const gathering = () => document.getElementById("gathering");
const match = gathering().dataset.match;
const address = `/api/matches/${match}`;

let shown = "";
let looking = null;
let busy = false;

// Seeds are kept where a reload finds them; where a browser keeps nothing, as long as the page lives.
const kept = new Map();
const placeOf = (round, seat) => `seed-${match}-${round}-${seat}`;

function seedFor(round, seat) {
  const place = placeOf(round, seat);
  let seed = kept.get(place);
  try {
    seed ??= localStorage.getItem(place);
  } catch {
    // Nothing is kept here.
  }
  if (!fromHex(seed)) {
    seed = toHex(crypto.getRandomValues(new Uint8Array(32)));
    try {
      localStorage.setItem(place, seed);
    } catch {
      // As above.
    }
  }
  kept.set(place, seed);
  return fromHex(seed);
}

function forgetSeeds() {
  try {
    for (const place of Object.keys(localStorage)) {
      if (place.startsWith(`seed-${match}-`)) localStorage.removeItem(place);
    }
  } catch {
    // Nothing was kept.
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

// What this device owes to the dice now, if anything: a commitment, then the seed itself.
function owed(said) {
  for (const seat of said.seeds) {
    const { commitment, revealed } = said.seats[seat];
    const seed = seedFor(said.round, seat);
    const promise = toHex(seatCommitment(match, seat, seed));
    if (said.phase === "joining" && commitment !== promise) {
      return ["/commit", { seat, round: said.round, commitment: promise }];
    }
    if (said.phase === "revealing" && commitment === promise && !revealed) {
      return ["/reveal", { seat, round: said.round, seed: toHex(seed) }];
    }
  }
  return null;
}

async function goOn() {
  let { status, said } = await ask("/gathering");
  for (let step = 0; status === 200 && step < 30; step += 1) {
    if (said.phase === "begun") {
      forgetSeeds();
      return location.replace(`/match/${match}`);
    }
    const next = owed(said);
    if (!next) return show(said);
    ({ status, said } = await ask(...next));
  }
  if (status === 404) location.reload(); // called off, or this seat is on another device now
}

// Who is there has changed: the page is asked for anew, and what is typed or open stays.
async function show({ seats, round, late }) {
  const now = JSON.stringify([seats, round, late]);
  if (now === shown) return;
  const first = shown === "";
  shown = now;
  if (first) return;
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("gathering");
  if (!fresh) return location.reload();
  for (const button of fresh.querySelectorAll("[data-copy]")) button.hidden = false;
  for (const button of fresh.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  for (const fold of gathering().querySelectorAll("details[open]")) {
    const place = fold.closest("[id]")?.id;
    if (place) fresh.querySelector(`#${place} details`)?.setAttribute("open", "");
  }
  window.Idiomorph.morph(gathering(), fresh, { morphStyle: "outerHTML" });
}

async function look() {
  clearTimeout(looking);
  if (busy) return;
  busy = true;
  try {
    await goOn();
  } catch {
    document.getElementById("waited-for").textContent = gathering().dataset.offline;
    shown = "lost"; // so that the page is shown anew
  } finally {
    busy = false;
    looking = setTimeout(look, document.hidden ? BEHIND : LOOK_AGAIN);
  }
}

document.addEventListener("visibilitychange", () => document.hidden || look());
window.addEventListener("online", look);
window.addEventListener("pageshow", (event) => event.persisted && look());

look();
