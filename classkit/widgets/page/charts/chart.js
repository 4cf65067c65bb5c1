/** `<classkit-chart>`: one chart of the game, with its legend, its numbers, what its figures mean, and its cover. */

import { bar, choice, define, h, offer, say, setProp, setText, show, unfold } from '../basics/dom.js';
import { enlarged } from '../basics/stage.js';
import { CHART_ON_PAPER, Part } from '../basics/part.js';
import { fitAxes, isEmpty } from './axes.js';
import { drawAlong, drawBehind, Drawing, PAUSE } from './drawing.js';
import { fill, roundStarts } from './fill.js';
import { fanNumbers, fanWords, legend, Legend, meaningOf, numbers, tableOf, unitWords } from './legend.js';
import { Lid } from './lid.js';
import { idle, plotly } from './plotly.js';

/** A chart lower than this does without the title of its x axis. */
const LOW = 150;

/** The charts of a table in the order in which they take its places: those that wait for the class's prediction, what the game is about now, and the others as it lists them. */
export function inOrder(keys, covered, first = []) {
  return [...new Set([...keys.filter((key) => covered.includes(key)), ...first.filter((key) => keys.includes(key)), ...keys])];
}

export class ChartPart extends Part {
  /** What plotly is told; null until it is there. @type {Drawing|null} */
  drawing = null;
  /** The canvas's size as the browser last told it: asking in a repaint would force a layout. */
  onScreen = { width: 0, height: 0 };
  /** What is drawn into: the canvas, or paper. */
  room = this.onScreen;
  /** @type {Theme|null} */
  colours = null;
  inSight = false;
  logged = false;
  stale = true;
  /** Where the axes end that a step goes on in; none when the chart is to be drawn afresh. @type {import('./axes.js').Ends} */
  ends = {};
  pause = undefined;
  /** The chart that another stands in for, since it may not be seen now. */
  stoodFor = '';
  /** The chart that somebody asked for although it may not be seen now. */
  picked = '';
  drawNow = () => this.draw();

  mount() {
    this.classList.add('ck-chart', 'ck-panel');
    this.setAttribute('role', 'region');
    this.key = this.usual = this.usualKey();
    this.choice = choice('Which chart', (key) => this.pick(key), [], 'ck-chart-choice');
    const tool = (words, title, run, more = {}) =>
      h('button', { type: 'button', class: 'ck-tool', title, onclick: run, ...more }, words);
    this.bigButton = tool('Full size', 'This chart alone, over board and charts; Escape leads back', () => this.store.set({ big: this.isBig ? null : this.place }), { 'aria-pressed': 'false', hidden: !this.closest('classkit-table') });
    this.table = tool('Numbers', 'The same as a table', () => this.flip(), { 'aria-pressed': 'false' });
    this.coverButton = tool('Cover', 'Covered until the class has predicted', () => this.store.act({ do: 'cover', chart: this.key, on: true }));
    this.logButton = tool('Log', 'Logarithmic axis: what doubles rises by the same step everywhere', () => this.takeLog(), { 'aria-pressed': 'false', hidden: true });
    this.aboutButton = tool('About', 'What this figure is', () => this.explain(this.about.hidden), { 'aria-expanded': 'false' });
    this.about = h('div', { class: 'ck-about', tabindex: 0, hidden: true, role: 'group' });
    this.legend = new Legend();
    this.canvas = h('div', { class: 'ck-canvas', role: 'img' });
    this.across = h('span', { class: 'ck-axis-across', 'aria-hidden': 'true' });
    this.unit = h('span', { class: 'ck-chart-unit' });
    this.wait = h('p', { class: 'ck-chart-wait' }, 'The chart is coming …');
    this.numbers = h('div', { class: 'ck-numbers', tabindex: 0, hidden: true, role: 'group' });
    this.lid = new Lid(/** @type {any} */ (this));
    this.note = h('p', { class: 'ck-chart-note' });
    this.guess = h('bdi');
    this.guessed = h('p', { class: 'ck-guessed', hidden: true }, h('span', {}, 'The class predicted: ', this.guess),
      h('button', { type: 'button', class: 'ck-mini', onclick: () => this.store.act({ do: 'predict', chart: this.key, value: '' }) }, 'Put away'));
    this.gauge = h('span', { class: 'ck-gauge', 'aria-hidden': 'true' });
    this.append(h('div', { class: 'ck-chart-head' }, this.choice, this.unit, h('div', { class: 'ck-tools' }, this.bigButton, this.table, this.coverButton, this.logButton, this.aboutButton)), this.guessed,
      h('div', { class: 'ck-chart-body' }, h('div', { class: 'ck-chart-box' }, this.canvas, this.across, this.wait, this.numbers, this.about, this.lid.node), this.legend.node), this.note, this.gauge);
    // Charts out of sight are not redrawn.
    this.observe(new IntersectionObserver((entries) => {
      this.inSight = entries[entries.length - 1].isIntersecting;
      if (this.inSight && this.stale) this.drawSoon();
    }), this);
    this.observe(new ResizeObserver((entries) => this.resized(entries)), this.canvas, this.gauge, this.legend.node);
    this.load();
  }

