/** One page Store per model: what the page knows, who listens, and how it asks. */

import { accept, emptyState } from './state.js';

/**
 * @typedef {import('./types.js').Fixed} Fixed
 * @typedef {import('./types.js').Now} Now
 * @typedef {import('./types.js').Message} Message
 * @typedef {(changed: Set<string>) => void} Listener
 * @typedef {(message: Message) => void} Waiter
 */

/** An answer that has not come after this long may be asked for again. */
const PATIENT = 15_000;

/** A frame of the screen, in milliseconds. */
const FRAME = 15;

/**
 * Runs once in this frame: at once when the last repaint is a frame ago, so that a click is not
 * kept waiting, else with the next frame. Without a frame (in tests, in a hidden tab) soon.
 * @param {number} last when the last repaint was
 * @param {() => void} run
 */
function inFrame(last, run) {
  if (performance.now() - last > FRAME) queueMicrotask(run);
  else if (typeof requestAnimationFrame === 'function' && !document.hidden) requestAnimationFrame(run);
  else setTimeout(run, 0);
}

export class Store {
  /** @param {(content: Record<string, unknown>) => void} send how a message reaches the kernel */
  constructor(send) {
    this.sendRaw = send;
    this.state = emptyState();
    /** What only this page knows: theme before the kernel answers, the open seat, chosen spaces. */
    /** @type {Record<string, any>} */
    this.local = { busy: false };
    /** @type {Map<Listener, number>} */
    this.listeners = new Map();
    /** @type {Set<(reason: string) => void>} */
    this.refusals = new Set();
    /** @type {Set<(busy: boolean) => void>} */
    this.watchers = new Set();
    /** @type {Map<number, Waiter>} */
    this.waiting = new Map();
    /** @type {Set<string>} */
    this.pending = new Set();
    this.painting = false;
    /** Whether parts are being repainted just now. */
    this.writing = false;
    this.lastPaint = -FRAME * 2;
    this.askedAt = -PATIENT;
    // Two tabs on one kernel both get every message; their numbers must not meet.
    this.lastId = 1000 * Math.floor(Math.random() * 900_000);
    this.acting = false;
    this.actedAt = 0;
    /** @type {Array<() => void>} */
    this.painted = [];
  }

  /** @returns {Fixed|null} */
  get fixed() { return this.state.fixed; }

  /** @returns {Now|null} */
  get now() { return this.state.now; }

  /** Asks for everything anew: at the start, and after a gap. */
  refresh() {
    if (performance.now() - this.askedAt < PATIENT) return;
    this.askedAt = performance.now();
    this.send({ do: 'snapshot' });
  }

  /**
   * Takes a message from the kernel.
   * @param {Message} message
   * @param {DataView[]} [buffers]
   */
  receive(message, buffers = []) {
    if (!message || typeof message !== 'object') return;
    if (message.kind === 'snapshot') this.askedAt = -PATIENT;
    const outcome = accept(this.state, message);
    this.state = outcome.state;
    if (outcome.wants) this.refresh();
    if (outcome.changed.size) this.touch(...outcome.changed);
    if (message.kind === 'refused') for (const tell of this.refusals) tell(message.reason);
    const waiter = message.reply === null || message.reply === undefined ? undefined : this.waiting.get(message.reply);
    if (waiter && message.reply !== undefined) {
      this.waiting.delete(message.reply);
      waiter({ ...message, buffers });
    }
    if (message.kind !== 'pong') this.setBusy();
  }

  /**
   * Sends an action.
   * @param {Record<string, unknown>} action
   * @returns {Promise<Message>} the one message that answers it
   */
  send(action) {
    const id = ++this.lastId;
    const answer = new Promise((resolve) => this.waiting.set(id, resolve));
    this.sendRaw({ ...action, id });
    this.setBusy();
    return /** @type {Promise<Message>} */ (answer);
  }

  /**
   * Asks for details.
   * @param {Record<string, unknown>} action
   * @returns {Promise<any>} the data, or null when refused
   */
  async detail(action) {
    const answer = await this.send(action);
    return answer.kind === 'detail' ? answer.data : null;
  }

  /**
   * Sends what changes the match, unless another such action is still under way: a double click
   * must not answer the next question too.
   * @param {Record<string, unknown>} action
   * @returns {Promise<Message|null>} null when it was not sent
   */
  async act(action) {
    if (this.acting && performance.now() - this.actedAt < PATIENT) return null;
    this.acting = true;
    this.actedAt = performance.now();
    const own = this.actedAt;
    try {
      return await this.send(action);
    } finally {
      if (this.actedAt === own) this.acting = false;
    }
  }

  /** Tells those who watch whether an answer is awaited; no repaint, which would hold up the answer's. */
  setBusy() {
    const busy = this.waiting.size > 0;
    if (busy === this.local.busy) return;
    this.local.busy = busy;
    for (const watch of this.watchers) watch(busy);
  }

  /**
   * Changes what only this page knows.
   * @param {Record<string, any>} values
   */
  set(values) {
    Object.assign(this.local, values);
    this.touch(...Object.keys(values).map((key) => `local.${key}`));
  }

  /**
   * Notes changes; all parts repaint together in the next frame.
   * @param {...string} keys
   */
  touch(...keys) {
    for (const key of keys) this.pending.add(key);
    if (this.painting) return;
    this.painting = true;
    inFrame(this.lastPaint, () => this.paint());
  }

  /**
   * Runs when all parts have repainted, at once when none does: what measures waits until then, for
   * the browser lays out the table for it, and would again for what is written after.
   * @param {() => void} run
   */
  afterwards(run) {
    if (this.writing) this.painted.push(run);
    else run();
  }

  paint() {
    const changed = this.pending;
    this.pending = new Set();
    this.painting = false;
    this.writing = true;
    const inOrder = [...this.listeners].sort((one, other) => one[1] - other[1]);
    for (const [listener] of inOrder) {
      try {
        listener(changed);
      } catch (error) {
        // One part that fails must not take the others, or the lesson, with it.
        console.error('classkit: a part of the table could not repaint', error);
      }
    }
    this.writing = false;
    for (const done of this.painted.splice(0)) done();
    this.lastPaint = performance.now();
  }

  /** @returns {Promise<void>} after the next repaint (at once when none is due) */
  repaint() {
    if (!this.painting) return Promise.resolve();
    return new Promise((resolve) => this.painted.push(resolve));
  }

  /**
   * @param {Listener} listener called once per repaint with the keys that changed
   * @param {number} [order] those of a lower order repaint first
   * @returns {() => void} ends the subscription
   */
  subscribe(listener, order = 0) {
    this.listeners.set(listener, order);
    return () => this.listeners.delete(listener);
  }

  /**
   * @param {(reason: string) => void} tell
   * @returns {() => void}
   */
  onRefused(tell) {
    this.refusals.add(tell);
    return () => this.refusals.delete(tell);
  }

  /**
   * @param {(busy: boolean) => void} watch told when an answer is awaited, and when none is any more
   * @returns {() => void}
   */
  onBusy(watch) {
    this.watchers.add(watch);
    return () => this.watchers.delete(watch);
  }
}
