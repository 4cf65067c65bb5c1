/** Bars of the present: one for each seat, part or figure, and no course over the turns. Pure. */

import { count, forPlotly, isMoney, money, withUnit } from '../basics/format.js';
import { widthOf } from '../basics/text.js';
import { MARK_COLOURS, seriesOf } from './series.js';

/**
 * @typedef {import('../types.js').Chart} Chart
 * @typedef {import('./series.js').Figures} Figures
 * @typedef {import('./series.js').Series} Series
 * @typedef {import('./traces.js').Paint} Paint
 */

/** Names below an axis that would not stand beside each other rise by so many degrees. */
export const SLANT = -28;

/**
 * How much room rising names need below an axis, in units of their type.
 * @param {string[]} names
 * @returns {number}
 */
export function slantedRoom(names) {
  return 1.3 + Math.min(16, Math.max(0, ...names.map(widthOf))) * 0.47;
}

/**
 * @param {string[]} names below an axis
 * @returns {boolean} whether they are too long to stand beside each other
 */
export function isSlanted(names) {
  return names.reduce((sum, name) => sum + name.length + 2, 0) > 42;
}

/**
 * Seats have letters, which stand at the top of the table beside their names.
 * @param {string[]} names of seats below an axis
 * @returns {boolean} whether one is too long to stand below its own bars
 */
export function isLettered(names) {
  return names.some((name) => name.length * names.length > 42);
}

/**
 * Bars of parts and figures have their names below, and reference lines before the bars.
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {Paint} paint
 * @param {any} made the layout of a chart over time
 */
export function layPresent(chart, figures, paint, made) {
  made.annotations = made.annotations.map((/** @type {any} */ words) => ({ ...words, bgcolor: paint.paper, opacity: 0.85 }));
  const scope = figures.metrics[chart.metrics[0]]?.scope ?? '';
  if (chart.kind.includes('bar') && scope.startsWith('seat') && isLettered(figures.seats.map((seat) => seat.name))) {
    made.xaxis = { ...made.xaxis, tickmode: 'array', tickvals: figures.seats.map((_, index) => index), ticktext: figures.seats.map((seat) => seat.id), tickangle: 0 };
  }
  if (!['parts', 'table'].includes(scope)) return;
  const names = seriesOf(chart, figures).map((one) => one.name);
  made.xaxis = { ...made.xaxis, tickmode: 'linear', tick0: 0, dtick: 1 };
  if (!isSlanted(names)) return;
  made.xaxis = { ...made.xaxis, tickangle: SLANT, ticklabeloverflow: 'allow' };
  made.margin = { ...made.margin, b: paint.size * slantedRoom(names) };
}

/**
 * A pattern over the colour of a bar, for those who do not tell the colours apart.
 * @param {string} shape
 * @param {Paint} paint
 */
export function texture(shape, paint) {
  return { shape, fillmode: 'overlay', fgcolor: paint.paper, fgopacity: 0.65, solidity: 0.18, size: 8 };
}

/**
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {Series[]} series
 * @param {Paint} paint
 * @returns {any[]}
 */
export function latestTraces(chart, figures, series, paint) {
  const row = figures.rows[figures.rows.length - 1];
  const known = chart.metrics.filter((key) => figures.metrics[key]);
  const scope = figures.metrics[known[0]]?.scope;
  const seats = figures.seats.map((seat) => forPlotly(seat.name));
  if (scope === 'seat') {
    return known.map((key, index) => ({
      type: 'bar', name: forPlotly(figures.metrics[key].label), x: seats, meta: key,
      y: figures.seats.map((seat) => row?.values[key]?.[seat.id] ?? null),
      marker: {
        color: chart.metrics.length === 1 ? figures.seats.map((seat) => seat.look.colour) : MARK_COLOURS[index % MARK_COLOURS.length],
        pattern: texture(index ? '/' : '', paint),
      },
    }));
  }
  if (scope === 'seat_parts') {
    return series.map((one) => {
      const part = one.id.slice(one.id.indexOf('.') + 1);
      return {
        type: 'bar', name: forPlotly(one.name), x: seats, meta: one.id,
        y: figures.seats.map((seat) => (row ? one.read(row)?.[seat.id]?.[part] ?? 0 : null)),
        marker: { color: one.colour, pattern: texture(one.shape, paint) },
      };
    });
  }
  // A bar for each part, or for each figure of the table.
  return [{
    type: 'bar', name: forPlotly(chart.title), meta: 'present', x: series.map((one) => forPlotly(one.name)), y: series.map((one) => (row ? one.read(row) ?? null : null)),
    marker: { color: series.map((one) => one.colour), pattern: { ...texture('', paint), shape: series.map((one) => one.shape) } },
  }];
}

/**
 * The same numbers as a table.
 * @param {Chart} chart
 * @param {Figures} figures
 * @returns {{columns: string[], rows: string[][]}}
 */
export function presentNumbers(chart, figures) {
  const row = figures.rows[figures.rows.length - 1];
  const known = chart.metrics.filter((key) => figures.metrics[key]);
  if (figures.metrics[known[0]]?.scope === 'seat') {
    return {
      columns: ['Seat', ...known.map((key) => figures.metrics[key].label)],
      rows: figures.seats.map((seat) => [seat.name, ...known.map((key) => written(row?.values[key]?.[seat.id], figures.metrics[key].unit))]),
    };
  }
  const series = seriesOf(chart, figures);
  return { columns: [chart.title, 'Now'], rows: series.map((one) => [one.name, written(row ? one.read(row) : null, figures.metrics[one.id.split('.')[0]]?.unit)]) };
}

/**
 * A figure with its unit, as a table of numbers has it.
 * @param {any} value
 * @param {string} [unit]
 * @returns {string}
 */
export function written(value, unit) {
  if (typeof value !== 'number') return count(value);
  return isMoney(unit) ? money(value) : withUnit(value, unit === '%' ? '%' : '');
}