  resized(entries) {
    for (const { target, contentRect: { width, height } } of entries) {
      if (target === this.canvas) this.onScreen = { width: Math.round(width), height: Math.round(height) };
    }
    if (!this.onPaper) this.room = this.onScreen;
    this.colours = null; // with the gauge the type has changed, whatever it was that changed it
    this.drawSoon();
  }

  /** After the table is usable the library is fetched. */
  async load() {
    await idle();
    this.library = await plotly(this.store);
    say(this.wait, this.library ? '' : 'The chart’s library did not load. Its numbers are here all the same.');
    if (this.library) this.drawing = new Drawing(this.library, this.canvas);
    else this.flip(true);
    this.drawSoon();
  }

  get chart() {
    return this.fixed.charts.find((one) => one.key === this.key) ?? this.fixed.charts[0];
  }

  /** @returns {Description} how the chart is drawn, as the kernel describes it */
  get description() {
    return this.now.charts[this.chart.key];
  }

  /** The number of the chart's place in its table. */
  get place() {
    return Number(this.getAttribute('place') ?? 0);
  }

  get isBig() {
    return this.store.local.big === this.place && !this.bigButton.hidden;
  }

  /** The axis of values turns logarithmic, or back. */
  takeLog() {
    this.logged = !this.logged;
    setProp(this.logButton, 'aria-pressed', String(this.logged));
    this.drawSoon();
  }

  /** @returns {Source} what the chart is filled from */
  source() {
    const { now } = this;
    return { rows: now.chart?.rows ?? [], branches: now.branches ?? [], fan: now.fan ?? null, faded: Boolean(now.futures?.stale) };
  }

  /** @returns {Theme} */
  theme() {
    this.colours ??= this.readColours();
    return { ...this.colours, low: this.room.height < LOW };
  }

  readColours() {
    const style = getComputedStyle(this);
    const value = (name) => style.getPropertyValue(name).trim();
    return { ink: value('--ck-ink'), faint: value('--ck-line'), paper: value('--ck-panel'), size: (Number.parseFloat(value('--ck-chart-type')) || 12) * (this.onPaper ? 1 : enlarged()), wide: Number.parseFloat(value('--ck-chart-line')) || 2.5 };
  }

