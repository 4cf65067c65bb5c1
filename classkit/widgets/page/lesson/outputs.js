/** Outputs of cells: text, errors, data tables, charts, live tables, and controls. */

import { h, press } from '../basics/dom.js';
import { plotly } from '../charts/plotly.js';
import { OpenedTable } from '../opened.js';
import { cleaned } from './safe.js';

/**
 * @typedef {{ is: string, name?: string, text?: string, html?: string, figure?: any, id?: string, part?: string,
 *   chart?: string, state?: ControlState }} Shown see `widgets/pyodide_widgets.py`
 * @typedef {{ is: string, hidden: boolean, classes: string[], html?: string, value?: string, placeholder?: string,
 *   words?: string, first?: boolean, inner?: Shown[], shown?: Shown[] }} ControlState
 */

export class Outputs {
  /** Elements for output: cells and output widgets by name. @type {Map<string, HTMLElement>} */
  places = new Map();
  /** Outputs that can be updated, by name. @type {Map<string, HTMLElement>} */
  named = new Map();
  /** @type {Map<string, OpenedTable>} */
  tables = new Map();
  /** Functions that remove a table from its element. @type {Map<HTMLElement, () => void>} */
  leaving = new Map();

  /** @param {import('./line.js').CellsWorker} worker */
  constructor(worker) { this.worker = worker; }

  /** Handle a message of the notebook. */
  hear(message) {
    if (message.kind === 'said') this.worker.said(message);
    else if (message.kind === 'shown') this.add(message.at, message.shown);
    else if (message.kind === 'anew') this.renew(message.name, message.shown);
    else if (message.kind === 'changed') this.change(message.id, message.state);
  }

  /** Clear an output element. @param {HTMLElement} place */
  clear(place) {
    for (const [table, leave] of this.leaving) {
      if (!place.contains(table)) continue;
      leave();
      this.leaving.delete(table);
    }
    place.replaceChildren();
  }

  /** @param {Shown} shown */
  add(at, shown) {
    const place = this.places.get(at);
    if (!place) return;
    const last = place.lastElementChild;
    if (shown.is === 'text' && last?.classList.contains('lesson-text')) last.append(shown.text ?? '');
    else place.append(this.drawn(shown));
  }

  renew(name, shown) {
    const place = this.named.get(name);
    if (!place) return;
    const next = this.drawn(shown);
    this.clear(place);
    place.replaceWith(next);
  }

  change(id, state) {
    for (const old of document.querySelectorAll(`[data-control="${CSS.escape(id)}"]`)) {
      if (old instanceof HTMLInputElement) {
        if (old.value !== state.value) old.value = state.value;
        old.hidden = state.hidden;
        continue;
      }
      const next = this.control(id, state);
      this.clear(/** @type {HTMLElement} */ (old));
      old.replaceWith(next);
    }
  }

  /**
   * @param {Shown} shown
   * @returns {HTMLElement}
   */
  drawn(shown) {
    const made = this.made(shown);
    if (shown.name) this.named.set(shown.name, made);
    return made;
  }

  /** @param {Shown} shown */
  made({ is, text = '', html = '', figure, id = '', part, chart, state }) {
    if (is === 'error') return h('p', { class: 'lesson-error', role: 'alert' }, text);
    if (is === 'html') return h('div', { class: 'lesson-html' }, cleaned(html));
    if (is === 'chart') return this.chart(figure);
    if (is === 'table') return this.table(id, { part, chart });
    if (is === 'control') return this.control(id, /** @type {ControlState} */ (state));
    return h('pre', { class: 'lesson-text' }, text);
  }

  /** @param {{ data: any[], layout: any }} figure */
  chart({ data, layout }) {
    const place = h('div', { class: 'chart', style: `min-height: ${Number(layout.height) || 450}px` });
    void plotly({ fixed: null, send: async () => ({}) }).then(async (library) => {
      if (!library) throw new Error('plotly.js could not be loaded');
      await library.newPlot(place, data, { ...layout, autosize: true }, { responsive: true, displaylogo: false });
    }).catch(() => { place.textContent = 'This chart could not be drawn: run the cell again.'; });
    return place;
  }

  table(id, what) {
    const place = h('div', { class: 'lesson-table' });
    const table = this.tables.get(id) ?? new OpenedTable(this.worker.line(id));
    this.tables.set(id, table);
    this.leaving.set(place, table.show(place, what));
    return place;
  }

  /** @param {ControlState} state */
  control(id, state) {
    const made = this.undressed(id, state);
    made.dataset.control = id;
    made.hidden = state.hidden;
    made.classList.add(...state.classes);
    return made;
  }

  /**
   * @param {string} id
   * @param {ControlState} state
   * @returns {HTMLElement}
   */
  undressed(id, state) {
    const { is, html = '', value = '', placeholder = '', words = '', first = false, inner = [], shown = [] } = state;
    const act = (what) => this.worker.ask('do', id, JSON.stringify(what));
    if (is === 'html') return h('div', {}, cleaned(html));
    if (is === 'button') return press(first ? 'lesson-first' : 'lesson-do', () => act({ pressed: true }), words);
    if (is === 'line') {
      const typed = ({ target }) => act({ value: target.value });
      return h('input', { type: 'text', value, placeholder, 'aria-label': placeholder, oninput: typed });
    }
    const made = h('div', { class: `lesson-${is}` }, ...inner.map((one) => this.drawn(one)));
    if (is === 'output') {
      this.places.set(id, made);
      for (const one of shown) this.add(id, one);
    }
    return made;
  }
}
