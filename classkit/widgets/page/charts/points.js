/** The points of a chart's lines: which one somebody has pointed at, and those that turned the match. */

/** The name of the trace of the points that turned the match (`charts/turned.py`). */
const TURNED = 'turned';

/** So much larger a mark is that somebody points at, and so pale are the others meanwhile. */
const LARGER = 1.7;
const PALE = 0.35;

/**
 * The point of a line that lies nearest to where somebody has clicked, among those above and below each other there.
 * @param {any[]} points as plotly tells of them
 * @param {number} height of the click, from the upper edge of the canvas
 * @param {Record<string, OneFigure>} splits the lines of which it can be told why they are where they are
 * @returns {{line: string, at: number}|null} the line, and the turn or round of the point
 */
export function pointed(points, height, splits) {
  const found = points
    .filter(({ data, y }) => data.meta in splits && typeof y === 'number')
    .map(({ data, x, bbox }) => ({ line: data.meta, at: x, away: Math.abs((bbox.y0 + bbox.y1) / 2 - height) }))
    .sort((one, other) => one.away - other.away);
  return found.length ? { line: found[0].line, at: found[0].at } : null;
}

/**
 * What is asked of the kernel about a point.
 * @param {ChartNow} chart
 * @param {{line: string, at: number}} point
 */
export function askedOf({ splits, per }, { line, at }) {
  const { figure, seat } = splits[line];
  return { figure, ...(seat ? { seat } : {}), [per]: at };
}

/**
 * Puts forward the mark of one of the points that turned the match.
 * @param {Picture} picture changed
 * @param {number} number of the point; 0 for none
 */
export function putForward({ data }, number) {
  const marks = data.find(({ meta }) => meta === TURNED);
  const at = marks ? marks.ids.indexOf(String(number)) : -1;
  if (!marks || at < 0) return;
  const { marker, textfont } = marks;
  // drawn last, it lies above its neighbours
  for (const list of ['ids', 'x', 'y', 'text']) {
    marks[list] = [...marks[list].filter((_, index) => index !== at), marks[list][at]];
  }
  const each = (own, others) => marks.ids.map((_, index) => (index === marks.ids.length - 1 ? own : others));
  marks.marker = { ...marker, size: each(marker.size * LARGER, marker.size), opacity: each(1, PALE) };
  marks.textfont = { ...textfont, size: each(textfont.size * LARGER, textfont.size) };
}