  update(changed) {
    if (!this.chart) return;
    if (changed.has('fixed')) this.drawFixed();
    if (changed.has('first_charts') && this.usual === this.key && this.usualKey() !== this.key) this.choose(this.usual = this.usualKey());
    if (this.touches(changed, 'fixed', 'charts')) this.standIn();
    if (changed.has('local.big')) {
      setProp(this.bigButton, 'aria-pressed', String(this.isBig));
      setText(this.bigButton, this.isBig ? 'Usual size' : 'Full size');
    }
    if (this.touches(changed, 'fixed', 'theme', 'local.theme')) Object.assign(this, { colours: null, ends: {} });
    if (this.touches(changed, 'fixed', 'covered', 'predictions', 'read_only')) this.drawLid();
    if (this.touches(changed, 'fan', 'futures', 'charts')) this.titles();
    if (!this.touches(changed, 'fixed', 'chart', 'charts', 'branches', 'covered', 'theme', 'local.theme', 'fan', 'futures')) return;
    this.stale = true;
    drawAlong(this.drawNow);
  }

  /** The chart that is shown here until another is chosen. */
  usualKey() {
    const keys = inOrder(this.fixed.charts.map((chart) => chart.key), this.now.covered ?? [], this.now.first_charts);
    return this.getAttribute('chart') ?? keys[this.place] ?? keys[0];
  }

  drawFixed() {
    // the table may have changed its game, which has other charts
    if (!this.fixed.charts.some((chart) => chart.key === this.key)) {
      this.key = this.usual = this.usualKey();
      this.stoodFor = '';
    }
    offer(this.choice, this.fixed.charts.map((chart) => [chart.key, chart.title]));
    this.choice.value = this.chart.key;
    show(this.choice, !this.hasAttribute('chart') || this.fixed.charts.length > 1);
    this.titles();
  }

  titles() {
    this.setAttribute('aria-label', `Chart: ${this.chart.title}`);
    setProp(this.canvas, 'aria-label', `${this.chart.title}.${this.covered ? '' : fanWords(this.description, this.source())} “Numbers” shows it as a table.`);
    say(this.note, this.chart.note ?? '');
    // Its place is kept from the beginning: entries that come later do not make the chart smaller.
    this.classList.toggle('ck-railed', this.description.legend.length > 0);
    this.choice.title = this.chart.note ?? '';
    show(this.logButton, this.description.axes.log);
    this.lid.name(this.chart.title);
    if (!this.about.hidden) this.drawAbout();
  }

  /** @param {string} key of the chart that somebody asks for, also one that can only say why it is empty */
  pick(key) {
    this.stoodFor = '';
    this.picked = key;
    this.choose(key);
  }

