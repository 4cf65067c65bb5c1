/** The cells of a lesson's page, run in order in one worker. */

import { whole } from '../wire/worker.js';
import { CellsWorker } from './line.js';
import { Outputs } from './outputs.js';

/**
 * @typedef {{ source: () => string, out: HTMLElement, say: (words: string) => void }} PageCell
 *   a cell of the page: what stands in it, where what it shows goes, and what is said of it
 * @typedef {{ up: string, python: import('./line.js').CellsPython }} LessonTold
 *   what a page says: the way up to the folder of the site, and where Python is in it
 */

const STOPPED = 'Stopped. The results of the cells are lost: “Run all up to here” creates them again.';

export class Lesson {
  /** @type {CellsWorker | null} */
  worker = null;
  /** @type {Outputs | null} */
  outputs = null;
  /** The cells that are still to be run, by number; the first is at work. @type {number[]} */
  waiting = [];
  /** How often a cell has been run. */
  runs = 0;

  /**
   * @param {LessonTold} told
   * @param {PageCell[]} cells
   * @param {(busy: boolean) => void} tell whether cells are at work
   */
  constructor({ up, python }, cells, tell) {
    this.python = whole(up, python);
    this.cells = cells;
    this.tell = tell;
  }

  begin() {
    this.worker = new CellsWorker(this.python, {
      starting: ({ words }) => this.say(words),
      ready: () => this.say('Running …'),
      fetching: (name) => this.say(name ? `${name.replace(/\.\w+$/, '')} is loading …` : 'Running …'),
      heard: (text) => this.outputs?.hear(JSON.parse(text)),
      ended: ({ went }) => this.ended(went),
      fail: (why) => this.end(`Python has stopped: ${why}. Run the cells again.`),
    });
    this.outputs = new Outputs(this.worker);
  }

  /** Runs cells, after those that are still to be run. @param {number[]} numbers */
  run(numbers) {
    const idle = !this.waiting.length;
    for (const number of numbers) this.cells[number].say('Waiting for its turn …');
    this.waiting.push(...numbers);
    this.tell(true);
    if (!this.worker) this.begin();
    if (idle) this.next();
  }

  next() {
    const number = this.waiting[0];
    if (number === undefined) {
      this.tell(false);
      return;
    }
    const { source, out, say } = this.cells[number];
    this.outputs?.clear(out);
    this.outputs?.places.set(`cell ${number}`, out);
    say('Running …');
    this.worker?.ask('run', `cell ${number}`, source());
  }

  /**
   * After a cell that went wrong, those that were to come after it are not run; after one that needs what these pages
   * do not have, they are.
   * @param {'well'|'lacking'|'wrong'} went
   */
  ended(went) {
    this.runs += 1;
    this.cells[this.waiting[0]].say(went === 'well' ? `Run as number ${this.runs}.` : 'This cell has failed.');
    const rest = went === 'wrong' ? this.waiting.splice(1) : [];
    this.waiting.shift();
    for (const number of rest) this.cells[number].say('Not run: a cell above has failed.');
    this.next();
  }

  /** Says something of the cell that is at work. */
  say(words) {
    if (this.waiting.length) this.cells[this.waiting[0]].say(words);
  }

  stop() { this.end(STOPPED); }

  end(words) {
    this.say(words);
    for (const number of this.waiting.slice(1)) this.cells[number].say('');
    this.waiting = [];
    this.worker?.stop();
    this.worker = null;
    this.tell(false);
  }
}
