/** The cover of a chart: the class predicts before it sees. */

import { h, setText, show } from './dom.js';

/** @typedef {{store: import('./store.js').Store, now: any, key: string}} Covered the chart below */

export class Lid {
  /** @param {Covered} chart */
  constructor(chart) {
    this.chart = chart;
    this.guess = h('input', { type: 'text', maxlength: 60, class: 'ck-text', autocomplete: 'off' });
    this.title = h('p', { class: 'ck-lid-title' });
    const form = h('form', {}, this.title, h('label', { class: 'ck-label' }, 'The class predicts ', this.guess),
      h('span', { class: 'ck-pair' }, h('button', { type: 'submit', class: 'ck-do' }, 'Predict and uncover'),
        h('button', { type: 'button', class: 'ck-quiet', onclick: () => this.lift() }, 'Uncover')));
    form.addEventListener('submit', (/** @type {Event} */ event) => { event.preventDefault(); this.predict(); });
    this.node = h('div', { class: 'ck-lid', hidden: true }, form);
  }

  /** @param {string} title of the chart */
  name(title) {
    setText(this.title, `${title}: covered until the class has predicted.`);
  }

  /** @param {boolean} covered */
  draw(covered) {
    show(this.node, covered);
    if (covered) this.guess.value = '';
  }

  lift() {
    this.chart.store.act({ do: 'cover', chart: this.chart.key, on: false });
  }

  async predict() {
    const value = this.guess.value.trim();
    const { store, now, key } = this.chart;
    if (value) {
      store.set({ predictions: { ...store.local.predictions, [key]: { turn: now.turn, value } } });
      await store.act({ do: 'predict', chart: key, value });
    }
    this.lift();
  }
}
