/**
 * Axes that follow what is drawn: ends that stay for many turns, as many ticks as can be read, whole numbers for what
 * is counted, powers of ten. `data` and `layout` are those of a Picture. Pure.
 */

import { widthOf } from '../basics/text.js';
import { bareCells, cutShort } from './cells.js';
import { endsOf, logAxes } from './logarithmic.js';

/**
 * @typedef {[number, number]} Range
 * @typedef {{x?: Range, y?: Range}} Ends of the axes that hold turns and values
 * @typedef {{width: number, height: number, size: number}} Room of the canvas in pixels, and the size of its type
 */

/** Ends of an axis that make good ticks, from one power of ten to the next. */
const ENDS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** So far apart ticks may stand, from one power of ten to the next. */
const STEPS = [1, 2, 2.5, 5];

/** So many turns lie ahead of the last one at least. */
const AHEAD = 2;

/**
 * Ends of an axis of a hundred turns and fewer. They are few: a step that goes on in the axis there is takes less time.
 */
const TURN_ENDS = [20, 30, 40, 60, 80, 100];

/** So much further than its furthest point an axis of values reaches, unless the point is a good end itself. */
const AIR = 1.05;

/**
 * An axis of lines of things that are counted ends at so many at least: a single one would lie along the upper edge.
 */
const FEWEST_COUNTED = 4;

/** The room of a tick: so many times the size of the type upright, and across so many and so many for each digit. */
const UPRIGHT = 1.4;
const ACROSS = 0.9;
const DIGIT = 0.62;

/** No axis has more ticks than these. */
const MOST_TICKS = { upright: 11, across: 26 };

/** So much of an axis lies beyond its ends where lines and marks would be cut in two there. */
const EDGE = 0.018;

/** Names that rise are so much smaller than others: their chart is the higher for it. */
const SLANTED = 0.9;

/** The slopes of names below an axis, in degrees. */
const ANGLES = Array.from({ length: 79 }, (_, at) => 12 + at);

/** Shares that are rounded may add up to a little more than all. */
const CLOSE = 1.005;

/** A reference line in the uppermost part of a chart has its words below it. */
const TOP = 0.85;

/** The room of a chart that nobody has measured yet. @type {Room} */
const USUAL = { width: 640, height: 200, size: 12 };

/**
 * Fits the axes of a picture to what is drawn.
 * @param {{axes: Axes, layout: Given}} chart as the kernel sends it
 * @param {Picture} picture its layout is changed
 * @param {{logged?: boolean, over?: boolean, room?: Room, rounds?: Array<[number, number]>, held?: Ends}} now whether
 *   the axis is logarithmic, whether nothing comes after what is drawn, the room there is, the turns at which rounds
 *   begin, and the axes that a step goes on in as long as they hold it
 * @returns {{ends: Ends, waits: boolean}} where the axes end, and whether one waits for the pause after a step to get
 *   longer
 */
