/**
 * Watch for a network that refuses websockets. While the connection of a page does not work, a test websocket finds out
 * whether that is because of the network; only then a dialog says so. A kernel that is slow to start, a sleeping laptop
 * and a server that is down have words of their own.
 */

import { sayRefused } from './dialogs.js';
import { findRefusal } from './probe.js';
import { times } from './timeouts.js';

export class RefusalWatch {
  /** @type {any} */
  timer;
  dueAt = 0;
  /** Number of the current disconnection; a test that began in an earlier one is outdated. */
  round = 0;
  isWaiting = false;
  /** The dialog, until it is closed. @type {HTMLElement|null} */
  shown = null;

  /**
   * @param {{ base: string, address: string, window: Window, find?: typeof findRefusal, say?: typeof sayRefused }}
   *   options `base` is the server's path, empty for none; `address` is the connection that is watched
   */
  constructor({ base, address, window, find = findRefusal, say = sayRefused }) {
    this.base = base;
    this.address = address;
    this.window = window;
    this.find = find;
    this.say = say;
  }

  /** The connection does not work. */
  begin(wait = times().refused) {
    if (!this.base || this.isWaiting) return;
    this.isWaiting = true;
    this.round += 1;
    this.later(wait);
  }

  /** The connection works, or the page does not need it. */
  end() {
    if (!this.isWaiting) return;
    this.isWaiting = false;
    this.round += 1;
    this.window.clearTimeout(this.timer);
    this.shown?.remove();
    this.shown = null;
  }

  later(wait) {
    this.dueAt = Date.now() + wait;
    this.timer = this.window.setTimeout(() => void this.look(), wait);
  }

  async look() {
    const { round } = this;
    const slept = Date.now() - this.dueAt > times().late;
    if (slept || this.window.document.hidden || globalThis.navigator?.onLine === false) {
      this.later(times().refused);
      return;
    }
    const found = await this.find(this.base, this.address);
    if (round !== this.round) return;
    if (found) this.shown = this.say(found); // shown once: after Close it does not come back until the next time
    else this.later(times().refusedAgain);
  }
}
