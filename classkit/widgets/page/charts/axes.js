/**
 * Ranges and margins of a chart's axes, from its data and the available space. The turn axis ends at the current turn.
 * `data` and `layout` belong to a Picture. Pure functions.
 */

import { shorten, widthOf } from '../basics/text.js';
import { moneyTicks, scaleOf, ticksOf, tickText, tickWidth } from './ticks.js';

/**
 * @typedef {import('./ticks.js').Range} Range
 * @typedef {{width: number, height: number, size: number}} Room: size of the canvas in pixels, and its font size
 * @typedef {object} Plot position of a picture on its canvas
 * @property {number} left
 * @property {number} top
 * @property {number} width
 * @property {number} height
 * @property {Range|null} x range of its numeric axis
 * @property {Range|null} y
 * @property {boolean} log whether `y` counts powers of ten
 * @property {number} end end of the lines in pixels; early in a match, the axis is longer
 */

/** Minimum number of turns on a turn axis, and of items on other counting axes. */
const FEWEST_TURNS = 8, FEWEST_COUNTED = 3;

/** Maximum number of ticks on a value axis, and the height of a tick in units of its font size. */
const MOST_TICKS = 5, TALL = 2;

/** Within this distance of the plot's edge, in pixels, plotly draws no grid line and receives no clicks. */
const HAIR = 2;

/** Minimum range of an axis that does not start at 0, as a share of its highest value. */
const CALM = 0.4;

/** Rounded shares may add up to slightly more than 100%. */
const CLOSE = 1.005;

/** Maximum width of row names, in units of the font size. */
const ROW_NAMES = 11;

/** Maximum height of slanted names, as a share of the chart's height; longer names are truncated. */
const RISING = 0.34;

/**
 * Minimum height of a plot with slanted names, in lines; in lower plots, names are horizontal and truncated, in two
 * rows.
 */
const LEAST_LINES = 8;

/** Minimum width of horizontal names, in units of the font size. */
const LEAST_NAME = 3;

/** Candidate angles of names below an axis, in degrees. */
const ANGLES = Array.from({ length: 79 }, (_, at) => 12 + at);

/**
 * Fit the axes of a picture to its data.
 * @param {{axes: Axes, per: string}} chart as the kernel sends it
 * @param {Picture} picture its layout is changed
 * @param {object} given
 * @param {Room} given.room
 * @param {boolean} [given.logged] whether the axis of values is logarithmic
 * @param {Array<[number, number]>} [given.rounds] and the turns at which they begin
 * @param {number} [given.right] the width of labels on the right
 * @param {number|null} [given.now] the turn of the last row, if futures are drawn
 * @param {import('./shared_axis.js').SharedAxis} [given.column] the charts with which it shares its axis
 * @param {string} [given.ink] the colour of the tick of now
 * @returns {Plot}
 */
export function fitAxes(chart, { data, layout }, given) {
  const { axes } = chart;
  const { room, right = 0, column } = given;
  const { size } = room;
  const log = Boolean(given.logged) && axes.log;
  const margin = (layout.margin = { l: size, r: Math.max(right, size), t: size * 0.75, b: size * 1.9, pad: 0 });
  const ends = log ? logAxes(data, layout) : { x: null, y: null };
  let end = Infinity;
  if (axes.up === 'names') margin.l = nameRows(data, layout, size);
  else if (log) {
    Object.assign(layout.yaxis, moneyTicks(axes));
    margin.l = size * 4;
  } else {
    ends.y = fitValues(axes, data, layout, room);
    margin.l = 6 + Math.max(...layout.yaxis.ticktext.map((words) => tickWidth(words, size)));
  }
  const { r: own } = margin;
  if (column) Object.assign(margin, column.agree({ l: margin.l, r: own }));
  if (axes.across === 'names' && !right) margin.r = own; // it has no labels and is not aligned with other charts
  if (axes.across === 'names') {
    nameColumns(data, layout, room);
    if (axes.up === 'values' && !log) ends.y = fitValues(axes, data, layout, room); // names may have left less space
  } else if (axes.across === 'counts') ({ range: ends.x, end } = fitCounts(axes, data, layout, given));
  else if (!log) ends.x = fitPlane(axes, data, layout, room);
  if (data[0]?.type === 'heatmap') bareCells(data, layout, room);
  if (axes.across === 'counts' && column && !column.hasTicks) {
    layout.xaxis.showticklabels = false;
    margin.b = size / 2;
  }
  const { l, r, t, b } = margin;
  const [width, height] = [Math.max(1, room.width - l - r), Math.max(1, room.height - t - b)];
  if (ends.y) placeLevels(layout, ends.y, { height, top: t, size });
  const [from, to] = ends.x ?? [0, 0];
  const share = end < to ? (end - from) / (to - from) : 1;
  return { left: l, top: t, width, height, ...ends, log, end: l + width * share };
}

