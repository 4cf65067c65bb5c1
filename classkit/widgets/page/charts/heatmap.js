/** Heat maps: a figure of seats and parts as it is now, seats by parts, with its value in each cell. Pure. */

import { colourOf, inkOn, lightOf } from '../basics/colours.js';
import { forPlotly, isMoney, shortMoney } from '../basics/format.js';
import { widthOf } from '../basics/text.js';
import { isSlanted, SLANT, slantedRoom, written } from './present.js';
import { partsOf } from './series.js';

/**
 * @typedef {import('../types.js').Chart} Chart
 * @typedef {import('./series.js').Figures} Figures
 * @typedef {import('./traces.js').Paint} Paint
 */

/** Scales that are told apart with any kind of sight: from pale to deep, and from brown over neutral to blue. */
const SCALES = {
  light: { rising: ['#f2f6fa', '#79aed4', '#08458a'], both: ['#a3520a', '#f4f4f2', '#1b5fa6'] },
  dark: { rising: ['#222c37', '#3f7fb0', '#a9dcff'], both: ['#f0a35e', '#2a333d', '#7fc0f5'] },
};

/**
 * A colour of a scale of three.
 * @param {string[]} scale
 * @param {number} share from 0 to 1
 * @returns {string} "#rrggbb"
 */
export function shadeOf(scale, share) {
  const at = Math.min(1, Math.max(0, share)) * 2;
  const [from, to] = at < 1 ? scale : scale.slice(1);
  const part = (/** @type {number} */ place) => {
    const [low, high] = [from, to].map((colour) => Number.parseInt(colour.slice(place, place + 2), 16));
    return Math.round(low + (high - low) * (at < 1 ? at : at - 1)).toString(16).padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

/**
 * @param {Chart} chart
 * @param {Figures} figures
 */
function cells(chart, figures) {
  const key = chart.metrics.find((one) => figures.metrics[one]) ?? '';
  const metric = figures.metrics[key];
  const parts = metric ? partsOf(metric, key, figures.rows) : [];
  const row = figures.rows[figures.rows.length - 1];
  const values = figures.seats.map((seat) => parts.map((part) => {
    const value = row?.values[key]?.[seat.id]?.[part.id];
    return typeof value === 'number' ? value : null;
  }));
  return { key, unit: metric?.unit, label: metric?.label ?? '', parts, values };
}

/**
 * The ends of the colours: the same through a whole match, so that a colour keeps its meaning.
 * @param {string} key
 * @param {string|undefined} unit
 * @param {Figures} figures
 * @returns {[number, number]}
 */
function ends(key, unit, figures) {
  const found = { low: 0, high: unit === '%' ? 100 : 0 };
  for (const row of figures.rows) {
    for (const table of Object.values(row.values[key] ?? {})) {
      for (const value of Object.values(table ?? {})) {
        if (typeof value !== 'number') continue;
        found.low = Math.min(found.low, value);
        found.high = Math.max(found.high, value);
      }
    }
  }
  const far = Math.max(found.high, -found.low) || 1;
  return found.low < 0 ? [-far, far] : [0, far];
}

/**
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {Paint} paint
 * @returns {any[]}
 */
export function heatTraces(chart, figures, paint) {
  const { key, unit, label, parts, values } = cells(chart, figures);
  const [low, high] = ends(key, unit, figures);
  const scale = scaleOf(low, paint);
  const x = parts.map((part) => forPlotly(part.label));
  const y = figures.seats.map((seat) => forPlotly(seat.name));
  const texts = values.map((line) => line.map((value) => (value === null ? '–' : short(value, unit))));
  const inks = values.map((line) => line.map((value) => (value === null ? paint.ink : inkOn(shadeOf(scale, (value - low) / (high - low))))));
  return [
    {
      type: 'heatmap', name: forPlotly(label), meta: key, x, y, z: values, text: texts, zmin: low, zmax: high, colorscale: scale.map((colour, at) => [at / 2, colour]),
      showscale: false, xgap: 2, ygap: 2, hoverongaps: false, hovertemplate: '%{y}, %{x}: %{text}<extra></extra>',
    },
    // plotly's own texts in cells are grey on middle shades.
    {
      type: 'scatter', mode: 'text', name: '', meta: `text.${key}`, x: y.flatMap(() => x), y: y.flatMap((seat) => x.map(() => seat)), text: texts.flat(),
      textfont: { size: paint.size, color: inks.flat() }, hoverinfo: 'skip', cliponaxis: false,
    },
  ];
}

/**
 * @param {number} low
 * @param {Paint} paint
 * @returns {string[]} three colours
 */
function scaleOf(low, paint) {
  const paper = colourOf(paint.paper);
  return SCALES[paper && lightOf(paper) < 0.2 ? 'dark' : 'light'][low < 0 ? 'both' : 'rising'];
}

/**
 * What the ends of the colours stand for, the last with its unit.
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {Paint} paint
 */
export function heatLegend(chart, figures, paint) {
  const { key, unit } = cells(chart, figures);
  const [low, high] = ends(key, unit, figures);
  const scale = scaleOf(low, paint);
  const word = isMoney(unit) || unit === '%' ? '' : chart.y_title || unit;
  const named = [[low, scale[0]], ...(low < 0 ? [[0, scale[1]]] : []), [high, scale[2]]];
  return named.map(([value, colour], at) => ({
    name: [short(Number(value), unit), at === named.length - 1 ? word : ''].filter(Boolean).join(' '), colour: String(colour), dash: 'solid', symbol: 'square', filled: true, mark: false,
  }));
}

/**
 * @param {number} value
 * @param {string} [unit]
 */
function short(value, unit) {
  return isMoney(unit) ? shortMoney(value) : written(Math.abs(value) >= 10 ? Math.round(value) : value, unit);
}

/**
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {Paint} paint
 * @param {any} made the layout of a chart over time
 */
export function layHeat(chart, figures, paint, made) {
  const { parts } = cells(chart, figures);
  const seats = figures.seats.map((seat) => seat.name);
  const wide = Math.min(11, Math.max(0, ...seats.map(widthOf))) * paint.size;
  const names = parts.map((part) => part.label);
  const slanted = isSlanted(names);
  const plain = { tickfont: made.xaxis.tickfont, fixedrange: true, showgrid: false, zeroline: false, ticks: '', type: 'category', tickmode: 'linear', tick0: 0, dtick: 1 };
  Object.assign(made, {
    hovermode: 'closest', shapes: [], annotations: [], margin: { l: wide + 12, r: 8, t: 4, b: paint.size * (slanted ? slantedRoom(names) : 1.8) },
    xaxis: { ...plain, tickangle: slanted ? SLANT : 0, ticklabeloverflow: 'allow', range: [-0.5, parts.length - 0.5] }, yaxis: { ...plain, range: [figures.seats.length - 0.5, -0.5], ticklabeloverflow: 'allow' },
  });
}

/**
 * The same numbers as a table, seats by parts.
 * @param {Chart} chart
 * @param {Figures} figures
 * @returns {{columns: string[], rows: string[][]}}
 */
export function heatNumbers(chart, figures) {
  const { unit, parts, values } = cells(chart, figures);
  return { columns: ['Seat', ...parts.map((part) => part.label)], rows: figures.seats.map((seat, at) => [seat.name, ...values[at].map((value) => written(value, unit))]) };
}
