/**
 * Where the name of a branch stands at the end of its line: where no line runs through it, or nowhere, since the legend
 * names it too. Pure.
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
  const lines = data.filter((trace) => !trace.yaxis && trace.type === 'scatter').map((trace) => pathOf(trace, at));
  for (const trace of named) {
    const end = at(trace.x.at(-1), trace.y.at(-1));
    const free = PLACES.find((place) => isFree(boxOf(trace.text.at(-1) ?? '', end, place, room.size), lines, room));
    if (free) trace.textposition = free[0];
    else trace.mode = 'lines';
  }
}

/** @returns {(x: number, y: number) => Point} where a point of the chart lies on the canvas */
function scaleOf({ margin: { l, r, t, b }, xaxis, yaxis }, { width, height }) {
  const along = ([from, to], value) => (value - from) / (to - from);
  return (x, y) => [
    l + along(xaxis.range, x) * (width - l - r),
    height - b - along(yaxis.range, y) * (height - t - b),
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
function isFree(box, lines, { width, height }) {
  const inside = box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height;
  return inside && !lines.some((pieces) => pieces.some(([from, to]) => crosses(box, from, to)));
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
