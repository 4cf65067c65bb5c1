/**
 * New points inside the axes, drawn into the picture that plotly has made.
 *
 * plotly looks at all it knows before it moves a line: some four milliseconds for each chart in each
 * step, while the path itself is written in a fraction of one. So the page writes paths and
 * markers itself, where plotly has them and as plotly would write them, and plotly is told when
 * there is time (`Later`). Where the picture is not made as expected, nothing is touched.
 */

import { isFan } from './fan.js';

/**
 * @typedef {import('./traces.js').Trace} Trace
 * @typedef {() => void} Change
 */

/**
 * Draws lines that have grown.
 * @param {any} canvas the element plotly has drawn into
 * @param {Trace[]} grown the traces of the chart, whole
 * @returns {boolean} false when nothing was drawn, for the picture is not as expected
 */
export function lengthened(canvas, grown) {
  const known = canvas._fullData;
  if (!Array.isArray(known) || known.length !== grown.length || canvas.data?.length !== grown.length) return false;
  /** @type {Change[]} */
  const changes = [];
  let before = 0;
  for (const [index, trace] of grown.entries()) {
    const found = changesFor(canvas, trace, index, before);
    if (!found) return false;
    changes.push(...found);
    if (known[index].visible && known[index].marker?.maxdisplayed) before += 1;
  }
  for (const change of changes) change();
  // Whoever asks what is drawn is told.
  for (const [index, { x, y, text, marker, meta }] of grown.entries()) Object.assign(canvas.data[index], meta === 'marks' ? { x, y, text, marker } : { x, y });
  return true;
}

/**
 * @param {any} canvas
 * @param {Trace} trace
 * @param {number} index
 * @param {number} before lines with markers before this one
 * @returns {Change[]|null} null when plotly must draw it
 */
function changesFor(canvas, trace, index, before) {
  if (isFan(trace)) return []; // what was ahead does not grow
  const known = canvas._fullData[index];
  if (known.meta !== trace.meta || known.type !== 'scatter') return null;
  // Of a trace without points plotly knows no more than that it is there.
  if (known.visible !== true) return trace.x.length ? null : [];
  if (known.mode !== trace.mode || !areNumbers(trace.x) || !areNumbers(trace.y)) return null;
  const across = canvas._fullLayout?.xaxis;
  const up = canvas._fullLayout?.[trace.yaxis === 'y2' ? 'yaxis2' : 'yaxis'];
  const group = canvas.querySelector(`.scatterlayer > .trace${known.uid}`);
  if (typeof across?.c2p !== 'function' || typeof up?.c2p !== 'function' || !group) return null;
  const scales = { across: across.c2p, up: up.c2p };
  const lines = trace.mode.includes('lines') ? lineChanges(group, trace, known, scales) : [];
  const points = trace.mode.includes('markers') ? pointChanges(group, trace, canvas, index, scales, before) : [];
  return lines && points ? [...lines, ...points] : null;
}

/**
 * @param {Element} group
 * @param {Trace} trace
 * @param {any} known what plotly holds of the trace
 * @param {{across: Scale, up: Scale}} scales
 * @returns {Change[]|null}
 */
function lineChanges(group, trace, known, { across, up }) {
  const { shape } = known.line;
  if (!SHAPES.includes(shape) || (shape === 'linear' && known.line.simplify) || known.connectgaps || known.stackgroup) return null;
  const found = pieces(trace.x, trace.y, across, up);
  const paths = group.querySelectorAll(':scope > .lines > .js-line');
  const fills = group.querySelectorAll(':scope > .fills .js-fill');
  const fill = known.fill === 'tozeroy' ? 1 : 0;
  if (paths.length !== found.length || fills.length !== fill || (known.fill && known.fill !== 'none' && !fill) || (fill && found.length !== 1)) return null;
  const changes = found.map((piece, index) => () => write(paths[index], 'd', pathOf(piece, shape)));
  if (fill) changes.push(() => write(fills[0], 'd', areaOf(found[0], shape, up(0))));
  return changes;
}

/**
 * @param {Element} group
 * @param {Trace} trace
 * @param {any} canvas
 * @param {number} at the place of the trace among those that are drawn
 * @param {{across: Scale, up: Scale}} scales
 * @param {number} before
 * @returns {Change[]|null}
 */
