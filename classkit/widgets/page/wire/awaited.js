/** The answers that a page awaits: each is asked for again until it comes, and given up at last. */

import { times } from './clock.js';

/**
 * @typedef {import('../types.js').Message} Message
 * @typedef {{ content: Record<string, unknown>, tries: number, timer: any, answer: Promise<Message>, settle: (message: Message) => void }} Question
 */

/** As in `repeats.py`: the upper part of a number is the page, the lower part counts its actions. */
const PER_PAGE = 1_000_000;

const GIVEN_UP = 'No answer came from the kernel. It may still do what was asked, once it is free.';

export class Awaited {
  /** @param {(content: Record<string, unknown>) => void} send how a message reaches the kernel */
  constructor(send) {
    this.send = send;
    this.times = times();
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

  /**
   * Asks, and asks again under the same number, by which the kernel knows what it has done already.
   * @param {Record<string, unknown>} content
   * @returns {Promise<Message>} the answer; a refusal when none comes
   */
  ask(content) {
    this.last += 1;
    let settle = (/** @type {Message} */ _message) => {};
    const answer = new Promise((resolve) => { settle = resolve; });
    const question = { content: { ...content, id: this.last }, tries: 0, timer: undefined, answer, settle };
    this.questions.set(this.last, question);
    this.put(question);
    return answer;
  }

  /** @param {Question} question */
  put(question) {
    this.wait(question);
    try {
      this.send(question.content);
    } catch {
      // a closed connection: it is tried again, and the missing answers to pings tell the reader
    }
  }

  /** @param {Question} question */
  wait(question) {
    clearTimeout(question.timer);
    const wait = Math.min(this.times.again * 2 ** question.tries, this.times.seldom);
    question.tries += 1;
    question.timer = setTimeout(() => this.putAgain(question), wait);
  }

  /** @param {Question} question */
  async putAgain(question) {
    if (question.tries >= this.times.tries) {
      this.gaveUp({ kind: 'refused', reply: question.content.id, reason: GIVEN_UP });
      return;
    }
    const may = await this.mayAsk();
    if (!this.questions.has(/** @type {number} */ (question.content.id))) return;
    if (may) this.put(question);
    else this.wait(question);
  }

  /**
   * Takes a message that may be an answer.
   * @param {Message} message
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

  /**
   * Awaits nothing any more.
   * @param {string} reason
   */
  giveUp(reason) {
    for (const reply of [...this.questions.keys()]) this.settle({ kind: 'refused', reply, reason });
  }
}
