// The proof in a record's first line: read, and checked for consistency.

import {
  commitmentTo,
  fromHex,
  headerDigest,
  keyOf,
  seatCommitment,
  serverMade,
  toHex,
} from "./fairness.js";

const KEYS = ["match_id", "commitment", "server_seed", "seat_commitments", "seat_seeds", "seed_by"];
const KEYS_2 = [...KEYS, "version", "rounds"];
const ROUND_KEYS = ["commitment", "seat_commitments", "seat_seeds", "failed_by"];
const VERSION = 2;

// A contradiction, as a finding.
export class Wrong extends Error {
  constructor(line, code, params = {}) {
    super(code);
    this.finding = { line, verdict: "wrong", code, params };
  }
}

export const isObject = (value) =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null;
export const isSeat = (value, players) =>
  Number.isInteger(value) && value >= 0 && value < players;

// Whether an object has exactly these keys.
export const hasKeys = (value, keys) =>
  isObject(value) && Object.keys(value).sort().join() === [...keys].sort().join();

export function readProof(header) {
  const { fairness: block, players } = header;
  const version = versionOf(block);
  const keys = version === 1 ? KEYS : KEYS_2;
  if (!hasKeys(block, keys)) throw new Wrong(1, "proof-keys", { keys: keys.join(", ") });
  if (typeof block.match_id !== "string") throw new Wrong(1, "match-id");
  const makers = perSeat("seed_by", block, players);
  if (!makers.every((maker) => maker === "device" || maker === "server")) {
    throw new Wrong(1, "maker");
  }
  const rounds = version === 1 ? [] : block.rounds;
  if (!Array.isArray(rounds)) throw new Wrong(1, "rounds");
  return {
    version,
    matchId: block.match_id,
    commitment: hexIn("commitment", block.commitment),
    serverSeed: hexOrNull("server_seed", block.server_seed),
    commitments: hexPerSeat("seat_commitments", block, players),
    seeds: hexPerSeat("seat_seeds", block, players),
    makers,
    rounds: rounds.map((round) => readRound(round, players)),
    header: version === 1 ? new Uint8Array() : headerDigest(header),
  };
}

// The first version did not name itself.
function versionOf(block) {
  if (!isObject(block) || !("version" in block)) return 1;
  if (block.version !== VERSION) throw new Wrong(1, "version", { version: VERSION });
  return VERSION;
}

function readRound(block, players) {
  if (!hasKeys(block, ROUND_KEYS)) throw new Wrong(1, "round-keys", { keys: ROUND_KEYS.join(", ") });
  if (!isSeat(block.failed_by, players)) throw new Wrong(1, "failed-by", { most: players - 1 });
  return {
    commitment: hexIn("commitment", block.commitment),
    commitments: hexPerSeat("seat_commitments", block, players),
    seeds: hexPerSeat("seat_seeds", block, players),
    failedBy: block.failed_by,
  };
}

// The seats that did not reveal the seed they had committed to.
export const lateIn = ({ commitments, seeds }) =>
  [...commitments.keys()].filter((seat) => commitments[seat] && !seeds[seat]);

// What commitments of a round are made of.
export const roundAt = ({ version, matchId }, round) => ({ version, matchId, round });
export const lastRound = (proof) => roundAt(proof, proof.rounds.length);

// The key of all draws.
export const keyIn = ({ serverSeed, seeds, header }) => keyOf(serverSeed, seeds, header);

// Everything that does not fit what was committed to, as [code, parameters].
export function* complaints(proof) {
  for (const [number, round] of proof.rounds.entries()) yield* roundComplaints(proof, number, round);
  const { commitment, serverSeed, commitments, seeds, makers } = proof;
  const last = lastRound(proof);
  if (serverSeed && toHex(commitmentTo(last, serverSeed)) !== toHex(commitment)) {
    yield ["server-seed", { right: toHex(commitmentTo(last, serverSeed)) }];
  }
  for (const [seat, maker] of makers.entries()) {
    const [made, seed] = [commitments[seat], seeds[seat]];
    if (maker === "device") {
      if (!made) yield ["uncommitted", { seat }];
      else if (!seed && serverSeed) yield ["unrevealed", { seat }];
      else if (seed && toHex(seatCommitment(last, seat, seed)) !== toHex(made)) {
        yield ["seat-seed", { seat }];
      }
    } else {
      if (made) yield ["no-device", { seat }];
      const right = serverSeed && toHex(serverMade(serverSeed, seat));
      if (right && (!seed || toHex(seed) !== right)) yield ["server-made", { seat, right }];
    }
  }
}

function* roundComplaints(proof, number, round) {
  for (const [seat, seed] of round.seeds.entries()) {
    const made = round.commitments[seat];
    if (!seed) continue;
    if (!made || toHex(seatCommitment(roundAt(proof, number), seat, seed)) !== toHex(made)) {
      yield ["round-seed", { round: number, seat }];
    }
  }
  if (!lateIn(round).includes(round.failedBy)) {
    yield ["round-failed", { round: number, seat: round.failedBy }];
  }
}

function perSeat(name, block, players) {
  const list = block[name];
  if (!Array.isArray(list) || list.length !== players) throw new Wrong(1, "per-seat", { name });
  return list;
}

const hexPerSeat = (name, block, players) =>
  perSeat(name, block, players).map((text) => hexOrNull(name, text));

const hexOrNull = (name, text) => (text === null ? null : hexIn(name, text));

function hexIn(name, text) {
  const bytes = fromHex(text);
  const found = typeof text === "string" ? text.slice(0, 60) : "…";
  if (!bytes) throw new Wrong(1, "hex", { name, found });
  return bytes;
}
