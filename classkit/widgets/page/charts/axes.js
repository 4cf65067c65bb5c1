/**
 * The ends, the ticks and the margins of a chart's axes, from what is drawn and the room that there is. Turns end at
 * now. `data` and `layout` are those of a Picture. Pure.
 */

import { forPlotly } from '../basics/format.js';
import { shorten, widthOf } from '../basics/text.js';

/**
 * @typedef {[number, number]} Range
 * @typedef {{width: number, height: number, size: number}} Room of the canvas in pixels, and the size of its type
 * @typedef {{left: number, top: number, width: number, height: number, x: Range|null, y: Range|null, log: boolean}} Plot
 *   where the picture lies on the canvas, from where to where its axes run, and whether `y` counts powers of ten
 */

/** An axis of turns holds so many at least, another one so many. */
const FEWEST_TURNS = 8, FEWEST = 3;

/** Ticks are so far apart, from one power of ten to the next. */
const STEPS = [1, 2, 2.5, 4, 5, 10];

/** A tick that is nearer to that of now than so many steps is left out; beyond now, nearer than so many. */
const NEAR = 0.95, NEAR_AHEAD = 0.5;

/** An axis of values has from three to five ticks, each of which takes so many times the size of its type. */
const FEWEST_TICKS = 3, MOST_TICKS = 5, TALL = 2;

/** An axis whose next tick is farther than so much above its highest point ends before that tick. */
const WASTE = 1.28, AIR = 1.04;

/** An axis that does not begin at 0 shows so much of its highest value at least. */
const CALM = 0.4;

/** Names beside rows have room for so much, and rising names are so much smaller: units of the type. */
const ROW_NAMES = 11, SLANTED = 0.9;

/** The slopes of names below an axis, in degrees. */
const ANGLES = Array.from({ length: 79 }, (_, at) => 12 + at);

/** Figures are set in narrow letters, which are so much narrower than the estimate. */
const NARROW = 0.92;

/**
 * Fits the axes of a picture to what is drawn.
 * @param {{axes: Axes, per: string}} chart as the kernel sends it
 * @param {Picture} picture its layout is changed
 * @param {{logged?: boolean, room: Room, rounds?: Array<[number, number]>, right?: number, now?: number|null, ink?: string}}
 *   given
 *   whether the axis is logarithmic, the room, the turns at which rounds begin, the room that labels need at the right,
 *   and the turn of the last row if futures are drawn
 * @returns {Plot}
 */
export function fitAxes({ axes }, { data, layout }, { logged, room, rounds = [], right = 0, now = null, ink = '#000000' }) {
  const { size } = room;
  const log = Boolean(logged) && axes.log;
  const top = size * 0.75;
  const margin = (layout.margin = { l: size, r: Math.max(right, size), t: top, b: size * 1.9, pad: 0 });
  let y = /** @type {Range|null} */ (null);
  if (log) y = logAxes(data, layout);
  if (axes.up === 'values' && !log) {
    y = fitValues(axes, data, layout, (room.height - margin.t - margin.b) / (size * TALL));
    margin.l = 8 + size * NARROW * Math.max(...layout.yaxis.ticktext.map(widthOf));
  } else if (axes.up === 'values') {
    Object.assign(layout.yaxis, axes.unit === '$' ? { tickformat: '$~s' } : {});
    margin.l = size * 4;
  } else margin.l = nameRows(data, layout, size);
  let x = null;
  if (axes.across === 'names') nameColumns(data, layout, room);
  else if (axes.across === 'values') x = log ? null : fitPlane(axes, data, layout, room);
  else {
    const wide = room.width - margin.l - margin.r;
    const rise = data.some(({ type, mode }) => type === 'bar' || mode === 'markers' && axes.up === 'names') ? 0.5 : 0;
    x = fitCounts(axes, data, layout, { wide, size, rounds, now, rise, ink });
    const last = layout.xaxis.ticktext.at(-1) ?? '';
    margin.r = Math.max(margin.r, (size * NARROW * widthOf(last.replace(/<[^>]*>/g, ''))) / 2 + 2);
  }
  if (data[0]?.type === 'heatmap') bareCells(data, layout, room);
  const { l, r, t, b } = margin;
  return { left: l, top: t, width: Math.max(1, room.width - l - r), height: Math.max(1, room.height - t - b), x, y, log };
}

