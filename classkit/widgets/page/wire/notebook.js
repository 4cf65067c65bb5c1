/**
 * What a table in a notebook says when its kernel does not answer: in JupyterLab, in Notebook 7, and
 * in other places that show widgets. There the kernel belongs to the user, who restarts it and keeps
 * it busy with other cells; the match of a table lives in it and nowhere else.
 */

import { Pulse } from './clock.js';

const SAVED = 'the match on it is gone, unless you saved it. Run its cell again for a new table, and open the saved file there.';

/** @type {Record<import('./clock.js').Health, string>} */
const WORDS = {
  well: '',
  busy: 'The kernel is at work, on another cell or on what was asked last. The table goes on when that is done. '
    + 'A cell is stopped with Interrupt Kernel, the square (■) above the notebook.',
  away: 'The Jupyter server cannot be reached. The table goes on when it can be reached again.',
  lost: `The kernel of this table was restarted or shut down: ${SAVED}`,
  silent: `No answer from the kernel. It is still at work on what was asked, or it was restarted. If it was: ${SAVED}`,
};

/**
 * Watches over the kernel of one model, and notes in its Store as `notice` what is to be said.
 * @param {{ model: any, store: import('./store.js').Store, window: Window }} options
 * @returns {() => void} ends it
 */
export function watchKernel({ model, store, window }) {
  const state = () => Promise.resolve(stateOf(model));
  const tell = (/** @type {import('./clock.js').Health} */ health) => {
    // a kernel that is busy is not spoken of while nobody waits for it
    const notice = health === 'busy' && !store.awaited.size ? '' : WORDS[health];
    if (notice !== (store.local.notice ?? '')) store.set({ notice });
    if (health === 'lost') store.lose(WORDS.lost);
    else if (health === 'well') void store.goOn();
  };
  const pulse = new Pulse({ ping: () => model.send({ do: 'ping' }), state, tell, window });
  store.awaited.mayAsk = async () => stateOf(model) !== 'busy';
  const hear = (/** @type {any} */ message) => pulse.heard(message);
  const look = () => void pulse.look(); // its line was closed: at a restart, for one
  model.on('msg:custom', hear);
  model.on('comm_live_update', look);
  return () => {
    pulse.stop();
    model.off('msg:custom', hear);
    model.off('comm_live_update', look);
  };
}

/**
 * What the place that shows the notebook knows of the kernel: JupyterLab and Notebook 7 give their
 * manager of widgets the connection to it; others may not. A kernel that counts as idle there may
 * still be at work for the table, since widgets are answered beside the cells (in a "subshell"); after
 * a restart the model's line is closed, which is found when something is sent.
 * @param {any} model
 * @returns {import('./clock.js').State}
 */
export function stateOf(model) {
  const kernel = model.widget_manager?.kernel;
  if (kernel === null || ['dead', 'terminating'].includes(kernel?.status)) return 'gone';
  if (kernel && kernel.connectionStatus !== 'connected') return 'unreachable';
  return kernel?.status === 'busy' ? 'busy' : 'unknown';
}

// --- JupyterLab does not bring back a widget's second view ("Create New View for Cell Output") when
// its page is loaded anew: it stays at "Loading widget..." for good. Here it is said what to do.

const OFTEN = 5_000;

const LOST_VIEW = 'JupyterLab does not bring this view back when its page is loaded anew. Close it, and make another: '
  + 'Create New View for Cell Output, in the menu under the right mouse button at the left of the output.';

/** @type {WeakSet<Document>} */
const watched = new WeakSet();

/**
 * Looks now and then for views that wait in vain: at two looks one after the other.
 * @param {Document} page
 */
export function watchClones(page) {
  if (watched.has(page)) return;
  watched.add(page);
  /** @type {Set<Element>} */
  let waiting = new Set();
  setInterval(() => {
    const found = waitingIn(page);
    for (const view of found) if (waiting.has(view)) view.textContent = LOST_VIEW;
    waiting = new Set(found);
  }, OFTEN);
}

/**
 * @param {Document} page
 * @returns {Element[]} the views outside their notebook that have not loaded
 */
function waitingIn(page) {
  return [...page.querySelectorAll('.jp-LinkedOutputView .jp-OutputArea-output')]
    .filter((view) => view.textContent === 'Loading widget...');
}
