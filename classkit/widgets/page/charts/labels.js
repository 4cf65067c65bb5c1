/**
 * Labels next to a chart, instead of a legend: each at the end of its line, connected by a hairline, without overlaps.
 * They are HTML over plotly's picture.
 */

import { h, setProp, setText, svg } from '../basics/dom.js';
import { Pool } from '../basics/keyed_list.js';
import { EASE_OUT, MOVE, motionsOf } from '../basics/motion.js';
import { inkOn, markerOf, seatLetter } from '../basics/seatlook.js';
import { colourOf } from './theme.js';

/** @typedef {import('./axes.js').Plot} Plot */
/** @typedef {import('./theme.js').Look} Look */
/** @typedef {ChartLabel & {id: string, ink: string}} Shown `ink` is its colour in the theme */

/** Minimum duration of the animation of futures in milliseconds. */
const FUTURES = 700;

/** Distance of labels in units of their font size. */
const LEADING = 1.32;

/** Distance from the end of a line to its label, and from the widest label to the edge, in pixels. */
const TIE = 14, SPARE = 12;

/** Width of a badge, a swatch and a space, in units of the font size. */
const BADGE = 1.8, SWATCH = 1.1, SPACE = 0.3;

/** Maximum share of a chart's width for labels. */
const MOST = 0.44;

/** Maximum length of a seat's name, and of other names or in charts wider than WIDE pixels. */
const SHORT = 12, LONGER = 16, WIDE = 700;

/**
 * In charts narrower than NARROW pixels, a line whose value is in the head has no name, and seats have only badges;
 * labels may use a larger share of the width.
 */
const NARROW = 240, MOST_OF_NARROW = 0.6;

/** Charts narrower than this, as on a phone, have no labels. */
const TINY = 200;

/** Radius of the marker at the end of a line, in pixels. */
const MARKER = 3.6;

/** Minimum distance of a label's centre from the edge of a chart, in units of the font size. */
const EDGE = 0.78;

/** Height of the ticks below the axis, in units of their font size. */
const BELOW = 1.9;

/** Maximum vertical distance between a label and its line for which no hairline is drawn. */
const LEVEL = 3;

export class Labels {
  /** All labels, including those that only mark the end of a line. @type {Shown[]} */
  shown = [];
  /** The labels with text. @type {Shown[]} */
  written = [];
  /** @type {any[]} */
  nodes = [];
  /** The maximum width of these labels so far, so that the plot does not jump when they become narrower. */
  held = 0;
  heldBy = '';
  /** The position of each label by name, chart and size. @type {Map<string, string>} */
  places = new Map();
  placedIn = '';
  /** Whether changes are shown, which requires space for all of them. */
  changes = true;
  /** Distance from the end of a line to its label; larger if labels extend below the axis, to clear its last tick. */
  tie = TIE;
  /** Whether labels extend below the axis, because they do not all fit above it. */
  isTall = false;
  wide = false;
  isNarrow = false;

  constructor() {
    const hidden = { 'aria-hidden': 'true', focusable: 'false' };
    this.ties = svg('svg', { class: 'ck-ties', preserveAspectRatio: 'none', ...hidden });
    this.list = h('ul', { class: 'ck-ends', 'aria-label': 'Values now' });
    this.cover = h('div', { class: 'ck-coming', hidden: true });
    this.node = h('div', { class: 'ck-labels' }, this.ties, this.cover, this.list);
    this.pool = new Pool(this.list, {
      key: ({ id, seat, symbol, ink }) => JSON.stringify([id, seat, symbol, ink]),
      make: (label) =>
        h('li', { class: 'ck-end', 'data-seat': label.seat || null },
          markOf(label), h('bdi'), h('b'), h('span', { class: 'ck-end-change' })),
      update: (node, label) => this.write(node, label),
    });
  }

  /**
   * @param {any} node
   * @param {Shown} label
   */
  write(node, label) {
    const [, name, value, change] = node.children;
    const short = this.shortName(label);
    name.classList.toggle('ck-only-read', this.isNarrow && Boolean(label.seat));
    setText(name, short);
    setProp(name, 'title', label.name); // in a narrow chart, styles truncate it, too
    setText(value, label.value);
    setText(change, this.changes ? label.change : '');
  }

  /** @param {Shown} label */
  shortName({ name, seat }) {
    const letters = [...name];
    const most = this.wide || !seat ? LONGER : SHORT;
    return letters.length > most ? `${letters.slice(0, most - 1).join('').trimEnd()}…` : name;
  }

