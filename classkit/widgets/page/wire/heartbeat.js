/**
 * The heartbeat and the reconnection of every line: comm, websocket and worker.
 *
 * A ping of a few bytes asks now and then whether the kernel is there, and at once when somebody comes back to the
 * page. After a sleep a line counts as open and carries nothing, and nothing closes it: where no pong comes, another
 * line takes its place.
 */

import { times } from './timeouts.js';

/**
 * @typedef {'well'|'busy'|'away'|'lost'|'silent'|'reconnecting'} Health
 * how the kernel is: well; busy, and will answer later; its server cannot be reached; lost, or
 * another one; silent, where nobody can say which of these it is; reconnecting, while the line of
 * Jupyter is opened again
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
  /** What ends each way of listening to the page. @type {Array<() => void>} */
  listening = [];
  /** Whether the page has asked, and waits for nothing but the pong. */
  asking = false;
  /** Whether a new line was opened on which nothing has been heard yet. */
  opening = false;
  /** How many lines were opened in a row that did not last. */
  tries = 0;
  /**
   * Whether the page slept, or had no network, since its line was last known to work. The line of Jupyter is opened
   * again only then: on a slow line a long message may be under way, which would be lost.
   */
  slept = false;

  /**
   * @param {{ ping: () => void, state: () => Promise<State>, tell: (health: Health) => void, window: Window,
   *   renew?: (() => void) | null, reopen?: (() => boolean) | null, far?: boolean }} options
   *   `tell` is called at every look as long as the kernel is not well, and once when it is again; `renew` drops the
   *   line and opens another, where the page can; `reopen` opens the line of Jupyter again, and returns false where
   *   that is impossible; `far` says that there is a network between the page and its kernel
   */
  constructor({ ping, state, tell, window, renew = null, reopen = null, far = true }) {
    this.times = times();
    /** @type {Health} */
    this.health = 'well';
    this.unanswered = 0;
    this.quiet = 0;
    this.closed = false;
    this.round = 0;
    this.timer = undefined;
    this.dueAt = 0;
    this.ping = ping;
    this.state = state;
    this.tell = tell;
    this.renew = renew;
    this.reopen = reopen;
    this.window = window;
    this.heardAt = Date.now();
    this.openedAt = this.heardAt;
    this.lastUse = this.heardAt;
    const used = () => {
      const rested = this.rests();
      this.lastUse = Date.now();
      if (rested) void this.look();
    };
    const wake = () => this.wake();
    for (const kind of ['pointerdown', 'keydown', 'wheel'])
      this.listen(window.document, kind, used, { capture: true, passive: true });
    this.listen(window.document, 'visibilitychange', wake);
    for (const kind of ['pageshow', 'focus']) this.listen(window, kind, wake);
    this.listen(window, 'online', () => this.wake(true));
    if (far) this.listen(window, 'offline', () => this.goOffline());
    this.later(this.times.ping);
  }

  /** @param {EventTarget} target */
  listen(target, kind, run, options = {}) {
    target.addEventListener(kind, run, options);
    this.listening.push(() => target.removeEventListener(kind, run, options));
  }

  /** Whether nobody has used the page for long. */
  rests() {
    return Date.now() - this.lastUse > this.times.rest;
  }

  later(wait, run = () => void this.look()) {
    this.window.clearTimeout(this.timer);
    this.dueAt = Date.now() + wait;
    this.timer = this.window.setTimeout(run, wait);
  }

  /** Whether the timer came much too late: the page slept, or is hidden and held back. */
  isLate() {
    return Date.now() - this.dueAt > this.times.late;
  }

  /**
   * Takes anything from the kernel: it is there. What was on its way before a sleep proves nothing of the line after
   * it, so a page that asks waits for the pong.
   * @param {any} message
   */
  heard(message) {
    this.heardAt = Date.now();
    if (message?.kind !== 'pong') this.lastUse = this.heardAt;
    if (this.asking && message?.kind !== 'pong') return;
    Object.assign(this, { unanswered: 0, quiet: 0, closed: false, asking: false, opening: false, slept: false });
    this.round += 1; // a look that waits to hear of the state is out of date
    this.later(this.times.ping);
    if (this.health === 'well') return;
    this.health = 'well';
    this.tell('well');
  }

  // --- The heartbeat.

  /** Judges what has been answered, and asks anew. */
  async look() {
    this.round += 1;
    const { round } = this;
    if (this.rests()) {
      this.later(this.times.soon);
      this.unanswered = 0;
      return;
    }
    if (this.isLate()) {
      this.slept = true;
      this.ask();
      return;
    }
    // on a line that stands still this takes longer than the time to the next look: not before
    const state = this.unanswered ? await this.state() : 'idle';
    if (round !== this.round) return;
    this.later(this.unanswered > 1 ? this.times.ping : this.times.soon);
    if (this.say(state)) return;
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

  /** @returns {boolean} whether another line is opened */
  say(state) {
    const health = judge(this, state);
    if (!health) return false;
    if (this.opensAgain(health, state)) return true;
    this.health = health;
    this.tell(health);
    if (!this.renew || health === 'busy') return false;
    this.reconnect();
    return true;
  }

  /**
   * Opens the line of Jupyter again after a sleep, once: Jupyter does not notice that it died without a word.
   * @param {Health} health
   * @param {State} state
   * @returns {boolean} whether an answer on it is awaited
   */
  opensAgain(health, state) {
    if (!this.reopen || !this.slept || this.closed || health === 'busy' || state === 'gone') return false;
    const far = state === 'unreachable';
    if (far && this.health !== 'well') return false; // not before the server can be reached
    this.slept = far;
    if (!this.reopen()) return false;
    this.health = 'reconnecting';
    this.tell('reconnecting');
    this.ask();
    return true;
  }

  // --- After a sleep.

  /**
   * Somebody is back at the page, or the network is: the line may have died without a word.
   * @param {boolean} [anew] whether a line that is being opened has no hope: it began without a network
   */
  wake(anew = false) {
    if (this.window.document.hidden) return;
    const now = Date.now();
    this.lastUse = now;
    this.slept ||= anew || this.isLate();
    if (this.renew && this.health !== 'well') {
      if (!anew && this.opening && now - this.openedAt < this.times.answer) return;
      this.tries = 0;
      this.reconnect();
    } else if (!this.asking || now - this.dueAt > 0) {
      if (now - this.heardAt > this.times.fresh || this.health !== 'well') this.ask();
    }
  }

  /** Asks once, and waits for the answer as long as a person waits. */
  ask() {
    this.round += 1;
    Object.assign(this, { unanswered: 0, quiet: 0, closed: false, asking: true });
    this.later(this.times.answer, () => void this.expire());
    try {
      this.ping();
    } catch {
      this.closed = true;
      void this.expire();
    }
  }

  /** Nothing has answered. */
  async expire() {
    if (!this.closed && (this.isLate() || Date.now() - this.heardAt < this.times.soon)) {
      this.ask(); // it slept again meanwhile; or a long message is under way
      return;
    }
    const { round } = this;
    const state = await this.state();
    if (round !== this.round) return;
    Object.assign(this, { asking: false, unanswered: 2, quiet: state === 'busy' ? 0 : 2 });
    this.later(this.times.ping);
    this.say(state);
  }

  /** The network is gone; on this machine itself that need not matter. */
  goOffline() {
    if (!isHere(this.window)) {
      this.health = 'away';
      this.tell('away');
    }
    this.ask();
  }

  // --- Another line in place of one that died.

  /** The line was closed. */
  lose() {
    this.health = 'away';
    this.tell('away');
    this.reconnect();
  }

  /** Opens another line: at once, then after a while that grows and is never the same for a whole class. */
  reconnect() {
    if (this.heardAt - this.openedAt > this.times.answer) this.tries = 0; // the last one has lasted
    const most = Math.min(this.times.first * 2 ** (this.tries - 1), this.times.most);
    const wait = this.tries ? most * (0.5 + Math.random()) : 0;
    this.tries += 1;
    this.round += 1;
    Object.assign(this, { asking: false, opening: false, unanswered: 0, quiet: 0, closed: false });
    this.later(wait, () => this.open());
  }

  open() {
    this.openedAt = Date.now();
    this.opening = true;
    // a slow line takes longer, so the next one is given more time
    this.later(this.times.answer * Math.min(Math.max(this.tries, 1), 3), () => this.lose());
    this.renew?.();
  }

  stop() {
    this.round += 1;
    this.renew = null;
    this.window.clearTimeout(this.timer);
    for (const end of this.listening.splice(0)) end();
  }
}

