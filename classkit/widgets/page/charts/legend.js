/** The legend of a chart: the whole names of its lines where there is room, the beginnings where not. */

import { h, Pool, setProp } from '../basics/dom.js';
import { sample } from '../basics/seatlook.js';

/** @typedef {import('./words.js').Entry[]} Entries */

/**
 * From roomy to tight: how many letters names have and on how many lines they stand (`parts.css`), and whether parts
 * that nobody has had so far are named too.
 */
const STEPS = [['0', true], ['1', true], ['0', false], ['1', false], ['2', false], ['3', false]];

export class Legend {
  constructor() {
    this.node = h('p', { class: 'ck-chart-legend' });
    this.pool = new Pool(this.node, {
      key: (entry) => JSON.stringify(entry),
      make: (entry) => h('span', { class: `ck-chart-entry${entry.empty ? ' ck-empty' : ''}`, title: entry.about ?? entry.name }, sample(entry), h('bdi', {}, ...cuttable(entry.name))),
      update: () => {},
    });
    this.names = '';
    this.width = 0;
  }

  /**
   * @param {Entries} entries
   * @param {number} width of the chart; 0 while it is not known
   * @param {(run: () => void) => void} afterwards runs what measures when nothing more is written
   */
  draw(entries, width, afterwards) {
    this.pool.keep(entries);
    const names = entries.map(({ name, empty }) => name + (empty ? '?' : '')).join('|');
    if (!width || (names === this.names && width === this.width)) return;
    Object.assign(this, { names, width });
    afterwards(() => this.fit());
  }

  /** As roomy as it may be with every entry in sight. */
  fit() {
    const { node } = this;
    const none = !node.querySelector('.ck-chart-entry:not(.ck-empty)');
    for (const [tight, all] of STEPS) {
      setProp(node, 'data-tight', tight);
      node.classList.toggle('ck-had', !all && !none);
      if (node.scrollHeight <= node.clientHeight + 1) return;
    }
  }
}

/**
 * A name that may be cut: what tells "Notes of A" from "Notes of B" stays.
 * @param {string} name
 * @returns {any[]}
 */
function cuttable(name) {
  const [whole, stem, tail] = /^(.+)(\s\S{1,2})$/.exec(name) ?? [];
  return whole ? [h('span', { class: 'ck-stem' }, stem), tail] : [name];
}
