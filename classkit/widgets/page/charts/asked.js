/** Why a line of a chart is where it is, at a point that somebody has asked for: over the chart, and nothing moves. */

import { h, show } from '../basics/dom.js';
import { drawWhy } from '../basics/why.js';
import { askedOf } from './points.js';

export class Asked {
  /** What had the focus when it was opened, and gets it back. @type {any} */
  from = null;
  /** What was asked last: an answer that comes late is another's. */
  last = '';

  /** @param {import('./chart.js').ChartPart} chart */
  constructor(chart) {
    this.chart = chart;
    this.split = h('div', { class: 'ck-asked-split', role: 'status' });
    this.close = h('button', { type: 'button', class: 'ck-mini', onclick: () => this.putAway() }, 'Close');
    this.go = h('button', { type: 'button', class: 'ck-mini' });
    this.node = h('div', {
      class: 'ck-about ck-asked',
      hidden: true,
      role: 'group',
      'aria-label': 'Why?',
      onkeydown: (event) => this.key(event),
    }, h('span', { class: 'ck-pair' }, this.close, this.go), this.split);
  }

  /** @param {{line: string, at: number}|null} point */
  async open(point) {
    const { chart } = this;
    const { filled } = chart;
    if (!point || !filled || chart.covered || !(point.line in filled.splits)) return;
    const asked = askedOf(filled, point);
    const key = JSON.stringify([chart.key, asked]);
    this.last = key;
    const data = await chart.store.detail({ do: 'why', ...asked });
    if (this.last !== key || chart.covered) return;
    const untold = h('p', { class: 'ck-hint' }, 'This figure is not told apart here.');
    this.split.replaceChildren(...(data ? drawWhy(data) : [untold]));
    const turn = filled.per === 'turn' ? point.at : 0;
    show(this.go, turn > 0 && !chart.alone && !chart.now.read_only);
    this.go.textContent = `Go to turn ${turn}`;
    this.go.onclick = () => chart.store.act({ do: 'goto', turn });
    if (this.node.hidden) this.from = document.activeElement;
    show(this.node, true);
    this.close.focus({ preventScroll: true });
  }

  putAway() {
    this.last = '';
    if (this.node.hidden) return;
    const had = this.node.contains(document.activeElement);
    show(this.node, false);
    const back = this.from?.isConnected ? this.from : this.chart.closest('.ck-table');
    if (had) back?.focus({ preventScroll: true });
  }

  key(event) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.putAway();
  }
}
