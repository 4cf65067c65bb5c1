/** Series -> what plotly draws: its traces, and the bands behind them. Pure. */

import { forPlotly } from '../basics/format.js';
import { fanTraces } from './fan.js';
import { heatTraces } from './heatmap.js';
import { latestTraces, texture } from './present.js';
import { scatterTraces } from './scatter.js';
import { changesOf, drawnSeries, MARK_COLOURS, MARK_SYMBOLS, rowsFor, seriesOf, showsLatest, xOf } from './series.js';

/**
 * @typedef {import('../types.js').Chart} Chart
 * @typedef {import('../types.js').Row} Row
 * @typedef {import('./series.js').Figures} Figures
 * @typedef {import('./series.js').Series} Series
 * @typedef {{ink: string, faint: string, paper: string, size: number, wide: number, low?: boolean}} Paint `low`: there is no room for titles below
 * @typedef {Record<string, any>} Trace
 */

/** So many markers tell a line from another; each is an element that moves with every turn. */
const SHOWN = 6;

/** How much colour the bars have that a chart does not put forward. */
const PALE = 0.4;

/**
 * @param {Figures} figures
 * @returns {import('../types.js').Branch[]}
 */
function otherBranches(figures) {
  return (figures.branches ?? []).filter((branch) => branch.name !== figures.branch && branch.rows?.length);
}

/**
 * The traces of a chart.
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {Paint} paint
 * @returns {Trace[]}
 */
export function traces(chart, figures, paint) {
  if (chart.kind === 'heat_map') return heatTraces(chart, figures, paint);
  if (chart.kind === 'scatter') return scatterTraces(chart, figures, paint);
  const series = drawnSeries(chart, figures);
  if (showsLatest(chart, figures.metrics)) return latestTraces(chart, figures, series, paint);
  const rows = rowsFor(chart, figures.rows);
  return [
    ...series.map((one) => overTime(chart, one, rows, paint, figures.seats)),
    ...markTraces(chart, figures, paint),
    ...bandTraces(chart, figures, rows),
    ...branchTraces(chart, figures, series, rows, paint),
    ...fanTraces(chart, figures, paint),
  ];
}

/**
 * @param {Chart} chart
 * @param {Series} one
 * @param {Row[]} rows
 * @param {Paint} paint
 * @param {import('./series.js').SeatInfo[]} seats
 * @returns {Trace}
 */
function overTime(chart, one, rows, paint, seats) {
  const x = rows.map((row) => xOf(chart, row));
  const base = { name: forPlotly(one.name), x, y: rows.map(one.read), meta: one.id, ...(/line|step/.test(chart.kind) && chart.kind !== 'timeline' ? { cliponaxis: false } : {}) };
  if (chart.kind === 'timeline') {
    const y = rows.map((row) => timelineText(one, row, seats));
    return { ...base, y, type: 'scatter', mode: 'markers', marker: { symbol: 'square', size: paint.size, color: one.colour } };
  }
  if (chart.kind === 'bar' || chart.kind === 'stacked_bar') {
    return { ...base, type: 'bar', marker: { color: one.colour, ...shading(chart, one, rows), pattern: texture(one.shape, paint), line: { color: paint.paper, width: 1 } } };
  }
  if (chart.kind === 'stacked_area') {
    return {
      ...base, type: 'scatter', mode: 'lines', stackgroup: 'all',
      fillcolor: one.colour, line: { color: one.colour, width: 1.5, shape: 'hv' },
      fillpattern: { shape: one.shape, fgcolor: paint.paper, bgcolor: one.colour, solidity: 0.14, size: 9 },
    };
  }
  return {
    ...base, type: 'scatter', mode: chart.marks ? 'lines' : 'lines+markers', connectgaps: false,
    line: { color: one.colour, dash: one.dash, width: paint.wide, simplify: false, shape: chart.kind === 'step' ? 'hv' : 'linear' },
    ...(chart.marks ? {} : { marker: { symbol: one.symbol, size: paint.wide * 2.2, color: one.colour, maxdisplayed: SHOWN } }),
  };
}

/**
 * Bars of seats that a chart does not put forward are paler: votes outside the Government.
 * @param {Chart} chart
 * @param {Series} one
 * @param {Row[]} rows
 * @returns {{opacity?: number[]}}
 */
function shading(chart, one, rows) {
  const { shade } = chart;
  if (!shade || !one.seat) return {};
  return { opacity: rows.map((row) => (row.values[shade]?.[one.seat ?? ''] ? 1 : PALE)) };
}

/**
 * @param {Series} one
 * @param {Row} row
 * @param {import('./series.js').SeatInfo[]} seats
 * @returns {string|null} what stands on the y axis: a seat by its name, else the text
 */
function timelineText(one, row, seats) {
  const value = one.read(row);
  if (value === null || value === undefined || value === 0 || value === false || value === '') return null;
  const seat = seats.find((other) => other.id === value);
  return forPlotly(typeof value === 'string' ? seat?.name ?? value : one.name);
}

/**
 * The marks of a text metric, where it changed. All of them are one trace, whatever their form and
 * colour: a text that was never there before is then a new point, and nothing is drawn anew.
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {Paint} paint
 * @returns {Trace[]}
 */
function markTraces(chart, figures, paint) {
  if (!chart.marks) return [];
  const first = seriesOf(chart, figures)[0];
  const marks = [...changesOf(figures.rows, chart.marks)].flatMap(([text, rows], index) => rows.map((row) => ({ text, row, index })));
  marks.sort((a, b) => xOf(chart, a.row) - xOf(chart, b.row));
  const kinds = marks.map(({ index }) => index);
  return [{
    type: 'scatter', mode: 'markers', meta: 'marks', cliponaxis: false,
    x: marks.map(({ row }) => xOf(chart, row)),
    y: marks.map(({ row }) => first?.read(row)),
    text: marks.map(({ text }) => forPlotly(text[0].toUpperCase() + text.slice(1))), hovertemplate: '%{text}<extra></extra>',
    marker: {
      symbol: kinds.map((kind) => MARK_SYMBOLS[kind % MARK_SYMBOLS.length]), size: paint.size * 0.8,
      color: kinds.map((kind) => MARK_COLOURS[kind % MARK_COLOURS.length]), line: { color: paint.paper, width: 1.5 },
    },
  }];
}

/**
 * What happened on the other branches, dashed and paler, beginning where they left.
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {Series[]} series
 * @param {Row[]} rows
 * @param {Paint} paint
 * @returns {Trace[]}
 */
function branchTraces(chart, figures, series, rows, paint) {
  if (chart.kind !== 'line' && chart.kind !== 'step') return [];
  return otherBranches(figures).flatMap((branch) => {
    const own = rowsFor(chart, branch.rows);
    const joint = rows.filter((row) => row.turn < own[0].turn).slice(-1);
    const all = [...joint, ...own];
    return series.map((one) => ({
      type: 'scatter', mode: 'lines', name: forPlotly(`${one.name} (${branch.name})`), meta: `${branch.name}/${one.id}`,
      x: all.map((row) => xOf(chart, row)), y: all.map(one.read), opacity: 0.6,
      line: { color: one.colour, dash: '3px,4px', width: Math.max(1.5, paint.wide - 1), simplify: false, shape: chart.kind === 'step' ? 'hv' : 'linear' },
    }));
  });
}

// --- Bands behind the lines of a chart: when something lasted, such as a recession. Pure.

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
