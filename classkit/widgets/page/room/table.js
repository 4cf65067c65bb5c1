/** The table shown on a room page: one at a time, over the room's connection. */

import { OpenedTable } from '../opened.js';
import { hallLine } from '../wire/hall_line.js';
import { SocketLine } from '../wire/socket.js';

export class RoomTable {
  /** The shown table; empty or 0 for none. @type {string|number} */
  at = 0;
  /** Removes it. */
  leave = () => {};
  /** Its store. @type {Store | null} */
  store = null;

  /**
   * @param {import('../wire/socket.js').RoomSocket} socket
   * @param {HTMLElement} stage the element of the table
   * @param {{ part?: string, fills?: boolean }} [what] which part is shown, and whether it fills the page
   */
  constructor(socket, stage, what = {}) {
    this.socket = socket;
    this.stage = stage;
    this.what = what;
  }

  /**
   * Show a table, replacing the previous one. The current table is left unchanged.
   * @param {string|number} at its id; empty or 0 for no table
   */
  show(at) {
    if (at === this.at) return;
    this.leave();
    this.leave = at ? this.open() : () => {};
    this.at = at;
  }

  /** Theme and viewer of the table, which must be sent on a new connection. */
  get sight() {
    const { store } = this;
    return store?.now ? { theme: store.local.theme ?? store.now.theme, seen_as: store.now.seen_as } : {};
  }

  /** Open a table from scratch. @returns {() => void} removes it */
  open() {
    const line = new SocketLine(this.socket);
    const table = new OpenedTable(this.what.part === 'hall' ? hallLine(line) : line);
    const { store } = table;
    this.store = store;
    const away = table.show(this.stage, this.what);
    // answers have a dashed outline while the connection is lost
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
