// Geometry of the drawn road: groups of dice wrapped into lanes, like words into lines.
//
// One unit is one pixel of a phone 390 pixels wide; the drawing scales from there. The lead stands at
// the right end of the first lane, by the flag. The direction alternates: the second lane runs back
// from left to right, and so on. Dice are as large as the space allows.
//
// A race is a list of sizes from the lead; GAP is a gap card. A box is [left, top, width, height].

export const WIDTH = 374;
export const HEIGHT = 250;
export const BADGE = 12; // above a tile: the group's number
export const LARGEST = 42; // a die; from one to the next is what a finger needs
export const GAP = 0;
const LEFT = 19; // between them stand the groups
const RIGHT = 344;
const TURN_LEFT = 9; // where a winding road turns
const TURN_RIGHT = 357;
const CORNER = 12;
const LANE_GAP = 6;
const SMALLEST = 9;
const GOOD = 27; // a die of this size is large enough; below it, another lane is added
const MOST_ROWS = 6; // of dice in a group
const MOST_LANES = 7;

const scenes = new Map(); // computed before
const MOST_KEPT = 200;

// { size of a die, tiles: boxes of the groups, slots: the upper left corners of each one's dice,
//   gaps: boxes, joints: points behind each group but the last, road: its path, flag: a point }
export function sceneOf(sizes, largest = LARGEST) {
  const key = `${largest}:${sizes}`;
  if (scenes.size > MOST_KEPT) scenes.clear();
  if (!scenes.has(key)) scenes.set(key, sizes.length ? laidOut(...arrangement(sizes, largest)) : empty());
  return scenes.get(key);
}

const rounded = (number) => Math.round(number * 10) / 10;
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

function empty() {
  const middle = HEIGHT / 2;
  return { size: LARGEST, tiles: [], slots: [], gaps: [], joints: [], ...roadAlong([middle]) };
}

// The measures of groups for a size of dice and a maximum number of rows.
class Measures {
  constructor(size, rows) {
    this.size = size;
    this.rows = rows;
    this.pitch = size * 1.1; // from one die to the next
    this.padding = Math.max(2, size * 0.11);
    this.joint = Math.max(7, size * 0.4); // from one group to the next
  }

  columns(dice) {
    return Math.ceil(dice / this.rows);
  }

  extent(dice) {
    return this.pitch * (dice - 1) + this.size + 2 * this.padding;
  }

  width(dice) {
    return dice === GAP ? Math.max(9, this.size * 0.5) : this.extent(this.columns(dice));
  }

  height(dice) {
    if (dice === GAP) return Math.max(16, this.size * 1.1);
    return this.extent(Math.ceil(dice / this.columns(dice)));
  }

  length(lane) {
    return sum(lane.map((dice) => this.width(dice))) + this.joint * (lane.length - 1);
  }

  depth(lane) {
    return Math.max(...lane.map((dice) => this.height(dice))) + BADGE;
  }
}

// The fewest lanes in which dice are large enough, else the lanes with the largest dice.
function arrangement(sizes, largest) {
  const best = new Map(); // by the number of lanes; sizes fall, so that the first found is the largest
  for (let size = largest; size >= SMALLEST; size -= 1) {
    for (let rows = 1; rows <= MOST_ROWS; rows += 1) {
      const measures = new Measures(size, rows);
      const lanes = inLanes(measures, sizes);
      if (lanes && !best.has(lanes.length)) best.set(lanes.length, [measures, lanes]);
    }
    if (best.size && (size <= GOOD || best.has(1))) break;
  }
  const found = [...best.values()].sort(([, one], [, other]) => one.length - other.length);
  const good = found.find(([{ size }]) => size >= Math.min(GOOD, largest));
  return good ?? found.reduce((one, other) => (other[0].size > one[0].size ? other : one));
}

