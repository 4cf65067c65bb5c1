/** One page Store per model: what the page knows, how messages change it, who listens, and how it asks. */

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
 * Runs once in this frame: at once when the last repaint is a frame ago, so that a click is not
 * kept waiting, else with the next frame. Without a frame (in tests, in a hidden tab) soon.
 * @param {number} last when the last repaint was
 */
function inFrame(last, run) {
  if (performance.now() - last > FRAME) queueMicrotask(run);
  else if (typeof requestAnimationFrame === 'function' && !document.hidden) requestAnimationFrame(run);
  else setTimeout(run, 0);
}

export class Store {
  /** @param {import('./messages.js').Send} send how a message reaches the kernel */
  constructor(send) {
    this.awaited = new Awaited(send);
    this.awaited.gaveUp = (refusal) => this.receive(refusal);
    /** The kernel that the present is of, and those before it. */
    this.kernel = '';
    /** @type {Set<string>} */
    this.past = new Set();
    /** The highest number of a message that is known to have been sent. */
    this.newest = 0;
    this.refreshing = false;
    /** Whether the kernel was told that nobody looks. */
    this.unseen = false;
    /** Whether the kernel was there when it was felt for last; one at work is. */
    this.there = true;
    /** Why nothing can be asked any more; empty while it can. */
    this.gone = '';
    this.state = emptyState();
    /** What only this page knows: theme before the kernel answers, the open seat, chosen spaces. */
    this.local = { busy: false };
    /** @type {Map<Listener, number>} */
    this.listeners = new Map();
    /** @type {Set<(reason: string, asked: string) => void>} */
    this.refusals = new Set();
    /** What is told when an answer of this page was accepted. @type {Set<() => void>} */
    this.answered = new Set();
    /** @type {Set<(busy: boolean) => void>} */
    this.watchers = new Set();
    /** @type {Set<string>} */
    this.pending = new Set();
    this.painting = false;
    /** Whether parts are being repainted just now. */
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

  /** Asks for everything anew, at the start and after a gap, unless that is under way. */
  async refresh() {
    if (this.refreshing || this.gone) return;
    this.refreshing = true;
    const answer = await this.send({ do: 'snapshot' });
    this.refreshing = false;
    if (answer.kind === 'snapshot' && this.lacks()) await this.refresh();
  }

  /** Whether there is something newer than what is shown. */
  lacks() {
    return !this.state.now || this.newest > this.state.seq;
  }

  /**
   * Takes a message from the kernel: doubled, late or out of order as it may be.
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
    // another page's question is refused there, and one with an offer is put as a question instead
    const mine = asked || (message.reply ?? null) === null;
    if (message.kind === 'refused' && !message.offer && mine) this.tellRefused(message.reason, String(asked ?? ''));
    if (typeof (message.seq ?? message.at) === 'number' && this.lacks()) void this.refresh();
    if (message.kind !== 'pong') this.setBusy();
  }

  /**
   * A kernel speaks. One that was started anew knows nothing of what was asked of the one before, but
   * the match that it has may hold it already: nothing of that is asked again.
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

  /** Somebody waits no longer: what was asked may still be done, and is shown when it is. */
  stopWaiting() {
    this.awaited.giveUp(STOPPED);
    this.setBusy();
    this.tellRefused(STOPPED);
  }

  /** Nothing can be asked any more. */
  lose(why) {
    this.gone = why;
    this.awaited.giveUp(why);
    this.setBusy();
  }

  /**
   * The connection is back: asks for all that is missing.
   * @returns {Promise<void>} when it has come
   */
  async goOn() {
    this.gone = '';
    await Promise.all([this.awaited.askAllAgain(), this.refresh()]);
  }

  /** Somebody looks again: asks for what has happened meanwhile. */
  comeBack() {
    this.unseen = false;
    return this.refresh();
  }

  /** @param {string} [asked] what was refused, such as "answer"; empty for all that is asked from now on */
  tellRefused(reason, asked = '') {
    for (const tell of this.refusals) tell(reason, asked);
  }

  /**
   * Sends an action.
   * @param {Record<string, unknown>} action
   * @param {ArrayBuffer} [file] that it opens
   * @returns {Promise<Message>} the one message that answers it, or a refusal when none comes
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

  /** Which of the decisions of its seat an answer is, on a phone: repeated late, it answers no other. */
  meant(action) {
    const decided = ANSWERS.includes(action.do) ? this.now?.decided : undefined;
    return decided === undefined ? {} : { decided };
  }

  /** The line is another one, whose messages are numbered anew. */
  meetLine() {
    this.newest = 0;
    this.state = { ...this.state, seq: -1 };
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
   * @param {ArrayBuffer} [file] that it opens
   * @returns {Promise<Message|null>} null when it was not sent
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

  /** Tells those who watch whether an answer is awaited; no repaint, which would hold up the answer's. */
  setBusy() {
    const busy = this.awaited.size > 0;
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
        console.error('classkit: a part of the table could not be drawn', error);
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

  /** @param {(reason: string, asked: string) => void} tell */
  onRefused(tell) {
    this.refusals.add(tell);
    return () => this.refusals.delete(tell);
  }

  /** @param {(busy: boolean) => void} watch told when an answer is awaited, and when none is any more */
  onBusy(watch) {
    this.watchers.add(watch);
    return () => this.watchers.delete(watch);
  }
}

// --- How a snapshot and the steps after it become the present. Pure: no page, no connection.

/** @typedef {{seq: number, fixed: Fixed|null, now: Now|null}} State */

/** @returns {State} what a page knows before the first snapshot */
export function emptyState() {
  return { seq: 0, fixed: null, now: null };
}

/**
 * Takes one numbered message. One that is old changes nothing, nor does one after a gap: then the Store asks for a
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