function pointChanges(group, trace, canvas, at, { across, up }, before) {
  const drawn = canvas.data[at];
  const most = trace.marker.maxdisplayed;
  const there = [...trace.x.keys()].filter((index) => isPoint(trace.x[index], trace.y[index]));
  if (!most && there.length !== trace.x.length) return null;
  const shown = most ? marked(there, most, before) : there;
  const points = [...group.querySelectorAll(':scope > .points > .point')];
  const [least] = canvas._fullLayout.xaxis.range;
  const likes = shown.map((_, place) => (most ? Math.min(place, points.length - 1) : alike(trace, drawn, place, points.length)));
  if (likes.some((like) => like < 0)) return null;
  return [
    () => { for (const point of points.slice(shown.length)) point.remove(); },
    ...shown.map((index, place) => () => {
      const point = points[place] ?? another(points[likes[place]]);
      write(point, 'transform', `translate(${across(trace.x[index])},${up(trace.y[index])})`);
      // plotly hides what is outside the axes, and so what was copied from there
      if (trace.x[index] >= least) point.removeAttribute('display');
    }),
  ];
}

/**
 * The place of a marker that looks as one of the trace must: of its own, if there is one.
 * @param {Trace} trace
 * @param {any} drawn
 * @param {number} place
 * @param {number} count so many markers are drawn
 * @returns {number} -1 when none does
 */
function alike(trace, drawn, place, count) {
  const { symbol, color } = trace.marker;
  const same = (/** @type {number} */ other) => drawn.marker?.symbol?.[other] === symbol[place] && drawn.marker?.color?.[other] === color[place];
  if (place < count) return same(place) ? place : -1;
  return [...Array(count).keys()].findIndex(same);
}

/**
 * @param {any} point
 * @returns {Element} one that looks the same, after all others
 */
function another(point) {
  const made = point.cloneNode(true);
  made.__data__ = point.__data__; // plotly's own, until it is told of this one
  point.parentNode.append(made);
  return made;
}

/**
 * @param {Element} node
 * @param {string} name
 * @param {string} value
 */
function write(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

// --- Points -> the path of a line, letter by letter as plotly writes it, and which points have a marker. Pure.

/**
 * @typedef {[number, number]} Place pixels from the left and the top of the plot
 * @typedef {(value: number) => number} Scale a value -> pixels
 */

/** The shapes of lines that are written here; plotly draws all others. */
export const SHAPES = ['linear', 'hv', 'hvh'];

/**
 * The pieces of a line: a value that is missing is a gap in it.
 * @param {any[]} x
 * @param {any[]} y
 * @param {Scale} across
 * @param {Scale} up
 * @returns {Place[][]}
 */
export function pieces(x, y, across, up) {
  /** @type {Place[][]} */
  const found = [];
  let open = false;
  for (let index = 0; index < x.length; index += 1) {
    const there = isPoint(x[index], y[index]);
    if (there && !open) found.push([]);
    if (there) found[found.length - 1].push([across(x[index]), up(y[index])]);
    open = there;
  }
  return found;
}

/**
 * @param {any} x
 * @param {any} y
 */
export function isPoint(x, y) {
  return Number.isFinite(x) && Number.isFinite(y);
}

/**
 * Is each value a number or missing? A text that looks like a number would be one to plotly.
 * @param {any[]} values
 */
export function areNumbers(values) {
  return values.every((value) => value === null || value === undefined || typeof value === 'number');
}

/**
 * @param {Place[]} piece at least one place
 * @param {string} shape one of `SHAPES`
 * @returns {string}
 */
export function pathOf(piece, shape) {
  if (shape === 'linear') return `M${piece.join('L')}`;
  const [first, ...rest] = piece.map(([x, y]) => [hundredth(x), hundredth(y)]);
  if (shape === 'hv') return rest.reduce((path, [x, y]) => `${path}H${x}V${y}`, `M${first}`);
  return rest.reduce((path, [x, y], index) => `${path}H${hundredth((piece[index][0] + piece[index + 1][0]) / 2)}V${y}H${x}`, `M${first}`);
}

/**
 * What is filled between a line in one piece and a base.
 * @param {Place[]} piece
 * @param {string} shape
 * @param {number} base pixels from the top
 * @returns {string}
 */
export function areaOf(piece, shape, base) {
  return `M${piece[piece.length - 1][0]},${base}L${piece[0][0]},${base}L${pathOf(piece, shape).slice(1)}`;
}

/**
 * Which of the points have a marker when only some of them do: evenly spread, and not the same in
 * each line, so that markers do not lie upon each other.
 * @param {number[]} points the points that are there
 * @param {number} most about so many have a marker
 * @param {number} before lines with markers that are drawn before this one
 * @returns {number[]}
 */
export function marked(points, most, before) {
  const apart = Math.ceil(points.length / most);
  const shift = Math.round((before * apart) / 3 + (Math.floor(before / 3) * apart) / 7.1);
  return points.filter((_, index) => (index + shift) % apart === 0);
}

/** @param {number} value */
function hundredth(value) {
  return Math.round(value * 100) / 100;
}
