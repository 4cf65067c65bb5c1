/** Summary of what happened at a table while its phone was away, shown until it is read or the seat answers. */

import { isolated } from '../basics/isolated.js';
import { html } from '../basics/markup.js';
import { remember } from '../wire/match_code.js';

/** Minimum absence in milliseconds for a summary, if the connection was not lost. */
const SHORT = 10_000;

/** @typedef {{ seat: string|number, step: number, turn: number, at: number, lost: boolean }} Left */

export class Absence {
  /** The current sentences. @type {string[]} */
  said = [];
  /** The last state shown before the absence. @type {Left | null} */
  left = null;
  /** Stops waiting for an answer of this seat. */
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

  /** @param {boolean} lost whether the connection was lost, rather than the page hidden */
  leave(lost) {
    const { store, at: seat } = this.table;
    if (this.left) this.left.lost ||= lost;
    else if (store?.now) this.left = { seat, step: store.now.step, turn: store.now.turn, at: Date.now(), lost };
    this.keep();
  }

  /** Store the last state for a reloaded page, because browsers discard hidden pages. */
  keep() {
    const text = this.left && JSON.stringify(this.left);
    remember(window, (storage) => (text ? storage.setItem(this.key, text) : storage.removeItem(this.key)));
  }

  /** Show what happened since the discarded page was left. */
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
