/** What the pages of rooms share: their pane, the words that all of them say, and how they begin. */

import { h } from '../basics/dom.js';
import { html } from '../basics/markup.js';

export const OVER = 'This lesson is over.';

/**
 * Makes the pane in which a page says what it has to say outside of a table.
 * @param {string|null} [width] for which a form in it is laid out
 */
export function roomPane(width = null) {
  return h('div', { class: 'classkit ck-room-pane', 'data-theme': 'light', 'data-width': width });
}

/** Says that the line to the room is not there yet. */
export function connecting() {
  return html`<p class="ck-room-words" role="status">Connecting …</p>`;
}

/** How it stands with the line of a page, in words. @type {Record<import('../wire/socket.js').Status, string>} */
export const TROUBLES = {
  '': '',
  offline: 'You are offline. This page continues when the network is back.',
  reconnecting: 'Reconnecting …',
  storing: 'Storing …',
};

/**
 * Says on a desk that its line is dead, or that what it asked is still being stored.
 * @param {import('../wire/socket.js').Status} status
 * @param {boolean} quiet whether an audience looks on, for whom a mark is enough
 */
export function lineMark(status, quiet) {
  const words = TROUBLES[status];
  return html`
    <span class="ck-room-mark" role="status" title=${words || null}>
      <span aria-hidden="true">${words && '⟳'}</span>
      <span class=${quiet ? 'ck-only-read' : null}>${words}</span>
    </span>`;
}

/**
 * Shows a page in its place, if this document has one.
 * @param {string} id of the place
 * @param {(el: HTMLElement, told: any) => unknown} show takes the place, and what the server tells the page
 */
export function begin(id, show) {
  const place = document.getElementById(id);
  const told = document.getElementById('classkit-told')?.textContent ?? '{}';
  if (place) show(place, JSON.parse(told));
}
