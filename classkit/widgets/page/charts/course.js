/**
 * `<classkit-course>`: a chart of a whole match, with turning points next to their lines. For the film it can be drawn
 * up to a moment of the match.
 */

import { define, h, setProp, svg } from '../basics/dom.js';
import { linesOf } from './below.js';
import { ChartPart } from './chart.js';
import { saidOn, valueOn } from './film_timeline.js';
import { placeMarks, pointsAlong } from './marks.js';
import { TURNED } from './points.js';
import { tickText } from './ticks.js';

/** Radius of discs in units of the font size, and distance in pixels between checked points of lines. */
const RADIUS = 1.02, CLOSE = 5;

/** Margin after the end of a line in pixels: half its width, and its marker. */
const BEYOND = 3;

export class CoursePart extends ChartPart {
  /** The position of the plot on its canvas. @type {import('./axes.js').Plot|null} */
  plot = null;
  /** Position up to which it is drawn; null for all of it. @type {number|null} */
  upTo = null;
  /** The marked turning points. @type {any[]} */
  marked = [];
  /** The texts of its reference lines. @type {{y: number, text: string}[]} */
  levels = [];
  /** Called when the plot has been placed. @type {() => void} */
  follow = () => {};

  mount() {
    super.mount();
    this.classList.add('ck-course');
    this.marks = svg('svg', { class: 'ck-course-marks', 'aria-hidden': 'true', focusable: 'false' });
    this.line = h('div', { class: 'ck-course-now', hidden: true });
    this.body.append(this.line, this.marks);
  }

  titles() {
    super.titles();
    const { end } = this.now;
    if (!end) return;
    const known = this.fixed.charts.filter(({ key }) => end.below.includes(key) && linesOf(this.now.charts[key]).length)
      .map(({ title }) => title);
    const { title } = this.chart;
    const remark = this.hasAttribute('first') && known.length ? `below: ${known.join(', ')}` : '';
    this.head.say(`${title}, and what ${end.void ? 'ended' : 'turned'} it`, remark);
    this.head.tell('', '');
  }

  layOut(filled, picture, look) {
    picture.data = picture.data.filter(({ meta }) => meta !== TURNED);
    this.levels = picture.layout.annotations.filter(({ y }) => typeof y === 'number');
    super.layOut({ ...filled, labels: withFigure(filled) }, picture, look);
  }

  /** @param {import('./axes.js').Plot} plot @param {import('./theme.js').Look} look */
  placed(plot, look) {
    this.plot = plot;
    this.head.tell('', '');
    this.drawMarks(look);
    this.drawUpTo(this.upTo);
    this.follow();
  }

  /** The lines of the chart, by their names. @returns {Record<string, any>} */
  get lines() {
    return this.filled?.traces ?? {};
  }

  /** The turning points on its lines: numbers and positions. */
  get points() {
    const { ids = [], x = [], y = [] } = this.lines[TURNED] ?? {};
    return ids.map((number, at) => ({ number: Number(number), x: x[at], y: y[at] }));
  }

  /** The range of its lines. @returns {[number, number]} */
  get reach() {
    const { x = [] } = this.lines[this.filled?.order[0] ?? ''] ?? {};
    return [x[0] ?? 0, x.at(-1) ?? 0];
  }

  /** @param {number} x @param {number} y @returns {import('./marks.js').Point} */
  pixel(x, y) {
    const { left, top, width, height, x: across, y: up } = /** @type {any} */ (this.plot);
    const share = (value, [from, to]) => (value - from) / (to - from);
    return { x: left + width * share(x, across ?? [0, 1]), y: top + height * (1 - share(y, up ?? [0, 1])) };
  }

  /** @param {import('./theme.js').Look} look */
  drawMarks(look) {
    const { plot, points } = this;
    this.marks.replaceChildren();
    this.marked = [];
    if (!plot?.x || !plot.y || plot.log || !points.length) return;
    const { size, family } = look.labels;
    const radius = size * RADIUS;
    setProp(this.marks, 'viewBox', `0 0 ${this.room.width} ${this.room.height}`);
    const texts = points.map(({ number }) => this.now.end?.turns[number - 1]?.change ?? '');
    const wishes = points.map(({ x, y }, at) => ({ point: this.pixel(x, y), words: texts[at].length * size * 0.56 }));
    const named = this.levels.flatMap(({ y, text }) => {
      const end = { x: plot.left + plot.width, y: this.pixel(0, y).y - size * 0.6 };
      return pointsAlong([{ x: end.x - text.length * size * 0.5, y: end.y }, end], CLOSE);
    });
    const along = Object.values(this.lines).filter(({ mode, meta }) => mode === 'lines' && meta !== TURNED)
      .flatMap((line) => pointsAlong(this.cornersOf(line), CLOSE));
    const { left, top, width, height } = plot;
    const room = { left: left + 2, top: top - size * 0.5, right: left + width + radius, bottom: top + height - 2 };
    const places = placeMarks(wishes, [...along, ...named], room, radius);
    for (const [at, { middle, before }] of places.entries()) {
      const { x, y } = wishes[at].point;
      const far = Math.hypot(middle.x - x, middle.y - y) || 1;
      const words = { x: middle.x + (before ? -1 : 1) * radius * 1.4, y: middle.y, 'font-size': size };
      const mark = svg('g', { class: 'ck-course-mark', 'data-number': points[at].number },
        svg('line', { x1: x, y1: y, x2: x + ((middle.x - x) * (far - radius)) / far,
          y2: y + ((middle.y - y) * (far - radius)) / far }),
        svg('circle', { cx: x, cy: y, r: radius * 0.22 }),
        svg('circle', { class: 'ck-course-disc', cx: middle.x, cy: middle.y, r: radius }),
        svg('text', { class: 'ck-course-number', x: middle.x, y: middle.y, 'font-size': size * 1.1 },
          String(points[at].number)),
        texts[at] && svg('text', { ...words, class: 'ck-course-change', 'text-anchor': before ? 'end' : 'start',
          'font-family': family }, texts[at]));
      this.marked.push({ node: mark, x: points[at].x });
      this.marks.append(mark);
    }
    this.point(this.forward);
  }

