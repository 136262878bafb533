// The dice of a position. Those of one colour and one face are interchangeable, so a die's key is its
// colour, its face and its rank among the equal ones, eliminated ones first. A die that is kept has
// the same key before and after a throw; one that is eliminated keeps its key and slides to the rim;
// one that is thrown again disappears, and another key appears.

import { FACES, SEATS } from "./pieces.js";

const RANKS = [0, 1, 2];
const LYING = ["left", "vain", "out"];

// Every ordinary die that can appear, most of them "off".
export function diceOf(details) {
  const latest = latestOut(details);
  return SEATS.flatMap((seat) =>
    FACES.flatMap((face) => {
      const outIn = details.pairs.flatMap((faces, thrown) =>
        faces.filter((each) => each === face).map(() => thrown),
      );
      const left = details.dice[seat].filter((each) => each === face).length;
      const equals = { outIn, left, earlier: outIn.filter((thrown) => thrown < latest).length };
      return RANKS.map((rank) => ({
        key: `${seat}-${face}-${rank}`,
        id: `md-die-${seat}-${face}-${rank}`,
        seat,
        face,
        rank,
        equals,
        manner: mannerOf(details, seat, rank, equals),
        isLatest: outIn[rank] === latest,
      }));
    }),
  );
}

function mannerOf(details, seat, rank, { outIn, left }) {
  if (rank < outIn.length) return "out";
  if (rank < outIn.length + left) return isInVain(details, seat) ? "vain" : "left";
  return "off";
}

// Dice that scored nothing in the duel that has just been counted.
function isInVain({ is_past: isPast, last_count: count }, seat) {
  return isPast && count.rows[seat].is_in_vain;
}

export function mastersOf(details) {
  const latest = latestOut(details);
  return SEATS.map((seat) => {
    const alike = details.alike[seat];
    const picture = alike ? details.lost[seat] : details.master[seat];
    const isHeld = !details.is_past && details.master_in_hand[seat];
    return {
      key: `master-${seat}`,
      id: `md-master-${seat}`,
      seat,
      alike,
      picture,
      isMaster: true,
      manner: alike ? "out" : picture ? "left" : isHeld ? "hand" : "off",
      isLatest: alike > 0 && details.lost_in[seat] === latest,
    };
  });
}

// The last throw after which anything went out.
function latestOut({ pairs, lost_in: lostIn }) {
  return Math.max(pairs.findLastIndex((faces) => faces.length), ...lostIn);
}

export const allOf = (details) => [...diceOf(details), ...mastersOf(details)];

// Keys of the dice that lie here and did not lie in the position before: they have just fallen. In
// another duel all of them have.
export const fallenSince = (before, details) => newIn(before, details, LYING);

// Keys of the dice that have gone out since then.
export const goneSince = (before, details) => newIn(before, details, ["out"]);

function newIn(before, details, manners) {
  const keys = (position) =>
    allOf(position).flatMap(({ key, manner }) => (manners.includes(manner) ? [key] : []));
  const old = new Set(before.duel === details.duel ? keys(before) : []);
  return keys(details).filter((key) => !old.has(key));
}

// MD-3 Whether a seat may throw a die again: any of its own, and a blank MasterDé.
export const canThrow = (seat, each) =>
  each.seat === seat && each.manner === "left" && (!each.isMaster || each.picture === "blank");

// Dice that a seat may throw again, from the left, the MasterDé last.
export const throwable = (details, seat) => allOf(details).filter((each) => canThrow(seat, each));
