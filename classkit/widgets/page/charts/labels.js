/**
 * Labels beside a chart, in place of a legend: each at the end of its line, tied to it by a hairline, and never over
 * another. They are HTML over plotly's picture.
 */

import { h, setProp, setText, svg } from '../basics/dom.js';
import { Pool } from '../basics/keyed_list.js';
import { inkOn, markerOf, seatLetter } from '../basics/seatlook.js';
import { colourOf } from './theme.js';

/** @typedef {import('./axes.js').Plot} Plot */
/** @typedef {import('./theme.js').Look} Look */
/** @typedef {ChartLabel & {id: string}} Shown */

/** The lines of labels are so far apart: units of their type. */
const LEADING = 1.32;

/** From the end of a line to its label, and from the widest label to the edge of the chart, in pixels. */
const TIE = 16, SPARE = 12;

/** The room of a badge and of a swatch with what follows it, in units of the type. */
const BADGE = 1.75, SWATCH = 1.2;

/** Labels take so much of the width of a chart at most. */
const MOST = 0.46;

/** A name is cut to so many letters; in a wide chart to so many. */
const SHORT = 12, LONGER = 16, WIDE = 700;

export class Labels {
  constructor() {
    this.ties = svg('svg', { class: 'ck-ties', preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' });
    this.list = h('ul', { class: 'ck-ends', 'aria-label': 'Values now' });
    this.node = h('div', { class: 'ck-labels' }, this.ties, this.list);
    this.pool = new Pool(this.list, {
      key: ({ id, seat, symbol, colour }) => JSON.stringify([id, seat, symbol, colourOf(colour, /** @type {Look} */ (this.look))]),
      make: (label) => this.make(label),
      update: (node, label) => this.write(node, label),
    });
    /** @type {Look|null} */
    this.look = null;
    /** @type {Shown[]} */
    this.shown = [];
    /** Those with a name, and their nodes. @type {Shown[]} */
    this.named = [];
    /** @type {any[]} */
    this.nodes = [];
    this.changes = true;
    this.wide = false;
    this.size = 14;
    this.family = '';
  }

  /** @param {Shown} label */
  make(label) {
    const { seat, colour } = label;
    const mark = seat ? badge(label, colourOf(colour, /** @type {Look} */ (this.look))) : h('span', { class: 'ck-swatch' });
    return h('li', { class: 'ck-end' }, mark, h('bdi', {}), h('b', {}), h('span', { class: 'ck-end-change' }));
  }

  /**
   * @param {any} node
   * @param {Shown} label
   */
  write(node, { name, value, change, colour, seat, symbol }) {
    const [mark, words, figure, more] = node.children;
    const look = /** @type {Look} */ (this.look);
    if (!seat) {
      mark.style.background = symbol === 'square' ? colourOf(colour, look) : '';
      mark.hidden = !mark.style.background;
    }
    const most = this.wide || !seat ? LONGER : SHORT;
    setText(words, [...name].length > most ? `${[...name].slice(0, most - 1).join('').trimEnd()}…` : name);
    setProp(words, 'title', [...name].length > most ? name : null);
    setText(figure, value);
    setText(more, this.changes ? change : '');
  }

  /**
   * Brings the labels up to date; they have their places when the axes are known.
   * @param {Record<string, ChartLabel>} labels
   * @param {Look} look
   * @param {{width: number, height: number, size: number, family: string}} room of the chart, and the type of labels
   * @returns {number} the room that they need at the right of the plot, in pixels
   */
  fill(labels, look, { width, height, size, family }) {
    this.look = look;
    this.family = family;
    this.size = size;
    this.wide = width >= WIDE;
    this.shown = Object.entries(labels).map(([id, label]) => ({ ...label, id }));
    const all = this.shown.filter(({ name }) => name);
    const named = fewer(all, Math.max(1, Math.floor((height + 4) / (size * LEADING))));
    const most = width * MOST;
    const widest = (changes) => Math.max(0, ...named.map((label) => this.widthOf(label, changes)));
    this.changes = TIE + widest(true) + SPARE <= most;
    this.named = named;
    this.nodes = this.pool.keep(named);
    if (!this.shown.length) return 0;
    return named.length ? Math.min(most, TIE + widest(this.changes) + SPARE) : look.size * 0.9;
  }

  /** @param {Shown} label @param {boolean} changes */
  widthOf({ name, value, change, seat, symbol }, changes) {
    const { size } = this;
    const words = [...name].slice(0, this.wide || !seat ? LONGER : SHORT).join('');
    const figures = [value, changes ? change : ''].filter(Boolean).join(' ');
    const mark = seat ? BADGE : symbol === 'square' ? SWATCH : 0;
    return mark * size + measure(words, `420 ${size}px ${this.family}`)
      + (figures ? size * 0.3 + measure(figures, `620 ${size}px ${this.family}`) : 0);
  }

  /**
   * Puts the labels beside their lines.
   * @param {Plot} plot
   * @param {{width: number, height: number}} room
   * @param {{moves: (label: Shown) => boolean, ends: (label: Shown) => boolean}} given whose badge has a halo, and which
   *   labels have a marker at the end of their line
   */
  place(plot, room, { moves, ends }) {
    const { size, look } = this;
    const gap = size * LEADING;
    const edge = plot.left + plot.width;
    const level = (/** @type {any} */ { at }) => {
      const [low, high] = plot.y ?? [0, 1];
      return plot.top + plot.height * (1 - ((plot.log ? Math.log10(at) : at) - low) / (high - low));
    };
    const tied = this.shown.filter(({ at }) => typeof at === 'number' && plot.y && (at > 0 || !plot.log));
    const shown = this.named;
    const named = [...shown.filter((one) => tied.includes(one)).sort((a, b) => level(a) - level(b)),
      ...shown.filter((one) => !tied.includes(one))];
    const wished = named.map((one, n) => (tied.includes(one) ? level(one) : plot.top + gap * (n + 0.5)));
    const step = Math.min(gap, (room.height - 2) / Math.max(1, named.length));
    const places = spread(wished, step, gap / 2, room.height - gap / 2);
    const at = new Map(named.map(({ id }, n) => [id, places[n]]));
    for (const [n, label] of this.named.entries()) {
      const node = this.nodes[n];
      // as shares of the chart, which is scaled on paper
      node.style.left = `${((100 * (edge + TIE)) / room.width).toFixed(2)}%`;
      node.style.top = `${((100 * (at.get(label.id) ?? 0)) / room.height).toFixed(2)}%`;
      node.style.maxWidth = `${Math.max(0, (100 * (room.width - edge - TIE - 2)) / room.width).toFixed(2)}%`;
      node.classList.toggle('ck-moves', moves(label));
    }
    const parts = tied.flatMap((one) => {
      const y = level(one);
      const x = one.x !== undefined && plot.x ? plot.left + plot.width * ((one.x - plot.x[0]) / (plot.x[1] - plot.x[0])) : edge;
      const colour = colourOf(one.colour, /** @type {Look} */ (look));
      const own = at.get(one.id);
      const tie = own === undefined || (Math.abs(own - y) < 3 && x > edge - 1) ? []
        : [svg('path', { class: 'ck-tie', d: `M${(x + 4).toFixed(1)},${y.toFixed(1)}L${(edge + TIE - 3).toFixed(1)},${own.toFixed(1)}` })];
      return !ends(one) ? tie : [...tie, markerOf(one.symbol, x, y, 3.6 * (look?.scale ?? 1), colour)];
    });
    setProp(this.ties, 'viewBox', `0 0 ${room.width} ${room.height}`);
    this.ties.replaceChildren(...parts);
  }
}

/**
 * So many labels as have room, those of seats and the largest first; the last of them says how many more there are.
 * @param {Shown[]} labels
 * @param {number} room
 */
function fewer(labels, room) {
  if (labels.length <= room) return labels;
  const weight = (/** @type {any} */ { seat, at }) => (seat ? Infinity : Math.abs(at ?? 0));
  const kept = [...labels].sort((one, other) => weight(other) - weight(one)).slice(0, room - 1);
  const more = { ...labels[0], id: '+', seat: '', at: null, symbol: '', colour: '#00000000', value: '', change: '' };
  const rest = { ...more, name: `${labels.length - kept.length} more` };
  return [...labels.filter((label) => kept.includes(label)), rest];
}

/** The badge of a seat: its letter in its shape and colour. @param {Shown} label @param {string} colour */
function badge({ seat, symbol }, colour) {
  const letter = svg('text', { 'text-anchor': 'middle', y: 2.7, 'font-size': 7.6, fill: inkOn(colour) }, seatLetter(seat));
  const props = { class: 'ck-end-badge', viewBox: '-7 -7 14 14', 'aria-hidden': 'true', focusable: 'false' };
  return svg('svg', props, markerOf(symbol, 0, 0, 6.2, colour), letter);
}

/** @type {any} */
let pen = null;
/** @type {Map<string, number>} */
const known = new Map();

/** How wide a text is, in pixels: measured where a page can. @param {string} text @param {string} font */
export function measure(text, font) {
  const key = `${font}|${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  pen ??= document.createElement('canvas').getContext('2d');
  pen.font = font;
  const width = pen.measureText(text).width;
  if (known.size > 2000) known.clear();
  known.set(key, width);
  return width;
}

/**
 * Places in order, each as near as can be to where it is wished, and no two nearer than a gap.
 * @param {number[]} wished
 * @param {number} gap
 * @param {number} low
 * @param {number} high
 * @returns {number[]}
 */
export function spread(wished, gap, low, high) {
  /** @type {{wishes: number[], start: number}[]} */
  const groups = [];
  const startOf = (wishes) => {
    const mean = wishes.reduce((sum, wish, at) => sum + wish - at * gap, 0) / wishes.length;
    return Math.max(low, Math.min(mean, high - (wishes.length - 1) * gap));
  };
  for (const wish of wished) {
    groups.push({ wishes: [wish], start: startOf([wish]) });
    while (groups.length > 1) {
      const [before, last] = groups.slice(-2);
      if (before.start + before.wishes.length * gap <= last.start) break;
      const wishes = [...before.wishes, ...last.wishes];
      groups.splice(-2, 2, { wishes, start: startOf(wishes) });
    }
  }
  return groups.flatMap(({ wishes, start }) => wishes.map((_, at) => start + at * gap));
}
