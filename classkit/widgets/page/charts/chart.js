/** `<classkit-chart>`: one chart of the game, with its legend, its numbers and its cover. */

import { define, freshId, h, setProp, setText, show } from '../basics/dom.js';
import { seatLook, seatName } from '../basics/seatlook.js';
import { offersLog } from './axes.js';
import { Lid } from './cover.js';
import { Drawing, whenPainted } from './drawing.js';
import { fanNumbers, fanWords } from './fan.js';
import { axisTitles, layout, legend, numbers } from './layout.js';
import { Legend } from './legend.js';
import { idle, plotly } from './plotly.js';
import { traces } from './traces.js';
import { Part } from '../basics/part.js';

/** A chart lower than this does without the title of its x axis. */
const LOW = 150;

export class ChartPart extends Part {
  /** What plotly is told; null until it is there. @type {Drawing|null} */
  drawing = null;
  /** The canvas's size as the browser last told it: asking in a repaint would force a layout. */
  room = { width: 0, height: 0 };
  /** @type {import('./traces.js').Paint|null} */
  colours = null;
  inSight = false;
  logged = false;
  stale = true;
  drawNow = () => this.draw();

  mount() {
    this.classList.add('ck-chart', 'ck-panel');
    this.setAttribute('role', 'region');
    this.key = this.usualKey();
    const id = freshId('chart');
    this.choice = h('select', { class: 'ck-chart-choice', id, 'aria-label': 'Which chart', onchange: () => this.choose(this.choice.value) });
    this.table = h('button', { type: 'button', class: 'ck-mini', 'aria-pressed': 'false', onclick: () => this.flip() }, 'Numbers');
    this.coverButton = h('button', { type: 'button', class: 'ck-mini', onclick: () => this.store.act({ do: 'cover', chart: this.key, on: true }) }, 'Cover');
    this.logButton = h('button', { type: 'button', class: 'ck-mini', 'aria-pressed': 'false', hidden: true, onclick: () => this.takeLog() }, 'Logarithmic');
    this.legend = new Legend();
    this.canvas = h('div', { class: 'ck-canvas', role: 'img' });
    this.across = h('span', { class: 'ck-axis-across', 'aria-hidden': 'true' });
    this.upright = h('span', { class: 'ck-axis-upright', 'aria-hidden': 'true' });
    this.wait = h('p', { class: 'ck-chart-wait' }, 'The chart is coming …');
    this.numbers = h('div', { class: 'ck-numbers', tabindex: 0, hidden: true, role: 'group' });
    this.lid = new Lid(/** @type {any} */ (this));
    this.note = h('p', { class: 'ck-chart-note' });
    this.guess = h('bdi');
    this.guessed = h('p', { class: 'ck-guessed', hidden: true }, h('span', {}, 'The class predicted: ', this.guess),
      h('button', { type: 'button', class: 'ck-mini', onclick: () => this.store.act({ do: 'predict', chart: this.key, value: '' }) }, 'Put away'));
    this.append(h('div', { class: 'ck-chart-head' }, this.choice, this.logButton), h('div', { class: 'ck-chart-row' }, this.legend.node, this.table, this.coverButton), this.guessed,
      h('div', { class: 'ck-chart-box' }, this.canvas, this.across, this.upright, this.wait, this.numbers, this.lid.node), this.note);
    this.watch();
    this.load();
  }

  /** Charts out of sight are not redrawn. */
  watch() {
    this.eye = new IntersectionObserver((entries) => {
      this.inSight = entries[entries.length - 1].isIntersecting;
      if (!this.inSight) return;
      if (this.stale) this.drawSoon();
    });
    this.eye.observe(this);
    this.size = new ResizeObserver((entries) => {
      const { width, height } = entries[entries.length - 1].contentRect;
      this.room = { width: Math.round(width), height: Math.round(height) };
      this.colours = null; // the type depends on the width
      this.drawSoon();
    });
    this.size.observe(this.canvas);
  }

