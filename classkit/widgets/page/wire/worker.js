/** Connection of a page without a server, whose kernel is Python in a worker. */

import { KeptMatch } from './match_code.js';
import { pulseOf } from './heartbeat.js';

/**
 * @typedef {{ worker: string, pyodide: string, library: string, packed: string, game: string,
 *   later: Record<string, string[]> }} Python
 *   addresses in the site: the worker's script, the folder of Pyodide, the standard library, the package, the current
 * game, and other games
 * @typedef {{ game: string, settings: Record<string, any> } | { record: string, names: Record<string, string> }} Asked
 *   the initial match: a new or a saved one
 */

const AT_WORK = 'The table is busy with your last action. It continues when it is done.';
const NOT_STARTED = 'Python could not be started in this browser';
const FIRST = { words: 'Python is starting …', share: 0 };

/** @implements {Line} */
export class WorkerLine {
  /** A starting connection has no kernel yet: messages are dropped and sent again later. */
  state = /** @type {'starting' | 'open' | 'closed'} */ ('starting');
  /** @type {Set<Receive>} */
  listeners = new Set();
  /** @type {Store | null} */
  store = null;
  pulse = /** @type {import('./heartbeat.js').Pulse | null} */ (null);

  /**
   * @param {string} up relative path from the page to the folder of the site
   * @param {Python} python
   * @param {Asked} asked
   * @param {(script: string) => Worker} [begin] for tests
   */
  constructor(up, python, asked, begin = enclosedWorker) {
    const addresses = whole(up, python);
    this.worker = begin(addresses.worker);
    this.worker.onmessage = ({ data: [kind, what] }) => this[kind](what);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fail(event.message || 'one of its files did not load');
    };
    this.kept = new KeptMatch(window);
    const place = window.location.pathname;
    this.worker.postMessage(['begin', { ...addresses, asked, code: this.kept.wanted, place }]);
  }

  send(content, file) {
    if (this.state !== 'open') throw new Error('this connection has no kernel');
    this.worker.postMessage(['receive', JSON.stringify(content), file]);
  }

  hear(tell) {
    this.listeners.add(tell);
    return () => this.listeners.delete(tell);
  }

  watch(store) {
    this.store = store;
    store.awaited.mayAsk = () => Promise.resolve(false); // not before the kernel is ready
    store.set({ starting: FIRST });
    const deafen = this.hear((message) => {
      this.pulse?.heard(message);
      this.kept.hear(message, store);
    });
    void this.kept.greet(store);
    return {
      hosted: false,
      inBrowser: true,
      link: () => '',
      showLink() {},
      stop: () => {
        deafen();
        this.pulse?.stop();
        this.worker.terminate();
      },
    };
  }

  // --- messages of the worker; see `worker.js` of the site

  /** @param {{ words: string, share: number }} how progress */
  starting(how) {
    this.store?.set({ starting: how });
  }

  ready() {
    this.state = 'open';
    const { store } = this;
    if (!store) return;
    void store.goOn(); // first, so that the kernel replies while the page is drawn
    store.set({ starting: null });
    // a worker that does not reply is busy; nothing else can block it
    const state = () => Promise.resolve('busy');
    const tell = (health) => store.set({ notice: health === 'busy' && store.awaited.size ? AT_WORK : '' });
    this.pulse = pulseOf({ model: this, store, state, tell, window, far: false });
  }

  /** Another game is being fetched, for an opened file. */
  fetching() {}

  /** @param {string} text a kernel message */
  said(text) {
    const message = JSON.parse(text);
    for (const tell of this.listeners) tell(message, []);
  }

  /** @param {string} why */
  fail(why) {
    const notice = this.state === 'starting'
      ? `${NOT_STARTED}: ${why}. Reload the page, or try another browser.`
      : `This table has stopped: ${why}. Reload the page.`;
    this.state = 'closed';
    this.pulse?.stop();
    this.store?.set({ starting: null, notice });
    this.store?.lose(notice);
  }
}

/**
 * Absolute URLs of Python's files, for a worker without a base URL.
 * @template {Record<string, any>} Places
 * @param {string} up relative path from the page to the folder of the site
 * @param {Places} places relative URLs in the site: of a file, or package names -> URLs of files
 * @returns {Places}
 */
export function whole(up, places) {
  const address = (place) => new URL(up + place, document.baseURI).href;
  const each = (found, make) => Object.fromEntries(Object.entries(found).map(([name, one]) => [name, make(one)]));
  const files = (found) => each(found, (some) => some.map(address));
  const before = (place) => (typeof place === 'string' ? address(place) : files(place));
  return /** @type {Places} */ (each(places, before));
}

/**
 * A worker with the content security policy of the page. A worker started from a file would have the file's policy,
 * and static hosts send none.
 * @param {string} script
 */
export function enclosedWorker(script) {
  const text = `import ${JSON.stringify(script)};`;
  return new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), { type: 'module' });
}
