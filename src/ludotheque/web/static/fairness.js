// Provably fair dice, computed again in the browser: commitments, key and draws. SHA-256 and HMAC
// come from the noble library, because browsers offer their own on secure origins only.

import { toHex } from "./hex.js";
import { canonical } from "./json.js";
import { hmac } from "./noble/hmac.js";
import { sha256 } from "./noble/sha2.js";

export { fromHex, toHex } from "./hex.js";

const WORD = 2n ** 64n; // a draw is made of one 64-bit number
export const LARGEST_DRAW = 2 ** 32;

export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}

const utf8 = (text) => new TextEncoder().encode(text);
const mac = (key, message) => hmac(sha256, key, message);

// A number in four bytes, the highest first.
function uint32(number) {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, number);
  return new Uint8Array(bytes.buffer);
}

// What is hashed to commit to the server's seed. In version 1 it was the seed alone.
export const serverMessage = ({ version, matchId, round }, serverSeed) =>
  version === 1
    ? serverSeed
    : joined(utf8("ludotheque/2 server"), utf8(matchId), uint32(round), serverSeed);

// Likewise for the seed of a seat's device.
const seatMessage = ({ version, matchId, round }, seat, seatSeed) =>
  version === 1
    ? joined(utf8(matchId), [seat], seatSeed)
    : joined(utf8("ludotheque/2 seat"), utf8(matchId), uint32(round), [seat], seatSeed);

export const commitmentTo = (round, serverSeed) => sha256(serverMessage(round, serverSeed));

export const seatCommitment = (round, seat, seatSeed) =>
  sha256(seatMessage(round, seat, seatSeed));

export const serverMade = (serverSeed, seat) => mac(serverSeed, joined(utf8("seat"), [seat]));

// The digest of a record's first line, without its proof.
export function headerDigest(header) {
  const { fairness: _, ...covered } = header;
  return sha256(utf8(canonical(covered)));
}

// The key of all draws; in version 1 the header's digest was not part of it.
export const keyOf = (serverSeed, seatSeeds, header = []) =>
  mac(serverSeed, joined(header, ...seatSeeds));

// The message of an attempt at a draw: the draw's number in eight bytes, the attempt in four.
export function attemptAt(number, attempt) {
  const message = new DataView(new ArrayBuffer(12));
  message.setBigUint64(0, BigInt(number));
  message.setUint32(8, attempt);
  return new Uint8Array(message.buffer);
}

// The outcome of a hash, by rejection sampling: null if it has to be rejected.
export function outcomeOf(hash, size) {
  const word = new DataView(hash.buffer, hash.byteOffset).getBigUint64(0);
  const outcomes = BigInt(size);
  return word < WORD - (WORD % outcomes) ? Number(word % outcomes) : null;
}

export function drawn(key, number, size) {
  if (!Number.isInteger(size) || size < 1 || size > LARGEST_DRAW) throw new RangeError("size");
  for (let attempt = 0; ; attempt += 1) {
    const outcome = outcomeOf(mac(key, attemptAt(number, attempt)), size);
    if (outcome !== null) return outcome;
  }
}

// Whether the browser's own Web Crypto computes the same draws; null where it is not available.
export async function browserAgrees({ round, serverSeed, seatSeeds, header }, draws) {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return null;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const signing = async (key, message) => {
    const imported = await subtle.importKey("raw", key, algorithm, false, ["sign"]);
    return new Uint8Array(await subtle.sign("HMAC", imported, message));
  };
  const commitment = await subtle.digest("SHA-256", serverMessage(round, serverSeed));
  if (toHex(new Uint8Array(commitment)) !== toHex(commitmentTo(round, serverSeed))) return false;
  const key = await signing(serverSeed, joined(header, ...seatSeeds));
  const imported = await subtle.importKey("raw", key, algorithm, false, ["sign"]);
  for (const { number, size, right } of draws) {
    let outcome = null;
    for (let attempt = 0; outcome === null; attempt += 1) {
      const hash = await subtle.sign("HMAC", imported, attemptAt(number, attempt));
      outcome = outcomeOf(new Uint8Array(hash), size);
    }
    if (outcome !== right) return false;
  }
  return true;
}
