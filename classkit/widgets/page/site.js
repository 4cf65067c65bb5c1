/** The module of a page without a server: a table whose kernel is a worker of the page, or the cells of a lesson. */

import { fetchEarly } from './charts/plotly.js';
import { Lesson } from './lesson/lesson.js';
import { OpenedTable } from './opened.js';
import { WorkerLine } from './wire/worker.js';

/**
 * @typedef {{ up: string, first: any, python: import('./wire/worker.js').Python,
 *   asked: import('./wire/worker.js').Asked }} Told
 *   what a page says of its table: the way up to the folder of the site, to which addresses are relative, and what is
 *   shown before the kernel is there
 */

/** So long the table waits for the worker to be at work before it is drawn, in milliseconds. */
const SOON = 250;

/**
 * Shows the table that a page tells of. Python, which takes longest, is begun first: drawing the table would keep its
 * worker from the files that it fetches.
 * @param {HTMLElement} el its place
 * @param {Told} told
 */
async function showTable(el, { up, first, python, asked }) {
  const line = new WorkerLine(up, python, asked);
  await Promise.race([line.atWork, new Promise((go) => { setTimeout(go, SOON); })]);
  const table = new OpenedTable(line, first);
  table.show(el);
  return table;
}

const told = document.getElementById('classkit-told')?.textContent;
if (told) {
  fetchEarly();
  void showTable(/** @type {HTMLElement} */ (document.getElementById('classkit-table')), JSON.parse(told));
}

export default Lesson;
