/** The window of the hall: shows the view whose line its opener gave it. */

import { OpenedTable } from './opened.js';
import { offerHalls } from './wire/hall_line.js';

/**
 * Shows the hall's view if this window was opened for it; else this page can open such windows.
 * @param {string} address of the page's own module
 */
export function beginHall(address) {
  const line = /** @type {any} */ (globalThis).classkitHall;
  if (!line) {
    offerHalls(address);
    return;
  }
  const table = new OpenedTable(line);
  table.show(document.body, { part: 'hall', fills: true });
  window.addEventListener('pagehide', () => line.send({ do: 'leave' }));
}

/** Whether this page is to show its table in the hall's view: `?view=hall`. */
export function isHall() {
  return new URLSearchParams(window.location.search).get('view') === 'hall';
}
