/** Head of a chart: its title with a menu of actions, a remark, and its main number. */

import { choice, h, press, setProp, setText, show } from '../basics/dom.js';
import { roll } from '../basics/motion.js';
import { isolated } from '../basics/isolated.js';

/** Letters of a figure that are much wider than a digit, and much narrower. */
const WIDE = /[%M]/, NARROW = /[.,]/;

/** How wide a figure is, in digits: some letters take the place of more than one. @param {string} figure */
export function figureLetters(figure) {
  return [...figure].reduce((sum, letter) => sum + (WIDE.test(letter) ? 1.6 : NARROW.test(letter) ? 0.5 : 1), 0);
}

export class Head {
  /** The current number and its chart. */
  told = '';
  of = '';

  /** @param {import('./chart.js').ChartPart} chart */
  constructor(chart) {
    this.chart = chart;
    const { store } = chart;
    const tool = (words, title, run, more = {}) =>
      h('button',
        { type: 'button', class: 'ck-tool', title, onclick: ({ detail }) => this.done(run, !detail), ...more }, words);
    const unpressed = { 'aria-pressed': 'false' };
    this.choice = choice('Which chart', (key) => this.done(() => chart.pick(key)), [], 'ck-chart-choice');
    this.big = tool('Full size', 'This chart alone, over board and charts; Escape returns',
      () => store.set({ big: chart.isBig ? null : chart.place }),
      { ...unpressed, hidden: !chart.closest('classkit-table'), 'data-does': 'big' });
    this.numbers = tool('Numbers', 'The same as a table', () => chart.flip(), unpressed);
    this.cover = tool('Cover', 'Covered until the class has predicted',
      () => store.act({ do: 'cover', chart: chart.key, on: true }), { 'data-does': 'cover' });
    this.log = tool('Log', 'Logarithmic axis: every doubling is the same distance',
      () => chart.takeLog(), { ...unpressed, hidden: true });
    this.about = tool('About', 'About this figure', () => chart.explain(chart.about.node.hidden),
      { 'aria-expanded': 'false' });
    this.menu = h('div', { class: 'ck-chart-menu', hidden: true }, this.choice, this.big, this.numbers, this.cover,
      this.log, this.about);
    this.title = h('span', { class: 'ck-chart-title' });
    this.opener = chart.looksOn ? h('span', { class: 'ck-chart-opener' }, this.title)
      : press('ck-chart-opener', () => this.open(this.menu.hidden), this.title,
        h('span', { class: 'ck-chart-more', 'aria-hidden': 'true' }, '▾'));
    if (!chart.looksOn) setProp(this.opener, 'aria-expanded', 'false');
    this.remark = h('span', { class: 'ck-chart-remark' });
    this.figure = h('span', { class: 'ck-chart-figure' });
    this.node = h('div', {
      class: 'ck-chart-head',
      onkeydown: (event) => this.key(event),
      onfocusout: ({ relatedTarget }) => { if (relatedTarget && !this.node.contains(relatedTarget)) this.open(false); },
    }, h('div', { class: 'ck-chart-words' }, this.opener, this.remark), this.figure, chart.looksOn ? '' : this.menu);
    this.away = (event) => { if (!this.node.contains(event.target)) this.open(false); };
  }

  /** @param {boolean} on */
  open(on) {
    if (this.menu.hidden !== on) return;
    show(this.menu, on);
    setProp(this.opener, 'aria-expanded', String(on));
    if (on) document.addEventListener('pointerdown', this.away);
    else document.removeEventListener('pointerdown', this.away);
  }

  /**
   * Run a menu item and close the menu.
   * @param {() => void} run
   * @param {boolean} [byKey] whether the focus stays on the chart
   */
  done(run, byKey = false) {
    this.open(false);
    if (byKey) this.opener.focus({ preventScroll: true });
    run();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== 'Escape' || this.menu.hidden) return;
    event.stopPropagation();
    this.open(false);
    this.opener.focus();
  }

  /**
   * @param {string} title
   * @param {string} remark
   * @param {string} [whole] the full remark
   */
  say(title, remark, whole = remark) {
    setText(this.title, title);
    setText(this.remark, isolated(remark));
    setProp(this.remark, 'title', whole || null);
    if (!this.chart.looksOn) setProp(this.opener, 'aria-label', `${title}: more`);
  }

  /**
   * @param {string} figure "?" if the chart is covered
   * @param {string} colour CSS value, or empty
   */
  tell(figure, colour) {
    const before = this.of === this.chart.key ? this.told : '';
    Object.assign(this, { of: this.chart.key, told: figure });
    setText(this.figure, figure);
    if (/\d/.test(before) && /\d/.test(figure)) roll(this.figure, before, { needed: this.chart.place === 0 });
    this.figure.style.setProperty('--ck-letters', String(figureLetters(figure)));
    this.figure.style.color = colour;
  }
}