/**
 * The axis of values: its ends, and three to five round values.
 * @param {Axes} axes
 * @param {any[]} data
 * @param {any} layout
 * @param {number} room for so many ticks
 * @returns {Range}
 */
function fitValues(axes, data, layout, room) {
  const lines = layout.shapes.flatMap(({ y0, y1 = y0 }) => [y0, y1]);
  const drawn = heights(data, layout.barmode);
  const zero = axes.zero || !drawn.some(isNumber) ? [0] : [];
  const [least, most] = endsOf([...zero, ...lines, ...drawn]);
  const capped = axes.most !== undefined && most <= axes.most * 1.005 ? Math.min(most, axes.most) : most;
  // An index is not drawn so large that each of its steps looks like a leap.
  const low = zero.length ? least : Math.min(least, most - Math.abs(most) * CALM);
  const { range, ticks } = scaleOf(low, Math.max(capped, axes.top), Math.min(MOST_TICKS, Math.max(2, Math.floor(room) + 1)), wholeOnly(axes, data));
  const texts = ticks.map((value) => tickText(value, axes.unit));
  Object.assign(layout.yaxis, { range, autorange: false, tickmode: 'array', tickvals: ticks, ticktext: texts });
  return range;
}

/** Whether only whole numbers make sense as ticks: things are counted, and all are whole. */
function wholeOnly(axes, data) {
  return axes.counted && data.every(({ y, yaxis }) => yaxis || (y ?? []).every((v) => !isNumber(v) || Number.isInteger(v)));
}

/**
 * Ends and ticks of an axis that holds two values.
 * @param {number} least
 * @param {number} most
 * @param {number} count so many ticks at most
 * @param {boolean} whole
 * @returns {{range: Range, ticks: number[]}}
 */
export function scaleOf(least, most, count, whole) {
  if (least === most) [least, most] = least === 0 ? [0, whole ? 4 : 1] : [Math.min(0, least), Math.max(0, most)];
  const length = most - least;
  const ten = Math.floor(Math.log10(length / count));
  const steps = [ten, ten + 1, ten + 2]
    .flatMap((power) => STEPS.map((step) => Number((step * 10 ** power).toPrecision(3))))
    .filter((step) => !whole || Number.isInteger(step));
  const found = steps.map((step) => scaleBy(step, least, most)).filter(({ ticks }) => ticks.length <= count);
  const enough = found.filter(({ ticks }) => ticks.length >= FEWEST_TICKS);
  return exactest(enough, most) ?? found[0] ?? scaleBy(length, least, most);
}

/**
 * The first scale that ends at its highest point; else the first whose steps are not fours, which are for such ends.
 * @param {{range: Range, ticks: number[]}[]} scales
 * @param {number} most
 */
function exactest(scales, most) {
  const isFours = ({ ticks }) => /^4/.test(String(ticks[1] - ticks[0]).replace(/^0\.0*/, ''));
  return scales.find(({ range, ticks }) => range[1] === most && ticks.at(-1) === most) ?? scales.find((one) => !isFours(one));
}

/**
 * @param {number} step
 * @param {number} least
 * @param {number} most
 * @returns {{range: Range, ticks: number[]}}
 */
function scaleBy(step, least, most) {
  const from = Math.floor(least / step + 1e-9) * step;
  const full = Math.ceil(most / step - 1e-9) * step;
  const low = least === 0 ? 0 : least - from > (most - least) * 0.3 ? least - (most - least) * (AIR - 1) : from;
  const high = most === 0 ? 0 : full - most > (most - least) * (WASTE - 1) ? most + (most - least) * (AIR - 1) : full;
  const ticks = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-6; at += 1) ticks.push(Number((at * step).toPrecision(12)));
  return { range: [low, high], ticks };
}

/** A value on an axis, in few letters: "$300k", "2", "85%". */
export function tickText(value, unit) {
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  const written = (number) => number.toLocaleString('en-US', { maximumSignificantDigits: 4 });
  if (unit === '$' && size >= 1e6) return `${sign}$${written(size / 1e6)}M`;
  if (unit === '$' && size >= 1e4) return `${sign}$${written(size / 1e3)}k`;
  return `${sign}${unit === '$' ? '$' : ''}${written(size)}${unit === '%' ? '%' : ''}`;
}

