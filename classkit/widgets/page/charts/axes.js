/** Axes with room to spare: while new points fall inside them, only lines are drawn and no axis; and logarithmic axes. Pure. */

import { fanExtent } from './fan.js';
import { rowsFor, seriesOf, xOf } from './series.js';

/**
 * @typedef {import('../types.js').Chart} Chart
 * @typedef {import('./series.js').Figures} Figures
 * @typedef {[number, number]} Range
 * @typedef {{x: Range, y: Range}} Axes
 */

/** Ends of an axis that make good ticks, from one power of ten to the next. */
const ENDS = [1, 1.5, 2, 3, 4, 6, 8, 10];

/** Ends of an axis of turns: fewer, for at each new one all lines of all charts change their scale. */
const TURNS = [1, 1.5, 2, 4, 6, 10];

/** No axis of turns is shorter than this. */
export const FEWEST_TURNS = 20;

/** So much further than its furthest point an axis reaches at least, when it begins anew. */
const AIR = 1.12;

/**
 * Charts whose axes are given and not found by plotly: lines over time, nothing stacked on others.
 * @param {Chart} chart
 * @returns {boolean}
 */
export function hasAxes(chart) {
  return (chart.kind === 'line' || chart.kind === 'step') && !chart.logged && !chart.now && (!chart.per || chart.per === 'turn');
}

/**
 * The least good end of an axis from zero that is not below a value.
 * @param {number} value
 * @param {number[]} [ends] from one power of ten to the next
 * @returns {number} 0 for 0; negative for negative values
 */
export function endOf(value, ends = ENDS) {
  if (!value || !Number.isFinite(value)) return 0;
  const size = Math.abs(value);
  const ten = 10 ** Math.floor(Math.log10(size));
  const end = ends.find((one) => one * ten >= size * (1 - 1e-9)) ?? 10;
  return Math.sign(value) * end * ten;
}

/**
 * Axes that hold all points, reference lines and other branches, with room to spare.
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {number[]} [lines] where reference lines stand
 * @returns {Axes}
 */
export function axesFor(chart, figures, lines = []) {
  const rows = [figures.rows, ...(figures.branches ?? []).filter((branch) => branch.name !== figures.branch).map((branch) => branch.rows ?? [])].flat();
  const [own, fan] = [extent(chart, figures, rows), fanExtent(chart, figures)];
  const [last, low, high] = [Math.max(own.last, fan.last), Math.min(own.low, fan.low), Math.max(own.high, fan.high)];
  const least = Math.min(low, ...lines);
  const most = Math.max(high, ...lines);
  const y = /** @type {Range} */ ([endOf(least * AIR), endOf(most * AIR)]);
  if (y[0] === y[1]) y[1] = 1;
  return { x: [0, Math.max(FEWEST_TURNS, endOf(last * AIR + 1, TURNS))], y };
}

/**
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {import('../types.js').Row[]} rows
 * @returns {{last: number, low: number, high: number}} the last turn, the values furthest from zero
 */
function extent(chart, figures, rows) {
  const found = { last: 0, low: 0, high: 0 };
  const series = seriesOf(chart, figures);
  for (const row of rowsFor(chart, rows)) {
    found.last = Math.max(found.last, xOf(chart, row));
    for (const one of series) {
      const value = one.read(row);
      if (typeof value !== 'number' || !Number.isFinite(value)) continue;
      found.low = Math.min(found.low, value);
      found.high = Math.max(found.high, value);
    }
  }
  return found;
}

// --- A logarithmic axis: what doubles rises by the same step everywhere. Pure.

/**
 * Makes the axis of values logarithmic; in a scatter chart both. What is not above zero has no place on it.
 * @param {import('../types.js').Chart} chart
 * @param {import('./series.js').Figures} figures
 * @param {any} made a layout
 */
export function layLog(chart, figures, made) {
  const scatter = chart.kind === 'scatter';
  made.yaxis = logAxis(made.yaxis, decades(figures, scatter ? chart.metrics.slice(1, 2) : chart.metrics));
  if (scatter) made.xaxis = logAxis(made.xaxis, decades(figures, chart.metrics.slice(0, 1)));
  made.shapes = (made.shapes ?? []).filter((/** @type {any} */ shape) => shape.y0 > 0);
  // plotly counts the places of words on such an axis in powers of ten, those of lines as they are.
  made.annotations = (made.annotations ?? []).filter((/** @type {any} */ words) => words.y > 0).map((/** @type {any} */ words) => ({ ...words, y: Math.log10(words.y) }));
}

/**
 * Over how many powers of ten the values of figures reach.
 * @param {import('./series.js').Figures} figures
 * @param {string[]} keys
 * @returns {number}
 */
function decades(figures, keys) {
  let [low, high] = [Infinity, 0];
  const take = (/** @type {any} */ value) => {
    if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) take(one);
    else if (typeof value === 'number' && value > 0) [low, high] = [Math.min(low, value), Math.max(high, value)];
  };
  for (const row of figures.rows) for (const key of keys) take(row.values[key]);
  return high ? Math.log10(high / low) : 0;
}

/**
 * @param {any} axis
 * @param {number} wide over how many powers of ten it reaches
 */
function logAxis(axis, wide) {
  const { tick0, dtick, range, tickmode, tickformatstops, autorangeoptions, ...rest } = axis;
  const ticks = wide > 0.6 ? { tickmode: 'linear', dtick: wide > 2.5 ? 1 : 'D2' } : { tickmode: 'auto', nticks: 5 };
  const include = (autorangeoptions?.include ?? []).filter((/** @type {number} */ value) => value > 0);
  return { ...rest, type: 'log', rangemode: 'normal', autorange: true, zeroline: false, ...ticks, ...(include.length ? { autorangeoptions: { include } } : {}) };
}

/**
 * Can a chart be drawn with a logarithmic axis?
 * @param {import('../types.js').Chart|undefined} chart
 * @returns {boolean}
 */
export function offersLog(chart) {
  return Boolean(chart?.log) && chart?.kind !== 'heat_map' && chart?.kind !== 'timeline';
}
