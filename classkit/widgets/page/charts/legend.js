/** What a chart says beside its picture: its legend, its numbers, and its unit. */

import { h, setProp, setText } from '../basics/dom.js';
import { Pool } from '../basics/keyed_list.js';
import { bodyOf, headOf } from '../basics/tables.js';
import { sample } from '../basics/seatlook.js';

/** @typedef {LegendEntry & {value?: string}} Entry `value`: where a line stands now */
/** @typedef {Entry[]} Entries */

/**
 * From roomy to tight: how close the entries stand (`charts.css`), and whether parts that nobody has had so far are
 * named too.
 */
const STEPS = [['0', true], ['1', true], ['0', false], ['1', false], ['2', false], ['3', false], ['4', false]];

export class Legend {
  constructor() {
    this.node = h('p', { class: 'ck-chart-legend' });
    this.pool = new Pool(this.node, {
      // of another chart the same entry may have no figure
      key: ({ value, ...entry }) => JSON.stringify([entry, value !== undefined]),
      make: (entry) =>
        entry.heading
          ? h('span', { class: 'ck-chart-heading' }, entry.name)
          : h(
              'span',
              { class: `ck-chart-entry${entry.empty ? ' ck-empty' : ''}`, title: entry.about ?? entry.name },
              ...(entry.told ? [] : [sample(entry)]),
              h(
                'span',
                { class: 'ck-chart-words' },
                h('bdi', {}, entry.name),
                ...(entry.value === undefined ? [] : [' ', h('span', { class: 'ck-chart-value' })]),
              ),
            ),
      update: (node, { value }) => {
        if (value !== undefined) setText(node.lastChild.lastChild, value);
      },
    });
    this.names = '';
    this.room = '';
  }

  /**
   * @param {string} room of the chart, in words: its size and that of its type
   * @param {(run: () => void) => void} afterwards runs what measures when nothing more is written: the browser lays out
   *   the page for it
   */
  draw(entries, room, afterwards) {
    this.pool.keep(entries);
    const names = entries.map(({ name, value = '', empty }) => `${name} ${value.length}${empty ? '?' : ''}`).join('|');
    if (names === this.names && room === this.room) return;
    Object.assign(this, { names, room });
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
 * What the upright axis counts, unless the title of the chart or the ticks say it.
 * @returns {string} "↑ gold per unit"
 */
export function unitWords(title, unit) {
  return !unit || unit === '%' || title.toLowerCase().includes(unit.toLowerCase()) ? '' : `↑ ${unit}`;
}

/**
 * @param {NumbersTable} table
 * @param {string} look of the caption
 */
export function tableOf({ caption, columns, rows }, look) {
  return h('table', {}, h('caption', { class: look }, caption), headOf(columns), bodyOf(rows));
}

/**
 * The entries of the legend, each with where its line stands now, if it says that.
 * @param {ChartNow} chart
 * @returns {Entry[]}
 */
export function entriesOf({ legend, values }) {
  return legend.map((entry, at) => (values[at] === null ? entry : { ...entry, value: values[at] }));
}
