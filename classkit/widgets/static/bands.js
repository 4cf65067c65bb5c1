/** Bands behind the lines of a chart: when something lasted, such as a recession. Pure. */

import { xOf } from './series.js';

/**
 * @typedef {import('./types.js').Chart} Chart
 * @typedef {import('./types.js').Row} Row
 * @typedef {import('./series.js').Figures} Figures
 */

const COLOUR = '#8592A6';

/**
 * Kinds of charts over time, which can have something behind them.
 * @param {Chart} chart
 * @param {Figures} figures
 * @returns {boolean}
 */
export function hasBands(chart, figures) {
  return Boolean(chart.bands && figures.metrics[chart.bands]) && !chart.now && !['heat_map', 'scatter', 'timeline'].includes(chart.kind);
}

/**
 * The bands as a trace on an axis of its own, so that they grow with the lines.
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {Row[]} rows
 * @returns {any[]}
 */
export function bandTraces(chart, figures, rows) {
  if (!hasBands(chart, figures)) return [];
  return [{
    type: 'scatter', mode: 'lines', name: '', meta: `band.${chart.bands}`, x: rows.map((row) => xOf(chart, row)), y: rows.map((row) => lasts(chart, row)),
    yaxis: 'y2', fill: 'tozeroy', fillcolor: 'rgba(133, 146, 166, 0.38)', line: { width: 0, shape: 'hvh' }, hoverinfo: 'skip',
  }];
}

/**
 * @param {Chart} chart
 * @param {Row} row
 * @returns {number} 1 in a band, else 0
 */
function lasts(chart, row) {
  const value = row.values[chart.bands ?? ''];
  return value === undefined || value === null || value === '' || Number(value) === 0 ? 0 : 1;
}

/**
 * The axes of a chart with bands behind its lines.
 * @param {any} made a layout
 */
export function layBands(made) {
  made.yaxis = { ...made.yaxis, overlaying: 'y2', tickmode: 'auto' };
  made.yaxis2 = { range: [0, 1], visible: false, fixedrange: true, side: 'right' };
}

/**
 * @param {Chart} chart
 * @param {Figures} figures
 */
export function bandLegend(chart, figures) {
  if (!hasBands(chart, figures)) return [];
  return [{ name: figures.metrics[chart.bands ?? ''].label, colour: COLOUR, dash: 'solid', symbol: 'square', filled: true, mark: false }];
}