  /**
   * Write the labels; they are placed when the axes are known.
   * @param {Record<string, ChartLabel>} labels
   * @param {Look} look
   * @param {{width: number, height: number}} room of the chart
   * @param {boolean} [beside] whether its main number is next to the plot
   * @returns {number} the width that they need to the right of the plot, in pixels
   */
  fill(labels, look, { width, height }, beside = false) {
    const { size } = look.labels;
    this.wide = width >= WIDE;
    this.isNarrow = width < NARROW;
    const most = width * (this.isNarrow ? MOST_OF_NARROW : MOST);
    this.shown = Object.entries(labels).map(([id, label]) => ({ ...label, id, ink: colourOf(label.colour, look) }));
    const isOnlyNamed = (/** @type {Shown} */ { value, at }) => !value && typeof at === 'number';
    const hasRoom = !this.isNarrow && !beside;
    const named = width < TINY ? [] : this.shown.filter((label) => label.name && (hasRoom || !isOnlyNamed(label)));
    this.written = fewer(named, Math.max(1, Math.floor((height + 4) / (size * LEADING))));
    const tall = size * (LEADING * (this.written.length - 1) + 2 * EDGE);
    this.isTall = tall > height - look.size * BELOW;
    this.tie = TIE + (this.isTall ? look.size : 0);
    const wanted = () => this.tie + Math.max(0, ...this.written.map((label) => this.widthOf(label, look))) + SPARE;
    this.changes = true;
    this.changes = wanted() <= most;
    this.nodes = this.pool.keep(this.written);
    if (!this.written.length) return this.shown.length ? look.size * 0.9 : 0;
    const same = JSON.stringify([width, size, look.labels.family, this.written.map(({ id }) => id)]);
    if (same !== this.heldBy) Object.assign(this, { heldBy: same, held: 0 });
    this.held = Math.max(this.held, Math.min(most, wanted()));
    return this.held;
  }

  /** @param {Shown} label @param {Look} look */
  widthOf(label, { labels: { size, family } }) {
    const figures = [label.value, this.changes ? label.change : ''].filter(Boolean);
    const mark = label.seat ? BADGE : label.symbol === 'square' ? SWATCH : 0;
    const isNamed = !(this.isNarrow && label.seat);
    const name = isNamed ? measure(this.shortName(label), `420 ${size}px ${family}`) : 0;
    const widths = figures.map((words) => SPACE * size + measure(words, `620 ${size}px ${family}`));
    return mark * size + name + widths.reduce((sum, one) => sum + one, 0);
  }

  /**
   * Place the labels next to their lines.
   * @param {Plot} plot
   * @param {Look} look
   * @param {{width: number, height: number}} room of the chart
   * @param {object} given
   * @param {(label: Shown) => boolean} given.moves returns whether a label's badge has a halo
   * @param {(label: Shown) => boolean} given.ends returns whether a label's line ends with a marker
   * @param {number} [given.last] end of lines whose labels do not declare it
   * @param {string} [given.of] the chart; without it, nothing is animated
   * @param {number} [given.below] offset from the top of the plot, if a number is next to it
   */
  place(plot, look, room, { moves, ends, last, of = '', below = 0 }) {
    const gap = look.labels.size * LEADING;
    const edge = below ? plot.left + plot.width : plot.end;
    const tied = this.shown.filter(({ at }) => plot.y && typeof at === 'number' && (at > 0 || !plot.log));
    const level = (/** @type {any} */ { at }) => levelOf(at, plot);
    const ordered = [
      ...this.written.filter((label) => tied.includes(label)).sort((one, other) => level(one) - level(other)),
      ...this.written.filter((label) => !tied.includes(label)),
    ];
    const first = plot.top + below + gap / 2;
    const wished = ordered.map((label, n) => (tied.includes(label) && !below ? level(label) : first + gap * n));
    const rim = look.labels.size * EDGE;
    const rows = Math.max(1, ordered.length - 1);
    // the last tick of the axis extends under the labels, so they stay above it if they fit
    const lowest = (this.isTall ? room.height : plot.top + plot.height) - rim;
    const { tie } = this;
    const places = spread(wished, Math.min(gap, (lowest - rim) / rows), rim, lowest);
    const heights = new Map(ordered.map(({ id }, n) => [id, places[n]]));
    const placedIn = JSON.stringify([of, room]);
    const before = of && placedIn === this.placedIn ? this.places : new Map();
    Object.assign(this, { placedIn, places: new Map() });
    for (const [n, label] of this.written.entries()) {
      const { style, classList } = this.nodes[n];
      // as shares of the chart, which is scaled for printing; transforms do not force a layout
      const across = (100 * (edge + tie)) / room.width;
      const down = (100 * (heights.get(label.id) ?? 0)) / room.height;
      const placeAt = (/** @type {string} */ high) =>
        `translate(${across.toFixed(2)}cqw, ${high}cqh) translateY(-50%)`;
      const height = down.toFixed(2);
      const from = before.get(label.id);
      this.places.set(label.id, height);
      style.transform = placeAt(height);
      // only vertically: a label with a longer value would be cut off at its old position
      if (from && from !== height) slide(this.nodes[n], placeAt(from), placeAt(height));
      style.maxWidth = `${Math.max(0, 99.5 - across).toFixed(2)}cqw`;
      classList.toggle('ck-mover', moves(label));
    }
    setProp(this.ties, 'viewBox', `0 0 ${room.width} ${room.height}`);
    this.ties.replaceChildren(...tied.flatMap((label) => {
      const [x, y] = [acrossOf(label.x ?? last, plot), level(label)];
      const own = heights.get(label.id);
      const isLevel = below || own === undefined || (Math.abs(own - y) < LEVEL && x > edge - 1);
      return [
        ...(isLevel ? [] : [tieOf(x + 4, y, edge + tie - 3, own)]),
        ...(ends(label) ? [markerOf(label.symbol, x, y, MARKER * look.scale, label.ink)] : []),
      ];
    }));
  }