/**
 * Place the text of a reference line above it, or below it at the top of the picture.
 * @param {any} layout
 * @param {Range} ends of the axis of values
 * @param {{height: number, top: number, size: number}} plot its height, and the space above it
 */
function placeLevels(layout, [from, to], { height, top, size }) {
  layout.annotations = layout.annotations.map((words) => {
    if (words.xref !== 'paper') return words;
    const above = top + ((to - words.y) / (to - from)) * height;
    return { ...words, yanchor: above < size * 1.5 ? 'top' : 'bottom' };
  });
}

/**
 * Fit the value axis: its range, with three to five round ticks.
 * @param {Axes} axes
 * @param {any[]} data
 * @param {any} layout
 * @param {Room} room
 * @returns {Range}
 */
function fitValues(axes, data, layout, { height: all, size }) {
  const height = all - layout.margin.t - layout.margin.b;
  const lines = layout.shapes.flatMap(({ y0, y1 = y0 }) => [y0, y1]);
  const drawn = heights(data, layout.barmode);
  const zero = axes.zero || !drawn.some(isNumber) ? [0] : [];
  const [least, most] = endsOf([...zero, ...lines, ...drawn]);
  const capped = axes.most !== undefined && most <= axes.most * CLOSE ? Math.min(most, axes.most) : most;
  // Limit the zoom of an index, so that its steps do not look like leaps.
  const low = zero.length ? least : Math.min(least, most - Math.abs(most) * CALM);
  const count = Math.min(MOST_TICKS, Math.max(2, Math.floor(height / (size * TALL)) + 1));
  const whole = axes.counted && [...drawn, ...lines].every((value) => !isNumber(value) || Number.isInteger(value));
  const { range: [bottom, top], ticks } = scaleOf(low, Math.max(capped, axes.top), count, whole);
  const hair = ((top - bottom) * HAIR) / Math.max(height, 1);
  const range = /** @type {Range} */ ([bottom - hair, top + hair]);
  // Without data, show only zero.
  const shown = most === 0 && low === 0 && !whole && !axes.top ? [0] : ticks;
  const texts = shown.map((value) => tickText(value, axes));
  Object.assign(layout.yaxis, { range, autorange: false, tickmode: 'array', tickvals: shown, ticktext: texts });
  return range;
}

/**
 * Fit the axis of turns, rounds or elections: from the first to the current one, whose tick is in words, with
 * forecasts beyond.
 * @param {Axes} axes
 * @param {any[]} data
 * @param {any} layout its margins are widened for the ticks at its ends
 * @param {{room: Room, rounds?: Array<[number, number]>, now?: number|null, ink?: string}} given see `fitAxes`
 * @returns {{range: Range, end: number}} and the end of the lines
 */
function fitCounts(axes, data, layout, { room, rounds = [], now = null, ink = '#000000' }) {
  const { margin, xaxis } = layout;
  const { size } = room;
  const [first, last] = endsOf(data.filter(({ yaxis }) => !yaxis).flatMap(({ x }) => x));
  const marked = data.some(({ type, mode }) => type === 'bar' || (mode === 'markers' && axes.up === 'names'));
  const beyond = marked ? 0.5 : 0; // bars and squares extend beyond their positions
  const from = axes.steady ? 0 : first - beyond;
  const end = Math.max(last, axes.ahead ?? 0) + beyond;
  const range = /** @type {Range} */ ([from, Math.max(end, from + (axes.steady ? FEWEST_TURNS : FEWEST_COUNTED))]);
  const at = now ?? last;
  const wide = room.width - margin.l - margin.r;
  const ticks = ticksOf(range, { at, word: axes.word, wide, size, rounds: axes.rounds ? rounds : null });
  const half = (tick, edge) => (tick[0] === edge ? tickWidth(tick[1], size) / 2 + 2 : 0);
  margin.l = Math.max(margin.l, half(ticks[0], range[0]));
  margin.r = Math.max(margin.r, half(ticks[ticks.length - 1], range[1]));
  Object.assign(xaxis, {
    range,
    autorange: false,
    tickmode: 'array',
    tickvals: ticks.map(([place]) => place),
    ticktext: ticks.map(([place, words]) => (place === at ? `<span style="color:${ink}">${words}</span>` : words)),
  });
  if (now !== null && end > now) layout.shapes = [...aheadOf(now), ...layout.shapes];
  return { range, end };
}

