/**
 * Where words stand in a chart: the name of a branch at the end of its line, where no line runs through it, or nowhere,
 * since the legend names it too; and the words of reference lines, where they do not lie on each other. Pure.
 */

import { widthOf } from '../basics/text.js';

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box in pixels of the canvas */
/** @typedef {[number, number]} Point in pixels of the canvas */
/** @typedef {{width: number, height: number, size: number}} Room of the canvas in pixels, and the size of its type */

/** The places beside a point, the best first, as plotly calls them: how far a name lies to the right and below. */
const PLACES = /** @type {Array<[string, number, number]>} */ ([
  ['middle right', 1, 0],
  ['top right', 1, -1],
  ['bottom right', 1, 1],
  ['top center', 0, -1],
  ['bottom center', 0, 1],
  ['top left', -1, -1],
  ['bottom left', -1, 1],
]);

/** So many times the size of its type a name is high; and so far from its point, in pixels. */
const TALL = 1.2, GAP = 3;

/**
 * Moves the names at the ends of lines to where no line runs, and takes away those that have no such place.
 * @param {Picture} picture with the ends of its axes; its data are changed
 * @param {Room} room
 */
export function placeNames({ data, layout }, room) {
  const named = data.filter((trace) => trace.mode === 'lines+text');
  const { xaxis, yaxis } = layout;
  if (!named.length || !xaxis.range || !yaxis.range || yaxis.type === 'log') return;
  const at = scaleOf(layout, room);
  const level = levelsOf(layout).map((one) => [levelPath(one, at, room)]);
  const drawn = data.filter((trace) => !trace.yaxis && trace.type === 'scatter').map((trace) => pathOf(trace, at));
  for (const trace of named) {
    const end = at(trace.x.at(-1), trace.y.at(-1));
    const boxed = (place) => boxOf(trace.text.at(-1) ?? '', end, place, room.size);
    const free = PLACES.find((place) => isFree(boxed(place), [...drawn, ...level], room));
    if (free) trace.textposition = free[0];
    else trace.mode = 'lines';
  }
}

/**
 * Moves the words of reference lines that would lie on each other below their line, or to its other end.
 * @param {Picture} picture with the ends of its axes; its layout is changed
 * @param {Room} room
 */
export function placeWords({ layout }, room) {
  const { xaxis, yaxis, annotations = [] } = layout;
  if (annotations.length < 2 || !yaxis.range || yaxis.type === 'log') return;
  const at = scaleOf(layout, room);
  /** @type {Box[]} */
  const taken = [];
  layout.annotations = annotations.map((words) => {
    const line = levelsOf(layout).find(({ y0, xref }) => y0 === words.y && xref === words.xref);
    if (!line || (words.xref === 'x' && !xaxis.range)) return words;
    const across = (x) => words.xref === 'x' ? at(x, 0)[0] : layout.margin.l + x * inner(layout, room);
    const boxed = (one) => ({ one, box: wordsBox(one, across(one.x), at(0, one.y)[1], room.size) });
    const ways = waysOf(words, line).map(boxed);
    const others = levelsOf(layout).filter((other) => other !== line);
    const fit = ways.filter(({ box }) => isInside(box, room) && !taken.some((other) => overlap(box, other)));
    const free = fit.find(({ box }) => !others.some((other) => crosses(box, ...levelPath(other, at, room)))) ?? fit[0];
    const { one, box } = free ?? ways[0];
    taken.push(box);
    return one;
  });
}

/**
 * The words of a line as they are, on its other side, and both at its other end.
 * @param {any} words
 * @param {any} line
 */
function waysOf(words, { x0, x1 }) {
  const turned = { ...words, yanchor: words.yanchor === 'top' ? 'bottom' : 'top' };
  const other = words.xanchor === 'right' ? { x: x0, xanchor: 'left' } : { x: x1, xanchor: 'right' };
  return [words, turned, { ...words, ...other }, { ...turned, ...other }];
}

/** @returns {Box} of the words of a line whose end lies there */
function wordsBox({ text, xanchor, yanchor }, x, y, size) {
  const wide = widthOf(text) * size, tall = TALL * size;
  const left = xanchor === 'right' ? x - wide : x;
  const top = yanchor === 'top' ? y : y - tall;
  return { left, top, right: left + wide, bottom: top + tall };
}

/** @returns {Record<string, any>[]} the reference lines of a chart, each at one value */
function levelsOf({ shapes = [] }) {
  return shapes.filter(({ type }) => type === 'line');
}

/**
 * @param {any} line
 * @param {(x: number, y: number) => Point} at
 * @param {Room} room
 * @returns {[Point, Point]} from where to where a reference line runs; one that has no turns, across the canvas
 */
function levelPath({ y0, x0, x1, xref }, at, { width }) {
  if (xref === 'x') return [at(x0, y0), at(x1, y0)];
  const [, y] = at(0, y0);
  return [[0, y], [width, y]];
}

/** How wide the room between the margins is. @param {any} layout @param {Room} room */
function inner({ margin: { l, r } }, { width }) {
  return width - l - r;
}

/** @param {Box} one @param {Box} other */
function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** @param {Box} box @param {Room} room */
function isInside(box, { width, height }) {
  return box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height;
}

/** @returns {(x: number, y: number) => Point} where a point of the chart lies on the canvas */
function scaleOf(layout, room) {
  const { margin: { l, t, b }, xaxis, yaxis } = layout;
  const along = ([from, to], value) => (value - from) / (to - from);
  return (x, y) => [
    l + along(xaxis.range ?? [0, 1], x) * inner(layout, room),
    room.height - b - along(yaxis.range, y) * (room.height - t - b),
  ];
}

/**
 * @param {Record<string, any>} trace
 * @param {(x: number, y: number) => Point} at
 * @returns {Point[][]} the pieces of its line, each from one point to the next; those of steps have a corner
 */
function pathOf({ x, y, line }, at) {
  const points = x.map((value, index) => (typeof y[index] === 'number' ? at(value, y[index]) : null));
  return points.slice(1).flatMap((to, index) => {
    const from = points[index];
    if (!from || !to) return [];
    if (line?.shape !== 'hv') return [[from, to]];
    const corner = /** @type {Point} */ ([to[0], from[1]]);
    return [[from, corner], [corner, to]];
  });
}

/** @returns {Box} of a name beside a point */
function boxOf(name, [x, y], [, right, below], size) {
  const wide = widthOf(name) * size, tall = TALL * size;
  const left = x + (right - 1) * (wide / 2) + right * GAP;
  const top = y + (below - 1) * (tall / 2) + below * GAP;
  return { left, top, right: left + wide, bottom: top + tall };
}

/**
 * @param {Box} box
 * @param {Point[][][]} lines
 * @param {Room} room
 */
function isFree(box, lines, room) {
  return isInside(box, room) && !lines.some((pieces) => pieces.some(([from, to]) => crosses(box, from, to)));
}

/**
 * Whether a piece of a line runs through a box.
 * @param {Box} box
 * @param {Point} from
 * @param {Point} to
 */
export function crosses({ left, top, right, bottom }, [x, y], to) {
  const [across, down] = [to[0] - x, to[1] - y];
  let [enters, leaves] = [0, 1];
  for (const [step, room] of [[-across, x - left], [across, right - x], [-down, y - top], [down, bottom - y]]) {
    if (step === 0 && room <= 0) return false;
    if (step < 0) enters = Math.max(enters, room / step);
    if (step > 0) leaves = Math.min(leaves, room / step);
  }
  return enters < leaves;
}
