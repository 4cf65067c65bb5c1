/** `<classkit-chart>`: one chart of the game, with its head, labels, numbers, description and cover. */

import { bar, define, h, offer, say, setProp, setText, show, unfold } from '../basics/dom.js';
import { CHART_ON_PAPER } from '../basics/print_view.js';
import { Part } from '../basics/component.js';
import { About } from './about.js';
import { fitAxes, isEmpty } from './axes.js';
import { Lid } from './chart_cover.js';
import { Head } from './chart_head.js';
import { drawBehind, Drawing } from './drawing.js';
import { numberTables } from './grid.js';
import { Labels, measureAgain } from './labels.js';
import { idle, plotly } from './plotly.js';
import { pointed, TURNED } from './points.js';
import { Came } from './prediction_result.js';
import { SharedAxis } from './shared_axis.js';
import { dress, readLook } from './theme.js';
import { Asked } from './why_popover.js';

/** Placeholder before a chart is drawn. */
const COMING = 'Loading the chart …';

/** State keys that a chart depends on. */
const DRAWN_FROM = ['charts', 'filled', 'absent', 'covered', 'over', 'theme', 'local.theme', 'futures', 'seats'];

/** Share of the height for the main number next to the plot; the other values are below it. */
const FIGURE = 0.6;

/** Minimum width of a canvas in pixels; below it, nothing is drawn. */
const NO_ROOM = 40;

export class ChartPart extends Part {
  /** Interface to plotly; null until it is loaded. @type {Drawing|null} */
  drawing = null;
  /** The last known size of the canvas; reading it in a repaint would force a layout. */
  onScreen = { width: 0, height: 0 };
  /** The drawing area: canvas or paper. */
  room = this.onScreen;
  /** @type {import('./theme.js').Look|null} */
  look = null;
  /** Whether it is on the screen; undefined before the browser has reported it. @type {boolean|undefined} */
  inSight = undefined;
  logged = false;
  stale = true;
  /** The chart that is replaced by another one because it may not be seen now. */
  stoodFor = '';
  /** The chart that was chosen although it may not be seen now. */
  picked = '';
  /** The chart and the end of its drawn lines. */
  ended = { of: '', at: 0, ahead: false };
  /** The chart of the current labels and numbers; initially empty. */
  wordsOf = '';
  drawNow = () => this.draw();

  mount() {
    this.classList.add('ck-chart', 'ck-panel');
    this.setAttribute('role', 'region');
    this.key = this.usual = this.usualKey();
    this.head = new Head(this);
    this.makeBody();
    this.append(this.head.node, this.came.node, this.body, this.lid.node, this.note);
    // Invisible charts are neither filled nor drawn.
    this.observe(new IntersectionObserver((entries) => {
      this.inSight = entries[entries.length - 1].isIntersecting;
      this.tellView();
      if (this.inSight && this.stale) this.drawSoon();
    }), this);
    this.observe(new ResizeObserver((entries) => this.resized(entries)), this.canvas, this.gauge);
    this.load();
  }

  /** The picture with its labels, overlays and surroundings. */
  makeBody() {
    this.canvas = h('div', { class: 'ck-canvas', role: 'img' });
    this.labels = new Labels();
    this.wait = h('p', { class: 'ck-chart-wait' }, COMING);
    this.numbers = h('div', { class: 'ck-numbers', tabindex: 0, hidden: true, role: 'group' });
    this.about = new About();
    this.lid = new Lid(this);
    this.came = new Came(this);
    this.asked = new Asked(this);
    this.axis = new SharedAxis(this);
    this.gauge = h('span', { class: 'ck-gauge', 'aria-hidden': 'true' }, '0');
    this.body = h('div', { class: 'ck-chart-box' }, this.canvas, this.labels.node, this.wait, this.gauge, this.numbers,
      this.about.node, this.came.split, this.asked.node);
    this.note = h('p', { class: 'ck-chart-note' });
  }

  listen() {
    return [...super.listen(), () => this.store.views.show(this, null)];
  }

  /** Report the visibility of this chart; until the browser reports it, a chart in an open tab counts as visible. */
  tellView() {
    if (!this.mounted || !this.isConnected || !this.chart) return;
    const seen = this.looked() && this.inSight !== false;
    this.store.views.show(this, { chart: this.chart.key, numbers: !this.numbers.hidden, seen });
  }

  resized(entries) {
    for (const { target, contentRect: { width, height } } of entries) {
      if (target === this.canvas) this.onScreen = { width: Math.round(width), height: Math.round(height) };
    }
    if (!this.onPaper) this.room = this.onScreen;
    this.look = null; // a changed size of the gauge means that the font has changed
    this.drawSoon();
  }

