/**
 * Heartbeat and reconnection of all connections: comm, websocket and worker.
 *
 * A ping of a few bytes regularly checks the kernel, and immediately when somebody returns to the page. After a sleep,
 * a dead connection still counts as open. If no pong arrives, it is replaced.
 */

import { times } from './timeouts.js';

/**
 * @typedef {'well'|'busy'|'away'|'lost'|'silent'|'reconnecting'} Health
 * state of the kernel: well; busy, and will reply later; away (its server cannot be reached); lost, or replaced;
 * silent, if the cause is unknown; reconnecting, while Jupyter's connection is reopened
 * @typedef {'idle'|'busy'|'starting'|'gone'|'unreachable'|'unknown'|string} State
 * state of the kernel from other sources than its messages
 */

/**
 * Return the state of the kernel.
 * @param {{ unanswered: number, quiet: number, closed: boolean }} told unanswered pings, those that an idle kernel
 *   should have answered, and whether the connection was found closed
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
  /** Functions that remove the page's listeners. @type {Array<() => void>} */
  listening = [];
  /** Whether the page waits for a pong. */
  asking = false;
  /** Whether a new connection was opened that has not received anything yet. */
  opening = false;
  /** Number of consecutive short-lived connections. */
  tries = 0;
  /**
   * Whether the page slept or was offline since its connection last worked. Jupyter's connection is reopened only
   * then, because reopening loses a long message that is being transferred on a slow connection.
   */
  slept = false;

  /**
   * @param {{ ping: () => void, state: () => Promise<State>, tell: (health: Health) => void, window: Window,
   *   renew?: (() => void) | null, reopen?: (() => boolean) | null, far?: boolean }} options
   *   `tell` is called at every check while the kernel is not well, and once when it has recovered; `renew` replaces
   * the connection, if the page can; `reopen` reopens Jupyter's connection, or returns false; `far` means that there
   * is a network between page and kernel
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

  /** Whether the page has been unused for a long time. */
  rests() {
    return Date.now() - this.lastUse > this.times.rest;
  }

  later(wait, run = () => void this.look()) {
    this.window.clearTimeout(this.timer);
    this.dueAt = Date.now() + wait;
    this.timer = this.window.setTimeout(run, wait);
  }

  /** Whether the timer is much too late, because the page slept or is throttled. */
  isLate() {
    return Date.now() - this.dueAt > this.times.late;
  }

  /**
   * Handle any message from the kernel, which proves that it is alive. A message sent before a sleep proves nothing
   * about the connection, so a page that has sent a ping waits for the pong.
   * @param {any} message
   */
  heard(message) {
    this.heardAt = Date.now();
    if (message?.kind !== 'pong') this.lastUse = this.heardAt;
    if (this.asking && message?.kind !== 'pong') return;
    Object.assign(this, { unanswered: 0, quiet: 0, closed: false, asking: false, opening: false, slept: false });
    this.round += 1; // a check that is waiting for the state is outdated
    this.later(this.times.ping);
    if (this.health === 'well') return;
    this.health = 'well';
    this.tell('well');
  }

  // --- The heartbeat.

  /** Evaluate the replies, and send another ping. */
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
    // on a stalled connection this takes longer than the check interval, so not earlier
    const state = this.unanswered ? await this.state() : 'idle';
    if (round !== this.round) return;
    this.later(this.unanswered > 1 ? this.times.ping : this.times.soon);
    if (this.say(state)) return;
    // do not send a third ping to a busy kernel
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

  /** @returns {boolean} whether a new connection is opened */
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
   * Reopen Jupyter's connection once after a sleep, because Jupyter does not notice that it is dead.
   * @param {Health} health
   * @param {State} state
   * @returns {boolean} whether a reply is awaited
   */
  opensAgain(health, state) {
    if (!this.reopen || !this.slept || this.closed || health === 'busy' || state === 'gone') return false;
    const far = state === 'unreachable';
    if (far && this.health !== 'well') return false; // wait until the server can be reached
    this.slept = far;
    if (!this.reopen()) return false;
    this.health = 'reconnecting';
    this.tell('reconnecting');
    this.ask();
    return true;
  }

  // --- After a sleep.

  /**
   * The page or the network is active again; the connection may be dead.
   * @param {boolean} [anew] whether to abandon a connection that is being opened, because it was started offline
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

  /** Send one ping, and wait for the reply as long as a person would. */
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

  /** No reply has arrived. */
  async expire() {
    if (!this.closed && (this.isLate() || Date.now() - this.heardAt < this.times.soon)) {
      this.ask(); // it slept again; or a long message is being transferred
      return;
    }
    const { round } = this;
    const state = await this.state();
    if (round !== this.round) return;
    Object.assign(this, { asking: false, unanswered: 2, quiet: state === 'busy' ? 0 : 2 });
    this.later(this.times.ping);
    this.say(state);
  }

  /** The network is offline, which does not matter if the server is on this machine. */
  goOffline() {
    if (!isHere(this.window)) {
      this.health = 'away';
      this.tell('away');
    }
    this.ask();
  }

  // --- Replacement of a dead connection.

  /** The connection was closed. */
  lose() {
    this.health = 'away';
    this.tell('away');
    this.reconnect();
  }

  /**
   * Open a new connection: immediately, then with increasing random delays, so that a class does not reconnect all at
   * once.
   */
  reconnect() {
    if (this.heardAt - this.openedAt > this.times.answer) this.tries = 0; // the last one was stable
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
    // a slow connection takes longer, so the next one gets more time
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

/** Whether the server is on this machine. */
function isHere(window) {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(window.location?.hostname ?? '');
}

/**
 * Monitor the kernel of a model. No requests are repeated while it is busy.
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

/** Time at which each kernel's connection was reopened; several tables share it. @type {WeakMap<object, number>} */
const reopenedAt = new WeakMap();

/**
 * Reopen the websocket of Jupyter's connection to a kernel. Messages sent meanwhile are queued.
 * @param {any} model
 * @returns {boolean} whether there is such a connection
 */
function reopenLine(model) {
  const kernel = model.widget_manager?.kernel;
  if (typeof kernel?.reconnect !== 'function' || kernel.isDisposed) return false;
  const now = Date.now();
  if (now - (reopenedAt.get(kernel) ?? 0) < times().answer) return true;
  reopenedAt.set(kernel, now);
  kernel.reconnect().catch(() => {}); // a failure is noticed by the missing pong
  return true;
}
