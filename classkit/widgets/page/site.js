/** The module of a page without a server: a table whose kernel is a worker of the page, or the cells of a lesson. */

import { fetchEarly } from './charts/plotly.js';
import { beginHall } from './hall.js';
import { Lesson } from './lesson/lesson.js';
import { OpenedTable } from './opened.js';
import { WorkerLine } from './wire/worker.js';

/**
 * @typedef {{ up: string, first: any, python: import('./wire/worker.js').Python,
 *   asked: import('./wire/worker.js').Asked }} Told
 *   what a page says of its table: the way up to the folder of the site, to which addresses are relative, and what is
 *   shown before the kernel is there
 */

/**
 * Shows the table that a page tells of. It is drawn before Python is fetched in earnest, since a worker begins only
 * while its page rests. To wait for that brought the kernel in 0.9 to 1.0 of the time, but the table in 1.5.
 * @param {HTMLElement} el its place
 * @param {Told} told
 */
function showTable(el, { up, first, python, asked }) {
  const table = new OpenedTable(new WorkerLine(up, python, asked), first);
  table.show(el);
  return table;
}

beginHall(import.meta.url);
const told = document.getElementById('classkit-told')?.textContent;
if (told) {
  fetchEarly();
  showTable(/** @type {HTMLElement} */ (document.getElementById('classkit-table')), JSON.parse(told));
}

export default Lesson;
