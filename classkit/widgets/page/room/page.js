/** Shared code of room pages: their pane, common messages, and startup. */

import { h } from '../basics/dom.js';
import { html } from '../basics/markup.js';

export const OVER = 'This lesson is over.';

/**
 * Create the pane for a page's content outside a table.
 * @param {string|null} [width] width class of forms in it
 */
export function roomPane(width = null) {
  return h('div', { class: 'classkit ck-room-pane', 'data-theme': 'light', 'data-width': width });
}

/** Message while the connection to the room is being opened. */
export function connecting() {
  return html`<p class="ck-room-words" role="status">Connecting …</p>`;
}

/** Messages about the state of a page's connection. @type {Record<import('../wire/socket.js').Status, string>} */
export const TROUBLES = {
  '': '',
  offline: 'You are offline. This page continues when the network is back.',
  reconnecting: 'Reconnecting …',
  storing: 'Storing …',
};

/**
 * Message on a desk that its connection is lost, or that its action is still being stored.
 * @param {import('../wire/socket.js').Status} status
 * @param {boolean} quiet whether an audience is watching, so that only a mark is shown
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
 * Show a page in its element, if this document has it.
 * @param {string} id of the element
 * @param {(el: HTMLElement, told: any) => unknown} show receives the element and the server's data
 */
export function begin(id, show) {
  const place = document.getElementById(id);
  const told = document.getElementById('classkit-told')?.textContent ?? '{}';
  if (place) show(place, JSON.parse(told));
}