  /** The library is fetched after the table is usable. */
  async load() {
    await idle();
    this.library = await plotly(this.store);
    say(this.wait, this.library ? '' : 'The chart library did not load. Here are the numbers instead.');
    if (!this.library) this.flip(true);
    else this.drawing = new Drawing(this.library, this.canvas, (at) => this.clicked(at), () => this.blankOthers());
    this.drawSoon();
  }

  /** A click on a point opens its explanation. */
  clicked({ points, event }) {
    const height = event.clientY - this.canvas.getBoundingClientRect().top;
    void this.asked.open(pointed(points, height, this.filled?.splits ?? {}));
  }

  get chart() {
    return this.fixed.charts.find((one) => one.key === this.key) ?? this.fixed.charts[0];
  }

  /** The latest data of the chart; undefined before it was first visible. @returns {ChartNow|undefined} */
  get filled() {
    return this.now.charts[this.chart.key];
  }

  /** Whether its data is current; otherwise it has been requested. */
  get isFresh() {
    return this.now.filled.includes(this.chart.key);
  }

  /** The number of the chart's place in its table. */
  get place() {
    return Number(this.getAttribute('place') ?? 0);
  }

  get isBig() {
    return this.store.local.big === this.place && !this.head.big.hidden;
  }

  /** Toggle the logarithmic value axis. */
  takeLog() {
    this.logged = !this.logged;
    setProp(this.head.log, 'aria-pressed', String(this.logged));
    this.drawSoon();
  }

  /** Read fonts and colours of the theme. @returns {import('./theme.js').Look} */
  readLook() {
    if (!this.look) measureAgain();
    this.look ??= readLook(this, this.gauge, this.labels.node);
    return this.look;
  }

  update(changed) {
    if (!this.chart) return;
    if (changed.has('fixed')) this.drawFixed();
    const moved = changed.has('first_charts') && this.usual === this.key && this.usualKey() !== this.key;
    if (moved) this.choose(this.usual = this.usualKey());
    if (this.touches(changed, 'fixed', 'absent')) this.standIn();
    if (this.touches(changed, 'fixed', 'branch')) this.asked.putAway();
    if (changed.has('local.big')) {
      setProp(this.head.big, 'aria-pressed', String(this.isBig));
      setText(this.head.big, this.isBig ? 'Normal size' : 'Full size');
    }
    if (this.touches(changed, 'fixed', 'local.tab', 'local.big')) this.tellView();
    if (this.touches(changed, 'fixed', 'theme', 'local.theme')) this.look = null;
    if (this.touches(changed, 'fixed', 'covered', 'covered_with', 'predictions', 'read_only')) this.drawLid();
    if (this.touches(changed, 'charts', 'filled', 'futures', 'apart', 'covered')) this.titles();
    if (!this.touches(changed, 'fixed', ...DRAWN_FROM)) return;
    this.drawSoon();
  }

  /** The chart that is shown by default. */
  usualKey() {
    const keys = [...new Set([...this.now.first_charts, ...this.fixed.charts.map((chart) => chart.key)])];
    return this.getAttribute('chart') ?? keys[this.place] ?? keys[0];
  }

  drawFixed() {
    // the table may now show another game with other charts
    if (!this.fixed.charts.some((chart) => chart.key === this.key)) {
      this.key = this.usual = this.usualKey();
      this.stoodFor = '';
    }
    offer(this.head.choice, this.fixed.charts.map((chart) => [chart.key, chart.title]));
    this.head.choice.value = this.chart.key;
    show(this.head.choice, !this.hasAttribute('chart') || this.fixed.charts.length > 1);
    this.titles();
  }

  /** Hide the contents of another chart until the current one is filled and drawn. */
  blankOthers() {
    const { chart: { key }, drawing, wordsOf } = this;
    this.classList.toggle('ck-other-picture', Boolean(drawing?.of) && drawing?.of !== key);
    if (this.classList.toggle('ck-other-words', Boolean(wordsOf) && wordsOf !== key)) say(this.wait, COMING);
  }