export function fitAxes(
  { axes, layout: { margin } },
  { data, layout },
  { logged, over, room = USUAL, rounds = [], held = {} },
) {
  const ends = /** @type {Ends} */ ({}),
    good = /** @type {Ends} */ ({});
  if (margin.b.names) slant(margin.b.names, layout, room);
  if (margin.l?.names) cutShort(margin.l.names, layout);
  if (data[0]?.type === 'heatmap') bareCells(data, layout, room);
  const log = Boolean(logged) && axes.log;
  if (log) logAxes(data, layout);
  const [columns, rows] = ticksIn(layout.margin ?? {}, room);
  if (axes.values && !log) {
    good.y = rangeOf(data, layout, axes);
    const whole =
      axes.counted &&
      data.every(
        (trace) => trace.yaxis || trace.y.every((value) => typeof value !== 'number' || Number.isInteger(value)),
      );
    if (whole && axes.steady && !isEmpty(data)) good.y[1] = Math.max(good.y[1], FEWEST_COUNTED);
    const y = (ends.y = lasting(held.y, good.y, highest(data, layout)));
    const own =
      isEmpty(data) && y[1] === 1 ? { tickmode: 'array', tickvals: [0], tickformatstops: [] } : ticks(y, rows, whole);
    Object.assign(layout.yaxis, { range: axes.steady ? wider(y) : y, autorange: false, ...own });
    layout.annotations = (layout.annotations ?? []).map((words) =>
      (words.y - y[0]) / (y[1] - y[0]) > TOP ? { ...words, yanchor: 'top' } : words,
    );
  }
  if (axes.plane && !log) {
    for (const [name, axis, most] of /** @type {const} */ ([
      ['x', layout.xaxis, columns(LONGEST_SHORT)],
      ['y', layout.yaxis, rows],
    ])) {
      const [low, high] = endsOf([0, ...data.flatMap((trace) => trace[name])]);
      const range = /** @type {Range} */ ([airyEnd(low), airyEnd(high) || 1]);
      Object.assign(axis, { range: wider(range), autorange: false, ...ticks(range, most, false) });
    }
  } else if (axes.steady) {
    const drawn = [...data, ...marksOf(layout)];
    good.x = over ? playedOf(drawn, room) : turnsOf(drawn, room);
    const x = (ends.x = lasting(held.x, good.x, lastOf(drawn, room)));
    Object.assign(layout.xaxis, { range: wider(x), autorange: false, ...ticks(x, columns(x[1]), true) });
    layout.annotations = (layout.annotations ?? []).map((words) =>
      words.xref !== 'x' && isCrowded(words.y, data, x[1]) ? { ...words, x: 0, xanchor: 'left' } : words,
    );
  } else if (axes.counts) {
    const x = endsOf(data.flatMap((trace) => trace.x));
    Object.assign(layout.xaxis, ticks(x, columns(x[1]), true));
  }
  if (axes.rounds) Object.assign(layout.xaxis, roundTicks(rounds, layout.xaxis.range?.[1] ?? Infinity, columns));
  return { ends, waits: ends.x !== good.x || ends.y !== good.y };
}

/**
 * The axis as it is, where it holds all that is drawn and lacks nothing but the room ahead; else as it should be.
 * @param {Range|undefined} held
 * @param {Range} good
 * @param {number} furthest of what is drawn
 * @returns {Range}
 */
function lasting(held, good, furthest) {
  return held && held[0] === good[0] && furthest <= held[1] && held[1] < good[1] ? held : good;
}

/**
 * How far up the things that are drawn and the reference lines reach.
 * @param {Record<string, any>[]} data
 * @param {Record<string, any>} layout
 */
function highest(data, { shapes = [], barmode }) {
  return endsOf([...heights(data, barmode), ...shapes.map(({ y0 }) => y0)])[1];
}

/**
 * The number of each round where it begins; of too many to stand side by side, every second, fifth or tenth.
 * @param {Array<[number, number]>} rounds and the turns at which they begin
 * @param {number} end of the axis
 * @param {(longest: number) => number} columns how many numbers have room along the whole axis
 */
function roundTicks(rounds, end, columns) {
  const [last, turn] = rounds.at(-1) ?? [1, 0];
  const along = Number.isFinite(end) ? end : turn;
  const room = Math.max(1, (columns(last) * Math.max(turn, 1)) / Math.max(along, 1));
  const every = stepOf(last, [0, last], Math.max(room, 1), true);
  const shown = rounds.filter(([number]) => number === rounds[0]?.[0] || number % every === 0);
  return { tickmode: 'array', tickvals: shown.map(([, at]) => at), ticktext: shown.map(([number]) => String(number)) };
}

/**
 * Lets names below an axis rise no steeper than they must to stand beside each other; short ones lie flat.
 * @param {string[]} names
 * @param {Record<string, any>} layout
 * @param {Room} room
 */
