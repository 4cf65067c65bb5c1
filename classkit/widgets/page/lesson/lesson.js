/** The cells of a lesson's page, run in order in one worker. */

import { whole } from '../wire/worker.js';
import { CellsWorker } from './line.js';
import { Outputs } from './outputs.js';

/**
 * @typedef {{ source: () => string, out: HTMLElement, say: (words: string) => void }} PageCell
 *   a cell of the page: its source, its output element, and a function that sets its status text
 * @typedef {{ up: string, python: import('./line.js').CellsPython }} LessonTold
 *   settings of a page: the relative path to the folder of the site, and the addresses of Python
 */

const STOPPED = 'Stopped. The results of the cells are lost: “Run all up to here” creates them again.';

export class Lesson {
  /** @type {CellsWorker | null} */
  worker = null;
  /** @type {Outputs | null} */
  outputs = null;
  /** Numbers of the cells to run; the first one is running. @type {number[]} */
  waiting = [];
  /** Number of cell runs. */
  runs = 0;

  /**
   * @param {LessonTold} told
   * @param {PageCell[]} cells
   * @param {(busy: boolean) => void} tell whether cells are running
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

  /** Run cells after the waiting ones. @param {number[]} numbers */
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
   * If a cell fails, the waiting cells are not run, unless it failed because a feature is unavailable in these pages.
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

  /** Set the status text of the running cell. */
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