  /** A chart that may not be seen on the way back gives its place to one that may, until it may be seen again. */
  standIn() {
    const absent = (key) => Boolean(this.now.charts[key]?.absent);
    const own = this.stoodFor || this.key;
    if (!absent(own)) {
      this.picked = '';
      if (this.stoodFor) this.pick(own);
    } else if (!this.stoodFor && this.picked !== own) {
      const seen = this.fixed.charts.map((chart) => chart.key).filter((key) => !absent(key));
      if (!seen.length) return;
      this.stoodFor = own;
      this.choose(seen[this.place] ?? seen[0]);
    }
  }

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
    const covered = this.covered && 'The chart is covered until the class has predicted';
    bar(this.coverButton, covered || this.now.read_only);
    bar(this.table, covered);
    bar(this.aboutButton, covered);
    this.canvas.style.visibility = this.covered ? 'hidden' : '';
    this.legend.node.style.visibility = this.covered ? 'hidden' : '';
  }

  drawSoon() {
    this.ends = {};
    this.stale = true;
    drawBehind(this.drawNow);
  }

  /** On paper a chart is drawn at once, also one in a tab that is not open, and scaled to the sheet. */
  goOnPaper(on) {
    if (this.alone) super.goOnPaper(on);
    this.onPaper = on;
    this.classList.toggle('ck-on-paper', on);
    this.colours = null;
    this.room = on ? CHART_ON_PAPER : this.onScreen;
    if (on) this.draw();
    else this.drawing?.leavePaper();
    this.drawSoon();
  }

  draw() {
    if (!this.isConnected || !this.chart || this.covered) return;
    if (!this.numbers.hidden) this.drawNumbers();
    const [source, theme] = [this.source(), this.theme()];
    this.legend.draw(legend(this.description, source, theme), `${this.room.width} ${this.room.height} ${theme.size}`, (run) => (this.onPaper ? run() : requestAnimationFrame(run))); // in the frame that lays it out anyway
    if (!(this.inSight || this.onPaper) || !this.drawing || this.room.width < 40) return;
    this.stale = false;
    const picture = fill(this.description, source, theme);
    this.sayWhyEmpty(picture.data);
    const { ends, waits } = fitAxes(this.description, picture, { logged: this.logged, over: Boolean(this.now.over || (source.fan && !source.faded)), room: { ...this.room, size: theme.size }, rounds: this.description.axes.rounds ? roundStarts(source.rows) : [], held: this.onPaper ? {} : this.ends });
    this.ends = ends;
    clearTimeout(this.pause);
    if (waits) this.pause = setTimeout(() => this.drawSoon(), PAUSE);
    this.nameAxes(theme, picture.layout.margin);
    const drawn = { data: picture.data, layout: { ...picture.layout, ...this.room } };
    if (this.onPaper) this.drawing.showOnPaper(drawn);
    else void this.drawing.show(drawn);
  }

  /**
   * A chart without anything in it says why, where its picture would be.
   * @param {Record<string, any>[]} data
   */
  sayWhyEmpty(data) {
    const { absent = '', axes } = this.description;
    say(this.wait, absent || (axes.values && isEmpty(data) ? 'Nothing so far: all of it is 0.' : ''));
    this.classList.toggle('ck-absent', Boolean(absent));
  }

  /**
   * What the axes count: below the one, and after the title of the chart for the other.
   * @param {Theme} theme
   * @param {{l: number, r: number}} margin beside the axes
   */
  nameAxes(theme, { l, r }) {
    setText(this.across, theme.low ? '' : this.description.x_title);
    const stood = this.fixed.charts.find((one) => one.key === this.stoodFor);
    setText(this.unit, [unitWords(this.chart.title, this.description.y_title), stood ? `in place of “${stood.title}”` : ''].filter(Boolean).join(' · '));
    this.unit.title = stood ? this.now.charts[stood.key].absent ?? '' : '';
    setProp(this.across, 'style', `left: ${l}px; right: ${r}px`);
  }

  /** Says what the chart's figures mean, over the chart, so that nothing moves. */
  explain(on) {
    unfold(this.aboutButton, this.about, on);
    if (on) this.drawAbout();
  }

  drawAbout() {
    setProp(this.about, 'aria-label', `What “${this.chart.title}” shows`);
    const { note, metrics, marks, bands, shade } = this.chart;
    const figures = [...metrics, marks, bands, shade].map((key) => this.fixed.metrics[key ?? '']).filter(Boolean);
    this.about.replaceChildren(...(note ? [h('p', {}, note)] : []), h('dl', {}, ...figures.flatMap(meaningOf)));
  }

  flip(on) {
    const shown = on ?? this.numbers.hidden;
    show(this.numbers, shown);
    setProp(this.table, 'aria-pressed', String(shown));
    this.canvas.style.visibility = shown ? 'hidden' : '';
    if (shown) this.drawNumbers();
  }

  drawNumbers() {
    const source = this.source();
    const { columns, rows } = numbers(this.description, source, this.theme());
    setProp(this.numbers, 'aria-label', `${this.chart.title} in numbers`);
    const fan = fanNumbers(this.chart.title, this.description, source);
    this.numbers.replaceChildren(tableOf(this.chart.title, columns, rows, 'ck-only-read'), ...(fan ? [tableOf(fan.caption, fan.columns, fan.rows, 'ck-fan-caption')] : []));
  }
}

define('classkit-chart', ChartPart);
