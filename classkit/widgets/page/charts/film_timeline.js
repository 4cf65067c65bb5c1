/** The film of a match: which moment each of its seconds shows. Pure. */

/** The whole course takes so many seconds to draw, and each turning point stops it for so many. */
export const DRAWING = 8, STOP = 2;

/**
 * @typedef {object} Course
 * @property {number} first where the course begins, on its axis
 * @property {number} last
 * @property {number[]} stops where its turning points are, in order
 *
 * @typedef {object} Moment
 * @property {number} x how far the course is drawn
 * @property {number} stop the number of the turning point at which the film rests, from 1; 0 for none
 * @property {number} passed how many turning points it has come to
 * @property {boolean} over whether this is the end
 */

/** How long a film is, in seconds. @param {Course} course */
export function filmLength({ stops }) {
  return DRAWING + STOP * stops.length;
}

/**
 * What a film shows.
 * @param {Course} course
 * @param {number} position in seconds from its beginning
 * @returns {Moment}
 */
export function momentAt(course, position) {
  const { first, last, stops } = course;
  const pace = (last - first) / DRAWING;
  let [left, x] = [Math.max(0, position), first];
  for (const [at, stop] of stops.entries()) {
    const way = pace ? (stop - x) / pace : 0;
    if (left < way) return { x: x + left * pace, stop: 0, passed: at, over: false };
    left -= way;
    x = stop;
    if (left < STOP) return { x, stop: at + 1, passed: at + 1, over: false };
    left -= STOP;
  }
  const end = Math.min(last, x + left * pace);
  return { x: end, stop: 0, passed: stops.length, over: position >= filmLength(course) };
}

/** Where a film rests at each turning point, and its end: its stills, without motion. @param {Course} course */
export function stillsOf(course) {
  const { first, last, stops } = course;
  const pace = DRAWING / (last - first || 1);
  return [...stops.map((stop, at) => (stop - first) * pace + STOP * (at + 0.5)), filmLength(course)];
}

/** The value of a trace of plotly at a place. @param {any} trace @param {number} place */
export function valueOn({ x, y, line }, place) {
  return valueAt({ x, y, stepped: line?.shape === 'hv' }, place);
}

/**
 * The value of a trace at a place as it is said: a line of whole figures, such as points, has no fractions of them.
 * @param {any} trace
 * @param {number} place
 */
export function saidOn(trace, place) {
  const value = valueOn(trace, place);
  const isWhole = trace.y.every((/** @type {any} */ one) => typeof one !== 'number' || Number.isInteger(one));
  return value !== null && isWhole ? Math.round(value) : value;
}

/**
 * The value of a line at a place between its points.
 * @param {{x: number[], y: (number|null)[], stepped: boolean}} line
 * @param {number} place
 * @returns {number|null}
 */
export function valueAt({ x, y, stepped }, place) {
  let at = x.findLastIndex((one) => one <= place);
  while (at > 0 && typeof y[at] !== 'number') at -= 1;
  const [here, next] = [y[at], y[at + 1]];
  if (at < 0 || typeof here !== 'number') return null;
  if (stepped || typeof next !== 'number') return here;
  return here + ((next - here) * (place - x[at])) / (x[at + 1] - x[at]);
}
