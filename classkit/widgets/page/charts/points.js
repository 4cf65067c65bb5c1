/** The points of a chart: which one somebody has pointed at, and those that turned the match. */

/** The name of the trace of the points that turned the match (`charts/render.py`). */
export const TURNED = 'turned';

/**
 * A point somebody has asked for: of which trace, the turn or round that it stands for, or which of the points it is.
 * @typedef {{line: string, at: number}} Point
 */

/** Farther than any point on a canvas. */
const FAR = 1e6;

/** Where a point is drawn, from the upper edge of the canvas. */
const edge = ({ bbox }) => (bbox.y0 + bbox.y1) / 2;

/**
 * Where nothing is stacked yet: what is above 0 rises from there, what is below it hangs down.
 * @param {any[]} points that are stacked
 */
function zeroOf(points) {
  const [up, down] = [points.filter(({ y }) => y > 0), points.filter(({ y }) => y < 0)];
  if (!down.length || !up.length) return down.length ? -FAR : FAR;
  const [top, bottom] = [Math.min(...up.map(edge)), Math.max(...down.map(edge))];
  const sum = (those) => those.reduce((all, { y }) => all + Math.abs(y), 0);
  return top + (bottom - top) * sum(up) / (sum(up) + sum(down));
}

/**
 * How far a point is from a click. Of what is stacked a point is all that lies between it and the one before: its edge
 * lies beyond the click, and one whose edge does not is meant only where none other is.
 * @param {any} point as plotly tells of it
 * @param {number} height of the click
 * @param {Course['by']} by
 * @param {number} zero where nothing is stacked
 */
function away(point, height, by, zero) {
  const beyond = height - edge(point);
  if (by !== 'stack') return Math.abs(beyond);
  const hangs = point.y < 0;
  if (!point.y || hangs !== height > zero) return 2 * FAR; // nothing of it lies there
  const within = hangs ? -beyond : beyond;
  return within >= 0 ? within : FAR - within;
}

/**
 * Which of its trace's points one is: of a heat map, whose cells have a row and a column, row by row.
 * @param {any} point as plotly tells of it
 */
function numberOf({ pointNumber, data }) {
  return Array.isArray(pointNumber) ? pointNumber[0] * data.x.length + pointNumber[1] : pointNumber;
}

/**
 * The point that is meant by a click, among those above and below each other there.
 * @param {any[]} points as plotly tells of them
 * @param {number} height of the click, from the upper edge of the canvas
 * @param {Record<string, Course>} splits the traces of whose points it can be told why they are where they are
 * @returns {Point|null}
 */
export function pointed(points, height, splits) {
  const known = points.filter(({ data, y, z }) => data.meta in splits && (z ?? y ?? null) !== null);
  const zero = zeroOf(known.filter(({ data }) => splits[data.meta].by === 'stack'));
  const found = known
    .map((point) => ({ point, course: splits[point.data.meta] }))
    .map(({ point, course }) => ({ point, course, away: away(point, height, course.by, zero) }))
    .sort((one, other) => one.away - other.away);
  if (!found.length) return null;
  const [{ point, course: { by } }] = found;
  const at = by === 'present' ? numberOf(point) : by === 'plane' ? Number(point.text) : point.x;
  return { line: point.data.meta, at };
}

/**
 * What is asked of the kernel about a point: for what it shows, or for both figures of a plane.
 * @param {ChartNow} chart
 * @param {Point} point
 */
export function askedOf({ splits, per }, { line, at }) {
  const { by, figures } = splits[line];
  if (by === 'present') return [asking(figures[at], { whole: true })];
  const when = by === 'plane' || per === 'turn' ? { turn: at } : { per, at };
  return figures.map((one) => asking(one, when));
}

/**
 * @param {OneFigure} figure
 * @param {Record<string, unknown>} when
 */
export function asking({ figure, seat, part }, when) {
  return { figure, ...(seat ? { seat } : {}), ...(part ? { part } : {}), ...when };
}
