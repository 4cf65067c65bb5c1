/**
 * Text tables: those of a part, and small ones from Python, such as the effects of an answer or the votes of each seat.
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
 * The body of a table; the first cell of each row is its header.
 * @param {string[][]} rows
 */
export function bodyOf(rows) {
  return h('tbody', {}, ...rows.map(([first, ...rest]) =>
    h('tr', {}, h('th', { scope: 'row' }, nameOf(first)), ...rest.map((text) => h('td', {}, nameOf(text))))));
}

/** Maximum number of rows for transposing a table with three columns. */
const FEW_ROWS = 5;

/**
 * Return the cells of a table, transposed if that takes less space.
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
