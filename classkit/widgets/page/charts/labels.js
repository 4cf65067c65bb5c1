/**
 * Labels beside a chart, in place of a legend: each at the end of its line, tied to it by a hairline, and never over
 * another. They are HTML over plotly's picture.
 */

import { h, setProp, setText, svg } from '../basics/dom.js';
import { Pool } from '../basics/keyed_list.js';
import { EASE_OUT, MOVE, motionsOf } from '../basics/motion.js';
import { inkOn, markerOf, seatLetter } from '../basics/seatlook.js';
import { colourOf } from './theme.js';

/** @typedef {import('./axes.js').Plot} Plot */
/** @typedef {import('./theme.js').Look} Look */
/** @typedef {ChartLabel & {id: string, ink: string}} Shown `ink` is its colour in the theme */

/** Futures grow so long at least, in milliseconds. */
const FUTURES = 700;

/** The lines of labels are so far apart: units of their type. */
const LEADING = 1.32;

/** From the end of a line to its label, and from the widest label to the edge of the chart, in pixels. */
const TIE = 14, SPARE = 12;

/** The room of a badge and of a swatch with what follows it, and of a space: units of the type. */
const BADGE = 1.8, SWATCH = 1.1, SPACE = 0.3;

/** Labels take so much of the width of a chart at most. */
const MOST = 0.44;

/** The name of a seat is cut to so many letters; in a wide chart, and where it is no seat's, to so many. */
const SHORT = 12, LONGER = 16, WIDE = 700;

/**
 * In a chart that is narrower, in pixels, a line whose value stands in the head needs no name, and of a seat its badge
 * says who it is; there labels may take so much of the width.
 */
const NARROW = 240, MOST_OF_NARROW = 0.6;

/** A chart that is narrower yet, in pixels, as beside another on a phone, needs all of its width for its lines. */
const TINY = 200;

/** A marker at the end of a line has so many pixels from its middle to its edge. */
const MARKER = 3.6;

/** The middle of a label is so far from the edge of a chart, since its badge is higher: units of the type. */
const EDGE = 0.78;

/** The ticks below the axis take so much: units of their type. */
const BELOW = 1.9;

/** A label that is so near to the height of its line needs no tie. */
const LEVEL = 3;

export class Labels {
  /** All, also those that only mark the end of a line. @type {Shown[]} */
  shown = [];
  /** Those that are written. @type {Shown[]} */
  written = [];
  /** @type {any[]} */
  nodes = [];
  /** The room that the same labels have had: a plot that got wider with each change of less would jump. */
  held = 0;
  heldBy = '';
  /** Where each label stands, by its name, and in which chart of which size. @type {Map<string, string>} */
  places = new Map();
  placedIn = '';
  /** Whether changes are written: where there is room for all. */
  changes = true;
  /** From the end of a line to its label: where labels reach below the axis, past the half of its last tick. */
  tie = TIE;
  /** Whether labels reach below the axis: above it there is no room for all. */
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
    setProp(name, 'title', label.name); // in a narrow chart the styles cut it too
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
   * Writes the labels; they have their places when the axes are known.
   * @param {Record<string, ChartLabel>} labels
   * @param {Look} look
   * @param {{width: number, height: number}} room of the chart
   * @param {boolean} [beside] whether its figure stands beside the plot
   * @returns {number} the room that they need at the right of the plot, in pixels
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
   * Puts the labels beside their lines.
   * @param {Plot} plot
   * @param {Look} look
   * @param {{width: number, height: number}} room of the chart
   * @param {object} given
   * @param {(label: Shown) => boolean} given.moves whose badge has a halo
   * @param {(label: Shown) => boolean} given.ends which labels have a marker at the end of their line
   * @param {number} [given.last] where lines end whose labels do not say so
   * @param {string} [given.of] which chart it is; without it, nothing slides
   * @param {number} [given.below] how far below the top of the plot they stand, where a figure stands at its end
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
    // the last tick of the axis reaches under the labels: they stay above it as long as they have room there
    const lowest = (this.isTall ? room.height : plot.top + plot.height) - rim;
    const { tie } = this;
    const places = spread(wished, Math.min(gap, (lowest - rim) / rows), rim, lowest);
    const heights = new Map(ordered.map(({ id }, n) => [id, places[n]]));
    const placedIn = JSON.stringify([of, room]);
    const before = of && placedIn === this.placedIn ? this.places : new Map();
    Object.assign(this, { placedIn, places: new Map() });
    for (const [n, label] of this.written.entries()) {
      const { style, classList } = this.nodes[n];
      // in shares of the chart, which is scaled on paper; what is moved so shifts no layout
      const across = (100 * (edge + tie)) / room.width;
      const down = (100 * (heights.get(label.id) ?? 0)) / room.height;
      const placeAt = (/** @type {string} */ high) =>
        `translate(${across.toFixed(2)}cqw, ${high}cqh) translateY(-50%)`;
      const height = down.toFixed(2);
      const from = before.get(label.id);
      this.places.set(label.id, height);
      style.transform = placeAt(height);
      // only up or down: a label with a longer value would be cut where it stood
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
   * Lets the new piece of all lines grow from where they ended: what covers it shrinks toward their new ends.
   * @param {Plot} plot
   * @param {{width: number, height: number}} room
   * @param {number} since where the lines ended before
   * @param {boolean} [futures] whether it is what may come that grows
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
 * Something slides or grows to its place; where nothing moves, a label's change says it, and nothing has an outline.
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

/** How far down a value lies. @param {number} value @param {Plot} plot */
function levelOf(value, { top, height, y, log }) {
  const [low, high] = y ?? [0, 1];
  return top + height * (1 - ((log ? Math.log10(value) : value) - low) / (high - low));
}

/** How far across a line ends: at a turn, or where the plot ends. @param {number|undefined} at @param {Plot} plot */
function acrossOf(at, { left, width, x }) {
  return at === undefined || !x ? left + width : left + (width * (at - x[0])) / (x[1] - x[0]);
}

/** A hairline from the end of a line to its label. */
function tieOf(x, y, toX, toY) {
  return svg('path', { class: 'ck-tie', d: `M${x.toFixed(1)},${y.toFixed(1)}L${toX.toFixed(1)},${toY.toFixed(1)}` });
}

/**
 * What stands before a name: the badge of a seat, with its letter in its shape and colour; the colour of an area or a
 * bar; nothing where a line ends there.
 * @param {Shown} label
 */
function markOf({ seat, symbol, ink }) {
  if (!seat) return h('span', { class: 'ck-swatch', hidden: symbol !== 'square', style: `background: ${ink}` });
  const text = { 'text-anchor': 'middle', y: 2.7, 'font-size': 7.6, fill: inkOn(ink) };
  const props = { class: 'ck-end-badge', viewBox: '-7 -7 14 14', 'aria-hidden': 'true', focusable: 'false' };
  return svg('svg', props, markerOf(symbol, 0, 0, 6.2, ink), svg('text', text, seatLetter(seat)));
}

/**
 * So many labels as have room, those of seats and the largest first; the last of them says how many more there are.
 * @param {Shown[]} labels
 * @param {number} room for so many
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
/** What has been measured, by type and text. @type {Map<string, number>} */
const known = new Map();

/** How wide a text is, in pixels. @param {string} text @param {string} font */
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

/** Forgets what was measured: a font may have come since. */
export function measureAgain() {
  known.clear();
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
