/** Timeline of a match's film: the moment shown at each second. Pure functions. */

/** Seconds for drawing the whole chart, and for each stop at a turning point. */
export const DRAWING = 8, STOP = 2;

/**
 * @typedef {object} Course
 * @property {number} first start of the chart on its axis
 * @property {number} last
 * @property {number[]} stops positions of the turning points, in order
 *
 * @typedef {object} Moment
 * @property {number} x position up to which the chart is drawn
 * @property {number} stop number of the turning point at which the film stops, from 1; 0 for none
 * @property {number} passed number of turning points reached
 * @property {boolean} over whether this is the end
 */

/** The length of a film in seconds. @param {Course} course */
export function filmLength({ stops }) {
  return DRAWING + STOP * stops.length;
}

/**
 * Return the moment that a film shows.
 * @param {Course} course
 * @param {number} position in seconds from the start
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

/** Return the positions of a film's stills: each turning point and the end. @param {Course} course */
export function stillsOf(course) {
  const { first, last, stops } = course;
  const pace = DRAWING / (last - first || 1);
  return [...stops.map((stop, at) => (stop - first) * pace + STOP * (at + 0.5)), filmLength(course)];
}

/** The value of a plotly trace at a position. @param {any} trace @param {number} place */
export function valueOn({ x, y, line }, place) {
  return valueAt({ x, y, stepped: line?.shape === 'hv' }, place);
}

/**
 * The value of a trace at a position for display; a line of integers, such as points, has no fractions.
 * @param {any} trace
 * @param {number} place
 */
export function saidOn(trace, place) {
  const value = valueOn(trace, place);
  const isWhole = trace.y.every((/** @type {any} */ one) => typeof one !== 'number' || Number.isInteger(one));
  return value !== null && isWhole ? Math.round(value) : value;
}

/**
 * Interpolate the value of a line at a position.
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