// The groups wrapped into as few lanes as possible, evenly filled; null if they do not fit.
function inLanes(measures, sizes) {
  const lanes = wrapped(measures, sizes, RIGHT - LEFT);
  if (!lanes || lanes.length > MOST_LANES) return null;
  const depth = sum(lanes.map((lane) => measures.depth(lane))) + LANE_GAP * (lanes.length - 1);
  if (depth > HEIGHT) return null;
  const room = Math.ceil(measures.length(sizes) / lanes.length);
  for (let length = room; length < RIGHT - LEFT; length += 6) {
    const even = wrapped(measures, sizes, length);
    if (even?.length === lanes.length) return even;
  }
  return lanes;
}

// Greedy wrapping: lane after lane, none longer than `length`; null if a group is too wide.
function wrapped(measures, sizes, length) {
  const lanes = [[]];
  let taken = 0;
  for (const dice of sizes) {
    const width = measures.width(dice);
    if (width > length) return null;
    if (lanes.at(-1).length && taken + width > length) {
      lanes.push([]);
      taken = 0;
    }
    lanes.at(-1).push(dice);
    taken += width + measures.joint;
  }
  return lanes;
}

function laidOut(measures, lanes) {
  const depths = lanes.map((lane) => measures.depth(lane));
  let top = (HEIGHT - sum(depths) - LANE_GAP * (lanes.length - 1)) / 2;
  const middles = depths.map((depth) => {
    const middle = top + BADGE + (depth - BADGE) / 2;
    top += depth + LANE_GAP;
    return middle;
  });
  const standing = lanes.flatMap((lane, number) => inLane(measures, lane, number, middles[number]));
  const groups = standing.filter(({ dice }) => dice !== GAP);
  return {
    size: measures.size,
    tiles: groups.map(({ box }) => box),
    slots: groups.map(({ dice, box }) => slotsIn(measures, dice, box)),
    gaps: standing.filter(({ dice }) => dice === GAP).map(({ box }) => box),
    joints: jointsOf(standing),
    ...roadAlong(middles),
  };
}

// A lane's groups and gap cards; the first lane begins at the right, the next at the left.
function inLane(measures, lane, number, middle) {
  const forwards = number % 2 === 1;
  let x = (LEFT + RIGHT - measures.length(lane)) / 2;
  const found = (forwards ? lane : [...lane].reverse()).map((dice) => {
    const [width, height] = [measures.width(dice), measures.height(dice)];
    const box = [x, middle - height / 2, width, height].map(rounded);
    x += width + measures.joint;
    return { lane: number, dice, box };
  });
  return forwards ? found : found.reverse();
}

// The upper left corners of a group's dice, row by row.
function slotsIn(measures, dice, [left, top]) {
  const { padding, pitch } = measures;
  const columns = measures.columns(dice);
  return Array.from({ length: dice }, (_, place) => [
    rounded(left + padding + pitch * (place % columns)),
    rounded(top + padding + pitch * Math.floor(place / columns)),
  ]);
}

// The middle between each group and what follows it; at the turn, at the end of a lane.
function jointsOf(standing) {
  const middle = ([, top, , height]) => top + height / 2;
  return standing.slice(0, -1).flatMap(({ lane, dice, box }, place) => {
    const after = standing[place + 1];
    if (dice === GAP) return [];
    if (lane !== after.lane) {
      return [[lane % 2 ? TURN_RIGHT : TURN_LEFT, rounded((middle(box) + middle(after.box)) / 2)]];
    }
    const [first, second] = box[0] < after.box[0] ? [box, after.box] : [after.box, box];
    return [[rounded((first[0] + first[2] + second[0]) / 2), rounded(middle(box))]];
  });
}

// The SVG path of the road's middle, along each lane and round the turns between them; the flag.
function roadAlong(middles) {
  const [first, ...others] = middles.map(rounded);
  let [path, above] = [`M${TURN_RIGHT} ${first}`, first];
  others.forEach((middle, lane) => {
    const [turn, inwards] = lane % 2 ? [TURN_RIGHT, -CORNER] : [TURN_LEFT, CORNER];
    path += `H${turn + inwards}Q${turn} ${above} ${turn} ${above + CORNER}`;
    path += `V${middle - CORNER}Q${turn} ${middle} ${turn + inwards} ${middle}`;
    above = middle;
  });
  return { road: `${path}H${middles.length % 2 ? 0 : WIDTH}`, flag: [TURN_RIGHT, first] };
}
