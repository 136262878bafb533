// Checks a record without the rules: its proof, its draws, and the form of its lines. Moves, points
// and the winner of a match that was played out need the rules, which are not here.
// A finding is {part, line, verdict, code, …}; the page has a sentence for each code.
// The verdict is "wrong", "unproven", or "dice": the dice are proven, and the rules not looked at.

import { LARGEST_DRAW, drawn } from "./fairness.js";
import { parse } from "./json.js";
import { Wrong, complaints, hasKeys, isObject, isSeat, keyIn, lastRound, readProof } from "./proof.js";

const FORMAT = "ludotheque/1";
const HEADER_KEYS = ["game", "players", "options", "edition"];
const ENDINGS = ["played", "resigned", "abandoned"];
const FEWEST_LEFT = 3; // players of a match that goes on when one of them resigns
const BY = { draw: "hand", move: "stand-in" };

const unproven = (line, code, params = {}) => ({ line, verdict: "unproven", code, params });

export function check(text) {
  const report = { verdict: "", findings: [], draws: [], header: null, proof: null, seeds: null };
  const found = (part, finding) => report.findings.push({ part, ...finding });
  try {
    const { lines, torn } = parsed(text);
    report.header = lines[0];
    const result = checkShape(lines, torn);
    if (!result) found("result", unproven(lines.length, "unfinished"));
    checkProof(report, lines, Boolean(result), found);
  } catch (problem) {
    if (!(problem instanceof Wrong)) throw problem;
    found("shape", problem.finding);
  }
  report.findings.sort((one, other) => one.line - other.line);
  report.verdict = verdictOf(report.findings);
  return report;
}

export function verdictOf(findings) {
  const verdicts = new Set(findings.map((finding) => finding.verdict));
  return verdicts.has("wrong") ? "wrong" : verdicts.size ? "unproven" : "dice";
}

// The lines as data; the last one may have been torn off.
function parsed(text) {
  const raw = text.replace(/^\ufeff/, "").split("\n");
  const last = raw.pop(); // empty if the last line ends with a newline
  const lines = raw.map((line, place) => parsedLine(line, place + 1));
  if (last === "" && lines.length) return { lines, torn: false };
  if (last === "") throw new Wrong(1, "empty");
  try {
    return { lines: [...lines, parsedLine(last, lines.length + 1)], torn: false };
  } catch (problem) {
    if (!lines.length) throw problem;
    return { lines, torn: true };
  }
}

function parsedLine(line, number) {
  let data;
  try {
    data = parse(line);
  } catch (problem) {
    if (!(problem instanceof SyntaxError || problem instanceof RangeError)) throw problem;
    throw new Wrong(number, "not-json");
  }
  if (!isObject(data)) throw new Wrong(number, "not-object");
  return data;
}

// Whether every line is of a kind that records have; the result, if there is one.
function checkShape(lines, torn) {
  const [header, ...events] = lines;
  checkHeader(header);
  const ends = events.findIndex((line) => "ended" in line || "points" in line);
  const happened = ends < 0 ? events : events.slice(0, ends);
  const resigned = new Set();
  happened.forEach((line, place) => checkEvent(line, place + 2, header.players, resigned));
  if (ends < 0) return null;
  if (torn || ends < events.length - 1) throw new Wrong(ends + 3, "ended-already");
  checkResult(events[ends], lines.length, header.players, resigned);
  return events[ends];
}

function checkHeader(header) {
  if (header.format !== FORMAT) throw new Wrong(1, "format", { format: FORMAT });
  for (const key of HEADER_KEYS) if (!(key in header)) throw new Wrong(1, "lacks", { key });
  const { game, players, options, edition } = header;
  if (typeof game !== "string") throw new Wrong(1, "game");
  if (!Number.isInteger(players) || players < 1) throw new Wrong(1, "players");
  if (!isObject(options)) throw new Wrong(1, "options");
  if (edition !== null && !isObject(edition)) throw new Wrong(1, "edition");
}

