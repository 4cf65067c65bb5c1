/** Small tables of words from Python: what an answer would bring about, who holds how many votes. */

import { h, nameOf, setText, show } from '../basics/dom.js';

/** @typedef {import('../types.js').FactTable} FactTable */

/** A table of three columns is read across up to so many rows; with two columns there is always room. */
const FEW_ROWS = 5;

/**
 * The cells of a table, with rows and columns changed over where that takes less room: a few
 * names with a figure or two each are read across.
 * @param {FactTable} table
 * @param {boolean} across
 * @returns {{head: string[], rows: string[][]}}
 */
export function cellsOf(table, across) {
  const { columns, rows } = table;
  const short = columns.length === 2 || (columns.length === 3 && rows.length <= FEW_ROWS);
  if (!across || !short) return { head: columns, rows };
  return {
    head: [columns[0], ...rows.map((row) => row[0])],
    rows: columns.slice(1).map((column, index) => [column, ...rows.map((row) => row[index + 1])]),
  };
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