/** The shaded area of the future, after a line. @param {number} now */
function aheadOf(now) {
  const base = { xref: 'x', yref: 'paper', y0: 0, y1: 1, layer: 'below' };
  return [
    { ...base, type: 'rect', x0: now, x1: 1e6, fillcolor: 'rgba(128,128,128,0.09)', line: { width: 0 } },
    { ...base, type: 'line', x0: now, x1: now, line: { color: '#7a8790', width: 1, dash: '3px,3px' } },
  ];
}

/**
 * Fit the horizontal axis of a plane of values.
 * @param {Axes} axes
 * @param {any[]} data
 * @param {any} layout
 * @param {Room} room
 * @returns {Range}
 */
function fitPlane(axes, data, layout, { width, size }) {
  const [least, most] = endsOf([0, ...data.flatMap(({ x }) => x)]);
  const { range, ticks } = scaleOf(least, most, Math.max(3, Math.min(7, width / (size * 6))), false);
  const texts = ticks.map((value) => tickText(value, { ...axes, unit: axes.x_unit }));
  const ends = { range, autorange: false, tickmode: 'array', tickvals: ticks, ticktext: texts };
  Object.assign(layout.xaxis, { ...ends, showgrid: true });
  return range;
}

// --- Names on axes.

/** Write names next to the rows, truncated if too wide; return their width. */
function nameRows(data, layout, size) {
  const names = [...new Set(data.flatMap(({ y }) => y).filter((name) => typeof name === 'string'))];
  if (names.some((name) => widthOf(name) > ROW_NAMES)) {
    const words = names.map((name) => shorten(name, 0.94 * ROW_NAMES));
    Object.assign(layout.yaxis, { tickmode: 'array', tickvals: names.map((_, at) => at), ticktext: words });
  }
  layout.yaxis.ticks = '';
  return 16 + size * Math.min(ROW_NAMES, Math.max(0, ...names.map(widthOf)));
}

/**
 * Write names below an axis: horizontally in one or two rows, or slanted as little as necessary. If that makes the
 * plot too low, use two rows of truncated names.
 * @param {any[]} data
 * @param {any} layout
 * @param {Room} room
 */
function nameColumns(data, layout, { width, height, size }) {
  const { xaxis, margin } = layout;
  const names = [...new Set(data.flatMap(({ x }) => x).map(String))];
  const column = (width - margin.l - margin.r) / Math.max(1, names.length);
  const lines = (xaxis.ticktext ?? []).map((/** @type {string} */ words) => words.split('<br>'));
  if (lines.length && Math.max(...lines.flat().map(widthOf)) * size < column) {
    margin.b = size * (0.6 + 1.3 * Math.max(...lines.map((words) => words.length)));
    return;
  }
  for (const key of ['ticktext', 'tickvals', 'tickmode']) delete xaxis[key];
  if (Math.max(0, ...names.map(widthOf)) * size + size / 2 < column) return;
  const places = { tickmode: 'array', tickvals: names.map((_, at) => at) };
  // in two rows a name may use two columns; the outer names end at the edge of the picture;
  const edge = 2 * (Math.min(margin.l, margin.r) + column / 2);
  // and more if its neighbours in the row need less
  const beside = (/** @type {number} */ at) =>
    Math.max(0, ...[names[at - 2], names[at + 2]].filter(Boolean).map(widthOf)) * size;
  const levelOf = (/** @type {number} */ at) => (Math.min(Math.max(2 * column, 4 * column - beside(at)),
    at % (names.length - 1) ? Infinity : edge) - size / 2) / size;
  const inRows = (/** @type {string[]} */ words) => {
    const ticktext = words.map((name, at) => (at % 2 ? `<br>${name}` : name));
    Object.assign(xaxis, { ...places, tickangle: 0, ticktext });
    margin.b = size * 2.8;
  };
  if (names.every((name, at) => widthOf(name) <= levelOf(at))) return inRows(names);
  const cut = (/** @type {number} */ sine) =>
    names.map((name) => shorten(name, Math.max((height * RISING) / (size * sine), 3)));
  const fits = (/** @type {number} */ angle) =>
    column * Math.sin(angle) > size * 1.15 &&
    cut(Math.sin(angle)).every((name, at) =>
      widthOf(name) * size * Math.cos(angle) < margin.l + column * (at + 0.5));
  const degrees = ANGLES.find((one) => fits((one * Math.PI) / 180)) ?? ANGLES[ANGLES.length - 1];
  const sine = Math.sin((degrees * Math.PI) / 180);
  const words = cut(sine);
  const below = Math.max(...words.map(widthOf)) * size * sine + size * 1.4;
  const low = height - margin.t - below < LEAST_LINES * size;
  if (low && levelOf(0) >= LEAST_NAME) return inRows(names.map((name, at) => shorten(name, levelOf(at))));
  Object.assign(xaxis, { ...places, ticktext: words, tickangle: -degrees });
  margin.b = below;
}

