// What this browser was shown of a match's dice before the match: a record can be written anew by
// whoever holds the server's files, but not these notes. They stay in localStorage.
// A note of a match: {at, rounds: {number: {commitments: [hex], sealed: {header, seats} or null}}}.
// A round is sealed when this device reveals its seed: from then on nothing in it may change.

import { toHex } from "./hex.js";

const KEY = "dice-notes";
const MOST_MATCHES = 100; // the oldest are forgotten

let memory = {}; // where there is no localStorage

function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return memory;
  }
}

function save(notes) {
  const newest = Object.entries(notes).sort(([, one], [, other]) => other.at - one.at);
  memory = Object.fromEntries(newest.slice(0, MOST_MATCHES));
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // No localStorage: the notes live as long as the page.
  }
}

export const notesOf = (match) => load()[match] ?? null;

function change(match, number, edit) {
  const notes = load();
  const note = (notes[match] ??= { at: Date.now(), rounds: {} });
  const round = (note.rounds[number] ??= { commitments: [], sealed: null });
  edit(round);
  save(notes);
  return round;
}

// Notes the server's commitment of a round; whether it is the only one so far.
export function noteCommitment(match, number, commitment) {
  const round = change(match, number, ({ commitments }) => {
    if (!commitments.includes(commitment)) commitments.push(commitment);
  });
  return round.commitments.length === 1;
}

const sealOf = ({ header, seats }) => ({ header, seats: seats.map((seat) => seat.commitment) });

// Notes everything that decides the dice, just before this device reveals its seed.
export function seal(match, said) {
  change(match, said.round, (round) => (round.sealed ??= sealOf(said)));
}

// Whether what a lobby says fits what was noted of this round.
export function fitsSeal(match, said) {
  const sealed = notesOf(match)?.rounds[said.round]?.sealed;
  if (!sealed || said.phase === "begun") return true;
  const { header, seats } = sealOf(said);
  const same = JSON.stringify(seats) === JSON.stringify(sealed.seats);
  return same && (said.phase === "consent" || header === sealed.header);
}

// Everything in the notes that a proof contradicts, as findings for its record's first line.
export function contradictions(note, proof) {
  return roundsToCompare(note, proof).flatMap(([number, noted, round]) =>
    [...roundContradictions(noted, round, proof)].map(([code, params]) => ({
      part: "notes",
      line: 1,
      verdict: "wrong",
      code,
      params: { round: number, ...params },
    })),
  );
}

// [number, what was noted, what the proof has] of each round that was noted. Proofs of version 1
// kept the last round only.
function roundsToCompare(note, proof) {
  const noted = Object.entries(note?.rounds ?? {}).sort(([one], [other]) => one - other);
  if (proof.version === 1) return noted.slice(-1).map(([number, round]) => [number, round, proof]);
  const kept = [...proof.rounds, proof];
  return noted.map(([number, round]) => [number, round, kept[number]]);
}

function* roundContradictions({ commitments, sealed }, round, proof) {
  const shown = round ? toHex(round.commitment) : null;
  const foreign = commitments.find((commitment) => commitment !== shown);
  if (foreign) yield ["noted-commitment", { noted: foreign }];
  if (!sealed || !round) return;
  const seats = round.commitments.map((bytes) => bytes && toHex(bytes));
  const other = seats.findIndex((commitment, seat) => commitment !== sealed.seats[seat]);
  if (other >= 0) yield ["noted-seat", { seat: other }];
  if (round === proof && sealed.header && sealed.header !== toHex(proof.header)) {
    yield ["noted-header", {}];
  }
}
