// Where the guide's panel stands: in the free space, near what it points at, and never over it.
// Rectangles are {left, top, right, bottom} in the window; nothing here touches the page.

const GRID = 8; // pixels between the places that are compared
const CLEAR = 10; // pixels that stay free around what must not be covered

const width = ({ left, right }) => right - left;
const height = ({ top, bottom }) => bottom - top;

export function inflated({ left, top, right, bottom }, by) {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

export function overlap(one, other) {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > 0 && down > 0 ? across * down : 0;
}

const distance = (one, other) =>
  Math.hypot((one.left + one.right - other.left - other.right) / 2, (one.top + one.bottom - other.top - other.bottom) / 2);

function* placesIn(room, size) {
  const right = Math.max(room.left, room.right - size.width);
  const bottom = Math.max(room.top, room.bottom - size.height);
  for (let top = bottom; top >= room.top; top -= GRID) {
    for (let left = right; left >= room.left; left -= GRID) {
      yield { left, top, right: left + size.width, bottom: top + size.height };
    }
  }
}

// The best place for a panel of some size in a room. `never`: what it must not cover; `rather`:
// [rectangle, weight] of what it had better not; `last`: where it stood before, if it did.
export function placed(size, room, { never, rather, last = null }) {
  const forbidden = never.map((each) => inflated(each, CLEAR));
  const spared = rather.map(([each, weight]) => [inflated(each, CLEAR), weight]);
  const area = size.width * size.height;
  const scale = Math.hypot(width(room), height(room));
  let best = null;
  for (const place of placesIn(room, size)) {
    const covered = forbidden.reduce((sum, each) => sum + overlap(place, each), 0);
    const spoilt = spared.reduce((sum, [each, weight]) => sum + weight * overlap(place, each), 0);
    const far = never.length ? distance(place, never[0]) / scale : 0;
    const moved = last ? distance(place, last) / scale : 0;
    const cost = (1000 * covered + spoilt) / area + 0.2 * far + 0.05 * moved;
    if (!best || cost < best.cost) best = { cost, place };
  }
  return best.place;
}
