// What Level X's table says: the text alternatives of what is drawn, and the line about the choice.

import { clauses } from "../../static/table/kit.js";
import { LOWEST, ROWS } from "./geometry.js";

// The text alternative of a row: the chips left, who stands where.
export function rowLabel({ snapshot, names, words, lang, fill, counted }, row, length) {
  const count = snapshot.chips[row - LOWEST];
  if (!count) return fill(words.row_closed, { row });
  const said = names.map((name, seat) => {
    const space = snapshot.pawns[seat][row - LOWEST];
    if (space === length) return fill(words.on_x, { name });
    return space && fill(words.on_space, { name, space, length });
  });
  return clauses([counted(words.row, count, { row }), ...said.filter(Boolean)], lang);
}

export function winningsLabel({ snapshot, names, words, lang, fill, counted }, seat) {
  const won = ROWS.map((row) => [snapshot.won[seat][row - LOWEST], row]).filter(([count]) => count);
  const chips = won.map(([count, row]) => `${count} × ${row}`).join(", ");
  const tiles = snapshot.bonus[seat].join(", ");
  const said = [counted(words.points_of, snapshot.scores[seat], { name: names[seat] })];
  if (chips) said.push(fill(words.chips, { chips }));
  if (tiles) said.push(fill(words.tiles, { tiles }));
  return clauses(said, lang);
}

// A die in the air shows nothing yet.
export function dieLabel({ choice, words, fill, rolling }, die, face) {
  if (!face || rolling.has(`${die}`)) return fill(words.die_blank, { die: die + 1 });
  const turned = choice && face !== choice.selection.rolled[die];
  const label = fill(turned ? words.die_turned : words.die, { die: die + 1, face: words.faces[face] });
  if (!choice) return label;
  const { selection } = choice;
  const group = selection.groupOf(die);
  const unfit = selection.unfit(die);
  if (group) return fill(words.die_grouped, { die: label, sum: selection.sum(group) });
  if (selection.picked.includes(die)) return fill(words.die_gathered, { die: label });
  return unfit ? `${label}; ${fill(words[unfit.word], unfit)}` : label;
}

// The line about the choice, and the points before and after if it brings some. Until the server has
// said what a move would do, the line has its sums.
export function told({ snapshot, frame, words, fill, choice, previewed }) {
  const { selection, armed, explained } = choice;
  if (explained) return { say: `${fill(words[explained.word], explained)} (${explained.rule})` };
  if (armed) return { say: words.pass_again };
  if (selection.onlyPass) return { say: words.only_pass };
  if (selection.isEmpty) return { say: selection.lucky ? words.begin_lucky : words.begin };
  if (!selection.isLegal) return { say: fill(words[selection.objection.word], selection.objection) };
  if (!previewed?.snapshot) return { say: selection.move };
  const before = snapshot.scores[frame.seat];
  const after = previewed.snapshot.scores[frame.seat];
  const score = after > before ? fill(words.score, { before, after }) : null;
  return { say: previewed.say, score };
}

export function commitLabel({ choice: { selection, armed }, words, fill }) {
  if (selection.isEmpty) return armed ? words.really_pass : words.pass;
  return selection.isLegal ? fill(words.play, selection) : words.play_what;
}