  titles() {
    this.setAttribute('aria-label', `Chart: ${this.chart.title}`);
    const futures = this.filled?.fan_words;
    const told = futures ? `${this.chart.title}. ${futures}` : `${this.chart.title}.`;
    setProp(this.canvas, 'aria-label', `${told} “Numbers” shows it as a table.`);
    say(this.note, this.chart.note ?? '');
    const stood = this.fixed.charts.find((one) => one.key === this.stoodFor);
    const remark = (this.isFresh && ((this.alone && this.differs()) || this.filled?.head.remark)) || '';
    if (stood) this.head.say(this.chart.title, `in place of “${stood.title}”`, this.now.absent[stood.key]);
    else this.head.say(this.chart.title, remark);
    const { figure = '', colour = '' } = (this.filled ?? {}).head ?? {};
    this.head.tell(this.isFresh ? figure : '', colour);
    this.classList.toggle('ck-told-apart', Object.keys(this.filled?.splits ?? {}).length > 0);
    show(this.head.log, Boolean(this.filled?.axes.log));
    this.lid.name();
    if (!this.about.node.hidden) this.about.draw(this.chart, this.fixed.metrics);
    this.blankOthers();
  }

  /** How the branches differ in this chart; empty if the line above the charts of the table says it. */
  differs() {
    const { apart } = this.now;
    const { key } = this.chart;
    if (!apart || (!this.alone && apart.told.includes(key))) return '';
    return apart.charts[key] ?? '';
  }

  /** @param {string} key of the chosen chart, even if it can only show why it is empty */
  pick(key) {
    this.stoodFor = '';
    this.picked = key;
    this.choose(key);
  }

  /** Replace a chart that may not be seen after going back by another one, until it may be seen again. */
  standIn() {
    const absent = (key) => key in this.now.absent;
    const own = this.stoodFor || this.key;
    if (!absent(own)) {
      this.picked = '';
      if (this.now.covered?.includes(this.key)) this.stoodFor = ''; // the class is asked about this chart
      else if (this.stoodFor) this.pick(own);
    } else if (!this.stoodFor && this.picked !== own) {
      const seen = this.fixed.charts.map((chart) => chart.key).filter((key) => !absent(key));
      if (!seen.length) return;
      this.stoodFor = own;
      this.choose(seen[this.place] ?? seen[0]);
    }
  }

  choose(key) {
    this.key = key;
    this.head.choice.value = key;
    this.asked.putAway();
    this.titles();
    this.drawLid();
    this.tellView();
    this.drawSoon();
  }

  /** The question about this chart, with the predictions. @returns {Expected|null} */
  get prediction() {
    return this.chart ? this.now.predictions?.[this.chart.key] ?? null : null;
  }

  get covered() {
    return (this.now.covered ?? []).includes(this.chart.key) || Boolean(this.coveredWith);
  }

  /** The title of the covered chart that this one would reveal, or empty. */
  get coveredWith() {
    return this.now.covered_with?.[this.chart.key] ?? '';
  }

  drawLid() {
    this.lid.draw(this.covered);
    this.came.draw();
    if (this.covered) {
      this.asked.putAway();
      if (!this.numbers.hidden) this.flip(false);
    }
    const covered = this.covered && 'The chart is covered until the class has predicted';
    this.lid.name();
    bar(this.head.cover, covered || this.now.read_only);
    bar(this.head.numbers, covered);
    bar(this.head.about, covered);
  }

  drawSoon() {
    this.stale = true;
    drawBehind(this.drawNow);
  }

  /** When printing, charts are drawn immediately, even in closed tabs, and scaled to the sheet. */
  goOnPaper(on) {
    if (this.alone) super.goOnPaper(on);
    this.onPaper = on;
    this.classList.toggle('ck-on-paper', on);
    this.look = null;
    this.room = on ? CHART_ON_PAPER : this.onScreen;
    if (on) this.draw();
    else this.drawing?.leavePaper();
    this.tellDrawn();
    this.drawSoon();
  }

  /** When printing, the picture, if any, is before the numbers. */
  tellDrawn() {
    this.classList.toggle('ck-drawn', Boolean(this.canvas?.querySelector('.main-svg')));
  }

  /** Draw the chart. If it must be filled first, the current contents remain until then. */
  draw() {
    if (!this.isConnected || !this.chart) return;
    const { filled } = this;
    if (!filled || !(this.isFresh || this.onPaper)) return;
    if (!this.numbers.hidden) this.drawNumbers();
    if (!this.drawing) say(this.wait, ''); // only the numbers are available
    this.wordsOf = this.chart.key;
    this.blankOthers();
    const look = this.readLook();
    const { figure, colour } = filled.head;
    this.head.tell(figure, colour);
    if (!(this.inSight || this.onPaper) || !this.drawing || this.room.width < NO_ROOM) return;
    this.stale = false;
    const picture = dress(filled, look);
    this.sayWhyEmpty(filled, picture.data);
    this.layOut(filled, picture, look);
    const drawn = { data: picture.data, layout: { ...picture.layout, ...this.room } };
    if (this.onPaper) {
      this.drawing.showOnPaper(drawn, this.chart.key);
      this.tellDrawn();
    } else void this.drawing.show(drawn, this.chart.key);
  }

