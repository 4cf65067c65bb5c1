/** What stands around a chart: axes, reference lines and predictions, legend, and its numbers as a table. Pure. */

import { count, forPlotly, isMoney } from '../basics/format.js';
import { axesFor, hasAxes, layLog } from './axes.js';
import { fanLegend } from './fan.js';
import { heatLegend, heatNumbers, layHeat } from './heatmap.js';
import { layPresent, presentNumbers, written } from './present.js';
import { acrossWord, layScatter, scatterLegend } from './scatter.js';
import { axisWord, changesOf, isShort, lastingLegend, MARK_COLOURS, MARK_SYMBOLS, partsOf, rowsFor, seriesOf, showsLasting, showsLatest, xOf } from './series.js';
import { bandLegend, hasBands, layBands } from './traces.js';

/**
 * @typedef {import('../types.js').Chart} Chart
 * @typedef {import('./series.js').Figures} Figures
 * @typedef {import('./traces.js').Paint} Paint
 */

/** As many rounds or elections as have each a number on the axis. */
const FEW = 10;

/** As many things as bars count with a line for each: there is no half of a take-over. */
const FEW_THINGS = 5;

/** Numbers on an axis fit the margins and lie flat; plotly would measure each of them to be sure, and lay out the page for it. */
const UNMEASURED = { ticklabeloverflow: 'allow', tickangle: 0 };

/**
 * Room for ticks and titles. plotly can find it out by itself, but only by drawing twice.
 * @param {Chart} chart
 * @param {Paint} paint
 * @param {boolean} money
 */
function margins(chart, paint, money) {
  const title = chart.y_title && !isMoney(chart.y_title) ? paint.size * 1.5 : 0;
  return { l: paint.size * (money ? 4.4 : 3.2) + title, r: 12, t: 8, b: paint.size * (paint.low ? 1.8 : 3.1) };
}

/**
 * The layout around the traces: quiet axes, reference lines, the class's prediction.
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {Paint} paint
 * @returns {Record<string, any>}
 */
export function layout(chart, figures, paint) {
  const made = plainLayout(chart, figures, paint);
  if (chart.kind === 'heat_map') layHeat(chart, figures, paint, made);
  if (chart.kind === 'scatter') layScatter(chart, figures, paint, made);
  if (chart.now) layPresent(chart, figures, paint, made);
  if (hasBands(chart, figures)) layBands(made);
  if (chart.logged) layLog(chart, figures, made);
  return made;
}

/**
 * Whether the bars of the present count a few things.
 * @param {Chart} chart
 * @param {Figures} figures
 */
function countsFew(chart, figures) {
  const unit = figures.metrics[chart.metrics[0]]?.unit;
  const row = figures.rows.at(-1);
  if (!row || !chart.kind.includes('bar') || !showsLatest(chart, figures.metrics) || isMoney(unit) || unit === '%') return false;
  const counted = chart.metrics.flatMap((key) => Object.values(row.values[key] ?? {}));
  // The parts of a seat stand on each other in one bar.
  const heights = counted.map((one) => (Object(one) === one ? Object.values(one).reduce((sum, part) => sum + part, 0) : one));
  return heights.every((height) => Number.isInteger(height) && height >= 0 && height <= FEW_THINGS);
}

/**
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {Paint} paint
 * @returns {Record<string, any>}
 */
