/** A table on a line to its kernel, drawn in as many places as show it. */

import { PARTS } from './parts/table.js';
import { press } from './basics/dom.js';
import { placeNotice } from './wire/dialogs.js';
import { Clock } from './wire/clock.js';
import { hallLine, isHalls, openHall, opensHalls } from './wire/hall_line.js';
import { Store } from './wire/store.js';

/** So long a table may be without a view before its kernel tells it nothing more, in milliseconds. */
const UNSEEN = 10_000;

export class OpenedTable {
  views = 0;
  leaving = undefined;
  /** Closes the window for the hall. */
  closeHall = () => {};

  /**
   * @param {Line} line
   * @param {any} [shown] what is to be seen until the kernel says more: a snapshot
   */
  constructor(line, shown) {
    this.line = line;
    this.store = new Store((content, file) => line.send(content, file));
    if (shown) this.store.receive(shown);
    this.deafen = line.hear((message, buffers) => {
      if (!isHalls(message)) this.store.receive(message, buffers);
    });
    if (opensHalls()) this.store.set({ openHall: () => this.openHall() });
    new Clock(this.store);
    // with the table and not with a view, whose listeners would go with it
    this.connection = line.watch(this.store);
    this.store.set({ connection: this.connection });
    void this.store.refresh();
    this.leaveSoon();
  }

  /** The hall's view in a window of its own, for a second screen. */
  openHall(line = hallLine(this.line)) { this.closeHall = openHall(line, this.store); }

  /** A cell that is run again leaves a table without a view: it is told nothing until one comes. */
  leaveSoon() {
    clearTimeout(this.leaving);
    this.leaving = setTimeout(() => {
      if (this.views) return;
      this.store.unseen = true;
      this.line.send({ do: 'leave' });
    }, UNSEEN);
  }

  /**
   * Draws the table, or one part or chart of it.
   * @param {HTMLElement} el the place
   * @param {{ part?: string, chart?: string, fills?: boolean }} [what] `fills`: it has the whole page
   * @returns {() => void} takes it away again
   */
  show(el, { part = 'table', chart = '', fills = false } = {}) {
    this.views += 1;
    if (this.store.unseen) void this.store.comeBack();
    const element = /** @type {any} */ (document.createElement(PARTS[part] ? `classkit-${part}` : 'classkit-table'));
    if (chart) element.setAttribute('chart', chart);
    if (fills) element.setAttribute('fills', '');
    element.store = this.store;
    el.classList.add('ck-place');
    el.append(element);
    const unplace = placeNotice(el, this.store);
    const opener = part === 'hall' && !fills && opensHalls()
      ? press('ck-hall-opener', () => this.openHall(this.line), 'Open in a separate window') : null;
    if (opener) el.append(opener);
    return () => {
      opener?.remove();
      unplace();
      element.remove();
      el.classList.remove('ck-place');
      this.views -= 1;
      if (!this.views) this.leaveSoon();
    };
  }

  close() {
    clearTimeout(this.leaving);
    this.closeHall();
    this.deafen();
    this.connection.stop();
    this.store.lose('This table was closed.');
  }
}
