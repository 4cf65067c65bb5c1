/** `<classkit-chart>`: one chart of the game, with its legend, its numbers, what its figures mean, and its cover. */

import { bar, define, h, offer, say, setProp, setText, show, unfold } from '../basics/dom.js';
import { enlarged } from '../basics/stage_layout.js';
import { CHART_ON_PAPER } from '../basics/print_view.js';
import { Part } from '../basics/component.js';
import { About } from './about.js';
import { Asked } from './why_popover.js';
import { fitAxes, isEmpty } from './axes.js';
import { drawAlong, drawBehind, Drawing, PAUSE } from './drawing.js';
import { numberTables } from './grid.js';
import { entriesOf, Legend, unitWords } from './legend.js';
import { Came } from './prediction_result.js';
import { Lid } from './chart_cover.js';
import { inOrder } from './order.js';
import { placeNames, placeWords } from './names.js';
import { paint } from './paint.js';
import { pointed, putForward } from './points.js';
import { idle, plotly } from './plotly.js';
import { Tools } from './chart_toolbar.js';

/** A chart lower than so many times its type does without the title of its x axis. */
const LOW = 14;

/** What stands in place of a chart before it is drawn. */
const COMING = 'Loading the chart …';

/** What a chart is drawn from. */
const DRAWN_FROM = ['charts', 'filled', 'absent', 'covered', 'over', 'theme', 'local.theme', 'futures'];

export class ChartPart extends Part {
  /** What plotly is told; null until it is there. @type {Drawing|null} */
  drawing = null;
  /** The canvas's size as the browser last told it: asking in a repaint would force a layout. */
  onScreen = { width: 0, height: 0 };
  /** What is drawn into: the canvas, or paper. */
  room = this.onScreen;
  /** @type {Theme|null} */
  colours = null;
  /** Whether the browser says that it is on the screen; undefined before it has. @type {boolean|undefined} */
  inSight = undefined;
  logged = false;
  stale = true;
  /**
   * Where the axes end that a step goes on in; none when the chart is to be drawn afresh.
   * @type {import('./axes.js').Ends}
   */
  ends = {};
  pause = undefined;
  /** The chart that another stands in for, since it may not be seen now. */
  stoodFor = '';
  /** The chart that somebody asked for although it may not be seen now. */
  picked = '';
  /** The number of the turning point that somebody points at; 0 for none. */
  forward = 0;
  /** Of which chart the legend and the numbers are; empty before the first. */
  wordsOf = '';
  drawNow = () => this.draw();

  mount() {
    this.classList.add('ck-chart', 'ck-panel');
    this.setAttribute('role', 'region');
    this.key = this.usual = this.usualKey();
    this.tools = new Tools(this);
    this.makeBody();
    this.append(this.tools.node, this.came.node, this.apart, this.body, this.note, this.gauge);
    // Charts out of sight are not filled, nor drawn.
    this.observe(new IntersectionObserver((entries) => {
      this.inSight = entries[entries.length - 1].isIntersecting;
      this.tellView();
      if (this.inSight && this.stale) this.drawSoon();
    }), this);
    this.observe(new ResizeObserver((entries) => this.resized(entries)), this.canvas, this.gauge, this.legend.node);
    this.load();
  }

  /** The picture, what may lie over it, its legend, and what stands around them. */
  makeBody() {
    this.canvas = h('div', { class: 'ck-canvas', role: 'img' });
    this.across = h('span', { class: 'ck-axis-across', 'aria-hidden': 'true' });
    this.wait = h('p', { class: 'ck-chart-wait' }, COMING);
    this.numbers = h('div', { class: 'ck-numbers', tabindex: 0, hidden: true, role: 'group' });
    this.about = new About();
    this.lid = new Lid(this);
    this.came = new Came(this);
    this.asked = new Asked(this);
    this.legend = new Legend();
    const over = [this.about.node, this.came.split, this.asked.node, this.lid.node];
    const box = [this.canvas, this.across, this.wait, this.numbers, ...over];
    this.body = h('div', { class: 'ck-chart-body' }, h('div', { class: 'ck-chart-box' }, ...box), this.legend.node);
    this.note = h('p', { class: 'ck-chart-note' });
    this.apart = h('p', { class: 'ck-chart-apart', hidden: true });
    this.gauge = h('span', { class: 'ck-gauge', 'aria-hidden': 'true' });
  }

