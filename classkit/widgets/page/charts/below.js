/**
 * Small charts below the main chart of a match, on the same axis: prices as a heat strip, and other instruments as
 * lines.
 */

import { h, setText, svg } from '../basics/dom.js';
import { DASHES } from '../basics/seatlook.js';
import { saidOn } from './film_timeline.js';
import { colourOf } from './theme.js';
import { tickText } from './ticks.js';

/** Number of heat levels. */
const HEATS = 4;

/** Minimum distance of numbers in a strip, in units of the font size. */
const APART = 1.9;

/** Maximum length of numbers written in a strip; longer ones are shown only as heat. */
const LETTERS = 6;

/**
 * @typedef {object} Axis position of a plot, and the range of its axis
 * @property {number} left
 * @property {number} width
 * @property {[number, number]} x
 *
 * @typedef {{title: string, role: string, chart: ChartNow}} Row
 */

/**
 * Return a heat level from 0 to 4 for each value, as a share of the range, which starts at 1 if the maximum is known.
 * @param {(number|null)[]} values
 * @param {number[]} told heat levels from the kernel, if any
 * @returns {number[]}
 */
export function heatOf(values, told) {
  if (told.length === values.length) return told;
  const known = values.filter((value) => typeof value === 'number').map(Number);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return values.map((value) => (typeof value === 'number' && high > low
    ? Math.round((HEATS * (value - low)) / (high - low)) : 0));
}

/**
 * Return runs of equal values; each starts and ends half a step before and after its points.
 * @param {number[]} x
 * @param {any[]} values
 * @returns {{from: number, to: number, value: any}[]}
 */
export function runsOf(x, values) {
  /** @type {{from: number, to: number, value: any}[]} */
  const runs = [];
  for (const [at, value] of values.entries()) {
    const from = at ? (x[at - 1] + x[at]) / 2 : x[0] - 0.5;
    const to = at + 1 < x.length ? (x[at] + x[at + 1]) / 2 : x[at] + 0.5;
    const last = runs.at(-1);
    if (last && last.value === value) last.to = to;
    else runs.push({ from, to, value });
  }
  return runs;
}

export class Below {
  constructor() {
    this.node = h('div', { class: 'ck-below' });
    /** @type {any[]} */
    this.pictures = [];
    /** Functions that write the numbers of the rows at a position. @type {((place: number|null) => void)[]} */
    this.figures = [];
    this.axis = /** @type {Axis|null} */ (null);
  }

  /**
   * Draw the rows along an axis.
   * @param {Row[]} rows
   * @param {Axis} axis
   * @param {number[]} heat of each turn
   * @param {import('./theme.js').Look} look
   */
  draw(rows, axis, heat, look) {
    this.axis = axis;
    this.pictures = [];
    this.figures = [];
    this.node.replaceChildren(...rows.map((row) => {
      const traces = linesOf(row.chart);
      const strip = row.role === 'prices' && traces.length === 1;
      const picture = svg('svg', { class: strip ? 'ck-below-strip' : 'ck-below-lines', 'aria-hidden': 'true',
        focusable: 'false' });
      this.pictures.push(picture);
      const tall = strip ? look.size * 1.95 : look.size * 2.6;
      picture.style.height = `${tall}px`;
      if (strip) this.drawStrip(picture, traces[0], row, heat, look, tall);
      else this.drawLines(picture, traces, look, tall);
      const label = h('span', { class: 'ck-below-name' }, row.title, ' ', h('b'));
      const { figure, colour } = row.chart.head;
      const value = /** @type {any} */ (label.lastChild);
      const ofSeats = Object.values(row.chart.labels).some(({ seat }) => seat);
      const { axes } = row.chart;
      this.figures.push((place) => {
        if (strip || ofSeats || !figure) return;
        setText(value, place === null ? figure : tickText(saidOn(traces[0], place) ?? 0, axes));
      });
      this.figures.at(-1)?.(null);
      value.style.color = colour ? colourOf(colour, look) : '';
      label.style.insetInlineStart = `${axis.left + axis.width + look.size}px`;
      return h('div', { class: 'ck-below-row', style: `height: ${tall}px` }, picture, label);
    }));
  }

