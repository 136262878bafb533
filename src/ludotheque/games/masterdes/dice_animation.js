// Animates a throw: dice tumble into their columns, and only then do equal ones slide to the rim.

const TUMBLE = 600; // milliseconds
const SETTLE = 250; // how long a pair is seen before it goes
const FLIP = 90;
const LYING = ["left", "vain", "out"];
const PICTURES = ["heart", "two", "replay", "out", "blank"];

export class DiceAnimation {
  constructor() {
    this.before = null; // the state of every die at the last update, by its id
    this.waiting = [];
  }

  // Animates what has changed since the last update, if `thrown`: dice fell, and motion is wanted.
  look(root, thrown) {
    this.waiting.forEach(clearTimeout);
    this.waiting = [];
    const nodes = [...root.querySelectorAll(".md-die")];
    const before = this.before;
    this.before = new Map(nodes.map((node) => [node.id, node.dataset.manner]));
    if (!before || !thrown) return;
    const lay = (node) => LYING.includes(before.get(node.id));
    const fallen = nodes.filter((node) => LYING.includes(node.dataset.manner) && !lay(node));
    const going = nodes.filter(
      ({ id, dataset }) => dataset.manner === "out" && before.get(id) !== "out" && dataset.from,
    );
    if (fallen.length) this.show(root.querySelector(".masterdes"), fallen, going);
  }

  show(board, fallen, going) {
    board.classList.add("md-falling");
    for (const node of going) node.setAttribute("transform", node.dataset.from);
    fallen.forEach((node) => this.tumble(node));
    const seen = TUMBLE + (going.length ? SETTLE : 0);
    this.later(seen, () => {
      for (const node of going) node.setAttribute("transform", node.dataset.at);
      board.classList.remove("md-falling");
    });
  }

  tumble(node) {
    node.classList.add("rolling");
    for (let delay = 0; delay < TUMBLE * 0.6; delay += FLIP) {
      this.later(delay, () => showFace(node, anyFace(node)));
    }
    this.later(TUMBLE * 0.65, () => showFace(node, node.dataset.master ?? node.dataset.face));
    this.later(TUMBLE, () => node.classList.remove("rolling"));
  }

  later(delay, action) {
    this.waiting.push(setTimeout(action, delay));
  }
}

function anyFace(node) {
  const faces = "master" in node.dataset ? PICTURES : [1, 2, 3, 4, 5, 6];
  return faces[Math.floor(Math.random() * faces.length)];
}

function showFace(node, face) {
  const { seat, master } = node.dataset;
  const name = master === undefined ? `pips-${seat}-${face}` : face;
  node.querySelector("use")?.setAttribute("href", `#md-${name}`);
}
