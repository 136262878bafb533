// Checks a record without the rules: its proof, its draws, and the form of its lines.
// A finding is {part, line, verdict, code, …}; the page has a sentence for each code.

import {
  LARGEST_DRAW,
  commitmentTo,
  drawn,
  fromHex,
  keyOf,
  seatCommitment,
  serverMade,
  toHex,
} from "./fairness.js";

const FORMAT = "ludotheque/1";
const KEYS = ["match_id", "commitment", "server_seed", "seat_commitments", "seat_seeds", "seed_by"];
const ENDINGS = ["played", "resigned", "abandoned"];

class Wrong extends Error {
  constructor(line, code, params = {}) {
    super(code);
    this.finding = { line, verdict: "wrong", code, params };
  }
}

const unproven = (line, code, params = {}) => ({ line, verdict: "unproven", code, params });
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isSeat = (value, players) => Number.isInteger(value) && value >= 0 && value < players;

export function check(text) {
  const report = { verdict: "", findings: [], draws: [], devices: 0, header: null, seeds: null };
  const found = (part, finding) => report.findings.push({ part, ...finding });
  try {
    const lines = parsed(text);
    report.header = lines[0];
    const result = checkShape(lines);
    if (!result) found("result", unproven(lines.length, "unfinished"));
    checkProof(report, lines, Boolean(result), found);
  } catch (problem) {
    if (!(problem instanceof Wrong)) throw problem;
    found("shape", problem.finding);
  }
  report.findings.sort((one, other) => one.line - other.line);
  const verdicts = new Set(report.findings.map((finding) => finding.verdict));
  report.verdict = verdicts.has("wrong") ? "wrong" : verdicts.size ? "unproven" : "proven";
  return report;
}

// The lines as data; the last one may have been torn off.
function parsed(text) {
  const raw = text.replace(/^\ufeff/, "").split("\n");
  const torn = raw.at(-1) === "" ? null : raw.length - 1;
  if (torn === null) raw.pop();
  const lines = [];
  raw.forEach((line, place) => {
    try {
      lines.push(JSON.parse(line));
    } catch {
      if (place !== torn || place === 0) throw new Wrong(place + 1, "not-json");
      return;
    }
    if (!isObject(lines.at(-1))) throw new Wrong(place + 1, "not-object");
  });
  if (!lines.length) throw new Wrong(1, "empty");
  return lines;
}

// Whether every line is of a kind that records have; the result, if there is one.
function checkShape(lines) {
  const [header, ...events] = lines;
  if (header.format !== FORMAT) throw new Wrong(1, "format", { format: FORMAT });
  if (!Number.isInteger(header.players) || header.players < 1) throw new Wrong(1, "players");
  const ends = events.findIndex((line) => "ended" in line || "points" in line);
  const happened = ends < 0 ? events : events.slice(0, ends);
  happened.forEach((line, place) => checkEvent(line, place + 2, header.players));
  if (ends < 0) return null;
  if (ends < events.length - 1) throw new Wrong(ends + 3, "ended-already");
  checkResult(events[ends], lines.length, header.players);
  return events[ends];
}

function checkEvent(line, number, players) {
  if ("draw" in line) {
    if (!isDraw(line.draw)) throw new Wrong(number, "no-draw");
  } else if (!isSeat(line.seat, players) || typeof line.move !== "string") {
    throw new Wrong(number, "no-event");
  }
}

function isDraw(draw) {
  if (!Array.isArray(draw) || draw.length !== 2 || !draw.every(Number.isInteger)) return false;
  const [size, outcome] = draw;
  return size >= 1 && size <= LARGEST_DRAW && outcome >= 0 && outcome < size;
}

function checkResult(result, number, players) {
  const { points, winners, ended, seat } = result;
  const rising = (seats) => seats.every((one, place) => place === 0 || seats[place - 1] < one);
  const right =
    ENDINGS.includes(ended) &&
    Array.isArray(points) &&
    points.length === players &&
    points.every(Number.isInteger) &&
    Array.isArray(winners) &&
    winners.every((one) => isSeat(one, players)) &&
    rising(winners) &&
    (ended === "resigned" ? isSeat(seat, players) && !winners.includes(seat) : !("seat" in result));
  if (!right) throw new Wrong(number, "result");
}