  connectedCallback() {
    super.connectedCallback();
    this.eye?.observe(this);
    this.size?.observe(this.canvas);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.eye?.disconnect();
    this.size?.disconnect();
  }

  /** After the table is usable the library is fetched. */
  async load() {
    await idle();
    this.library = await plotly(this.store);
    setText(this.wait, this.library ? '' : 'The chart’s library did not load. Its numbers are here all the same.');
    show(this.wait, !this.library);
    if (!this.library) this.flip(true);
    if (this.library) this.drawing = new Drawing(this.library, this.canvas);
    this.drawSoon();
  }

  get chart() {
    const chart = this.fixed.charts.find((one) => one.key === this.key) ?? this.fixed.charts[0];
    return this.logged && offersLog(chart) ? { ...chart, logged: true } : chart;
  }

  /** The axis of values turns logarithmic, or back. */
  takeLog() {
    this.logged = !this.logged;
    setProp(this.logButton, 'aria-pressed', String(this.logged));
    this.drawSoon();
  }

  /** @returns {import('./series.js').Figures} */
  figures() {
    const { fixed, now } = this;
    const seats = fixed.seats.map((seat) => ({ id: seat.id, name: seatName(fixed, now, seat.id), look: seatLook(fixed, seat.id) }));
    return { metrics: fixed.metrics, rows: now.chart?.rows ?? [], branches: now.branches ?? [], branch: now.branch, seats, prediction: this.prediction, fan: now.fan ?? null, faded: Boolean(now.futures?.stale) };
  }

  /** @returns {import('./traces.js').Paint} */
  paint() {
    this.colours ??= this.readColours();
    return { ...this.colours, low: this.room.height < LOW };
  }

  readColours() {
    const style = getComputedStyle(this);
    const value = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    return { ink: value('--ck-ink'), faint: value('--ck-line'), paper: value('--ck-panel'), size: Number.parseFloat(value('--ck-chart-type')) || 12, wide: Number.parseFloat(value('--ck-chart-line')) || 2.5 };
  }

  /** @param {Set<string>} changed */
  update(changed) {
    if (!this.chart) return;
    if (changed.has('fixed')) this.drawFixed();
    if (this.touches(changed, 'fixed', 'theme', 'local.theme')) this.colours = null;
    if (this.touches(changed, 'fixed', 'covered', 'predictions', 'read_only')) this.drawLid();
    if (this.touches(changed, 'fan', 'futures')) this.titles();
    if (!this.touches(changed, 'fixed', 'chart', 'branches', 'branch', 'seats', 'covered', 'predictions', 'theme', 'local.theme', 'fan', 'futures')) return;
    this.drawSoon();
  }

  /** The chart that is shown here until another is chosen. */
  usualKey() {
    const charts = this.fixed.charts;
    return this.getAttribute('chart') ?? charts[Number(this.getAttribute('place') ?? 0)]?.key ?? charts[0]?.key;
  }

  drawFixed() {
    // the table may have changed its game, which has other charts
    if (!this.fixed.charts.some((chart) => chart.key === this.key)) this.key = this.usualKey();
    this.choice.replaceChildren(...this.fixed.charts.map((chart) => h('option', { value: chart.key }, chart.title)));
    this.choice.value = this.chart.key;
    show(this.choice, !this.hasAttribute('chart') || this.fixed.charts.length > 1);
    this.titles();
  }

  titles() {
    this.setAttribute('aria-label', `Chart: ${this.chart.title}`);
    setProp(this.canvas, 'aria-label', `${this.chart.title}.${this.covered ? '' : fanWords(this.chart, this.figures())} “Numbers” shows it as a table.`);
    setText(this.note, this.chart.note ?? '');
    this.classList.toggle('ck-marked', Boolean(this.chart.marks));
    this.choice.title = this.chart.note ?? '';
    show(this.note, Boolean(this.chart.note));
    show(this.logButton, offersLog(this.chart));
    this.lid.name(this.chart.title);
  }

  /** @param {string} key */
  choose(key) {
    this.key = key;
    this.choice.value = key;
    this.titles();
    this.drawLid();
    this.drawSoon();
  }

