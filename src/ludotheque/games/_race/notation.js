// Moves of a race as text, in the page: what a player taps, one thing after another, to make one.
//
//   joker:b          card:joker  target:b        a card, then what it is for
//   swap:2           card:swap   joint:2         … or the joint behind group 2
//   flip:2:6         card:flip   group:2  target:6
//   goal:b3:color    goal:b3     order:color     an objective, played openly
//   reroll:3:value:6 reroll  card:value:6  group:3

const PICKED = { sprint: 3, pick: 2 }; // dice that are picked on the road for one move

// The letters of a game's colours in dice order, and what it calls a reroll.
export class Notation {
  constructor(colours, reroll) {
    this.colours = colours;
    this.reroll = reroll;
    this.targets = [...colours, ..."123456"];
    this.dice = [...colours].flatMap((colour) => [..."123456"].map((value) => colour + value));
  }

  // A die's or a card's picture: `b3` has a colour and a value, `b` and `3` one of them.
  look(text) {
    const [letter] = /^\D/.exec(text) ?? [];
    return { colour: letter && this.colours.indexOf(letter), value: Number(text.slice(letter ? 1 : 0)) };
  }

  // A die by its number and face, as text.
  die(number, face) {
    return `${this.colours[Math.floor(number / 6)]}${face}`;
  }

  // Legal moves as ways of steps. All sprints are one way, as are all picks: the player picks dice.
  ways(moves) {
    const picking = new Set();
    return moves.flatMap((move) => {
      const verb = move.split(":", 1)[0];
      const pick = PICKED[verb];
      if (!pick) return [{ move, verb, steps: this.steps(move) }];
      if (picking.has(verb)) return [];
      picking.add(verb);
      return [{ verb, pick, steps: verb === "sprint" ? ["card:sprint"] : [] }];
    });
  }

  steps(move) {
    const [verb, what, ...more] = move.split(":");
    const rest = more.join(":");
    switch (verb) {
      case this.reroll:
        return ["reroll", `card:${rest}`, `group:${what}`];
      case "joker":
        return ["card:joker", `target:${what}`];
      case "swap":
      case "gap":
        return [`card:${verb}`, `joint:${what}`];
      case "flip":
        return ["card:flip", `group:${what}`, `target:${rest}`];
      case "crash":
        return ["card:crash", `die:${what}`];
      case "goal":
        return [`goal:${what}`, `order:${rest}`];
      case "choose":
      case "exchange":
        return [`goal:${what}`];
      case "discard":
        return [`card:${move.slice("discard:".length)}`];
      default:
        return [`card:${move}`];
    }
  }

  // A move whose refusal gives the reason why a card cannot be played.
  probe(card) {
    const die = `${this.colours[0]}1`;
    const probes = { joker: ":1", swap: ":2", gap: ":1", flip: ":1:1", crash: `:${die}` };
    return card === "sprint" ? `sprint:${die},${die},${die}` : card + (probes[card] ?? "");
  }
}