/** Whether the page comes from the machine on which it is shown. */
function isHere(window) {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(window.location?.hostname ?? '');
}

/**
 * Feels whether the kernel of a model is there. While it is busy nothing is asked of it again.
 * @param {{ model: any, store: Store, state: () => Promise<State>, tell: (health: Health) => void, window: Window,
 *   far?: boolean }} options
 */
export function pulseOf({ model, store, state, tell, window, far }) {
  store.awaited.mayAsk = async () => await state() !== 'busy';
  const noted = (health) => {
    store.there = health === 'well' || health === 'busy';
    tell(health);
  };
  const reopen = () => reopenLine(model);
  return new Pulse({ ping: () => model.send({ do: 'ping' }), state, tell: noted, window, reopen, far });
}

/** When the line of each kernel was opened again: several tables share it. @type {WeakMap<object, number>} */
const reopenedAt = new WeakMap();

/**
 * Opens the websocket of Jupyter's connection to a kernel again. What is sent meanwhile waits for it.
 * @param {any} model
 * @returns {boolean} whether the place that shows the model has such a connection
 */
function reopenLine(model) {
  const kernel = model.widget_manager?.kernel;
  if (typeof kernel?.reconnect !== 'function' || kernel.isDisposed) return false;
  const now = Date.now();
  if (now - (reopenedAt.get(kernel) ?? 0) < times().answer) return true;
  reopenedAt.set(kernel, now);
  kernel.reconnect().catch(() => {}); // the missing pong tells that it failed
  return true;
}
