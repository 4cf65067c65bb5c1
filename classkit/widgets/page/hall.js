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

/** On a page that is narrower and touched, a teacher has the remote: pixels. */
const PHONE = '(max-width: 599px) and (pointer: coarse)';

/**
 * How the teacher's page of a room shows a table: in the hall's view by `?view=hall`, on a phone as a remote for it.
 * @returns {{ part?: string, fills?: boolean }}
 */
export function shownAs() {
  const view = new URLSearchParams(window.location.search).get('view');
  if (view === 'hall') return { part: 'hall', fills: true };
  return view === 'remote' || (!view && window.matchMedia(PHONE).matches) ? { part: 'remote' } : {};
}

/** Whether this page is to show its table in the hall's view: `?view=hall`. */
export function isHall() {
  return new URLSearchParams(window.location.search).get('view') === 'hall';
}
