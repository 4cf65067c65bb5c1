/** The numbers of a chart as a grid of buttons, each of which tells why: arrows lead through them, one stop of Tab. */

import { h } from '../basics/dom.js';

/** Where an arrow leads: rows, columns. */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * Makes buttons of the cells that are points of a line of which it can be told why it is there.
 * @param {any} table
 * @param {NumbersTable} numbers
 * @param {Record<string, OneFigure>} splits
 * @param {(point: {line: string, at: number}) => void} run
 */
export function askable(table, { columns, rows, of: lines = [], at = [] }, splits, run) {
  const across = lines.flatMap((line, index) => (line in splits ? [index] : []));
  if (!across.length) return;
  const down = rows.map((_, row) => row);
  const grid = down.map((row) => across.map((column) => {
    const words = rows[row][column];
    const name = `${columns[0]} ${rows[row][0]}, ${columns[column]}: ${words}. Why?`;
    const button = h('button', {
      type: 'button', class: 'ck-point-why', tabindex: -1, title: 'Why?', 'aria-label': name,
      onclick: () => run({ line: lines[column], at: at[row] }),
    }, h('bdi', {}, words));
    table.tBodies[0].rows[row].cells[column].replaceChildren(button);
    return button;
  }));
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
