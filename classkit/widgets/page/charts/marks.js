/** Numbered marks beside the lines of a chart, each tied to a point of them: where there is room. Pure. */

/**
 * @typedef {{x: number, y: number}} Point in pixels
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 * @typedef {object} Wish
 * @property {Point} point that it marks
 * @property {number} words how wide its words are
 *
 * @typedef {object} Place
 * @property {Point} middle of the disc
 * @property {boolean} before whether its words stand before it
 */

/** Discs are so far from their points, in radii, in so many directions; the first is the best. */
const REACHES = [3.2, 4.6, 6.5, 9], TURNS = 12;

/** From a disc to its words, in radii. */
const GAP = 0.45;

/** What it costs to hide a line or another mark, and to be a radius farther away. */
const LINE = 4, MARK = 400, FAR = 1.4;

/**
 * Places for marks, each where it hides least.
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
 * Where a mark can be: within its room.
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

/** What a mark with its words takes. @param {Place} place @param {Wish} wish @param {number} radius @returns {Box} */
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
 * Points along a line, close to each other.
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
