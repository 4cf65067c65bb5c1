/** Axes that follow what is drawn: ends that stay for many turns, whole numbers where there are few, powers of ten. Pure. */

/**
 * @typedef {import('./fill.js').Description} Description
 * @typedef {import('./fill.js').Picture} Picture
 * @typedef {[number, number]} Range
 */

/** Ends of an axis that make good ticks, from one power of ten to the next. */
const ENDS = [1, 1.5, 2, 3, 4, 6, 8, 10];

/** So many turns lie ahead of the last one at least. */
const AHEAD = 2;

/** No axis of turns is shorter than this. */
export const FEWEST_TURNS = 20;

/** So much further than its furthest point an axis of values reaches at least. */
const AIR = 1.12;

/** With fewer turns than these, or as few rounds or elections, each has its number on the axis. */
const FEW_TURNS = 8;
const FEW = 10;

/** As many things as bars count with a line for each: there is no half of a take-over. */
const FEW_THINGS = 5;

/**
 * Fits the axes of a picture to what is drawn.
 * @param {Description} description
 * @param {Picture} picture its layout is changed
 * @param {{logged?: boolean, turns: number, drawn: number}} now whether the axis is logarithmic, how many rows there are and how many are drawn
 */
export function fitAxes({ axes, per }, { data, layout }, { logged, turns, drawn }) {
  const log = Boolean(logged) && axes.log;
  if (log) logAxes(data, layout);
  if (axes.few && countsFew(data, layout.barmode)) Object.assign(layout.yaxis, { tick0: 0, dtick: 1 });
  if (axes.steady && !log) {
    const { x, y } = steadyAxes(data, layout.shapes);
    Object.assign(layout.xaxis, { range: x, autorange: false });
    Object.assign(layout.yaxis, { range: y, autorange: false });
  } else if (axes.counts && (turns < FEW_TURNS || (per !== 'turn' && drawn <= FEW))) {
    Object.assign(layout.xaxis, { tick0: 0, dtick: 1 });
  }
}

/**
 * The least good end of an axis from zero that is not below a value.
 * @param {number} value
 * @returns {number} 0 for 0; negative for negative values
 */
export function endOf(value) {
  if (!value || !Number.isFinite(value)) return 0;
  const size = Math.abs(value);
  const ten = 10 ** Math.floor(Math.log10(size));
  const end = ENDS.find((one) => one * ten >= size * (1 - 1e-9)) ?? 10;
  return Math.sign(value) * end * ten;
}

/**
 * Axes that hold all points and reference lines, with room to spare.
 * @param {Record<string, any>[]} data
 * @param {Array<{y0: number}>} [lines]
 * @returns {{x: Range, y: Range}}
 */
export function steadyAxes(data, lines = []) {
  let [last, low, high] = [0, 0, 0];
  for (const trace of data) {
    last = Math.max(last, trace.x.at(-1) ?? 0);
    if (trace.yaxis) continue; // bands have an axis of their own
    for (const value of trace.y) {
      if (typeof value !== 'number') continue;
      if (value < low) low = value;
      else if (value > high) high = value;
    }
  }
  for (const { y0 } of lines) [low, high] = [Math.min(low, y0), Math.max(high, y0)];
  const y = /** @type {Range} */ ([endOf(low * AIR), endOf(high * AIR)]);
  if (y[0] === y[1]) y[1] = 1;
  return { x: [0, Math.max(FEWEST_TURNS, endOf(last + AHEAD))], y };
}

/**
 * Whether the bars of the present count a few things.
 * @param {Record<string, any>[]} data
 * @param {string} barmode
 */
function countsFew(data, barmode) {
  /** @type {number[][]} */
  const bars = data.map((trace) => trace.y.filter((/** @type {any} */ value) => value !== null));
  // The parts of a seat stand on each other in one bar.
  const heights = barmode === 'relative' ? (bars[0] ?? []).map((_, place) => bars.reduce((sum, own) => sum + (own[place] ?? 0), 0)) : bars.flat();
  return bars.flat().length > 0 && heights.every((height) => Number.isInteger(height) && height >= 0 && height <= FEW_THINGS);
}

// --- A logarithmic axis: what doubles rises by the same step everywhere.

/**
 * Makes the axis of values logarithmic; in a scatter chart both. What is not above zero has no place on it.
 * @param {Record<string, any>[]} data
 * @param {Record<string, any>} layout
 */
function logAxes(data, layout) {
  const values = (/** @type {string} */ name) => data.filter((trace) => !trace.yaxis).flatMap((trace) => trace[name]).filter((value) => typeof value === 'number' && value > 0);
  layout.yaxis = logAxis(layout.yaxis, values('y'));
  if (layout.xaxis.type === 'linear') layout.xaxis = logAxis(layout.xaxis, values('x'));
  layout.shapes = layout.shapes.filter((/** @type {any} */ shape) => shape.y0 > 0);
  // plotly counts the places of words on such an axis in powers of ten, those of lines as they are.
  layout.annotations = layout.annotations.filter((/** @type {any} */ words) => words.y > 0).map((/** @type {any} */ words) => ({ ...words, y: Math.log10(words.y) }));
}

/**
 * plotly finds the ends by itself, lines and their words too: with `autorangeoptions.include` it would end such an axis
 * at the line, whatever lies beyond it.
 * @param {any} axis
 * @param {number[]} values above zero
 */
function logAxis(axis, values) {
  const { tick0, dtick, range, tickmode, tickformatstops, autorangeoptions, ...rest } = axis;
  const lines = (autorangeoptions?.include ?? []).filter((/** @type {number} */ value) => value > 0);
  const [low, high] = [...values, ...lines].reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Infinity, 0]);
  const wide = high ? Math.log10(high / low) : 0;
  const ticks = wide > 0.6 ? { tickmode: 'linear', dtick: wide > 2.5 ? 1 : 'D2' } : { tickmode: 'auto', nticks: 5 };
  return { ...rest, type: 'log', rangemode: 'normal', autorange: true, zeroline: false, ...ticks };
}