  /** What the class predicted of this chart, if it has: `{turn, value}`. */
  get prediction() {
    return this.chart ? this.now.predictions?.[this.chart.key] ?? null : null;
  }

  get covered() {
    return (this.now.covered ?? []).includes(this.chart.key);
  }

  drawLid() {
    const predicted = this.prediction?.value ?? '';
    this.lid.draw(this.covered, predicted);
    setText(this.guess, predicted);
    show(this.guessed, Boolean(predicted) && !this.covered);
    this.coverButton.disabled = this.covered || Boolean(this.now.read_only);
    this.table.disabled = this.covered;
    this.canvas.style.visibility = this.covered ? 'hidden' : '';
    this.legend.node.style.visibility = this.covered ? 'hidden' : '';
  }

  /** A step is shown before its charts are. */
  drawSoon() {
    this.stale = true;
    whenPainted(this.drawNow);
  }

  draw() {
    if (!this.isConnected || !this.chart || this.covered) return;
    if (!this.numbers.hidden) this.drawNumbers();
    const figures = this.figures();
    this.drawLegend(figures);
    if (!this.inSight || !this.drawing || this.room.width < 40) return;
    this.stale = false;
    const paint = this.paint();
    void this.drawing.show({ data: traces(this.chart, figures, paint), layout: this.layoutNow(figures, paint) });
  }

  /** @param {import('./series.js').Figures} figures */
  drawLegend(figures) {
    // Only that of a heat map has colours of the theme: reading them lays out what was written before.
    this.legend?.draw(legend(this.chart, figures, this.chart.kind === 'heat_map' ? this.paint() : undefined), this.room.width, (run) => this.store.afterwards(run));
  }

  /**
   * What the axes count, beside the middle of each of them.
   * @param {import('./series.js').Figures} figures
   * @param {Record<string, any>} made the layout that is drawn
   */
  nameAxes(figures, made) {
    const { x, y } = axisTitles(this.chart, figures, this.paint());
    setText(this.across, x);
    setText(this.upright, y);
    const { l, r, t, b } = made.margin;
    setProp(this.across, 'style', `left: ${l}px; right: ${r}px`);
    setProp(this.upright, 'style', `top: ${t}px; bottom: ${b}px`);
  }

  /**
   * @param {import('./series.js').Figures} figures
   * @param {import('./traces.js').Paint} paint
   */
  layoutNow(figures, paint) {
    const made = layout(this.chart, figures, paint);
    this.nameAxes(figures, made);
    return { ...made, ...this.room };
  }

  /** @param {boolean} [on] */
  flip(on) {
    const shown = on ?? this.numbers.hidden;
    show(this.numbers, shown);
    setProp(this.table, 'aria-pressed', String(shown));
    this.canvas.style.visibility = shown ? 'hidden' : '';
    if (shown) this.drawNumbers();
  }

  drawNumbers() {
    const { columns, rows } = numbers(this.chart, this.figures());
    setProp(this.numbers, 'aria-label', `${this.chart.title} in numbers`);
    const fan = fanNumbers(this.chart, this.figures());
    this.numbers.replaceChildren(tableOf(this.chart.title, columns, rows, 'ck-only-read'), ...(fan ? [tableOf(fan.caption, fan.columns, fan.rows, 'ck-fan-caption')] : []));
  }
}

/**
 * @param {string} caption
 * @param {string[]} columns
 * @param {string[][]} rows
 * @param {string} look of the caption
 */
function tableOf(caption, columns, rows, look) {
  return h('table', {}, h('caption', { class: look }, caption),
    h('thead', {}, h('tr', {}, ...columns.map((name) => h('th', { scope: 'col' }, h('bdi', {}, name))))),
    h('tbody', {}, ...rows.slice(0, 400).map((cells) => h('tr', {}, h('th', { scope: 'row' }, cells[0]), ...cells.slice(1).map((cell) => h('td', {}, h('bdi', {}, cell)))))));
}

define('classkit-chart', ChartPart);