  /** @param {any} line a trace @returns {import('./marks.js').Point[]} */
  cornersOf({ x, y, line }) {
    const known = x.map((place, at) => [place, y[at]]).filter(([, value]) => typeof value === 'number');
    const corners = known.map(([place, value]) => this.pixel(place, value));
    if (line?.shape !== 'hv') return corners;
    return corners.flatMap((corner, at) => (at ? [{ x: corner.x, y: corners[at - 1].y }, corner] : [corner]));
  }

  /** Highlight the mark of a turning point; 0 for none. @param {number} number */
  point(number) {
    this.forward = number;
    for (const { node } of this.marked) {
      const own = Number(node.dataset.number) === number;
      node.classList.toggle('ck-forward', own);
      node.classList.toggle('ck-behind', Boolean(number) && !own);
    }
  }

  /** Draw the lines up to a position on the axis, or completely. @param {number|null} place */
  drawUpTo(place) {
    const before = this.upTo;
    this.upTo = place;
    if (!this.plot || !this.filled) return;
    const { left, top, width, height } = this.plot;
    const x = place === null ? left + width : this.pixel(place, 0).x;
    const [right, bottom] = [this.room.width, this.room.height];
    const end = `${(x + BEYOND).toFixed(1)}px`;
    const low = `${(top + height + BEYOND).toFixed(1)}px`;
    this.canvas.style.clipPath = place === null ? '' :
      `polygon(0 0, ${end} 0, ${end} ${low}, ${right}px ${low}, ${right}px ${bottom}px, 0 ${bottom}px)`;
    this.line.hidden = place === null;
    Object.assign(this.line.style, { left: `${x}px`, top: `${top}px`, height: `${height}px` });
    for (const { node, x: at } of this.marked) {
      setProp(node, 'visibility', place === null || at <= place ? null : 'hidden');
    }
    if (place !== null) this.moveLabels(place);
    else if (before !== null) this.draw();
  }

  /** Update the labels to the values at a position. @param {number} place */
  moveLabels(place) {
    const { labels, filled } = this;
    const look = this.readLook();
    const moved = (label) => {
      const at = this.valueOf(label.id, place);
      const said = label.value ? this.saidOf(label.id, place) : null;
      const value = said === null ? '' : tickText(roundly(said), filled?.axes);
      return { ...label, at, change: '', value };
    };
    const plot = /** @type {any} */ (this.plot);
    const end = this.pixel(place, 0).x;
    const drawn = { ...plot, end, width: Math.max(1, end - plot.left) };
    const all = new Map([...labels.shown, ...labels.written].map((label) => [label.id, moved(label)]));
    const found = ({ id }) => /** @type {any} */ (all.get(id));
    labels.shown = labels.shown.map(found);
    labels.written = labels.written.map(found);
    for (const [at, label] of labels.written.entries()) labels.write(labels.nodes[at], label);
    labels.place(drawn, look, this.room, {
      moves: () => false,
      ends: ({ id }) => this.lines[id]?.type === 'scatter' && !this.lines[id].stackgroup,
    });
  }

  /**
   * Return the value of a line at a position.
   * @param {string} id
   * @param {number} place
   * @returns {number|null}
   */
  valueOf(id, place) {
    const trace = this.lines[id];
    return trace ? valueOn(trace, place) : null;
  }

  /** The same as text. @param {string} id @param {number} place */
  saidOf(id, place) {
    const trace = this.lines[id];
    return trace ? saidOn(trace, place) : null;
  }
}

/** Return the labels of a chart, including the value that is otherwise shown in its head. @param {any} filled */
function withFigure({ labels, head: { figure } }) {
  return Object.fromEntries(Object.entries(labels).map(([id, label]) =>
    [id, label.value || typeof label.at !== 'number' ? label : { ...label, value: figure }]));
}

define('classkit-course', CoursePart);

/** Format a value with at least three digits, like labels. @param {number} value */
function roundly(value) {
  const size = Math.abs(value);
  if (size >= 100) return Number(value.toPrecision(Math.max(3, Math.round(Math.log10(size)) - 3)));
  return Number(value.toFixed(2));
}
