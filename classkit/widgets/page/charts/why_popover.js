/** Popover with the explanation of a clicked point, over the chart so that nothing moves. */

import { focusedIn } from '../basics/shadow_styles.js';
import { h, setText, show } from '../basics/dom.js';
import { drawWhy } from '../basics/why.js';
import { askedOf } from './points.js';

export class Asked {
  /** The element that had the focus before it was opened. @type {any} */
  from = null;
  /** The latest request; late answers to others are ignored. */
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

  /** @param {import('./points.js').Point|null} point */
  async open(point) {
    const { filled } = this.chart;
    if (!point || !filled || !(point.line in filled.splits)) return;
    const { by } = filled.splits[point.line];
    const turns = by === 'plane' || (by !== 'present' && filled.per === 'turn');
    await this.ask(askedOf(filled, point), turns ? point.at : 0);
  }

  /**
   * Show the explanations of values, one below the other, with a link to the turn.
   * @param {Record<string, unknown>[]} asked
   * @param {number} [turn]
   */
  async ask(asked, turn = 0) {
    const { chart } = this;
    if (chart.covered) return;
    const key = JSON.stringify([chart.key, asked]);
    this.last = key;
    const found = await Promise.all(asked.map((one) => chart.store.detail({ do: 'why', ...one })));
    if (this.last !== key || chart.covered) return;
    this.split.replaceChildren(...found.flatMap((why) => drawWhy(chart.store, why)));
    show(this.go, turn > 0 && !chart.alone && !chart.now.read_only);
    setText(this.go, `Go to turn ${turn}`);
    this.go.onclick = () => chart.store.act({ do: 'goto', turn });
    if (this.node.hidden) this.from = focusedIn(this.node);
    show(this.node, true);
    this.close.focus({ preventScroll: true });
  }

  putAway() {
    this.last = '';
    if (this.node.hidden) return;
    const had = this.node.contains(focusedIn(this.node));
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
