/**
 * Messages between page and kernel: kernel messages are decompressed in order and change the table's state; requests
 * are repeated until they are answered, or given up.
 */

import { times } from './timeouts.js';

/**
 * @param {any} packed gzip data
 * @returns {Response} the decompressed data
 */
export function unpacked(packed) {
  const stream = new DecompressionStream('gzip');
  const writer = stream.writable.getWriter();
  // Invalid data is reported where it is read.
  writer.write(packed).catch(() => {});
  writer.close().catch(() => {});
  return new Response(stream.readable);
}

/**
 * Decompress messages in order: later messages wait, because they are numbered.
 * @param {Receive} receive receives decompressed messages
 * @returns {Receive} receives compressed messages
 */
export function inTurn(receive) {
  let last = null;
  return (message, buffers) => {
    if (!last && !message?.packed) {
      receive(message, buffers);
      return;
    }
    const whole = message?.packed ? opened(message, buffers) : Promise.resolve(message);
    whole.catch(() => {}); // reported in its turn
    const mine = Promise.resolve(last).then(() => whole).then((one) => receive(one, message?.packed ? [] : buffers))
      // The page notices the missing number, and requests a snapshot.
      .catch((error) => console.error('classkit: a message could not be read', error))
      .then(() => { if (last === mine) last = null; });
    last = mine;
  };
}

/**
 * @param {any} message
 * @param {DataView[]} buffers
 */
async function opened({ packed, ...outside }, [bytes]) {
  if (!bytes) throw new Error('its binary data is missing'); // for which a stream may wait for ever
  return { ...outside, ...await unpacked(bytes).json() };
}

// --- Applying changes to the table's state (see `json_diff.py`). Pure functions.

/**
 * @typedef {{is?: any, in?: Record<string, Change>, gone?: string[], splice?: Array<[number, number, any[]]>}} Change
 *   `is`: the new value; `in` and `gone`: changed and removed keys; `splice`: [index, number of removed entries, new
 * entries]
 */

/**
 * Return a value after a change. Nothing is changed in place; unchanged parts remain identical objects, so that they
 * can be compared by identity.
 */
export function after(value, change) {
  if ('is' in change) return change.is;
  if (change.splice)
    return change.splice.reduce(
      (list, [at, cut, items]) => [...list.slice(0, at), ...items, ...list.slice(at + cut)],
      value,
    );
  const next = { ...value };
  for (const key of change.gone ?? []) delete next[key];
  for (const [key, inside] of Object.entries(change.in ?? {})) next[key] = after(next[key], inside);
  return next;
}

// --- Pending requests of a page.

/**
 * @typedef {(content: Record<string, unknown>, file?: ArrayBuffer) => void} Send sends a message with an optional file
 */

/**
 * @typedef {{ content: Record<string, unknown>, file?: ArrayBuffer, tries: number, timer: any, answer:
 *   Promise<Message>, settle: (message: Message) => void }} Question
 */

/** As in `idempotency.py`: the upper part of a number identifies the page, the lower part counts its actions. */
const PER_PAGE = 1_000_000;

const GIVEN_UP = 'The kernel did not respond. It may still carry out the action when it is free.';

export class Awaited {
  /** @param {Send} send sends a message to the kernel */
  constructor(send) {
    this.send = send;
    this.times = times();
    /** Why requests are given up. */
    this.reason = GIVEN_UP;
    /** @type {() => Promise<boolean>} whether repeating a request makes sense now: not while the kernel is busy */
    this.mayAsk = () => Promise.resolve(true);
    /** @type {(message: Message) => void} receives the refusal that replaces a missing reply */
    this.gaveUp = (message) => void this.settle(message);
    /** @type {Map<number, Question>} */
    this.questions = new Map();
    this.last = PER_PAGE * (1 + Math.floor(Math.random() * 8e9));
  }

  /** @returns {number} the number of pending requests */
  get size() { return this.questions.size; }

  /** The oldest pending request. */
  get oldest() { return [...this.questions.values()].at(0)?.content; }

  /**
   * Send a request, and repeat it with the same number, by which the kernel recognizes repetitions.
   * @param {Record<string, unknown>} content
   * @param {ArrayBuffer} [file]
   * @returns {Promise<Message>} the reply, or a refusal if there is none
   */
  ask(content, file) {
    this.last += 1;
    let settle = (_message) => {};
    const answer = new Promise((resolve) => { settle = resolve; });
    const question = { content: { ...content, id: this.last }, file, tries: 0, timer: undefined, answer, settle };
    this.questions.set(this.last, question);
    this.put(question);
    return answer;
  }

  put(question) {
    this.wait(question);
    try {
      this.send(question.content, question.file);
    } catch {
      // the connection is closed: the request is repeated, and missing pongs inform the user
    }
  }

  wait(question) {
    clearTimeout(question.timer);
    const wait = Math.min(this.times.again * 2 ** question.tries, this.times.seldom);
    question.tries += 1;
    question.timer = setTimeout(() => this.putAgain(question), wait);
  }

  async putAgain(question) {
    if (question.tries >= this.times.tries) {
      this.gaveUp({ kind: 'refused', reply: question.content.id, reason: this.reason });
      return;
    }
    const may = await this.mayAsk();
    if (!this.questions.has(/** @type {number} */ (question.content.id))) return;
    if (may) this.put(question);
    else this.wait(question);
  }

  /**
   * Handle a message that may be a reply.
   * @returns {boolean} whether it belongs to a pending request
   */
  settle(message) {
    const question = this.questions.get(message.reply);
    if (!question) return false;
    clearTimeout(question.timer);
    this.questions.delete(message.reply);
    question.settle(message);
    return true;
  }

  /**
   * Repeat all pending requests immediately, after a reconnection.
   * @returns {Promise<void>} resolves when all replies have arrived
   */
  async askAllAgain() {
    const missing = [...this.questions.values()];
    for (const question of missing) {
      question.tries = 0;
      this.put(question);
    }
    await Promise.all(missing.map((question) => question.answer));
  }

  /** Awaits nothing any more. */
  giveUp(reason) {
    for (const reply of [...this.questions.keys()]) this.settle({ kind: 'refused', reply, reason });
  }
}
