/**
 * Connection between a hosted page and its kernel, whose match the server stores:
 * - it asks the kernel to continue the match whose code this tab remembers (`match_code.js`);
 * - it monitors the kernel. If the kernel does not respond and the server does not report it busy, "Connection lost"
 * is shown until all requests have been answered; a kernel that stays busy can be replaced;
 * - when the page closes, its kernel is ended, with the XSRF token of the cookie that the index page sets.
 */

import { KeptMatch, remember, withoutSecrets } from './match_code.js';
import { pulseOf } from './heartbeat.js';
import { times } from './timeouts.js';
import { socketAddress } from './probe.js';
import { RefusalWatch } from './refusals.js';
import { isDark, sayBusy, sayLink, sayLost, sayReconnecting } from './dialogs.js';

/** Factor of the busy time after which a busy kernel is reported again after "Wait". */
const WAIT = 4;

/**
 * @typedef {{ baseUrl: string, kernelId: string }} Config
 * @typedef {{ send: (content: object) => void,
 *   on: (event: string, run: (content: any) => void) => void,
 *   off: (event: string, run: (content: any) => void) => void }} Model
 */

/**
 * State shared by the models of one page, which have one kernel.
 * @type {WeakMap<Window, { lost: Set<object>, left: boolean,
 *   shown: { about: 'lost' | 'busy' | 'reconnecting', host: HTMLElement } | null, refusals: RefusalWatch }>}
 */
const pages = new WeakMap();

/** @param {Window} window @param {Config} host */
function sharedBy(window, { baseUrl }) {
  const found = pages.get(window);
  if (found) return found;
  const address = socketAddress(`${baseUrl}api/kernels/…/channels`, window.location);
  const refusals = new RefusalWatch({ base: baseUrl, address, window });
  const made = { lost: new Set(), shown: null, left: false, refusals };
  pages.set(window, made);
  return made;
}

/** Watch the connection of a hosted page from its start, before any table has been created over it. */
export function watchStart(page = globalThis.document) {
  const begin = () => {
    const host = hostOf(page);
    if (host && page.defaultView) sharedBy(page.defaultView, host).refusals.begin(times().opening);
  };
  if (page?.readyState === 'loading') page.addEventListener('DOMContentLoaded', begin); // until then, no kernel is used
  else if (page) begin();
}

/**
 * Connect a model to its kernel. In JupyterLab, Notebook and documents this does nothing, since the user controls the
 * kernel (see `notebook.js`).
 * @param {{ model: Model, store: Store, root: Element, config?: Config | null }} options `root` is any
 *   element of the page, to find its document; `config` is for tests
 * @returns {Connection}
 */
export function connect({ model, store, root, config }) {
  const page = root.ownerDocument;
  const window = /** @type {Window & typeof globalThis} */ (page.defaultView);
  const host = config ?? hostOf(page);
  if (!host) return { hosted: false, inBrowser: false, link: () => '', showLink() {}, stop() {} };

  const kernel = `${host.baseUrl}api/kernels/${host.kernelId}`;
  const kept = new KeptMatch(window);
  let waited = 0; // a busy kernel is not reported until then
  const shared = sharedBy(window, host);

  const hear = (message) => {
    shared.refusals.end();
    pulse.heard(message);
    kept.hear(message, store);
  };

  const goOnAnew = () => window.location.assign(address(window, kept.last));

  /** One dialog at a time; a lost connection has priority. */
  const show = (about, open) => {
    if (shared.shown?.host.isConnected && (shared.shown.about === about || about !== 'lost')) return;
    shared.shown?.host.remove();
    shared.shown = { about, host: open() };
  };

  const hide = () => {
    shared.shown?.host.remove();
    shared.shown = null;
  };

  const offerFresh = () => {
    const wait = pulse.times.busy;
    if (!store.awaited.size || Date.now() < Math.max(pulse.heardAt + wait, waited)) return;
    show('busy', () => sayBusy(kept.isKept, goOnAnew, () => { waited = Date.now() + WAIT * wait; }));
  };

  /** The connection is restored when all requests are answered, not when a ping is. */
  const goOn = async () => {
    waited = 0;
    if (shared.shown?.about === 'busy' || shared.shown?.about === 'reconnecting') hide();
    if (!shared.lost.has(store)) return;
    await store.goOn();
    if (pulse.health !== 'well') return;
    shared.lost.delete(store);
    store.set({ offline: false });
    if (!shared.lost.size) hide();
  };

  const tell = (health) => {
    if (health === 'well') shared.refusals.end();
    else if (health !== 'busy') shared.refusals.begin();
    if (health === 'well') void goOn();
    else if (health === 'busy') offerFresh();
    else if (health === 'reconnecting') {
      shared.lost.add(store);
      show('reconnecting', sayReconnecting);
    } else {
      shared.lost.add(store);
      if (!store.local.offline) store.set({ offline: true });
      show('lost', () => sayLost(kept.isKept, goOnAnew, () => pulse.dueAt));
    }
  };

  const state = () => stateOf(kernel);
  const pulse = pulseOf({ model, store, state, tell, window });

  const leave = (event) => {
    remember(window, (storage) => storage.setItem('classkit-theme', isDark(page) ? 'dark' : 'light'));
    if (event.persisted || shared.left) return; // page in the back/forward cache: it may reconnect to its kernel
    shared.left = true;
    const token = cookie(page, '_xsrf');
    const headers = token ? { 'X-XSRFToken': token } : {};
    void window.fetch(kernel, { method: 'DELETE', keepalive: true, headers });
  };

  model.on('msg:custom', hear);
  window.addEventListener('pagehide', leave);
  /** @type {any} */ (window).classkitEndsKernel = true; // the page's template must not do this, too
  // Voila's page does not set the cookie for ending a kernel, but the index page does
  if (!cookie(page, '_xsrf')) void window.fetch(`${host.baseUrl}voila/tree/`).catch(() => {});
  void kept.greet(store);

  return {
    hosted: true,
    inBrowser: false,
    link: () => (kept.code ? address(window, kept.code) : ''),
    showLink: () => sayLink(kept.code ? address(window, kept.code) : ''),
    stop() {
      pulse.stop();
      shared.refusals.end();
      shared.lost.delete(store);
      model.off('msg:custom', hear);
      window.removeEventListener('pagehide', leave);
    },
  };
}

/**
 * The server and kernel of the page; null unless Voila rendered it.
 * @returns {Config | null}
 */
export function hostOf(page) {
  if (page.body?.dataset.voila !== 'voila') return null;
  const text = page.getElementById('jupyter-config-data')?.textContent;
  try {
    const { baseUrl, kernelId } = JSON.parse(text || '{}');
    return typeof baseUrl === 'string' && typeof kernelId === 'string' ? { baseUrl, kernelId } : null;
  } catch {
    return null;
  }
}

/** @returns {Promise<string>} */
async function stateOf(kernel) {
  try {
    const answer = await fetch(kernel, { cache: 'no-store', signal: AbortSignal.timeout(4_000) });
    if (!answer.ok) return 'gone';
    return String((await answer.json()).execution_state);
  } catch {
    return 'unreachable';
  }
}

function address(window, code) {
  const url = new URL(withoutSecrets(window.location.href));
  url.hash = '';
  if (code) url.searchParams.set('code', code);
  return url.href;
}

function cookie(page, name) {
  const found = page.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : '';
}
