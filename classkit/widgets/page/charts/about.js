/** Description of a chart, shown over the chart so that nothing moves. */

import { h, setProp } from '../basics/dom.js';

export class About {
  constructor() {
    this.node = h('div', { class: 'ck-about', tabindex: 0, hidden: true, role: 'group' });
  }

  /**
   * @param {Chart} chart
   * @param {Record<string, Metric>} known the figures of the game
   */
  draw({ title, note, metrics, told, marks, bands, shade }, known) {
    setProp(this.node, 'aria-label', `What “${title}” shows`);
    const figures = [...metrics, ...told, marks, bands, shade].map((key) => known[key ?? '']).filter(Boolean);
    this.node.replaceChildren(...(note ? [h('p', {}, note)] : []), h('dl', {}, ...figures.flatMap(meaningOf)));
  }
}

/**
 * A metric's name and definition: a sentence, its period, its reference and its clause.
 * @param {Metric} metric
 */
function meaningOf({ label, definition, window, relative_to, clause }) {
  const more = [
    window ? `Time: ${window}` : '',
    relative_to ? `Relative to: ${relative_to}` : '',
    clause ? `Clause ${clause}` : '',
  ].filter(Boolean);
  return [h('dt', {}, label), h('dd', {}, definition ?? '', h('span', {}, more.join(' · ')))];
}
