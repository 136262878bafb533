// The move being composed in a race: a path through the tree of legal moves. A model without DOM.
//
// Every way is a list of steps ("card:joker", "target:b"). The steps taken so far are a prefix; where
// only one step can follow, it is taken by itself. A way without any step consists of the dice that
// are picked for it.

export class Selection {
  constructor(ways) {
    this.ways = ways;
    this.clear();
  }

  clear() {
    this.taken = []; // steps
    this.dice = []; // those picked, for a sprint or a roll-off
  }

  get isEmpty() {
    return !this.taken.length && !this.dice.length;
  }

  open(taken) {
    return this.ways.filter(({ steps }) => taken.every((step, depth) => steps[depth] === step));
  }

  // The steps that may come next after some others.
  next(taken) {
    const steps = this.open(taken).map((way) => way.steps[taken.length]);
    return new Set(steps.filter(Boolean));
  }

  get options() {
    return this.next(this.taken);
  }

  // The way that picks dice, while it is being taken.
  get picking() {
    return this.finished?.pick ? this.finished : null;
  }

  get finished() {
    return this.open(this.taken).find(({ steps }) => steps.length === this.taken.length);
  }

  get isComplete() {
    if (this.isEmpty || !this.finished) return false;
    return !this.finished.pick || this.dice.length === this.finished.pick;
  }

  // Which move is being made, and how far: what the next question depends on.
  get question() {
    const [way] = this.open(this.taken);
    const verb = way?.steps[0] === "reroll" ? "reroll" : way?.verb;
    return { verb, depth: Math.max(this.taken.length - 1, 0) };
  }

  // The steps that are places on the road: those that may come next, or instead of one that is taken.
  get places() {
    const depths = [...this.taken.keys(), this.taken.length].slice(1);
    const steps = depths.flatMap((depth) => [...this.next(this.taken.slice(0, depth))]);
    return steps.filter((step) => /^(die|group|joint):/.test(step));
  }

  // The depth at which a step can be taken, the deepest first; -1 if nowhere.
  depthOf(step) {
    for (let depth = this.taken.length; depth >= 0; depth -= 1) {
      if (this.next(this.taken.slice(0, depth)).has(step)) return depth;
    }
    return -1;
  }

  // Take a step; the same step again takes it back. True if the complete choice was tapped twice.
  tap(step) {
    const depth = this.depthOf(step);
    if (depth < 0) return false;
    const again = this.taken[depth] === step;
    if (again && depth > 0 && this.isComplete && depth === this.taken.length - 1) return true;
    const before = this.taken.slice(0, depth);
    this.clear();
    if (again) this.taken = before;
    else this.follow([...before, step]);
    return false;
  }

  // Take all further steps to which there is no alternative.
  follow(taken) {
    this.taken = taken;
    while (this.options.size === 1 && this.open(this.taken).every((each) => this.goesOn(each))) {
      this.taken = [...this.taken, ...this.options];
    }
  }

  goesOn(way) {
    return way.steps.length > this.taken.length;
  }

  lay(move) {
    const [verb] = move.split(":");
    const way = this.ways.find((each) => each.move === move || (each.pick && each.verb === verb));
    this.clear();
    if (way) this.taken = [...way.steps];
  }

  // Toggle a die among those picked; if the hand is full, the first one is dropped.
  pick(die) {
    const { pick } = this.picking;
    if (this.dice.includes(die)) this.dice = this.dice.filter((each) => each !== die);
    else this.dice = [...this.dice, die].slice(-pick);
  }
}