  /** @param {number} place on the axis, in pixels */
  pixel(place) {
    const { left, width, x: [from, to] } = /** @type {Axis} */ (this.axis);
    return left + (width * (place - from)) / (to - from);
  }

  drawStrip(picture, { x, y }, { chart }, heat, look, tall) {
    const whole = y.every((value) => typeof value !== 'number' || Number.isInteger(value));
    for (const { from, to, value } of runsOf(x, heatOf(y, heat))) {
      const wide = this.pixel(to) - this.pixel(from) + 0.5;
      const box = { x: this.pixel(from), y: 0, width: wide, height: tall };
      picture.append(svg('rect', { ...box, class: 'ck-heat', 'data-heat': value }));
    }
    let free = -Infinity;
    for (const { from, value } of runsOf(x, y)) {
      const words = typeof value === 'number' ? tickText(value, chart.axes) : '';
      const at = Math.max(this.pixel(from) + 4, 4);
      const wide = words.length * look.size * 0.55;
      if (!words || words.length > LETTERS || at < free || at + wide > this.pixel(x.at(-1) + 0.5) + 2) continue;
      free = at + wide + look.size * (whole ? APART - 1.3 : APART);
      picture.append(svg('text', { x: at, y: tall / 2, class: 'ck-below-number' }, words));
    }
  }

  drawLines(picture, traces, look, tall) {
    const values = traces.flatMap(({ y }) => y).filter((value) => typeof value === 'number');
    const [low, high] = [Math.min(0, ...values), Math.max(...values, 0)];
    const up = (value) => 2 + (tall - 5) * (1 - (value - low) / (high - low || 1));
    for (const { x, y, line, fill, fillcolor } of traces) {
      const corners = x.map((place, at) => [this.pixel(place), y[at]]).filter(([, value]) => typeof value === 'number');
      if (!corners.length) continue;
      const path = corners.map(([across, value], at) => {
        const point = `${across.toFixed(1)},${up(value).toFixed(1)}`;
        return at && line.shape === 'hv' ? `H${across.toFixed(1)}L${point}` : `${at ? 'L' : 'M'}${point}`;
      }).join('');
      const [start, end] = [corners[0][0], corners[corners.length - 1][0]];
      if (fill) picture.append(svg('path', { d: `${path}V${up(0)}H${start}Z`, fill: colourOf(fillcolor, look) }));
      picture.append(svg('path', { d: path, fill: 'none', stroke: colourOf(line.color, look), 'stroke-width': 1.8,
        'stroke-dasharray': DASHES[line.dash] ?? null, 'data-end': end }));
    }
    const [first, last] = /** @type {Axis} */ (this.axis).x;
    picture.append(svg('line', { x1: this.pixel(first), x2: this.pixel(last), y1: up(0) + 0.5, y2: up(0) + 0.5,
      class: 'ck-below-nought' }));
  }

  /** Show the pictures up to a position on the axis, or completely. @param {number|null} place */
  drawUpTo(place) {
    for (const write of this.figures) write(place);
    for (const picture of this.pictures) {
      const end = place === null ? '' : this.pixel(place + 0.5).toFixed(1);
      picture.style.clipPath = end && `inset(0 calc(100% - ${end}px) 0 0)`;
    }
  }
}

/** The lines of a chart of the match itself. @param {ChartNow} [chart] @returns {any[]} */
export function linesOf(chart) {
  return (chart?.order ?? []).map((name) => chart?.traces[name]).filter(isLine);
}

/** @param {any} trace */
function isLine({ type, mode, meta, yaxis }) {
  const own = !String(meta).includes('/') && !String(meta).startsWith('fan');
  return type === 'scatter' && mode === 'lines' && !yaxis && own;
}