/**
 * The axis of turns, rounds or elections: from the first to now, the last tick in words; beyond it what may come.
 * @param {Axes} axes
 * @param {any[]} data
 * @param {any} layout
 * @param {{wide: number, size: number, rounds: Array<[number, number]>, now: number|null, rise: number, ink: string}}
 *   given `rise` is how far marks reach beyond their places, `ink` the colour of the last tick
 * @returns {Range}
 */
function fitCounts({ word, rounds: byRounds, steady }, data, layout, { wide, size, rounds, now, rise, ink }) {
  const marks = layout.shapes.filter(({ type, xref }) => type === 'line' && xref === 'x').map(({ x1 }) => x1);
  const [first, last] = endsOf(data.filter(({ yaxis }) => !yaxis).flatMap(({ x }) => x));
  const end = Math.max(last, ...marks);
  const from = steady ? 0 : first - rise;
  const range = /** @type {Range} */ ([from, Math.max(end + rise, from + (steady ? FEWEST_TURNS : FEWEST))]);
  const at = now ?? last;
  const pixel = wide / (range[1] - range[0]);
  const lastRound = rounds.at(-1)?.[0] ?? 0;
  const text = byRounds ? `${word} ${lastRound}` : `${word} ${at}`;
  const half = (words) => (size * NARROW * widthOf(words)) / 2;
  /** @type {Array<[number, string]>} */
  let places;
  if (byRounds) {
    const every = stepOf(lastRound, Math.max(2, Math.min(9, (wide * (at / range[1] || 1)) / (size * 3))));
    places = rounds.filter(([number]) => number !== lastRound && (number % every === 0 || number === rounds[0]?.[0])).map(([number, turn]) => [turn, String(number)]);
  } else {
    const step = stepOf(range[1] - Math.max(0, range[0]), Math.max(2, Math.min(9, wide / (size * 2.3))));
    const from = Math.ceil(range[0] / step - 1e-9);
    places = Array.from({ length: Math.max(0, Math.floor(range[1] / step + 1e-9) - from + 1) }, (_, n) => [(from + n) * step, String((from + n) * step)]);
    places = places.filter(([place]) => place <= at - step * NEAR || (place >= at + step * NEAR_AHEAD && range[1] > at));
  }
  const clear = ([place, words]) => Math.abs(place - at) * pixel > half(words) + half(text) + size * 0.35;
  const shown = [...places.filter((one) => clear(one)), /** @type {[number, string]} */ ([at, `<span style="color:${ink}">${text}</span>`])].sort((a, b) => a[0] - b[0]);
  Object.assign(layout.xaxis, {
    range, autorange: false, tickmode: 'array',
    tickvals: shown.map(([place]) => place), ticktext: shown.map(([, words]) => words),
  });
  if (now !== null && end > now) layout.shapes = [...aheadOf(now), ...layout.shapes];
  return range;
}

/** What lies ahead, from now on: shaded, after a line. */
function aheadOf(now) {
  const base = { xref: 'x', yref: 'paper', y0: 0, y1: 1, layer: 'below' };
  return [
    { ...base, type: 'rect', x0: now, x1: 1e6, fillcolor: 'rgba(128,128,128,0.09)', line: { width: 0 } },
    { ...base, type: 'line', x0: now, x1: now, line: { color: '#7a8790', width: 1, dash: '3px,3px' } },
  ];
}

/** The step between ticks: the least that has room for so many of them. */
export function stepOf(length, room) {
  const ten = Math.max(0, Math.floor(Math.log10(Math.max(length, 1) / room)));
  const steps = [ten, ten + 1].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power));
  return steps.find((step) => length / step <= room) ?? 10 ** (ten + 2);
}

/**
 * Both axes of a plane of values.
 * @param {Axes} axes
 * @param {any[]} data
 * @param {any} layout
 * @param {Room} room
 * @returns {Range}
 */