  /**
   * Animate the new part of all lines by shrinking a cover towards their new ends.
   * @param {Plot} plot
   * @param {{width: number, height: number}} room
   * @param {number} since the previous end of the lines
   * @param {boolean} [futures] whether to animate futures
   */
  grow(plot, room, since, futures = false) {
    const { left, top, width, height } = plot;
    const [from, to] = [acrossOf(since, plot), left + width + MARKER * 2];
    const share = (part, all) => `${((100 * part) / all).toFixed(2)}%`;
    Object.assign(this.cover.style, {
      left: share(from, room.width), width: share(to - from, room.width),
      top: share(top - MARKER, room.height), height: share(height + MARKER, room.height),
    });
    this.cover.hidden = false;
    const after = () => { this.cover.hidden = true; };
    slide(this.cover, 'scaleX(1)', 'scaleX(0)', after, futures ? { ms: FUTURES, needed: false } : {});
  }
}

/**
 * Animate an element to its place. With reduced motion there is no outline, because the label shows the change.
 * @param {Element} node
 * @param {string} from
 * @param {string} to
 * @param {() => void} [after]
 * @param {Partial<import('../basics/motion.js').Manner>} [manner]
 */
function slide(node, from, to, after = () => {}, manner = {}) {
  const motions = motionsOf(node);
  const frames = [{ transform: from }, { transform: to }];
  if (motions.areUnwanted) after();
  else motions.move(node, frames, { ms: MOVE, easing: EASE_OUT, needed: true, after, ...manner });
}

/** The vertical position of a value. @param {number} value @param {Plot} plot */
function levelOf(value, { top, height, y, log }) {
  const [low, high] = y ?? [0, 1];
  return top + height * (1 - ((log ? Math.log10(value) : value) - low) / (high - low));
}

/**
 * The horizontal position of a line's end: at a turn, or at the end of the plot.
 * @param {number|undefined} at
 * @param {Plot} plot
 */
function acrossOf(at, { left, width, x }) {
  return at === undefined || !x ? left + width : left + (width * (at - x[0])) / (x[1] - x[0]);
}

/** A hairline from the end of a line to its label. */
function tieOf(x, y, toX, toY) {
  return svg('path', { class: 'ck-tie', d: `M${x.toFixed(1)},${y.toFixed(1)}L${toX.toFixed(1)},${toY.toFixed(1)}` });
}

/**
 * Return the mark before a name: the badge of a seat, or the colour of an area or bar; none at the end of a line.
 * @param {Shown} label
 */
function markOf({ seat, symbol, ink }) {
  if (!seat) return h('span', { class: 'ck-swatch', hidden: symbol !== 'square', style: `background: ${ink}` });
  const text = { 'text-anchor': 'middle', y: 2.7, 'font-size': 7.6, fill: inkOn(ink) };
  const props = { class: 'ck-end-badge', viewBox: '-7 -7 14 14', 'aria-hidden': 'true', focusable: 'false' };
  return svg('svg', props, markerOf(symbol, 0, 0, 6.2, ink), svg('text', text, seatLetter(seat)));
}

/**
 * Return the labels that fit, seats and larger values first; the last one gives the number of omitted labels.
 * @param {Shown[]} labels
 * @param {number} room maximum number of labels
 */
function fewer(labels, room) {
  if (labels.length <= room) return labels;
  const weight = (/** @type {any} */ { seat, at }) => (seat ? Infinity : Math.abs(at ?? 0));
  const kept = [...labels].sort((one, other) => weight(other) - weight(one)).slice(0, room - 1);
  const rest = { seat: '', at: null, symbol: '', colour: '', ink: '', value: '', change: '' };
  return [
    ...labels.filter((label) => kept.includes(label)),
    { ...rest, id: '+', name: `${labels.length - kept.length} more` },
  ];
}

/** @type {any} */
let pen = null;
/** Cache of measured widths, by font and text. @type {Map<string, number>} */
const known = new Map();

/** The width of a text in pixels. @param {string} text @param {string} font */
function measure(text, font) {
  const key = `${font}|${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  pen ??= document.createElement('canvas').getContext('2d');
  pen.font = font;
  const { width } = pen.measureText(text);
  if (known.size > 2000) known.clear();
  known.set(key, width);
  return width;
}

/** Clear the cache, because a font may have been loaded. */
export function measureAgain() {
  known.clear();
}

/**
 * Return positions in order, as close as possible to the wished ones, with a minimum gap.
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