function checkProof(report, lines, ended, found) {
  const { fairness, players } = lines[0];
  if (fairness === undefined || fairness === null) {
    found("seeds", unproven(1, "no-proof"));
    listDraws(report, lines, null, found);
    return;
  }
  const proof = readProof(fairness, players);
  report.devices = proof.makers.filter((maker) => maker === "device").length;
  const wrong = [...complaints(proof)];
  for (const [code, params] of wrong) found("seeds", { line: 1, verdict: "wrong", code, params });
  if (!proof.serverSeed) found("seeds", unproven(1, ended ? "unpublished" : "not-over"));
  const known = proof.serverSeed && !wrong.length;
  if (known) report.seeds = { server: proof.serverSeed, seats: proof.seeds };
  listDraws(report, lines, known ? keyOf(proof.serverSeed, proof.seeds) : null, found);
}

function readProof(block, players) {
  const keys = isObject(block) ? Object.keys(block).sort().join() : "";
  if (keys !== [...KEYS].sort().join()) throw new Wrong(1, "proof-keys", { keys: KEYS.join(", ") });
  if (typeof block.match_id !== "string") throw new Wrong(1, "match-id");
  for (const name of KEYS.slice(3)) {
    const list = block[name];
    if (!Array.isArray(list) || list.length !== players) throw new Wrong(1, "per-seat", { name });
  }
  if (!block.seed_by.every((maker) => maker === "device" || maker === "server")) {
    throw new Wrong(1, "maker");
  }
  const hexIn = (name, text) => {
    const bytes = fromHex(text);
    if (!bytes) throw new Wrong(1, "hex", { name, found: String(text).slice(0, 60) });
    return bytes;
  };
  const orNull = (name, text) => (text === null ? null : hexIn(name, text));
  return {
    matchId: block.match_id,
    commitment: hexIn("commitment", block.commitment),
    serverSeed: orNull("server_seed", block.server_seed),
    commitments: block.seat_commitments.map((text) => orNull("seat_commitments", text)),
    seeds: block.seat_seeds.map((text) => orNull("seat_seeds", text)),
    makers: block.seed_by,
  };
}

// Every seed that does not fit what was committed to, as [code, parameters].
function* complaints({ matchId, commitment, serverSeed, commitments, seeds, makers }) {
  if (serverSeed && toHex(commitmentTo(serverSeed)) !== toHex(commitment)) {
    yield ["server-seed", { right: toHex(commitmentTo(serverSeed)) }];
  }
  for (const [seat, maker] of makers.entries()) {
    const [made, seed] = [commitments[seat], seeds[seat]];
    if (maker === "device") {
      if (!made) yield ["uncommitted", { seat }];
      else if (!seed && serverSeed) yield ["unrevealed", { seat }];
      else if (seed && toHex(seatCommitment(matchId, seat, seed)) !== toHex(made)) {
        yield ["seat-seed", { seat }];
      }
    } else {
      if (made) yield ["no-device", { seat }];
      const right = serverSeed && toHex(serverMade(serverSeed, seat));
      if (right && (!seed || toHex(seed) !== right)) yield ["server-made", { seat, right }];
    }
  }
}

// Checks all draws of the record against the key, if it is known. Typed draws are numbered too.
function listDraws(report, lines, key, found) {
  lines.forEach((line, place) => {
    if (place === 0 || !("draw" in line)) return;
    const [size, outcome] = line.draw;
    const number = report.draws.length;
    const typed = line.by === "hand";
    const right = key && !typed ? drawn(key, number, size) : null;
    const state = right === null ? "unproven" : right === outcome ? "proven" : "wrong";
    report.draws.push({ line: place + 1, number, size, outcome, right, typed, state });
    if (state === "wrong") {
      const params = { number, size, k: outcome, right };
      found("draws", { line: place + 1, verdict: "wrong", code: "draw", params });
    }
  });
  const typed = report.draws.filter((draw) => draw.typed);
  if (typed.length) found("draws", unproven(typed[0].line, "typed", { count: typed.length }));
}
