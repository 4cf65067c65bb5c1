/** Points of a chart: the clicked point, and the turning points. */

/** Name of the trace of turning points (`charts/render.py`). */
export const TURNED = 'turned';

/**
 * A clicked point: its trace, and its turn, round or index.
 * @typedef {{line: string, at: number}} Point
 */

/** Larger than any distance on a canvas. */
const FAR = 1e6;

/** Vertical position of a point on the canvas. */
const edge = ({ bbox }) => (bbox.y0 + bbox.y1) / 2;

/**
 * Return the baseline of stacked points; values above 0 extend upwards, values below it downwards.
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
 * Return the distance of a point from a click. A stacked point covers the area between it and the previous point, so a
 * point whose edge is beyond the click is preferred.
 * @param {any} point from plotly
 * @param {number} height of the click
 * @param {Course['by']} by
 * @param {number} zero the baseline
 */
function away(point, height, by, zero) {
  const beyond = height - edge(point);
  if (by !== 'stack') return Math.abs(beyond);
  const hangs = point.y < 0;
  if (!point.y || hangs !== height > zero) return 2 * FAR; // the point does not extend there
  const within = hangs ? -beyond : beyond;
  return within >= 0 ? within : FAR - within;
}

/**
 * Return the index of a point in its trace; cells of a heat map are counted row by row.
 * @param {any} point from plotly
 */
function numberOf({ pointNumber, data }) {
  return Array.isArray(pointNumber) ? pointNumber[0] * data.x.length + pointNumber[1] : pointNumber;
}

/**
 * Return the clicked point among the points above and below each other.
 * @param {any[]} points from plotly
 * @param {number} height of the click, from the upper edge of the canvas
 * @param {Record<string, Course>} splits the traces whose points have explanations
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
 * Return the kernel queries for a point: for its metric, or for both metrics of a plane.
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
