/**
 * Messages between page and kernel: the kernel's are unpacked in their turn, and change the table's state; an answer
 * that the page awaits is asked for again until it comes, and given up at last.
 */

import { times } from './timeouts.js';

/**
 * @param {any} packed bytes in gzip's form
 * @returns {Response} what they say
 */
export function unpacked(packed) {
  const stream = new DecompressionStream('gzip');
  const writer = stream.writable.getWriter();
  // Bytes that make no sense are reported where they are read.
  writer.write(packed).catch(() => {});
  writer.close().catch(() => {});
  return new Response(stream.readable);
}

/**
 * Unpacking takes a moment: what comes meanwhile waits, for messages are numbered.
 * @param {Receive} receive takes whole messages
 * @returns {Receive} takes them as they come
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
      // The page notices by its number that a message is missing, and asks for everything anew.
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

// --- Carries out what changed in the table's state (see `json_diff.py`). Pure.

/**
 * @typedef {{is?: any, in?: Record<string, Change>, gone?: string[], splice?: Array<[number, number, any[]]>}} Change
 *   `is`: the value as it is now; `in` and `gone`: what changed inside a table; `splice`: at a place
 *   of a list, so many entries give way to these
 */

/**
 * A value after a change. Nothing is changed in place; what the change leaves out stays the very
 * same object, so that parts can compare by identity.
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

// --- The answers that a page awaits.

/**
 * @typedef {(content: Record<string, unknown>, file?: ArrayBuffer) => void} Send a file goes beside its message, as
 *   bytes
 */

/**
 * @typedef {{ content: Record<string, unknown>, file?: ArrayBuffer, tries: number, timer: any, answer:
 *   Promise<Message>, settle: (message: Message) => void }} Question
 */

/** As in `idempotency.py`: the upper part of a number is the page, the lower part counts its actions. */
const PER_PAGE = 1_000_000;

const GIVEN_UP = 'The kernel did not respond. It may still carry out the action when it is free.';

export class Awaited {
  /** @param {Send} send how a message reaches the kernel */
  constructor(send) {
    this.send = send;
    this.times = times();
    /** Why an answer is given up. */
    this.reason = GIVEN_UP;
    /** @type {() => Promise<boolean>} whether asking again now makes sense: not while the kernel is busy */
    this.mayAsk = () => Promise.resolve(true);
    /** @type {(message: Message) => void} takes the refusal in place of an answer that never came */
    this.gaveUp = (message) => void this.settle(message);
    /** @type {Map<number, Question>} */
    this.questions = new Map();
    this.last = PER_PAGE * (1 + Math.floor(Math.random() * 8e9));
  }

  /** @returns {number} how many answers are missing */
  get size() { return this.questions.size; }

  /** What is awaited for longest. */
  get oldest() { return [...this.questions.values()].at(0)?.content; }

  /**
   * Asks, and asks again under the same number, by which the kernel knows what it has done already.
   * @param {Record<string, unknown>} content
   * @param {ArrayBuffer} [file]
   * @returns {Promise<Message>} the answer; a refusal when none comes
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
      // a closed connection: it is tried again, and the missing answers to pings tell the reader
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
   * Takes a message that may be an answer.
   * @returns {boolean} whether it was awaited
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
   * Asks for all that is missing at once: the connection is back.
   * @returns {Promise<void>} when all of it has come
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
