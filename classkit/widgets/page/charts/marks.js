/** Placement of numbered marks next to the lines of a chart, each connected to a point. Pure functions. */

/**
 * @typedef {{x: number, y: number}} Point in pixels
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 * @typedef {object} Wish
 * @property {Point} point that it marks
 * @property {number} words width of its text
 *
 * @typedef {object} Place
 * @property {Point} middle of the disc
 * @property {boolean} before whether its text is before it
 */

/** Candidate distances of discs from their points, in radii (best first), and number of directions. */
const REACHES = [3.2, 4.6, 6.5, 9], TURNS = 12;

/** Distance from a disc to its text, in radii. */
const GAP = 0.45;

/** Costs of covering a line, of covering another mark, and of each radius of distance. */
const LINE = 4, MARK = 400, FAR = 1.4;

/**
 * Return places for marks that cover as little as possible.
 * @param {Wish[]} wishes
 * @param {Point[]} lines points along all lines
 * @param {Box} room
 * @param {number} radius of a disc
 * @returns {Place[]}
 */
export function placeMarks(wishes, lines, room, radius) {
  /** @type {Box[]} */
  const taken = wishes.map(({ point }) => boxOf(point, radius * 0.4));
  return wishes.map((wish, own) => {
    const others = taken.filter((_, at) => at !== own);
    const found = choices(wish, room, radius).map((one) => ({ one, cost: costOf(one, wish, others, lines, radius) }));
    const { one } = found.reduce((best, next) => (next.cost < best.cost ? next : best));
    taken.push(boxWith(one, wish, radius));
    return one;
  });
}

/**
 * Return the possible places of a mark inside its area.
 * @param {Wish} wish
 * @param {Box} room
 * @param {number} radius
 * @returns {Place[]}
 */
function choices({ point, words }, room, radius) {
  const made = REACHES.flatMap((reach) => Array.from({ length: TURNS }, (_, at) => {
    const angle = (2 * Math.PI * at) / TURNS - Math.PI * 0.6;
    const middle = {
      x: point.x + radius * reach * Math.cos(angle),
      y: point.y + radius * reach * Math.sin(angle),
    };
    return [true, false].map((before) => ({ middle, before }));
  }).flat());
  const inside = made.filter((one) => isIn(boxWith(one, { point, words }, radius), room));
  const clamp = (value, low, high) => Math.max(low, Math.min(value, high));
  const middle = {
    x: clamp(point.x, room.left + radius, room.right - radius),
    y: clamp(point.y - radius * 3, room.top + radius, room.bottom - radius),
  };
  return inside.length ? inside : [{ middle, before: middle.x + radius * 2 + words > room.right }];
}

/** The box of a mark with its text. @param {Place} place @param {Wish} wish @param {number} radius @returns {Box} */
function boxWith({ middle, before }, { words }, radius) {
  const wide = words ? words + radius * GAP : 0;
  return {
    left: middle.x - radius - (before ? wide : 0),
    right: middle.x + radius + (before ? 0 : wide),
    top: middle.y - radius,
    bottom: middle.y + radius,
  };
}

/** @param {Point} point @param {number} half @returns {Box} */
function boxOf({ x, y }, half) {
  return { left: x - half, right: x + half, top: y - half, bottom: y + half };
}

/** @param {Box} box @param {Box} room */
function isIn(box, room) {
  return box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom;
}

/** @param {Place} place @param {Wish} wish @param {Box[]} taken @param {Point[]} lines @param {number} radius */
function costOf(place, wish, taken, lines, radius) {
  const box = boxWith(place, wish, radius);
  const air = { left: box.left - 3, right: box.right + 3, top: box.top - 3, bottom: box.bottom + 3 };
  const hidden = lines.filter(({ x, y }) => x > air.left && x < air.right && y > air.top && y < air.bottom).length;
  const met = taken.filter((one) => one.left < air.right && one.right > air.left && one.top < air.bottom
    && one.bottom > air.top).length;
  const { middle } = place;
  const far = Math.hypot(middle.x - wish.point.x, middle.y - wish.point.y) / radius;
  return hidden * LINE + met * MARK + far * FAR + (middle.y > wish.point.y ? 2 : 0);
}

/**
 * Return closely spaced points along a line.
 * @param {Point[]} corners
 * @param {number} gap in pixels
 * @returns {Point[]}
 */
export function pointsAlong(corners, gap) {
  return corners.slice(1).flatMap((to, at) => {
    const from = corners[at];
    const count = Math.max(1, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / gap));
    return Array.from({ length: count }, (_, step) => ({
      x: from.x + ((to.x - from.x) * (step + 1)) / count,
      y: from.y + ((to.y - from.y) * (step + 1)) / count,
    }));
  });
}
