/** The line of a page without a server: its kernel is Python in a worker of the page. */

import { KeptMatch } from './match_code.js';
import { pulseOf } from './heartbeat.js';

/**
 * @typedef {{ worker: string, pyodide: string, library: string, packed: string, game: string,
 *   later: Record<string, string[]> }} Python
 *   addresses in the site: the worker's script, the folder of Pyodide, the standard library, the package, the game
 *   that is played, and other games
 * @typedef {{ game: string, settings: Record<string, any> } | { record: string, names: Record<string, string> }} Asked
 *   the match with which the kernel begins: a new one, or a saved one
 */

const AT_WORK = 'The table is busy with your last action. It continues when it is done.';
const NOT_STARTED = 'Python could not be started in this browser';
const FIRST = { words: 'Python is starting …', share: 0 };

/** @implements {Line} */
export class WorkerLine {
  /** A line that is starting has no kernel yet: what is sent comes to nothing, and is sent again once it has. */
  state = /** @type {'starting' | 'open' | 'closed'} */ ('starting');
  /** @type {Set<Receive>} */
  listeners = new Set();
  /** @type {Store | null} */
  store = null;
  pulse = /** @type {import('./heartbeat.js').Pulse | null} */ (null);

  /**
   * @param {string} up the way from the page to the folder of the site
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
    store.awaited.mayAsk = () => Promise.resolve(false); // not before it is there
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

  // --- what the worker says, see `worker.js` of the site

  /** @param {{ words: string, share: number }} how far it is */
  starting(how) {
    this.store?.set({ starting: how });
  }

  ready() {
    this.state = 'open';
    const { store } = this;
    if (!store) return;
    void store.goOn(); // first of all: the kernel answers while the page is drawn
    store.set({ starting: null });
    // a worker that does not answer is at work: nothing else can hold it up
    const state = () => Promise.resolve('busy');
    const tell = (health) => store.set({ notice: health === 'busy' && store.awaited.size ? AT_WORK : '' });
    this.pulse = pulseOf({ model: this, store, state, tell, window, far: false });
  }

  /** Another game is fetched, whose file somebody opens: it is soon there. */
  fetching() {}

  /** @param {string} text a message of the kernel */
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
 * The addresses of Python with the page's own before them, for a worker that knows no other.
 * @template {Record<string, any>} Places
 * @param {string} up the way from the page to the folder of the site
 * @param {Places} places in the site: of one file, or the names of packages -> of their files
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
 * A worker that is under the policy of the page, as nothing else is: one that is started from a file has that of the
 * file, and a host of files sends none.
 * @param {string} script
 */
export function enclosedWorker(script) {
  const text = `import ${JSON.stringify(script)};`;
  return new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), { type: 'module' });
}