export function slant(names, layout, { width, size }) {
  const { l, r } = layout.margin;
  const column = (width - l - r) / names.length;
  const widthsIn = (size) => names.map((name) => widthOf(name) * size);
  if (Math.max(0, ...widthsIn(size)) + size / 2 < column) {
    layout.xaxis.tickangle = 0;
    layout.margin.b = size * 1.8;
    return;
  }
  const small = size * SLANTED;
  const widths = widthsIn(small);
  const fits = (angle) =>
    column * Math.sin(angle) > small * 1.15 &&
    widths.every((wide, at) => wide * Math.cos(angle) < l + column * (at + 0.5));
  const degrees = ANGLES.find((one) => fits((one * Math.PI) / 180)) ?? ANGLES[ANGLES.length - 1];
  layout.xaxis.tickangle = -degrees;
  layout.xaxis.tickfont = { ...layout.xaxis.tickfont, size: small };
  layout.margin.b = Math.max(...widths) * Math.sin((degrees * Math.PI) / 180) + small * 1.4;
}

/** Where lines among the turns end, such as those of what is expected: the axis holds them too. */
function marksOf({ shapes = [] }) {
  return shapes.filter(({ type, xref }) => type === 'line' && xref === 'x').map(({ x1 }) => ({ x: [x1], y: [0] }));
}

/** Words at the right end of a reference line take so much of it. */
const WORDS = 0.25;

/**
 * Do the lines of a chart run closer to the right end of a reference line, where its words stand, than to its left end?
 * @param {number} value of the reference line
 * @param {number} end of the axis of turns
 */
function isCrowded(value, data, end) {
  const own = data.filter((trace) => !trace.yaxis && trace.x.length);
  const nearest = (ys) =>
    Math.min(Infinity, ...ys.filter((y) => typeof y === 'number').map((y) => Math.abs(y - value)));
  const right = own
    .filter((trace) => trace.x.at(-1) > end * (1 - WORDS))
    .flatMap((trace) => trace.y.filter((_, at) => trace.x[at] > end * (1 - WORDS)));
  const left = own.flatMap((trace) => trace.y.filter((_, at) => trace.x[at] < end * WORDS));
  return nearest(right) < nearest(left);
}

/** Is there nothing to see yet, since all is 0? */
export function isEmpty(data) {
  return !data.some((trace) => !trace.yaxis && trace.y.some(Boolean));
}

/**
 * @param {Range} range
 * @returns {Range} with room for what is drawn at its ends
 */
function wider([from, to]) {
  const edge = (to - from) * EDGE;
  return [from - edge, to + edge];
}

/** A number with as many digits as there are letters in the longest amount that is written short: "$1.25k". */
const LONGEST_SHORT = 999_999;

/**
 * How many ticks have room beside each other, given the longest number, and above each other.
 * @param {Record<string, number>} margin
 * @param {Room} room
 * @returns {[(longest: number) => number, number]}
 */
function ticksIn({ l = 0, r = 0, t = 0, b = 0 }, { width, height, size }) {
  const columns = (longest) => (width - l - r) / (size * (ACROSS + DIGIT * String(Math.round(longest)).length));
  return [
    (longest) => Math.min(MOST_TICKS.across, columns(longest)),
    Math.min(MOST_TICKS.upright, (height - t - b) / (size * UPRIGHT)),
  ];
}

/**
 * Ticks from end to end: as many as there is room for, at whole numbers where only these make sense.
 * @param {Range} range
 * @param {number} room for so many
 * @param {boolean} whole
 */
function ticks([from, to], room, whole) {
  return { tickmode: 'linear', tick0: 0, dtick: stepOf(to - from, [from, to], Math.max(2, room), whole) };
}

/**
 * The distance between ticks: the least that has room and, where there is one, at which both ends have theirs
 * and at least one tick lies between them.
 * @param {number} length of the axis
 * @param {Range} ends
 * @param {number} room for so many ticks
 */
