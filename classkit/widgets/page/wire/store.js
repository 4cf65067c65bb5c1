/** Store of a page, one per model: state, messages that change it, listeners, and requests. */

import { after, Awaited } from './messages.js';
import { Views } from './visible_charts.js';

/** @typedef {(changed: Set<string>) => void} Listener */

const STOPPED = 'You stopped waiting. The action may still be carried out.';
const ANOTHER =
  'The kernel was restarted, and the table shows its state. The last action may be missing: check where the match '
  + 'is now.';

/** The actions that answer a decision. */
const ANSWERS = ['answer', 'default'];

/** A frame of the screen, in milliseconds. */
const FRAME = 15;

/**
 * Run once per frame: immediately if the last repaint was at least a frame ago, so that clicks are not delayed, else
 * in the next frame, or soon if there are no frames (tests, hidden tabs).
 * @param {number} last time of the last repaint
 */
function inFrame(last, run) {
  if (performance.now() - last > FRAME) queueMicrotask(run);
  else if (typeof requestAnimationFrame === 'function' && !document.hidden) requestAnimationFrame(run);
  else setTimeout(run, 0);
}

export class Store {
  /** @param {import('./messages.js').Send} send sends a message to the kernel */
  constructor(send) {
    this.awaited = new Awaited(send);
    this.awaited.gaveUp = (refusal) => this.receive(refusal);
    /** The current kernel, and earlier ones. */
    this.kernel = '';
    /** @type {Set<string>} */
    this.past = new Set();
    /** The highest known message number of the kernel. */
    this.newest = 0;
    this.refreshing = false;
    /** Whether the kernel was informed that the page is hidden. */
    this.unseen = false;
    /** Whether the kernel was alive at the last check; a busy kernel is. */
    this.there = true;
    /** Why requests are no longer possible, or empty. */
    this.gone = '';
    this.state = emptyState();
    /** State of this page only: theme before the kernel replies, the open seat, chosen spaces. */
    this.local = { busy: false };
    /** @type {Map<Listener, number>} */
    this.listeners = new Map();
    /** @type {Set<(reason: string, asked: string) => void>} */
    this.refusals = new Set();
    /** Called when an answer of this page was accepted. @type {Set<() => void>} */
    this.answered = new Set();
    /** @type {Set<(busy: boolean) => void>} */
    this.watchers = new Set();
    /** @type {Set<string>} */
    this.pending = new Set();
    this.painting = false;
    /** Whether parts are currently being repainted. */
    this.writing = false;
    this.lastPaint = -FRAME * 2;
    this.acting = false;
    this.painted = [];
    this.views = new Views(this);
  }

  /** @returns {Fixed|null} */
  get fixed() { return this.state.fixed; }

  /** @returns {Now|null} */
  get now() { return this.state.now; }

  /** Request a snapshot, at the start and after a gap, unless one is already requested. */
  async refresh() {
    if (this.refreshing || this.gone) return;
    this.refreshing = true;
    const answer = await this.send({ do: 'snapshot' });
    this.refreshing = false;
    if (answer.kind === 'snapshot' && this.lacks()) await this.refresh();
  }

  /** Whether newer state is known to exist. */
  lacks() {
    return !this.state.now || this.newest > this.state.seq;
  }

  /**
   * Handle a message from the kernel, which may be duplicate, late or out of order.
   * @param {DataView[]} [buffers]
   */
  receive(message, buffers = []) {
    if (!message || typeof message !== 'object' || this.past.has(message.kernel)) return;
    if (message.kernel) this.meet(message.kernel);
    this.newest = Math.max(this.newest, message.seq ?? message.at ?? 0);
    const { state, changed } = accept(this.state, message);
    this.state = state;
    if (changed.size) this.touch(...changed);
    const asked = this.awaited.questions.get(message.reply)?.content.do;
    this.awaited.settle({ ...message, buffers });
    // refusals of other pages are shown there, and a refusal with an offer becomes a question
    const mine = asked || (message.reply ?? null) === null;
    if (message.kind === 'refused' && !message.offer && mine) this.tellRefused(message.reason, String(asked ?? ''));
    if (typeof (message.seq ?? message.at) === 'number' && this.lacks()) void this.refresh();
    if (message.kind !== 'pong') this.setBusy();
  }

  /**
   * Handle a new kernel. It does not know the requests sent to the previous one, but its match may include them, so
   * they are not repeated.
   */
  meet(kernel) {
    if (kernel === this.kernel) return;
    const before = this.kernel;
    this.kernel = kernel;
    if (!before) return;
    this.past.add(before);
    this.newest = 0;
    this.refreshing = false;
    this.state = { ...this.state, seq: -1 };
    this.awaited.giveUp(ANOTHER);
    this.tellRefused(ANOTHER);
  }

  /** The user stops waiting. The action may still be carried out, and is then shown. */
  stopWaiting() {
    this.awaited.giveUp(STOPPED);
    this.setBusy();
    this.tellRefused(STOPPED);
  }

  /** Requests are no longer possible. */
  lose(why) {
    this.gone = why;
    this.awaited.giveUp(why);
    this.setBusy();
  }

  /**
   * The connection is restored: request everything that is missing.
   * @returns {Promise<void>} resolves when it has arrived
   */
  async goOn() {
    this.gone = '';
    await Promise.all([this.awaited.askAllAgain(), this.refresh()]);
  }

