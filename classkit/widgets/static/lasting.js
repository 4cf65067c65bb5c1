/** A timeline of what seats hold to: a row for each seat, a colour for each text. Pure. */

import { MARK_COLOURS, seriesOf } from './series.js';

/**
 * @typedef {import('./types.js').Chart} Chart
 * @typedef {import('./types.js').Row} Row
 * @typedef {import('./series.js').Figures} Figures
 * @typedef {import('./series.js').Series} Series
 */

/**
 * Does a chart show for how long each seat held to what? Several may hold to the same at once.
 * @param {Chart} chart
 * @param {Figures} figures
 * @returns {boolean}
 */
export function showsLasting(chart, figures) {
  return chart.kind === 'timeline' && figures.metrics[chart.metrics[0]]?.scope === 'seat';
}

/**
 * The texts that a figure has had, in the order in which they turned up.
 * @param {Chart} chart
 * @param {Figures} figures
 * @returns {string[]}
 */
function textsOf(chart, figures) {
  const texts = new Set(figures.rows.flatMap((row) => figures.seats.map((seat) => row.values[chart.metrics[0]]?.[seat.id])));
  return [...texts].filter(Boolean).map(String);
}

/**
 * The series that are drawn: those of the chart, or one for each seat and text.
 * @param {Chart} chart
 * @param {Figures} figures
 * @returns {Series[]}
 */
export function drawnSeries(chart, figures) {
  if (!showsLasting(chart, figures)) return seriesOf(chart, figures);
  const [key] = chart.metrics;
  return figures.seats.flatMap((seat) => textsOf(chart, figures).map((text, index) => ({
    id: `${key}.${seat.id}.${text}`, name: text, colour: colourOf(index), dash: 'solid', symbol: 'square', shape: '', seat: seat.id,
    read: (/** @type {Row} */ row) => (row.values[key]?.[seat.id] === text ? seat.id : null),
  })));
}

/**
 * @param {Chart} chart
 * @param {Figures} figures
 */
export function lastingLegend(chart, figures) {
  return textsOf(chart, figures).map((name, index) => ({ name, colour: colourOf(index), dash: 'solid', symbol: 'square', filled: true, mark: false }));
}

/** @param {number} index */
function colourOf(index) {
  return MARK_COLOURS[index % MARK_COLOURS.length];
}
