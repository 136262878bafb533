// Draws the road of a scene: the position, or the preview of a move. Only attributes and classes
// change, so that dice glide to their places, and everything can be drawn again after an update.

const SVG = "http://www.w3.org/2000/svg";
const DIE = 64; // the square in which a die is drawn

export const byId = (id) => document.getElementById(id);
export const dieNode = (die) => byId(`rc-die-${die}`);

export function showFace(node, face) {
  const pips = node.querySelector(".rc-pips");
  const [colour] = /\d(?=-\d$)/.exec(pips?.getAttribute("href") ?? "") ?? [];
  if (colour) pips.setAttribute("href", `#rc-pips-${colour}-${face}`);
}

// scene: where everything stands; moved: the dice that a preview has put there.
export function paintScene(scene, moved = [], thrown = []) {
  const ghost = new Set(moved);
  const unknown = new Set(thrown);
  scene.dice.forEach(([x, y], die) => {
    const node = dieNode(die);
    node.setAttribute("transform", `translate(${x} ${y}) scale(${scene.size / DIE})`);
    node.classList.toggle("rc-ghost", ghost.has(die));
    node.classList.toggle("rc-air", unknown.has(die));
    if (!node.classList.contains("rolling")) showFace(node, scene.faces[die]);
  });
  for (const path of [byId("road"), byId("dashes")]) path.setAttribute("d", scene.road);
  const [x, y] = scene.flag;
  byId("flag").setAttribute("transform", `translate(${x - 11} ${y - 29})`);
  paintBoxes("group", 1, scene.tiles, (node, box) => {
    const badge = node.querySelector(".rc-badge");
    badge.setAttribute("transform", `translate(${box[2] / 2} -4)`);
    badge.querySelector("text").textContent = node.id.split("-")[1];
  });
  paintBoxes("gap", 0, scene.gaps);
  byId("board").classList.toggle("rc-preview", ghost.size > 0 || unknown.size > 0);
}

// Groups and gap cards: more of them than the server drew are copies, fewer are hidden.
function paintBoxes(kind, first, boxes, more = () => {}) {
  boxes.forEach((box, place) => {
    const node = byId(`${kind}-${first + place}`) ?? added(kind, first + place);
    node.setAttribute("transform", `translate(${box[0]} ${box[1]})`);
    const rect = node.querySelector("rect");
    rect.setAttribute("width", box[2]);
    rect.setAttribute("height", box[3]);
    more(node, box);
  });
  for (const node of byId("board").querySelectorAll(`.rc-${kind}`)) {
    const place = Number(node.id.split("-")[1]) - first;
    node.classList.toggle("rc-off", place >= boxes.length);
    if (node.classList.contains("rc-new") && place >= boxes.length) node.remove();
  }
}

function added(kind, number) {
  const model = byId(`${kind}-${number - 1}`);
  const node = model?.cloneNode(true) ?? document.createElementNS(SVG, "g");
  if (!model) node.append(document.createElementNS(SVG, "rect"));
  node.id = `${kind}-${number}`;
  node.setAttribute("class", `rc-${kind} rc-new`);
  node.setAttribute("aria-hidden", "true");
  byId(`${kind}s`).append(node);
  return node;
}

// What can be tapped on the road is lit, and can be reached with the keyboard.
export function light(node, lit, chosen) {
  node.classList.toggle("rc-lit", lit);
  node.classList.toggle("rc-chosen", chosen);
  if (lit || chosen) {
    node.setAttribute("role", "button");
    node.setAttribute("tabindex", "0");
    node.setAttribute("aria-pressed", String(chosen));
  } else {
    node.removeAttribute("tabindex");
    node.removeAttribute("aria-pressed");
    node.setAttribute("role", "img");
  }
}
