/** Worker that runs the cells of a lesson, and the connections of their tables. */

import { enclosedWorker } from '../wire/worker.js';

/**
 * @typedef {{ worker: string, pyodide: string, library: string, packed: string, notebook: string,
 *   later: Record<string, string[]> }} CellsPython
 *   addresses in the site: the worker's script, the folder of Pyodide, the standard library, the package, additional
 * modules for cells, and packages fetched on import
 */

/**
 * @typedef {Record<string, (what: any) => void>} Told handlers of the worker's messages by kind; see the site's
 * `cells.js`
 */

export class CellsWorker {
  /** The receivers of the tables. @type {Map<string, Set<Receive>>} */
  tables = new Map();

  /**
   * @param {CellsPython} python with absolute addresses
   * @param {Told} tell
   */
  constructor(python, tell) {
    this.worker = enclosedWorker(python.worker);
    this.worker.onmessage = ({ data: [kind, what] }) => tell[kind](what);
    this.worker.onerror = (event) => {
      event.preventDefault();
      tell.fail(event.message || 'one of its files did not load');
    };
    this.worker.postMessage(['begin', python]);
  }

  /** @param {...any} what */
  ask(kind, ...what) { this.worker.postMessage([kind, ...what]); }

  /** Deliver a message to its table. */
  said({ id, message }) {
    for (const tell of this.tables.get(id) ?? []) tell(message, []);
  }

  /**
   * @param {string} id of a table
   * @returns {Line}
   */
  line(id) {
    const heard = this.tables.get(id) ?? new Set();
    this.tables.set(id, heard);
    return {
      send: (content, file) => this.ask('receive', id, JSON.stringify(content), file),
      hear(tell) {
        heard.add(tell);
        return () => heard.delete(tell);
      },
      watch: () => ({ hosted: false, inBrowser: false, link: () => '', showLink() {}, stop() {} }),
    };
  }

  stop() { this.worker.terminate(); }
}