/**
 * In narrow columns of a heat map, omit the percent sign, or the numbers if they still do not fit: the colours show
 * the values.
 * @param {any[]} data the cells, and their figures
 * @param {any} layout
 * @param {Room} room
 */
function bareCells([cells, figures], { margin: { l, r, t, b } }, { width, height, size }) {
  const column = (width - l - r) / cells.x.length;
  const tooWide = () => figures.text.some((text) => (widthOf(text) + 0.5) * size > column);
  if (tooWide()) figures.text = figures.text.map((text) => text.replace(/%$/, ''));
  if (tooWide() || height - t - b < cells.y.length * size * 1.1) figures.visible = false;
}

// --- Values.

function isNumber(value) {
  return typeof value === 'number';
}

/**
 * Return the minimum and maximum; values that are not numbers are ignored.
 * @returns {Range}
 */
export function endsOf(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (typeof value !== 'number') continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? [0, 0] : [low, high];
}

/** Return whether all values are 0. */
export function isEmpty(data) {
  return !data.some((trace) => !trace.yaxis && (trace.y ?? []).some(Boolean));
}

/** Return the vertical extent of the data; stacked bars and areas are added up. */
function heights(data, barmode) {
  const own = data.filter((trace) => !trace.yaxis); // bands have a separate axis
  const stacked = own.filter((trace) => trace.stackgroup || (trace.type === 'bar' && barmode === 'relative'));
  /** @type {Map<any, Range>} */
  const sums = new Map();
  for (const { x, y } of stacked) {
    for (const [index, value] of y.entries()) {
      const [down, up] = sums.get(x[index]) ?? [0, 0];
      sums.set(x[index], value < 0 ? [down + value, up] : [down, up + (value ?? 0)]);
    }
  }
  return [...sums.values(), ...own.filter((trace) => !stacked.includes(trace)).map((trace) => trace.y)].flat();
}

/**
 * Make the value axis logarithmic, in a plane both axes. Values of zero or less are not shown.
 * @returns {{x: Range|null, y: Range|null}} the powers of ten at the ends of the logarithmic axes
 */
function logAxes(data, layout) {
  const own = data.filter((trace) => !trace.yaxis);
  const values = (name) => own.flatMap((trace) => trace[name]).filter((value) => isNumber(value) && value > 0);
  const lines = layout.shapes.map(({ y0 }) => y0).filter((value) => value > 0);
  Object.assign(layout.yaxis, logAxis([...values('y'), ...lines]));
  const plane = data.some(({ meta }) => String(meta).startsWith('now.'));
  if (plane) Object.assign(layout.xaxis, logAxis(values('x')));
  layout.shapes = layout.shapes.filter((shape) => shape.y0 > 0);
  // on such an axis, plotly expects positions of annotations as powers of ten, but those of lines as values
  const known = layout.annotations.filter((words) => words.y > 0);
  layout.annotations = known.map((words) => ({ ...words, y: Math.log10(words.y) }));
  return { x: plane ? layout.xaxis.range : null, y: layout.yaxis.range };
}

/** @param {number[]} values above zero */
function logAxis(values) {
  const [low, high] = endsOf(values).map((value) => Math.log10(value || 1));
  const wide = high - low;
  const air = Math.max(wide * 0.05, 0.02);
  const ticks = wide > 0.6 ? { tickmode: 'linear', dtick: wide > 2.5 ? 1 : 'D2' } : { tickmode: 'auto', nticks: 5 };
  return { type: 'log', range: [low - air, high + air], autorange: false, zeroline: false, ...ticks };
}
