/** What happened at a table while its phone was away: told once, until it is read or the seat answers. */

import { isolated } from '../basics/isolated.js';
import { html } from '../basics/markup.js';
import { remember } from '../wire/match_code.js';

/** Who was away for less than this, in milliseconds, with a line that went on, has missed nothing. */
const SHORT = 10_000;

/** @typedef {{ seat: string|number, step: number, turn: number, at: number, lost: boolean }} Left */

export class Absence {
  /** What is told now, in sentences. @type {string[]} */
  said = [];
  /** What the page showed last when it was left. @type {Left | null} */
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
    this.key = `classkit-left:${location.pathname}`;
    socket.watchers.add((trouble) => (trouble ? this.leave(true) : this.comeBack()));
    document.addEventListener('visibilitychange', () => (document.hidden ? this.leave(false) : this.comeBack()));
  }

  /** @param {boolean} lost whether the line is dead, and not only the page out of sight */
  leave(lost) {
    const { store, at: seat } = this.table;
    if (this.left) this.left.lost ||= lost;
    else if (store?.now) this.left = { seat, step: store.now.step, turn: store.now.turn, at: Date.now(), lost };
    this.keep();
  }

  /** Keeps what was seen last for the page that follows this one: a browser discards pages that nobody looks at. */
  keep() {
    const text = this.left && JSON.stringify(this.left);
    remember(window, (storage) => (text ? storage.setItem(this.key, text) : storage.removeItem(this.key)));
  }

  /** Tells what happened since the page before this one, which the browser discarded, was left. */
  resume() {
    const text = remember(window, (storage) => storage.getItem(this.key));
    if (!text || this.left) return;
    this.left = JSON.parse(text);
    void this.comeBack();
  }

  async comeBack() {
    const { left } = this;
    if (!left || document.hidden || this.socket.trouble) return;
    const { seat, step, turn } = left;
    const { store } = this.table;
    const data = store && seat === this.table.at ? await store.detail({ do: 'missed', step, turn }) : null;
    if (this.left !== left) return;
    this.left = null;
    this.keep();
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
