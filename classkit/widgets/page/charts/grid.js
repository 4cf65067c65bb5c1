/** Numbers of a chart as a grid of buttons that open explanations; arrow keys move between them, as one tab stop. */

import { h } from '../basics/dom.js';
import { bodyOf, headOf } from '../basics/tables.js';
import { asking } from './points.js';

/** Movement of each arrow key: rows, columns. */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Action of a cell: explain a point of a line, or current values. @typedef {() => void} Ask */

/**
 * Return the actions of the cells, row by row; null for cells without an explanation.
 * @param {NumbersTable} numbers
 * @param {Record<string, Course>} splits
 * @param {(point: {line: string, at: number}) => void} open
 * @param {(figure: OneFigure) => void} ask
 * @returns {(Ask|null)[][]}
 */
function asksOf({ rows, of: lines = [], at = [], asks }, splits, open, ask) {
  if (asks) return asks.map((row) => [null, ...row.map((figure) => () => ask(figure))]);
  return rows.map((_, row) => lines.map((line) => (line in splits ? () => open({ line, at: at[row] }) : null)));
}

/**
 * Make buttons of the cells that have an explanation.
 * @param {any} table
 * @param {NumbersTable} numbers
 * @param {Record<string, Course>} splits
 * @param {(point: {line: string, at: number}) => void} open
 * @param {(figure: OneFigure) => void} ask
 */
function askable(table, numbers, splits, open, ask) {
  const { columns, rows, at } = numbers;
  const asked = asksOf(numbers, splits, open, ask);
  const grid = asked.map((cells, row) => cells.flatMap((run, column) => {
    if (!run) return [];
    const words = rows[row][column];
    const name = `${at ? `${columns[0]} ` : ''}${rows[row][0]}, ${columns[column]}: ${words}. Why?`;
    const button = h('button', {
      type: 'button', class: 'ck-point-why', tabindex: -1, title: 'Why?', 'aria-label': name, onclick: run,
    }, h('bdi', {}, words));
    table.tBodies[0].rows[row].cells[column].replaceChildren(button);
    return [button];
  })).filter((buttons) => buttons.length);
  if (!grid.length) return;
  grid[0][0].tabIndex = 0;
  table.addEventListener('keydown', (event) => {
    const step = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    const row = grid.findIndex((buttons) => buttons.includes(event.target));
    const next = step && row >= 0 && grid[row + step[0]]?.[grid[row].indexOf(event.target) + step[1]];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}

/**
 * Return the numbers of a chart as tables: its values, whose cells open explanations, and its futures if any.
 * @param {ChartNow} filled
 * @param {import('./why_popover.js').Asked} asked
 */
export function numberTables({ numbers: [numbers, fan] = [], splits }, asked) {
  const table = tableOf(numbers, 'ck-only-read');
  askable(table, numbers, splits, (point) => asked.open(point),
    (figure) => asked.ask([asking(figure, { whole: true })]));
  return fan ? [table, tableOf(fan, 'ck-fan-caption')] : [table];
}

/**
 * @param {NumbersTable} table
 * @param {string} look of the caption
 */
function tableOf({ caption, columns, rows }, look) {
  return h('table', {}, h('caption', { class: look }, caption), headOf(columns), bodyOf(rows));
}
