/** A table connected to its kernel, rendered in all its views. */

import { PARTS } from './parts/table.js';
import { press } from './basics/dom.js';
import { placeNotice } from './wire/dialogs.js';
import { Clock } from './wire/clock.js';
import { hallLine, isHalls, openHall, opensHalls } from './wire/hall_line.js';
import { Store } from './wire/store.js';

/** Milliseconds without a view after which the kernel stops sending updates. */
const UNSEEN = 10_000;

export class OpenedTable {
  views = 0;
  leaving = undefined;
  /** Closes the window for the hall. */
  closeHall = () => {};

  /**
   * @param {Line} line
   * @param {any} [shown] a snapshot to show until the kernel sends another one
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
    // tied to the table and not to a view, whose listeners would be removed with it
    this.connection = line.watch(this.store);
    this.store.set({ connection: this.connection });
    void this.store.refresh();
    this.leaveSoon();
  }

  /** Open the hall's view in a separate window, for a second screen. */
  openHall(line = hallLine(this.line)) { this.closeHall = openHall(line, this.store); }

  /** Running a cell again leaves a table without views; stop updates until there is one. */
  leaveSoon() {
    clearTimeout(this.leaving);
    this.leaving = setTimeout(() => {
      if (this.views) return;
      this.store.unseen = true;
      this.line.send({ do: 'leave' });
    }, UNSEEN);
  }

  /**
   * Render the table, or one part or chart of it.
   * @param {HTMLElement} el the place
   * @param {{ part?: string, chart?: string, fills?: boolean }} [what] `fills`: it uses the whole page
   * @returns {() => void} removes it
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
