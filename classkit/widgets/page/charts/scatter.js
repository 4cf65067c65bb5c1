/** Scatter charts: one figure of the seats against another, a trail of points for each seat. Pure. */

import { forPlotly, isMoney } from '../basics/format.js';

/**
 * @typedef {import('../types.js').Chart} Chart
 * @typedef {import('../types.js').Row} Row
 * @typedef {import('./series.js').Figures} Figures
 * @typedef {import('./traces.js').Paint} Paint
 */

/** A longer trail than this is drawn from here on: older points would hide the newer. */
const TRAIL = 80;

/** No trail has more markers than this; between them it is a line. */
const MARKERS = 24;

/**
 * @param {Figures} figures
 * @param {Row} row
 * @param {string} key
 * @param {string} seat
 * @returns {number|null} a figure of the table is the same for every seat
 */
function valueOf(figures, row, key, seat) {
  const value = figures.metrics[key]?.scope === 'seat' ? row.values[key]?.[seat] : row.values[key];
  return typeof value === 'number' ? value : null;
}

/**
 * For each seat its trail, and the present point in front.
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {Paint} paint
 * @returns {any[]}
 */
export function scatterTraces(chart, figures, paint) {
  const [across, up] = chart.metrics;
  const rows = figures.rows.slice(-TRAIL);
  const words = [across, up].map((key) => forPlotly(figures.metrics[key]?.label ?? key));
  const base = (/** @type {any} */ seat, /** @type {Row[]} */ part) => ({
    type: 'scatter', name: forPlotly(seat.name), x: part.map((row) => valueOf(figures, row, across, seat.id)), y: part.map((row) => valueOf(figures, row, up, seat.id)),
    text: part.map((row) => String(row.turn)), hovertemplate: `Turn %{text}<br>${words[0]}: %{x}<br>${words[1]}: %{y}<extra>${forPlotly(seat.name)}</extra>`,
  });
  return [
    ...figures.seats.map((seat) => ({
      ...base(seat, rows), meta: `trail.${seat.id}`, mode: 'lines+markers', connectgaps: false, opacity: 0.75,
      line: { color: seat.look.colour, dash: seat.look.dash, width: Math.max(1.5, paint.wide - 1) }, marker: { symbol: seat.look.symbol, size: paint.wide * 1.8, color: seat.look.colour, maxdisplayed: MARKERS },
    })),
    ...figures.seats.map((seat) => ({
      ...base(seat, rows.slice(-1)), meta: `now.${seat.id}`, mode: 'markers', cliponaxis: false,
      marker: { symbol: seat.look.symbol, size: paint.size * 1.15, color: seat.look.colour, line: { color: paint.ink, width: 1.6 } },
    })),
  ];
}

/**
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {Paint} paint
 * @param {any} made the layout of a chart over time
 */
export function layScatter(chart, figures, paint, made) {
  const across = figures.metrics[chart.metrics[0]];
  const money = isMoney(across?.unit) ? { tickprefix: '$', tickformat: '~s' } : {};
  Object.assign(made, { hovermode: 'closest' });
  made.xaxis = {
    gridcolor: paint.faint, linecolor: paint.faint, zerolinecolor: paint.ink, zerolinewidth: 1, tickfont: made.xaxis.tickfont, fixedrange: true, nticks: 7, ...money,
    type: 'linear', rangemode: 'tozero', ticklabeloverflow: 'allow',
  };
}

/**
 * What the axis across counts.
 * @param {Chart} chart
 * @param {Figures} figures
 * @returns {string}
 */
export function acrossWord(chart, figures) {
  const across = figures.metrics[chart.metrics[0]];
  return [across?.label, isMoney(across?.unit) ? '' : across?.unit].filter(Boolean).join(', ');
}

/**
 * @param {Figures} figures
 */
export function scatterLegend(figures) {
  return figures.seats.map((seat) => ({ name: seat.name, colour: seat.look.colour, dash: seat.look.dash, symbol: seat.look.symbol, filled: false, mark: false }));
}
