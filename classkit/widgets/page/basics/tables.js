/**
 * Tables of words: those of a part, and the small ones from Python, which say what an answer would bring about or who
 * holds how many votes.
 */

import { h, nameOf } from './dom.js';

/** @typedef {import('./dom.js').Child} Child */

/**
 * The head of a table.
 * @param {Child[]} columns
 */
export function headOf(columns) {
  const cells = columns.map((name) => h('th', { scope: 'col' }, typeof name === 'string' ? nameOf(name) : name));
  return h('thead', {}, h('tr', {}, ...cells));
}

/**
 * The body of a table: the first cell of a row is its head.
 * @param {string[][]} rows
 */
export function bodyOf(rows) {
  return h('tbody', {}, ...rows.map(([first, ...rest]) =>
    h('tr', {}, h('th', { scope: 'row' }, nameOf(first)), ...rest.map((text) => h('td', {}, nameOf(text))))));
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
