/**
 * Tables of words: those of a part, and the small ones from Python, which say what an answer would bring about or who
 * holds how many votes.
 */

import { h, isNew, nameOf, setText, show } from './dom.js';

/** @typedef {import('./dom.js').Child} Child */

/**
 * The head of a table.
 * @param {Child[]} columns
 * @param {(text: any) => string|null} [look] the class of a cell
 */
export function headOf(columns, look = () => null) {
  return h(
    'thead',
    {},
    h(
      'tr',
      {},
      ...columns.map((name) =>
        h('th', { scope: 'col', class: look(name) }, typeof name === 'string' ? nameOf(name) : name),
      ),
    ),
  );
}

/**
 * The body of a table: the first cell of a row is its head.
 * @param {string[][]} rows
 * @param {(text: any) => string|null} [look] the class of a head
 */
export function bodyOf(rows, look = () => null) {
  return h(
    'tbody',
    {},
    ...rows.map(([first, ...rest]) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row', class: look(first) }, nameOf(first)),
        ...rest.map((text) => h('td', {}, nameOf(text))),
      ),
    ),
  );
}

/** A table of three columns is read across up to so many rows; with two columns there is always room. */
const FEW_ROWS = 5;

/**
 * The cells of a table, with rows and columns changed over where that takes less room: a few
 * names with a figure or two each are read across.
 * @param {FactTable} table
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

/**
 * The class of a head whose longest word may break anywhere: that of a name of one long word. Others, such as "Needed",
 * never do.
 */
const breaks = (text) => (/\S{13}/u.test(text) ? 'ck-breaks' : null);

export class WordTable {
  /** @param {boolean} across whether two columns are shown as two rows */
  constructor(across) {
    this.across = across;
    this.note = h('p', { class: 'ck-table-note', role: 'status' });
    this.table = h('table');
    this.node = h('div', { class: 'ck-word-table', hidden: true }, this.table, this.note);
  }

  /** @param {FactTable|null|undefined} table nothing hides it */
  draw(table) {
    if (!isNew(this, table ?? null)) return;
    show(this.node, Boolean(table));
    setText(this.note, table?.note ?? '');
    if (!table) return;
    const { head, rows } = cellsOf(table, this.across);
    this.table.replaceChildren(headOf(head, breaks), bodyOf(rows, breaks));
  }
}