  /** The page is visible again: request the missed changes. */
  comeBack() {
    this.unseen = false;
    return this.refresh();
  }

  /** @param {string} [asked] the refused action, such as "answer"; empty for all future requests */
  tellRefused(reason, asked = '') {
    for (const tell of this.refusals) tell(reason, asked);
  }

  /**
   * Sends an action.
   * @param {Record<string, unknown>} action
   * @param {ArrayBuffer} [file] the file to open
   * @returns {Promise<Message>} the reply, or a refusal if there is none
   */
  send(action, file) {
    if (this.gone) {
      this.tellRefused(this.gone);
      return Promise.resolve({ kind: 'refused', reason: this.gone });
    }
    const kernel = this.kernel && { kernel: this.kernel };
    const answer = this.awaited.ask({ ...action, ...kernel, ...this.meant(action) }, file);
    this.setBusy();
    return answer;
  }

  /**
   * On a phone, the number of the decision that an answer belongs to, so that a late repetition does not answer
   * another one.
   */
  meant(action) {
    const decided = ANSWERS.includes(action.do) ? this.now?.decided : undefined;
    return decided === undefined ? {} : { decided };
  }

  /** The connection is new, and its message numbers restart. */
  meetLine() {
    this.newest = 0;
    this.state = { ...this.state, seq: -1 };
  }

  /**
   * Send a query.
   * @param {Record<string, unknown>} action
   * @returns {Promise<any>} the data, or null when refused
   */
  async detail(action) {
    const answer = await this.send(action);
    return answer.kind === 'detail' ? answer.data : null;
  }

  /**
   * Send an action that changes the match, unless another one is pending: a double click must not answer the next
   * question, too.
   * @param {Record<string, unknown>} action
   * @param {ArrayBuffer} [file] the file to open
   * @returns {Promise<Message|null>} null if it was not sent
   */
  async act(action, file) {
    if (this.acting) return null;
    this.acting = true;
    try {
      const answer = await this.send(action, file);
      if (ANSWERS.includes(String(action.do)) && answer.kind !== 'refused') for (const tell of this.answered) tell();
      return answer;
    } finally {
      this.acting = false;
    }
  }

  /** Notify watchers whether a reply is pending, without a repaint, which would delay the reply's repaint. */
  setBusy() {
    const busy = this.awaited.size > 0;
    if (busy === this.local.busy) return;
    this.local.busy = busy;
    for (const watch of this.watchers) watch(busy);
  }

  /**
   * Change the state of this page only.
   * @param {Record<string, any>} values
   */
  set(values) {
    Object.assign(this.local, values);
    this.touch(...Object.keys(values).map((key) => `local.${key}`));
  }

  /**
   * Record changes; all parts repaint together in the next frame.
   * @param {...string} keys
   */
  touch(...keys) {
    for (const key of keys) this.pending.add(key);
    if (this.painting) return;
    this.painting = true;
    inFrame(this.lastPaint, () => this.paint());
  }

  /**
   * Run after all parts have repainted, or immediately if none does. Measuring before that would cause a second layout.
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
        // A failing part must not break the others, or the lesson.
        console.error('classkit: a part of the table could not be drawn', error);
      }
    }
    this.writing = false;
    for (const done of this.painted.splice(0)) done();
    this.lastPaint = performance.now();
  }

  /** @returns {Promise<void>} resolves after the next repaint, or immediately */
  repaint() {
    if (!this.painting) return Promise.resolve();
    return new Promise((resolve) => this.painted.push(resolve));
  }

  /**
   * @param {Listener} listener called once per repaint with the keys that changed
   * @param {number} [order] listeners with a lower order repaint first
   * @returns {() => void} ends the subscription
   */
  subscribe(listener, order = 0) {
    this.listeners.set(listener, order);
    return () => this.listeners.delete(listener);
  }

  /** @param {(reason: string, asked: string) => void} tell */
  onRefused(tell) {
    this.refusals.add(tell);
    return () => this.refusals.delete(tell);
  }

  /** @param {(busy: boolean) => void} watch called when replies become pending, and when none is */
  onBusy(watch) {
    this.watchers.add(watch);
    return () => this.watchers.delete(watch);
  }
}

// --- Applying snapshots and steps to the state. Pure functions.

/** @typedef {{seq: number, fixed: Fixed|null, now: Now|null}} State */

/** @returns {State} the state before the first snapshot */
export function emptyState() {
  return { seq: 0, fixed: null, now: null };
}

/**
 * Apply a numbered message. An old message, or one after a gap, changes nothing; after a gap the Store requests a
 * snapshot.
 * @returns {{state: State, changed: Set<string>}}
 */
export function accept(state, message) {
  const { kind, seq, fixed, now, change } = message;
  if (kind === 'snapshot' && (!state.now || seq > state.seq))
    return { state: { seq, fixed, now }, changed: new Set(['fixed', ...Object.keys(now)]) };
  if (kind === 'snapshot' || !state.now || seq !== state.seq + 1) return { state, changed: new Set() };
  if (kind !== 'step') return { state: { ...state, seq }, changed: new Set() };
  return { state: { ...state, seq, now: after(state.now, change) }, changed: new Set(Object.keys(change.in ?? {})) };
}
