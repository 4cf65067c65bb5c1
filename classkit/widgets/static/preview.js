/** Small tables of words from Python: what an answer would bring about, who holds how many votes. */

import { h, nameOf, setText, show } from './dom.js';

/** @typedef {import('./types.js').FactTable} FactTable */

/**
 * The cells of a table, with rows and columns changed over where it has only two columns: a few
 * names with a figure each are read across.
 * @param {FactTable} table
 * @param {boolean} across
 * @returns {{head: string[], rows: string[][]}}
 */
export function cellsOf(table, across) {
  if (!across || table.columns.length !== 2) return { head: table.columns, rows: table.rows };
  return { head: [table.columns[0], ...table.rows.map((row) => row[0])], rows: [[table.columns[1], ...table.rows.map((row) => row[1])]] };
}

export class WordTable {
  /** @param {boolean} across whether two columns are shown as two rows */
  constructor(across) {
    this.across = across;
    this.known = '';
    this.note = h('p', { class: 'ck-table-note', role: 'status' });
    this.table = h('table');
    this.node = h('div', { class: 'ck-word-table', hidden: true }, this.table, this.note);
  }

  /** @param {FactTable|null|undefined} table nothing hides it */
  draw(table) {
    const known = JSON.stringify(table ?? null);
    if (this.known === known) return;
    this.known = known;
    show(this.node, Boolean(table));
    setText(this.note, table?.note ?? '');
    if (!table) return;
    const { head, rows } = cellsOf(table, this.across);
    this.table.replaceChildren(
      h('thead', {}, h('tr', {}, ...head.map((text) => h('th', { scope: 'col' }, nameOf(text))))),
      h('tbody', {}, ...rows.map(([first, ...rest]) => h('tr', {}, h('th', { scope: 'row' }, nameOf(first)), ...rest.map((text) => h('td', {}, text))))),
    );
  }
}
