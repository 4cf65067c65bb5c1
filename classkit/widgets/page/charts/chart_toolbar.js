/** The head of a chart: which one it is, what its values count, and what can be done with it. */

import { choice, h } from '../basics/dom.js';

export class Tools {
  /** @param {import('./chart.js').ChartPart} chart */
  constructor(chart) {
    const tool = (words, title, run, more = {}) =>
      h('button', { type: 'button', class: 'ck-tool', title, onclick: run, ...more }, words);
    const unpressed = { 'aria-pressed': 'false' };
    const { store } = chart;
    this.choice = choice('Which chart', (key) => chart.pick(key), [], 'ck-chart-choice');
    this.unit = h('span', { class: 'ck-chart-unit' });
    this.big = tool('Full size', 'This chart alone, over board and charts; Escape leads back',
      () => store.set({ big: chart.isBig ? null : chart.place }),
      { ...unpressed, hidden: !chart.closest('classkit-table') });
    this.numbers = tool('Numbers', 'The same as a table', () => chart.flip(), unpressed);
    this.cover = tool('Cover', 'Covered until the class has predicted',
      () => store.act({ do: 'cover', chart: chart.key, on: true }), { 'data-does': 'cover' });
    this.log = tool('Log', 'Logarithmic axis: every doubling rises by the same step',
      () => chart.takeLog(), { ...unpressed, hidden: true });
    this.about = tool('About', 'What this figure is', () => chart.explain(chart.about.node.hidden),
      { 'aria-expanded': 'false' });
    const buttons = [this.big, this.numbers, this.cover, this.log, this.about];
    this.node = h(
      'div',
      { class: 'ck-chart-head' },
      this.choice,
      this.unit,
      h('div', { class: 'ck-tools' }, ...buttons),
    );
  }
}
