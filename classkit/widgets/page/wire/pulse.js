/** Whether the kernel is there: asked now and then with a ping of a few bytes. */

import { times } from './times.js';

/**
 * @typedef {'well'|'busy'|'away'|'lost'|'silent'} Health
 * how the kernel is: well; busy, and will answer later; its server cannot be reached; lost, or
 * another one; silent, where nobody can say which of these it is
 * @typedef {'idle'|'busy'|'starting'|'gone'|'unreachable'|'unknown'|string} State
 * what is known of the kernel by another way than its messages
 */

/**
 * How the kernel is.
 * @param {{ unanswered: number, quiet: number, closed: boolean }} told pings without any answer since, those of them
 *   that a kernel not busy should have answered, and whether its line was found closed
 * @param {State} state
 * @returns {Health|null} null while it is too early to say
 */
export function judge({ unanswered, quiet, closed }, state) {
  if (closed && state !== 'unreachable') return 'lost';
  if (unanswered < 2) return null;
  if (state === 'busy') return 'busy';
  if (quiet < 2) return null;
  return state === 'unreachable' ? 'away' : state === 'unknown' ? 'silent' : 'lost';
}

export class Pulse {
  /**
   * @param {{ ping: () => void, state: () => Promise<State>, tell: (health: Health) => void, window: Window }} options
   *   `tell` is called at every look as long as the kernel is not well, and once when it is again
   */
  constructor({ ping, state, tell, window }) {
    this.times = times();
    /** @type {Health} */
    this.health = 'well';
    this.unanswered = 0;
    this.quiet = 0;
    this.closed = false;
    this.round = 0;
    this.timer = undefined;
    this.ping = ping;
    this.state = state;
    this.tell = tell;
    this.window = window;
    this.heardAt = Date.now();
    this.lastUse = this.heardAt;
    this.used = () => {
      const rested = this.rests();
      this.lastUse = Date.now();
      if (rested) void this.look();
    };
    for (const kind of ['pointerdown', 'keydown', 'wheel']) {
      window.document.addEventListener(kind, this.used, { capture: true, passive: true });
    }
    this.later(this.times.ping);
  }

  /** Whether nobody has used the page for long. */
  rests() {
    return Date.now() - this.lastUse > this.times.rest;
  }

  later(wait) {
    this.window.clearTimeout(this.timer);
    this.timer = this.window.setTimeout(() => void this.look(), wait);
  }

  /** @param {any} message anything from the kernel: it is there */
  heard(message) {
    this.heardAt = Date.now();
    if (message?.kind !== 'pong') this.lastUse = this.heardAt;
    Object.assign(this, { unanswered: 0, quiet: 0, closed: false });
    this.later(this.times.ping);
    if (this.health === 'well') return;
    this.health = 'well';
    this.tell('well');
  }

  /** Judges what has been answered, and asks anew. */
  async look() {
    this.round += 1;
    const { round } = this;
    if (this.rests()) {
      this.later(this.times.soon);
      this.unanswered = 0;
      return;
    }
    // on a line that stands still this takes longer than the time to the next look: not before
    const state = this.unanswered ? await this.state() : 'idle';
    if (round !== this.round) return;
    this.later(this.unanswered > 1 ? this.times.ping : this.times.soon);
    this.say(state);
    // what waits for a busy kernel need not be asked a third time
    if (state === 'busy' && this.unanswered > 1) return;
    this.unanswered += 1;
    this.quiet = state === 'busy' ? 0 : this.quiet + 1;
    try {
      this.ping();
    } catch {
      this.closed = true;
      const now = await this.state();
      if (round === this.round) this.say(now);
    }
  }

  say(state) {
    const health = judge(this, state);
    if (!health) return;
    this.health = health;
    this.tell(health);
  }

  stop() {
    this.round += 1;
    this.window.clearTimeout(this.timer);
    for (const kind of ['pointerdown', 'keydown', 'wheel']) {
      this.window.document.removeEventListener(kind, this.used, { capture: true });
    }
  }
}

/**
 * Feels whether the kernel of a model is there. While it is busy nothing is asked of it again.
 * @param {{ model: any, store: Store, state: () => Promise<State>, tell: (health: Health) => void, window: Window }}
 *   options
 */
export function pulseOf({ model, store, state, tell, window }) {
  store.awaited.mayAsk = async () => await state() !== 'busy';
  const noted = (health) => {
    store.there = health === 'well' || health === 'busy';
    tell(health);
  };
  return new Pulse({ ping: () => model.send({ do: 'ping' }), state, tell: noted, window });
}
