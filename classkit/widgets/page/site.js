/** The module of a page without a server: a table whose kernel runs in a worker, or the cells of a lesson. */

import { fetchEarly } from './charts/plotly.js';
import { beginHall } from './hall.js';
import { Lesson } from './lesson/lesson.js';
import { OpenedTable } from './opened.js';
import { WorkerLine } from './wire/worker.js';

/**
 * @typedef {{ up: string, first: any, python: import('./wire/worker.js').Python,
 *   asked: import('./wire/worker.js').Asked }} Told
 *   settings of a page's table: the relative path to the folder of the site, and the snapshot shown before the kernel
 * starts
 */

/**
 * Show the table of a page. It is drawn before Python is fetched, since a worker starts only while its page is idle.
 * Fetching first made the kernel available in 0.9 to 1.0 of the time, but the table in 1.5.
 * @param {HTMLElement} el its container
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
