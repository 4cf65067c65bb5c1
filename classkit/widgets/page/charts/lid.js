/** The cover of a chart: the class predicts before it sees. */

import { h, setText, show } from '../basics/dom.js';

/** @typedef {HTMLElement & {store: Store, key: string}} Covered the chart below */

export class Lid {
  /** @param {Covered} chart */
  constructor(chart) {
    this.chart = chart;
    this.guess = h('input', { type: 'text', maxlength: 60, class: 'ck-text', autocomplete: 'off' });
    this.title = h('p', { class: 'ck-lid-title', tabindex: -1 });
    this.words = h('bdi');
    this.guessed = h('p', { hidden: true }, 'The class predicts: ', this.words);
    const form = h(
      'form',
      {},
      this.title,
      this.guessed,
      h('label', { class: 'ck-label' }, 'The class predicts ', this.guess),
      h(
        'span',
        { class: 'ck-pair' },
        h('button', { type: 'submit', class: 'ck-do' }, 'Predict and uncover'),
        h('button', { type: 'button', class: 'ck-quiet', onclick: () => this.lift() }, 'Uncover'),
      ),
    );
    form.addEventListener('submit', (event) => { event.preventDefault(); this.predict(); });
    this.node = h('div', { class: 'ck-lid', hidden: true }, form);
  }

  /** @param {string} title of the chart */
  name(title) {
    setText(this.title, `${title}: covered until the class has predicted.`);
  }

  /** @param {string} [predicted] what the class has predicted already */
  draw(covered, predicted = '') {
    const came = covered && this.node.hidden && this.chart.contains(document.activeElement);
    show(this.node, covered);
    if (came) this.title.focus({ preventScroll: true }); // not the text: a remote is to go on stepping
    show(this.guessed, Boolean(predicted));
    setText(this.words, predicted);
    if (covered) this.guess.value = '';
  }

  lift() {
    this.chart.store.act({ do: 'cover', chart: this.chart.key, on: false });
  }

  async predict() {
    const value = this.guess.value.trim();
    const { store, key } = this.chart;
    if (value) await store.act({ do: 'predict', chart: key, value });
    this.lift();
  }
}