function checkEvent(line, number, players, resigned) {
  if ("resigned" in line) {
    checkResignation(line, number, players, resigned);
    resigned.add(line.seat);
    return;
  }
  const kind = "draw" in line ? "draw" : "move";
  const allowed = kind === "draw" ? ["draw", "by"] : ["seat", "move", "by"];
  if (kind === "draw") {
    if (!isDraw(line.draw)) throw new Wrong(number, "no-draw");
  } else if (!isSeat(line.seat, players) || typeof line.move !== "string") {
    throw new Wrong(number, "no-event");
  }
  const stranger = Object.keys(line).find((key) => !allowed.includes(key));
  if (stranger !== undefined) throw new Wrong(number, "stranger", { key: stranger });
  if ("by" in line && line.by !== BY[kind]) throw new Wrong(number, "by", { allowed: BY[kind] });
  if (kind === "move" && resigned.has(line.seat) && !("by" in line)) {
    throw new Wrong(number, "resigned-by", { seat: line.seat });
  }
}

// Who resigns among three or more leaves a match that goes on; else the last line would say so.
function checkResignation(line, number, players, resigned) {
  const right =
    hasKeys(line, ["seat", "resigned"]) && line.resigned === true && isSeat(line.seat, players);
  if (!right) throw new Wrong(number, "resignation");
  if (resigned.has(line.seat)) throw new Wrong(number, "resigned-already", { seat: line.seat });
  if (players < FEWEST_LEFT || resigned.size + 1 === players) {
    throw new Wrong(number, "resignation-ends");
  }
}

function isDraw(draw) {
  if (!Array.isArray(draw) || draw.length !== 2 || !draw.every(Number.isInteger)) return false;
  const [size, outcome] = draw;
  return size >= 1 && size <= LARGEST_DRAW && outcome >= 0 && outcome < size;
}

function checkResult(result, number, players, resigned) {
  const { points, winners, ended, seat } = result;
  const keys = ["points", "winners", "ended", ...(ended === "resigned" ? ["seat"] : [])];
  const right =
    ENDINGS.includes(ended) &&
    hasKeys(result, keys) &&
    Array.isArray(points) &&
    points.length === players &&
    points.every(Number.isInteger) &&
    Array.isArray(winners) &&
    winners.every((one) => isSeat(one, players)) &&
    winners.every((one, place) => place === 0 || winners[place - 1] < one) &&
    (ended !== "resigned" || isSeat(seat, players));
  if (!right) throw new Wrong(number, "result");
  if (ended === "resigned" && resigned.has(seat)) {
    throw new Wrong(number, "resigned-already", { seat });
  }
  const leaver = winners.find((one) => resigned.has(one));
  if (leaver !== undefined) throw new Wrong(number, "resigned-winner", { seat: leaver });
  const best = unplayedWinners(result, resigned);
  if (ended !== "played" && winners.join() !== best.join()) {
    throw new Wrong(number, "winners", { right: best.join(", ") || "–" });
  }
}

// Who wins a match that was not played out: the best of the others after a resignation, or nobody.
function unplayedWinners({ points, ended, seat }, resigned) {
  if (ended === "abandoned") return [];
  const others = [...points.keys()].filter((one) => one !== seat && !resigned.has(one));
  const best = Math.max(...others.map((one) => points[one]));
  return others.filter((one) => points[one] === best);
}

function checkProof(report, lines, ended, found) {
  const { fairness } = lines[0];
  if (fairness === undefined || fairness === null) {
    found("seeds", unproven(1, "no-proof"));
    listDraws(report, lines, null, found);
    return;
  }
  const proof = readProof(lines[0]);
  report.proof = proof;
  const wrong = [...complaints(proof)];
  for (const [code, params] of wrong) found("seeds", { line: 1, verdict: "wrong", code, params });
  if (!proof.serverSeed) found("seeds", unproven(1, ended ? "unpublished" : "not-over"));
  const known = proof.serverSeed && !wrong.length;
  if (known) {
    const { serverSeed, seeds, header } = proof;
    report.seeds = { round: lastRound(proof), serverSeed, seatSeeds: seeds, header };
  }
  listDraws(report, lines, known ? keyIn(proof) : null, found);
  const [misses, hits] = ["wrong", "proven"].map(
    (state) => report.draws.filter((draw) => draw.state === state).length,
  );
  if (proof.version > 1 && misses > hits) {
    found("seeds", { line: 1, verdict: "wrong", code: "header-changed", params: {} });
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
