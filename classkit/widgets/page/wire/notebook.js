/**
 * Connection between a table in a notebook and its kernel, which is monitored but never ended, because the user
 * controls it.
 */

import { pulseOf } from './heartbeat.js';

const SAVED =
  'the match on it is gone, unless you saved it. Run its cell again for a new table, and open the saved file there.';

/** @type {Record<import('./heartbeat.js').Health, string>} */
const WORDS = {
  well: '',
  busy: 'The kernel is busy with another cell or your last action. The table continues when it is done. '
    + 'To stop a cell, choose Interrupt Kernel, the square (■) above the notebook.',
  reconnecting: 'Reconnecting …',
  away: 'The Jupyter server cannot be reached. The table continues when it is back.',
  lost: `The kernel of this table was restarted or shut down: ${SAVED}`,
  silent: `No answer from the kernel. It is still busy, or it was restarted. If it was restarted: ${SAVED}`,
};

/**
 * Monitor the kernel of one model, and set `notice` in its Store.
 * @param {{ model: any, store: Store, window: Window }} options
 * @returns {() => void} stops monitoring
 */
export function watchKernel({ model, store, window }) {
  const state = () => Promise.resolve(kernelState(model));
  const tell = (health) => {
    // a busy kernel is not reported while nobody waits for it
    const notice = health === 'busy' && !store.awaited.size ? '' : WORDS[health];
    if (notice !== (store.local.notice ?? '')) store.set({ notice });
    if (health === 'lost') store.lose(WORDS.lost);
    else if (health === 'well') void store.goOn();
  };
  const pulse = pulseOf({ model, store, state, tell, window });
  const hear = (message) => pulse.heard(message);
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
 * State of the kernel according to the notebook front end: the widget managers of JupyterLab and Notebook 7 have the
 * kernel connection; others may not. A kernel that counts as idle may still be busy with the table, since widget
 * messages are handled next to the cells (in a "subshell"). After a restart the model's comm is closed, which is
 * detected when something is sent.
 * @returns {import('./heartbeat.js').State}
 */
export function kernelState(model) {
  const kernel = model.widget_manager?.kernel;
  if (kernel === null || ['dead', 'terminating'].includes(kernel?.status)) return 'gone';
  if (kernel && kernel.connectionStatus !== 'connected') return 'unreachable';
  return kernel?.status === 'busy' ? 'busy' : 'unknown';
}