function fitPlane(axes, data, layout, { width, size }) {
  const [least, most] = endsOf([0, ...data.flatMap(({ x }) => x)]);
  const { range, ticks } = scaleOf(least, most, Math.max(3, Math.min(7, width / (size * 6))), false);
  const texts = ticks.map((value) => tickText(value, axes.x_unit));
  Object.assign(layout.xaxis, { range, autorange: false, tickmode: 'array', tickvals: ticks, ticktext: texts, showgrid: true });
  return range;
}

// --- Names on axes.

/** Names beside the rows of a picture, cut where they are too wide; gives their room. */
function nameRows(data, layout, size) {
  const names = [...new Set(data.flatMap(({ y }) => y).filter((name) => typeof name === 'string'))];
  if (names.some((name) => widthOf(name) > ROW_NAMES)) {
    Object.assign(layout.yaxis, {
      tickmode: 'array', tickvals: names.map((_, at) => at),
      ticktext: names.map((name) => forPlotly(shorten(name, 0.94 * ROW_NAMES))),
    });
  }
  layout.yaxis.ticks = '';
  return 16 + size * Math.min(ROW_NAMES, Math.max(0, ...names.map(widthOf)));
}

/**
 * Names below an axis: they lie flat, or rise no steeper than they must to stand beside each other.
 * @param {any[]} data
 * @param {any} layout
 * @param {Room} room
 */
function nameColumns(data, layout, { width, size }) {
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
  const small = size * SLANTED;
  const widths = names.map((name) => widthOf(name) * small);
  const fits = (angle) =>
    column * Math.sin(angle) > small * 1.15 &&
    widths.every((wide, at) => wide * Math.cos(angle) < margin.l + column * (at + 0.5));
  const degrees = ANGLES.find((one) => fits((one * Math.PI) / 180)) ?? ANGLES[ANGLES.length - 1];
  Object.assign(xaxis, { tickangle: -degrees, tickfont: { size: small }, tickmode: 'linear', tick0: 0, dtick: 1 });
  margin.b = Math.max(...widths) * Math.sin((degrees * Math.PI) / 180) + small * 1.4;
}

/**
 * Leaves the figures in the cells of a heat map without their per cent sign where the columns are narrow, and the cells
 * without figures where these are larger still: the colours say which are large.
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
 * The least and the greatest number; nothing else counts.
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

/** Is there nothing to see yet, since all is 0? */
export function isEmpty(data) {
  return !data.some((trace) => !trace.yaxis && (trace.y ?? []).some(Boolean));
}

/** How far up and down the things that are drawn reach: bars and areas that stand on each other, together. */
function heights(data, barmode) {
  const own = data.filter((trace) => !trace.yaxis); // bands have an axis of their own
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
 * Makes the axis of values logarithmic; in a plane both. What is not above zero has no place on it.
 * @returns {Range} the powers of ten at the ends of the axis of values
 */
function logAxes(data, layout) {
  const values = (name) => data.filter((trace) => !trace.yaxis).flatMap((trace) => trace[name]).filter((value) => isNumber(value) && value > 0);
  const lines = layout.shapes.map(({ y0 }) => y0).filter((value) => value > 0);
  Object.assign(layout.yaxis, logAxis([...values('y'), ...lines]));
  if (data.some(({ meta }) => String(meta).startsWith('now.'))) Object.assign(layout.xaxis, logAxis(values('x')));
  layout.shapes = layout.shapes.filter((shape) => shape.y0 > 0);
  // plotly counts the places of words on such an axis in powers of ten, those of lines as they are
  layout.annotations = layout.annotations.filter((words) => words.y > 0).map((words) => ({ ...words, y: Math.log10(words.y) }));
  return layout.yaxis.range;
}

/** @param {number[]} values above zero */
function logAxis(values) {
  const [low, high] = endsOf(values).map((value) => Math.log10(value || 1));
  const wide = high - low;
  const air = Math.max(wide * 0.05, 0.02);
  const ticks = wide > 0.6 ? { tickmode: 'linear', dtick: wide > 2.5 ? 1 : 'D2' } : { tickmode: 'auto', nticks: 5 };
  return { type: 'log', range: [low - air, high + air], autorange: false, zeroline: false, ...ticks };
}