  /**
   * Fit the axes to the data and place the labels.
   * @param {ChartNow} filled
   * @param {Picture} picture its layout is changed
   * @param {import('./theme.js').Look} look
   */
  layOut(filled, picture, look) {
    const beside = Boolean(this.axis.hall && filled.head.figure);
    // in a hall, turning points have no text
    if (this.axis.hall) picture.data = picture.data.filter(({ meta }) => meta !== TURNED);
    const right = this.labels.fill(filled.labels, look, this.room, beside);
    const ahead = filled.order.some((name) => name.startsWith('fan.'));
    const plot = fitAxes(filled, picture, {
      logged: this.logged,
      room: { ...this.room, size: look.size },
      rounds: this.now.rounds.map(([number, turn]) => [number, Math.max(0, turn - 1)]),
      right,
      column: this.axis,
      ink: look.token('--ck-ink'),
      now: ahead && filled.axes.across === 'counts' ? Number(filled.traces[filled.order[0]]?.x.at(-1) ?? 0) : null,
    });
    this.style.setProperty('--ck-plot-end', `${plot.left + plot.width}px`);
    const isCrowded = beside && Object.values(filled.labels).filter(({ name, value }) => name && value).length > 1;
    this.classList.toggle('ck-figure-above', isCrowded);
    this.labels.place(plot, look, this.room, {
      of: this.chart.key,
      below: beside && !isCrowded ? plot.height * FIGURE : 0,
      moves: ({ seat }) => Boolean(seat && this.now.seats[seat]?.mover && !this.now.over),
      last: !ahead && filled.axes.across === 'counts' ? filled.traces[filled.order[0]]?.x?.at(-1) : undefined,
      ends: ({ id }) => filled.traces[id]?.type === 'scatter' && !filled.traces[id].stackgroup,
    });
    this.grow(filled, plot);
    this.placed(plot, look);
  }

  /**
   * Place elements that depend on the position of the plot.
   * @param {import('./axes.js').Plot} plot
   * @param {import('./theme.js').Look} look
   */
  placed(plot, look) {}

  /**
   * Animate the new parts of the lines after a step, unless futures or predictions are there.
   * @param {ChartNow} filled
   * @param {import('./axes.js').Plot} plot
   */
  grow({ axes, order, traces }, plot) {
    const last = axes.steady && order.length ? Number(traces[order[0]].x.at(-1) ?? 0) : 0;
    const { of, at, ahead } = this.ended;
    const hasFutures = order.some((name) => name.startsWith('fan.'));
    this.ended = { of: this.chart.key, at: last, ahead: hasFutures };
    if (of === this.chart.key && hasFutures && !ahead && !this.onPaper) this.labels.grow(plot, this.room, last, true);
    const isStep = of === this.chart.key && last > at && plot.x?.[1] === last;
    if (isStep && !this.onPaper) this.labels.grow(plot, this.room, at);
  }

  /**
   * An empty chart shows the reason instead of a picture.
   * @param {ChartNow} filled
   * @param {Record<string, any>[]} data
   */
  sayWhyEmpty({ absent = '', axes }, data) {
    const nothing = !this.covered && axes.up === 'values' && !axes.steady && isEmpty(data);
    say(this.wait, absent || (nothing ? 'Nothing yet: all values are 0.' : ''));
    this.classList.toggle('ck-absent', Boolean(absent));
  }

  /** Show the description over the chart, so that nothing moves. */
  explain(on) {
    unfold(this.head.about, this.about.node, on);
    if (on) this.about.draw(this.chart, this.fixed.metrics);
  }

  flip(on) {
    const shown = on ?? this.numbers.hidden;
    show(this.numbers, shown);
    setProp(this.head.numbers, 'aria-pressed', String(shown));
    for (const node of [this.canvas, this.labels.node]) node.style.visibility = shown ? 'hidden' : '';
    this.tellView();
    if (shown) this.drawNumbers();
  }

  /** Request and draw the numbers when they become visible. */
  drawNumbers() {
    const { filled } = this;
    if (!filled?.numbers?.[0] || !this.isFresh) return;
    setProp(this.numbers, 'aria-label', `${this.chart.title} in numbers`);
    this.numbers.replaceChildren(...numberTables(filled, this.asked));
  }
}

define('classkit-chart', ChartPart);