function plainLayout(chart, figures, paint) {
  const unit = figures.metrics[chart.metrics[0]]?.unit;
  const lines = [...(chart.lines ?? [])];
  const predicted = figures.prediction ? oneNumber(figures.prediction.value) : null;
  if (figures.prediction && predicted !== null) lines.push([predicted, `The class: ${figures.prediction.value}`]);
  const axis = {
    gridcolor: paint.faint, linecolor: paint.faint, zerolinecolor: paint.ink, zerolinewidth: 1,
    tickfont: { size: paint.size, color: paint.ink }, fixedrange: true,
  };
  const latest = showsLatest(chart, figures.metrics);
  const given = hasAxes(chart) && !latest ? axesFor(chart, figures, lines.map(([value]) => value)) : null;
  // Rounds and elections are counted in whole numbers however few there are, as turns are.
  const counted = Boolean(chart.per) && chart.per !== 'turn' && rowsFor(chart, figures.rows).length <= FEW;
  const few = !given && !latest && (counted || isShort(figures));
  return {
    showlegend: false, hovermode: latest ? 'closest' : 'x unified', barmode: chart.kind === 'stacked_bar' ? 'relative' : 'group', bargap: 0.18,
    paper_bgcolor: 'rgba(0,0,0,0)', plot_bgcolor: 'rgba(0,0,0,0)', margin: margins(chart, paint, isMoney(unit)),
    font: { family: 'system-ui, sans-serif', size: paint.size, color: paint.ink }, dragmode: false,
    hoverlabel: { bgcolor: paint.paper, font: { color: paint.ink, size: paint.size } },
    xaxis: {
      ...axis, showgrid: false, zeroline: false, nticks: 8,
      ...(latest ? { type: 'category' } : { rangemode: 'nonnegative', ...UNMEASURED }), ...(given ? { range: given.x, autorange: false } : {}), ...(few ? { tick0: 0, dtick: 1 } : {}),
    },
    yaxis: {
      ...axis, nticks: paint.low ? 4 : 6, ticklabelstandoff: 4,
      // Before there is any money the axis runs from 0 to 1: "m" would read as millions there.
      ...(isMoney(unit) ? { tickprefix: '$', tickformat: '~s', tickformatstops: [{ dtickrange: [null, 0.99], value: '.2f' }] } : {}),
      ...(unit === '%' ? { ticksuffix: '%' } : {}),
      ...(countsFew(chart, figures) ? { tick0: 0, dtick: 1 } : {}),
      ...(chart.kind === 'timeline' ? { type: 'category', zeroline: false, automargin: true, ...(showsLasting(chart, figures) ? { dtick: 1 } : {}) } : { rangemode: 'tozero', ...UNMEASURED }), ...(given ? { range: given.y, autorange: false } : {}),
      ...(lines.length ? { autorangeoptions: { include: lines.map(([value]) => value) } } : {}),
    },
    shapes: lines.map(([value]) => ({
      type: 'line', xref: 'paper', x0: 0, x1: 1, y0: value, y1: value, line: { color: paint.ink, width: 1.5, dash: 'dashdot' },
    })),
    annotations: lines.map(([value, label]) => ({
      xref: 'paper', x: 1, y: value, xanchor: 'right', yanchor: 'bottom', showarrow: false,
      text: forPlotly(label), font: { size: paint.size, color: paint.ink },
    })),
  };
}

/**
 * What the axes count. The page writes it itself: to place a title plotly measures all labels of
 * the axis each time that axis is drawn, which takes as long as drawing the chart.
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {Paint} paint
 * @returns {{x: string, y: string}}
 */
export function axisTitles(chart, figures, paint) {
  if (chart.kind === 'heat_map') return { x: '', y: '' };
  const word = chart.kind === 'scatter' ? acrossWord(chart, figures) : axisWord(chart, figures.metrics);
  return {
    x: showsLatest(chart, figures.metrics) || paint.low ? '' : word,
    y: isMoney(chart.y_title) ? '' : chart.y_title ?? '',
  };
}

/**
 * The legend, which the page writes itself.
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {Paint} [paint] needed for a heat map
 * @returns {Array<{name: string, colour: string, dash: string, symbol: string, filled: boolean, mark: boolean, fan?: boolean, about?: string, empty?: boolean}>}
 */
export function legend(chart, figures, paint) {
  if (chart.kind === 'heat_map') return heatLegend(chart, figures, paint);
  if (chart.kind === 'scatter') return scatterLegend(figures);
  if (showsLasting(chart, figures)) return lastingLegend(chart, figures);
  const filled = chart.kind.includes('bar') || chart.kind === 'stacked_area';
  const bySeat = showsLatest(chart, figures.metrics) && figures.metrics[chart.metrics[0]]?.scope === 'seat';
  if (bySeat && chart.metrics.length > 1) {
    return chart.metrics.filter((key) => figures.metrics[key]).map((key, index) => ({
      name: figures.metrics[key].label, colour: MARK_COLOURS[index % MARK_COLOURS.length], dash: 'solid', symbol: 'square', filled: true, mark: false,
    }));
  }
  // Bars of parts have their names below them.
  const below = bySeat || (chart.now && figures.metrics[chart.metrics[0]]?.scope !== 'seat_parts');
  const series = below ? [] : seriesOf(chart, figures);
  const lines = series.length === 1 ? [] : series;
  const ofTable = chart.metrics.every((key) => figures.metrics[key]?.scope === 'table');
  const names = ofTable ? apart(lines.map(({ name }) => name)) : lines.map(({ name }) => name);
  const marks = chart.marks ? [...changesOf(figures.rows, chart.marks).keys()] : [];
  return [
    ...lines.map((one, at) => ({ name: names[at], colour: one.colour, dash: one.dash, symbol: one.symbol, filled, mark: false, empty: isEmpty(one, figures.rows) })),
    ...marks.map((name, index) => ({
      name, colour: MARK_COLOURS[index % MARK_COLOURS.length], dash: 'solid',
      symbol: MARK_SYMBOLS[index % MARK_SYMBOLS.length], filled: false, mark: true,
    })),
    ...bandLegend(chart, figures),
    ...fanLegend(chart, figures),
  ];
}

