// The seeds that this device contributes to a match's dice: it commits to one, and reveals it when
// everybody has committed. It notes what everybody has committed to, and reveals nothing to a server
// that changes it.

import { fromHex, seatCommitment, toHex } from "./fairness.js";
import { fitsSeal, noteCommitment, seal } from "./notes.js";

const MOST_REQUESTS = 30;

// Seeds survive a reload in localStorage; without it they live as long as the page.
const seeds = new Map();
const seedKey = (match, round, seat) => `seed-${match}-${round}-${seat}`;

function seedFor(match, round, seat) {
  const key = seedKey(match, round, seat);
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

function forgetSeeds(match) {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(`seed-${match}-`)) localStorage.removeItem(key);
    }
  } catch {
    // No localStorage.
  }
}

async function ask(match, path, body = null) {
  const answer = await fetch(`/api/matches/${match}${path}`, {
    method: body ? "POST" : "GET",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, said: await answer.json() };
}

// The request that the lobby needs from this device now: a commitment, then the seed; or null.
function nextRequest(match, said) {
  for (const seat of said.seeds) {
    const { commitment, revealed } = said.seats[seat];
    const seed = seedFor(match, said.round, seat);
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

// Do all that the lobby needs from this device now. → {status, said, trusted}: the last answer, and
// whether all that the server has shown fits together.
export async function contribute(match) {
  let { status, said } = await ask(match, "/gathering");
  for (let step = 0; status === 200 && step < MOST_REQUESTS; step += 1) {
    if (said.phase === "begun") {
      forgetSeeds(match);
      break;
    }
    const trusted = noteCommitment(match, said.round, said.commitment) && fitsSeal(match, said);
    const next = trusted ? nextRequest(match, said) : null;
    if (!next) return { status, said, trusted };
    ({ status, said } = await ask(match, ...next));
  }
  return { status, said, trusted: true };
}
