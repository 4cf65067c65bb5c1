/** Window of the hall: shows the view through the connection of its opener. */

import { OpenedTable } from './opened.js';
import { offerHalls } from './wire/hall_line.js';

/**
 * Show the hall's view if this window was opened for it; otherwise enable opening such windows.
 * @param {string} address URL of the page's own module
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

/** Media query for phones, on which a teacher gets the remote. */
const PHONE = '(max-width: 599px) and (pointer: coarse)';

/**
 * How the teacher's page of a room shows a table: as the hall's view for `?view=hall`, or as a remote on a phone.
 * @returns {{ part?: string, fills?: boolean }}
 */
export function shownAs() {
  const view = new URLSearchParams(window.location.search).get('view');
  if (view === 'hall') return { part: 'hall', fills: true };
  return view === 'remote' || (!view && window.matchMedia(PHONE).matches) ? { part: 'remote' } : {};
}

/** Whether this page shows its table in the hall's view: `?view=hall`. */
export function isHall() {
  return new URLSearchParams(window.location.search).get('view') === 'hall';
}