  listen() {
    return [...super.listen(), () => this.store.views.show(this, null)];
  }

  /** Says what of this chart somebody can see; before the browser has said so, what is in an open tab. */
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
    this.colours = null; // with the gauge the type has changed, whatever it was that changed it
    this.drawSoon();
  }

  /** After the table is usable the library is fetched. */
  async load() {
    await idle();
    this.library = await plotly(this.store);
    say(this.wait, this.library ? '' : 'The chart library did not load. Here are the numbers instead.');
    if (!this.library) this.flip(true);
    else this.drawing = new Drawing(this.library, this.canvas, (at) => this.clicked(at), () => this.blankOthers());
    this.drawSoon();
  }

  /** A click on a point opens why it is there. */
  clicked({ points, event }) {
    const height = event.clientY - this.canvas.getBoundingClientRect().top;
    void this.asked.open(pointed(points, height, this.filled?.splits ?? {}));
  }

  /** Puts forward the mark of a turning point; 0 for none. @param {number} number */
  point(number) {
    if (this.forward === number) return;
    this.forward = number;
    this.stale = true;
    drawBehind(this.drawNow);
  }

  get chart() {
    return this.fixed.charts.find((one) => one.key === this.key) ?? this.fixed.charts[0];
  }

  /** The chart as the kernel filled it last; nothing before it was in view. @returns {ChartNow|undefined} */
  get filled() {
    return this.now.charts[this.chart.key];
  }

  /** Whether it is filled up to now: where it is not, the kernel has been asked for it. */
  get isFresh() {
    return this.now.filled.includes(this.chart.key);
  }

  /** The number of the chart's place in its table. */
  get place() {
    return Number(this.getAttribute('place') ?? 0);
  }

  get isBig() {
    return this.store.local.big === this.place && !this.tools.big.hidden;
  }

  /** The axis of values turns logarithmic, or back. */
  takeLog() {
    this.logged = !this.logged;
    setProp(this.tools.log, 'aria-pressed', String(this.logged));
    this.drawSoon();
  }

  /** @returns {Theme} */
  theme() {
    this.colours ??= this.readColours();
    return { ...this.colours, low: this.room.height < LOW * this.colours.size };
  }

  readColours() {
    const style = getComputedStyle(this);
    const value = (name) => style.getPropertyValue(name).trim();
    const type = Number.parseFloat(value('--ck-chart-type')) || 12;
    return {
      ink: value('--ck-ink'),
      faint: value('--ck-line'),
      paper: value('--ck-panel'),
      size: type * (this.onPaper ? 1 : enlarged()),
      wide: Number.parseFloat(value('--ck-chart-line')) || 2.5,
    };
  }

  update(changed) {
    if (!this.chart) return;
    if (changed.has('fixed')) this.drawFixed();
    const moved = changed.has('first_charts') && this.usual === this.key && this.usualKey() !== this.key;
    if (moved) this.choose(this.usual = this.usualKey());
    if (this.touches(changed, 'fixed', 'absent')) this.standIn();
    if (this.touches(changed, 'fixed', 'branch')) this.asked.putAway();
    if (changed.has('local.big')) {
      setProp(this.tools.big, 'aria-pressed', String(this.isBig));
      setText(this.tools.big, this.isBig ? 'Normal size' : 'Full size');
    }
    if (this.touches(changed, 'fixed', 'local.tab', 'local.big')) this.tellView();
    if (this.touches(changed, 'fixed', 'theme', 'local.theme')) Object.assign(this, { colours: null, ends: {} });
    if (this.touches(changed, 'fixed', 'covered', 'covered_with', 'predictions', 'read_only')) this.drawLid();
    if (this.touches(changed, 'charts', 'filled', 'futures', 'apart')) this.titles();
    if (!this.touches(changed, 'fixed', ...DRAWN_FROM)) return;
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
    offer(this.tools.choice, this.fixed.charts.map((chart) => [chart.key, chart.title]));
    this.tools.choice.value = this.chart.key;
    show(this.tools.choice, !this.hasAttribute('chart') || this.fixed.charts.length > 1);
    this.titles();
  }

  /** What is here of another chart than the title names is not seen: until this one is filled and drawn, it waits. */
  blankOthers() {
    const { chart: { key }, drawing, wordsOf } = this;
    this.classList.toggle('ck-other-picture', Boolean(drawing?.of) && drawing?.of !== key);
    if (!this.classList.toggle('ck-other-words', Boolean(wordsOf) && wordsOf !== key)) return;
    say(this.wait, COMING);
    setText(this.tools.unit, '');
  }

  titles() {
    this.setAttribute('aria-label', `Chart: ${this.chart.title}`);
    const futures = !this.covered && this.filled?.fan_words;
    const told = futures ? `${this.chart.title}. ${futures}` : `${this.chart.title}.`;
    setProp(this.canvas, 'aria-label', `${told} “Numbers” shows it as a table.`);
    say(this.note, this.chart.note ?? '');
    const differs = this.differs();
    say(this.apart, differs);
    this.apart.title = differs;
    this.classList.toggle('ck-differs', Boolean(differs));
    // Its place is kept from the beginning: entries that come later do not make the chart smaller.
    if (this.filled) this.classList.toggle('ck-railed', this.filled.legend.length > 0);
    this.classList.toggle('ck-told-apart', Object.keys(this.filled?.splits ?? {}).length > 0);
    this.tools.choice.title = this.chart.note ?? '';
    show(this.tools.log, Boolean(this.filled?.axes.log));
    this.lid.name(this.chart.title);
    if (!this.about.node.hidden) this.about.draw(this.chart, this.fixed.metrics);
    this.blankOthers();
  }

  /** How the branches differ in this chart: in a table it is told once, even if the line above the charts says it. */
  differs() {
    const { apart } = this.now;
    const { key } = this.chart;
    if (!apart || (!this.alone && apart.told.includes(key))) return '';
    return apart.charts[key] ?? '';
  }

  /** @param {string} key of the chart that somebody asks for, also one that can only say why it is empty */
  pick(key) {
    this.stoodFor = '';
    this.picked = key;
    this.choose(key);
  }

  /** A chart that may not be seen on the way back gives its place to one that may, until it may be seen again. */
  standIn() {
    const absent = (key) => key in this.now.absent;
    const own = this.stoodFor || this.key;
    if (!absent(own)) {
      this.picked = '';
      if (this.now.covered?.includes(this.key)) this.stoodFor = ''; // the class is asked about what stands here
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
    this.tools.choice.value = key;
    this.asked.putAway();
    this.titles();
    this.drawLid();
    this.tellView();
    this.drawSoon();
  }

  /** What the class was asked about this chart, and what it predicts. @returns {Expected|null} */
  get prediction() {
    return this.chart ? this.now.predictions?.[this.chart.key] ?? null : null;
  }

  get covered() {
    return (this.now.covered ?? []).includes(this.chart.key) || Boolean(this.coveredWith);
  }

  /** The title of the covered chart that this one would give away; else empty. */
  get coveredWith() {
    return this.now.covered_with?.[this.chart.key] ?? '';
  }

  drawLid() {
    this.classList.toggle('ck-lidded', this.covered);
    this.lid.draw(this.covered);
    this.came.draw();
    if (this.covered) this.asked.putAway();
    const covered = this.covered && 'The chart is covered until the class has predicted';
    this.lid.name(this.chart.title);
    bar(this.tools.cover, covered || this.now.read_only);
    bar(this.tools.numbers, covered);
    bar(this.tools.about, covered);
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
    this.tellDrawn();
    this.drawSoon();
  }

  /** On paper the picture has its place before the numbers, if there is one. */
  tellDrawn() {
    this.classList.toggle('ck-drawn', Boolean(this.canvas?.querySelector('.main-svg')));
  }

  /** Draws the chart. One that has to be filled first is drawn when it is: until then what is here stays. */
  draw() {
    if (!this.isConnected || !this.chart || this.covered) return;
    const { filled } = this;
    if (!filled || !(this.isFresh || this.onPaper)) return;
    if (!this.numbers.hidden) this.drawNumbers();
    if (!this.drawing) say(this.wait, ''); // the numbers are all there is
    this.wordsOf = this.chart.key;
    this.blankOthers();
    const theme = this.theme();
    const room = `${this.room.width} ${this.room.height} ${theme.size}`;
    // what measures is run in the frame that lays it out anyway
    this.legend.draw(entriesOf(filled), room, (run) => (this.onPaper ? run() : requestAnimationFrame(run)));
    if (!(this.inSight || this.onPaper) || !this.drawing || this.room.width < 40) return;
    this.stale = false;
    const picture = paint(filled, theme);
    putForward(picture, this.forward);
    this.sayWhyEmpty(filled, picture.data);
    this.fitAxes(filled, picture, theme);
    this.nameAxes(filled, theme, picture.layout.margin);
    const drawn = { data: picture.data, layout: { ...picture.layout, ...this.room } };
    if (this.onPaper) {
      this.drawing.showOnPaper(drawn, this.chart.key);
      this.tellDrawn();
    } else void this.drawing.show(drawn, this.chart.key);
  }

  /**
   * Ends the axes where they hold what is drawn; one that is to get longer does so in the pause after a step.
   * @param {ChartNow} filled
   * @param {Picture} picture its layout is changed
   * @param {Theme} theme
   */
  fitAxes(filled, picture, theme) {
    const { over, futures, rounds } = this.now;
    const { ends, waits } = fitAxes(filled, picture, {
      logged: this.logged,
      over: Boolean(over || (futures.done && !futures.stale)),
      room: { ...this.room, size: theme.size },
      rounds: rounds.map(([number, turn]) => [number, Math.max(0, turn - 1)]),
      held: this.onPaper ? {} : this.ends,
    });
    const room = { ...this.room, size: theme.size };
    placeWords(picture, room);
    placeNames(picture, room);
    this.ends = ends;
    clearTimeout(this.pause);
    this.pause = waits ? setTimeout(() => this.drawSoon(), PAUSE) : undefined;
  }

  /**
   * A chart without anything in it says why, where its picture would be.
   * @param {ChartNow} filled
   * @param {Record<string, any>[]} data
   */
  sayWhyEmpty({ absent = '', axes }, data) {
    say(this.wait, absent || (axes.values && isEmpty(data) ? 'Nothing yet: all values are 0.' : ''));
    this.classList.toggle('ck-absent', Boolean(absent));
  }

  /**
   * What the axes count: below the one, and after the title of the chart for the other.
   * @param {ChartNow} filled
   * @param {Theme} theme
   * @param {{l: number, r: number}} margin beside the axes
   */
  nameAxes(filled, theme, { l, r }) {
    setText(this.across, theme.low ? '' : filled.x_title);
    const stood = this.fixed.charts.find((one) => one.key === this.stoodFor);
    const unit = unitWords(this.chart.title, filled.y_title);
    setText(this.tools.unit, [unit, stood ? `in place of “${stood.title}”` : ''].filter(Boolean).join(' · '));
    this.tools.unit.title = stood ? this.now.absent[stood.key] ?? '' : '';
    setProp(this.across, 'style', `left: ${l}px; right: ${r}px`);
  }

  /** Says what the chart's figures mean, over the chart, so that nothing moves. */
  explain(on) {
    unfold(this.tools.about, this.about.node, on);
    if (on) this.about.draw(this.chart, this.fixed.metrics);
  }

  flip(on) {
    const shown = on ?? this.numbers.hidden;
    show(this.numbers, shown);
    setProp(this.tools.numbers, 'aria-pressed', String(shown));
    this.canvas.style.visibility = shown ? 'hidden' : '';
    this.tellView();
    if (shown) this.drawNumbers();
  }

  /** The numbers come once the kernel has been told that somebody looks at them. */
  drawNumbers() {
    const { filled } = this;
    if (!filled?.numbers?.[0] || !this.isFresh) return;
    setProp(this.numbers, 'aria-label', `${this.chart.title} in numbers`);
    this.numbers.replaceChildren(...numberTables(filled, this.asked));
  }
}

define('classkit-chart', ChartPart);