export function stepOf(length, ends, room, whole) {
  const ten = Math.floor(Math.log10(Math.max(length, 1e-9) / room));
  const fitting = [ten, ten + 1, ten + 2]
    .flatMap((power) => STEPS.map((step) => Number((step * 10 ** power).toPrecision(3))))
    .filter((step) => length / step <= room && (Number.isInteger(step) || !(whole || String(step).includes('25'))));
  const least = fitting[0] ?? 1;
  return (
    fitting.find(
      (step) =>
        step <= least * 2.5 &&
        length / step >= 2 &&
        ends.every((end) => Math.abs(end / step - Math.round(end / step)) < 1e-6),
    ) ?? least
  );
}

/**
 * The least good end of an axis from zero that is not below a value.
 * @returns {number} 0 for 0; negative for negative values
 */
export function endOf(value) {
  if (!value || !Number.isFinite(value)) return 0;
  const size = Math.abs(value);
  const ten = 10 ** Math.floor(Math.log10(size));
  const end = ENDS.find((one) => one * ten >= size * (1 - 1e-9)) ?? 10;
  return Math.sign(value) * end * ten;
}

/** A good end that leaves room beyond a value; the value itself where it is one, such as 8 or 100 %. */
function airyEnd(value) {
  const end = endOf(value);
  return Math.abs(end - value) <= Math.abs(end) * 1e-9 ? end : endOf(value * AIR);
}

/**
 * From where to where the axis of values runs: it holds zero, all that is drawn, and the reference lines.
 * @param {Record<string, any>[]} data
 * @param {Record<string, any>} layout
 * @param {{most?: number}} axes `most`: what no figure exceeds, unless it does
 * @returns {Range}
 */
export function rangeOf(data, { shapes = [], barmode }, { most }) {
  const lines = shapes.flatMap(({ y0, y1 = y0 }) => [y0, y1]);
  const [low, high] = endsOf([0, ...heights(data, barmode)]);
  const [below, above] = endsOf([0, ...lines]);
  // A bar that fills its chart to the upper edge looks cut off; a line along it does not.
  const end = data.some((trace) => trace.type === 'bar' && !trace.yaxis) ? endOf(high * AIR) : airyEnd(high);
  const up = most !== undefined && high <= most * CLOSE ? Math.min(most, end) : end;
  const y = /** @type {Range} */ ([Math.min(airyEnd(low), endOf(below)), Math.max(up, endOf(above))]);
  if (y[0] === y[1]) y[1] = 1;
  return y;
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
 * The axis of turns: from the opening on, with turns ahead.
 * @returns {Range}
 */
export function turnsOf(data, room) {
  const last = lastOf(data, room);
  return [0, TURN_ENDS.find((end) => end >= last + AHEAD) ?? endOf(last + AHEAD)];
}

/** A match in which nothing has moved for so much of it is shown from there on where things begin to move. */
const STILL = 0.4;

/**
 * The axis of the turns of a match that is over: to its last turn; where most of them lie flat along zero, from the
 * last of these on.
 * @returns {Range}
 */
function playedOf(data, room) {
  const last = lastOf(data, room);
  const own = data.filter((trace) => !trace.yaxis);
  const moved = Math.min(last, ...own.flatMap(({ x, y }) => x.filter((_, at) => y[at])));
  const still = Math.max(0, ...own.flatMap(({ x }) => x.filter((turn) => turn < moved)));
  return [still > last * STILL && !isEmpty(data) ? still : 0, last];
}

/**
 * The last turn, with room for the names at the ends of branches.
 * @param {Record<string, any>[]} data
 * @param {Room} room
 */
function lastOf(data, { width, size }) {
  let last = 0;
  for (const { x, text, mode = 'text' } of data) {
    const name = Array.isArray(text) && mode.includes('text') ? String(text.at(-1) ?? '').length * DIGIT * size : 0;
    last = Math.max(last, (x.at(-1) ?? 0) / (1 - Math.min(0.5, name / width)));
  }
  return last;
}
