/** What happened at a table while its phone was away: told once, until it is read or the seat answers. */

import { isolated } from '../basics/isolated.js';
import { html } from '../basics/markup.js';

/** Who was away for less than this, in milliseconds, with a line that went on, has missed nothing. */
const SHORT = 10_000;

export class Absence {
  /** What is told now, in sentences. @type {string[]} */
  said = [];
  /** What the page showed last when it was left. @type {{ store: Store, step: number, turn: number, at: number, lost:
   *   boolean } | null} */
  left = null;
  /** Stops to wait for an answer of this seat. */
  end = () => {};

  /**
   * @param {import('../wire/socket.js').RoomSocket} socket
   * @param {import('./table.js').RoomTable} table
   * @param {() => void} redraw
   */
  constructor(socket, table, redraw) {
    this.socket = socket;
    this.table = table;
    this.redraw = redraw;
    socket.watchers.add((trouble) => (trouble ? this.leave(true) : this.comeBack()));
    document.addEventListener('visibilitychange', () => (document.hidden ? this.leave(false) : this.comeBack()));
  }

  /** @param {boolean} lost whether the line is dead, and not only the page out of sight */
  leave(lost) {
    const { store } = this.table;
    if (this.left) this.left.lost ||= lost;
    else if (store?.now) this.left = { store, step: store.now.step, turn: store.now.turn, at: Date.now(), lost };
  }

  async comeBack() {
    const { left } = this;
    if (!left || document.hidden || this.socket.trouble) return;
    const { store, step, turn } = left;
    const data = store === this.table.store ? await store.detail({ do: 'missed', step, turn }) : null;
    if (this.left !== left) return;
    this.left = null;
    const short = !left.lost && Date.now() - left.at < SHORT;
    if (data?.said.length && !short && store === this.table.store) this.tell(store, data.said);
  }

  tell(store, said) {
    this.end();
    const close = () => this.close();
    store.answered.add(close);
    this.end = () => store.answered.delete(close);
    this.said = said;
    this.redraw();
  }

  close() {
    this.end();
    this.said = [];
    this.redraw();
  }

  view() {
    const { said } = this;
    if (!said.length) return null;
    return html`
      <section class="ck-room-bar ck-room-missed" role="status" aria-label="While you were away">
        <p><b>While you were away:</b><span>${isolated(said.join(' '))}</span></p>
        <button type="button" onClick=${() => this.close()}>Close</button>
      </section>`;
  }
}
