/** The table that a page of a room shows: one at a time, on the line of the room. */

import { OpenedTable } from '../opened.js';
import { hallLine } from '../wire/hall_line.js';
import { SocketLine } from '../wire/socket.js';

export class RoomTable {
  /** Which table is shown now; empty or 0 while none is. @type {string|number} */
  at = 0;
  /** Takes it away. */
  leave = () => {};
  /** What the page knows of it. @type {Store | null} */
  store = null;

  /**
   * @param {import('../wire/socket.js').RoomSocket} socket
   * @param {HTMLElement} stage the place of the table
   * @param {{ part?: string, fills?: boolean }} [what] is shown of it
   */
  constructor(socket, stage, what = {}) {
    this.socket = socket;
    this.stage = stage;
    this.what = what;
  }

  /**
   * Shows a table in place of the one before. The one that is there already stays as it is.
   * @param {string|number} at what tells it from others; empty or 0 for no table
   */
  show(at) {
    if (at === this.at) return;
    this.leave();
    this.leave = at ? this.open() : () => {};
    this.at = at;
  }

  /** Theme and viewer of the table, which a new line does not know. */
  get sight() {
    const { store } = this;
    return store?.now ? { theme: store.local.theme ?? store.now.theme, seen_as: store.now.seen_as } : {};
  }

  /** Opens a table, drawn from nothing. @returns {() => void} takes it away */
  open() {
    const line = new SocketLine(this.socket);
    const table = new OpenedTable(this.what.part === 'hall' ? hallLine(line) : line);
    const { store } = table;
    this.store = store;
    const away = table.show(this.stage, this.what);
    // answers are dashed while the line is dead
    const tell = (/** @type {string} */ trouble) => store.set({ offline: Boolean(trouble) });
    this.socket.watchers.add(tell);
    return () => {
      this.socket.watchers.delete(tell);
      away();
      table.close();
      this.store = null;
    };
  }
}
