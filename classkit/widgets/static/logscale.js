/** A logarithmic axis: what doubles rises by the same step everywhere. Pure. */

/**
 * Makes the axis of values logarithmic; in a scatter chart both. What is not above zero has no place on it.
 * @param {import('./types.js').Chart} chart
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
 * @param {import('./types.js').Chart|undefined} chart
 * @returns {boolean}
 */
export function offersLog(chart) {
  return Boolean(chart?.log) && chart?.kind !== 'heat_map' && chart?.kind !== 'timeline';
}