/**
 * Is it a part that nobody has had so far?
 * @param {import('./series.js').Series} one
 * @param {Row[]} rows
 */
function isEmpty(one, rows) {
  const part = one.id.slice(one.id.indexOf('.') + 1);
  if (one.seat || part === one.id) return false;
  return rows.length > 0 && rows.every((row) => {
    const value = one.read(row);
    return value && typeof value === 'object' ? Object.values(value).every((own) => !own?.[part]) : !value;
  });
}

/**
 * What tells names apart: "Price of grain" and "Price of oil" as "Grain" and "Oil", since the title
 * of their chart says the rest.
 * @param {string[]} names
 * @returns {string[]}
 */
export function apart(names) {
  const words = names.map((name) => name.split(' '));
  let same = 0;
  while (names.length > 1 && words.every((own) => own.length > same + 1 && own[same] === words[0][same])) same += 1;
  return words.map((own) => own.slice(same).join(' ')).map((rest) => rest.slice(0, 1).toUpperCase() + rest.slice(1));
}

/**
 * The same numbers as a table, newest first: what a chart says without a picture.
 * @param {Chart} chart
 * @param {Figures} figures
 * @returns {{columns: string[], rows: string[][]}}
 */
export function numbers(chart, figures) {
  const known = chart.metrics.filter((key) => figures.metrics[key]);
  if (chart.kind === 'heat_map') return heatNumbers(chart, figures);
  if (chart.now && figures.metrics[known[0]]?.scope !== 'seat_parts') return presentNumbers(chart, figures);
  if (known.some((key) => figures.metrics[key].scope === 'seat_parts')) return seatNumbers(chart, figures, known);
  const series = seriesOf(chart, figures);
  const unit = (/** @type {string} */ id) => figures.metrics[id.split('.')[0]]?.unit;
  const marks = chart.marks ? [figures.metrics[chart.marks]?.label ?? 'Mark'] : [];
  const bands = hasBands(chart, figures) ? [chart.bands ?? ''] : [];
  const rows = rowsFor(chart, figures.rows).map((row) => [
    count(xOf(chart, row)),
    ...series.map((one) => written(one.read(row), unit(one.id))),
    ...(chart.marks ? [count(row.values[chart.marks])] : []),
    ...bands.map((key) => count(row.values[key])),
  ]);
  return { columns: [axisWord(chart, figures.metrics), ...series.map((one) => one.name), ...marks, ...bands.map((key) => figures.metrics[key].label)], rows: rows.reverse() };
}

/**
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {string[]} known
 * @returns {{columns: string[], rows: string[][]}}
 */
function seatNumbers(chart, figures, known) {
  const row = figures.rows[figures.rows.length - 1];
  const rows = known.flatMap((key) => partsOf(figures.metrics[key], key, figures.rows).map((part) => [
    part.label,
    ...figures.seats.map((seat) => written(row?.values[key]?.[seat.id]?.[part.id] ?? 0, figures.metrics[key].unit)),
  ]));
  return { columns: ['Part', ...figures.seats.map((seat) => seat.name)], rows };
}

// --- Whether what a class has typed is one number, and which. Anything else is only shown as words.

/** Thousands in groups, the first of which does not begin with 0, and then the decimals. */
const POINT = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const COMMA = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;
const SPACED = /^[+-]?[1-9]\d{0,2}(?:[ '’]\d{3})+(?:[.,]\d+)?$/;
const PLAIN = /^[+-]?\d*[.,]?\d+$/;

/**
 * The one number that a text states, in the decimal notation of either kind: 1,234.5 and 1.234,5 and
 * 1 234,5 are the same. A single comma or point before exactly three digits parts thousands, as in
 * 1,500, but not after a 0, as in 0,125. A currency or percent sign may stand at either end.
 * @param {string} typed
 * @returns {number|null} null where it is anything else, such as "from 7 to 5" or "about 3"
 */
export function oneNumber(typed) {
  const text = typed.trim().replace(/\u2212/g, '-').replace(/[\u00a0\u2009\u202f]/g, ' ');
  const bare = text.replace(/^([+-]?) ?[$€£¥] ?/, '$1').replace(/ ?[$€£¥%]$/, '');
  if (POINT.test(bare)) return Number(bare.replace(/,/g, ''));
  if (COMMA.test(bare)) return Number(bare.replace(/\./g, '').replace(',', '.'));
  if (SPACED.test(bare)) return Number(bare.replace(/[ '’]/g, '').replace(',', '.'));
  return PLAIN.test(bare) ? Number(bare.replace(',', '.')) : null;
}
