/**
 * The bond between a hosted page, its kernel, and the match that the server keeps.
 *
 *   import { connect } from './connection.js';
 *   const connection = connect({ model, store, root });
 *
 * Call it once per model, with
 *   model   the widget's model (`send(content)`, `on('msg:custom', f)`);
 *   store   what the page knows of it, by which all but pings are asked;
 *   root    any element of the page, to find its document; nothing is put into it;
 *   config  for tests: { baseUrl, kernelId }; otherwise read from the page that Voila made.
 * It returns
 *   hosted        false in JupyterLab, Notebook and documents: there it does nothing at all, since
 *                 the kernel belongs to the user (see notebook.js);
 *   link()        the whole address of this match, or '' as long as there is none;
 *   showLink()    shows that address in a small window, with a button to copy it;
 *   stop()        ends pings and listening, for tests.
 *
 * What it does on a hosted page:
 * - the match's code stands in this tab's session storage, never in the address bar (projectors!);
 *   `?code=` and `?token=` are taken out of it, `?new=1` forgets the code;
 * - {"do": "session", "code"} asks the kernel to go on with that match; the answer names the code
 *   in use, or the problem, which is shown; as long as the server cannot keep the match, a line at
 *   the foot of the page says so;
 * - it listens to the kernel's pulse. When the kernel does not answer and the server does not report
 *   it busy, "Connection lost" comes up, and goes away by itself when everything that was asked has
 *   been answered; a kernel that stays busy may be left for a fresh one;
 * - when the page goes, its kernel is ended, with the XSRF token of the cookie that the index page
 *   sets.
 */

import { isDark, line, paragraph, pressable, say } from '../basics/windows.js';
import { Pulse } from './clock.js';

/** After "Wait", a busy kernel is spoken of again when it has been busy so many times longer. */
const WAIT = 4;

/**
 * @typedef {{ baseUrl: string, kernelId: string }} Config
 * @typedef {{ send: (content: object) => void,
 *   on: (event: string, run: (content: any) => void) => void,
 *   off: (event: string, run: (content: any) => void) => void }} Model
 * @typedef {{ hosted: boolean, link: () => string, showLink: () => void, stop: () => void }} Connection
 */

/**
 * What the models of one page share: they have one kernel, so it is lost, and ended, once.
 * @type {WeakMap<Window, { lost: Set<object>, shown: { about: 'lost' | 'busy', host: HTMLElement } | null, left: boolean }>}
 */
const pages = new WeakMap();

/**
 * @param {{ model: Model, store: import('./store.js').Store, root: Element, config?: Config | null }} options
 * @returns {Connection}
 */
export function connect({ model, store, root, config }) {
  const page = root.ownerDocument;
  const window = /** @type {Window & typeof globalThis} */ (page.defaultView);
  const host = config ?? hostOf(page);
  if (!host) return { hosted: false, link: () => '', showLink() {}, stop() {} };

  const place = `classkit:${window.location.pathname}`;
  const kernel = `${host.baseUrl}api/kernels/${host.kernelId}`;
  const asked = new URL(window.location.href).searchParams;
  let code = '';
  let waited = 0; // until then nothing is said of a busy kernel
  const shared = pages.get(window) ?? { lost: new Set(), shown: null, left: false };
  pages.set(window, shared);
  /** @type {HTMLElement | null} */
  let warned = null;

  if (asked.has('new')) forget(window, place);
  const given = asked.get('code');
  if (given) keep(window, place, given); // should it fail to open now, a reload tries again
  const stored = given || recall(window, place);
  const clean = withoutSecrets(window.location.href);
  if (clean !== window.location.href) window.history.replaceState(window.history.state, '', clean);

  const hear = (/** @type {any} */ message) => {
    pulse.heard(message);
    if (message?.kind !== 'session') return;
    code = message.code || '';
    if (code) keep(window, place, code);
    warned?.remove();
    warned = message.warning ? line(page, String(message.warning), 'foot') : null;
    if (warned) page.body.append(warned);
    if (message.problem) sayProblem(page, String(message.problem));
  };

  const goOnAnew = () => window.location.assign(address(window, code || recall(window, place)));
  const isKept = () => Boolean(code || recall(window, place)) && !warned;

  /** One window at a time; that of a connection that is lost goes before. */
  const show = (/** @type {'lost' | 'busy'} */ about, /** @type {() => HTMLElement} */ open) => {
    if (shared.shown?.host.isConnected && (shared.shown.about === about || about === 'busy')) return;
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
    show('busy', () => sayBusy(page, isKept(), goOnAnew, () => { waited = Date.now() + WAIT * wait; }));
  };

  /** The connection is back when all that was asked is answered, not when a ping is. */
  const goOn = async () => {
    waited = 0;
    if (shared.shown?.about === 'busy') hide();
    if (!shared.lost.has(store)) return;
    await store.goOn();
    if (pulse.health !== 'well') return;
    shared.lost.delete(store);
    if (!shared.lost.size) hide();
  };

  const tell = (/** @type {import('./clock.js').Health} */ health) => {
    if (health === 'well') void goOn();
    else if (health === 'busy') offerFresh();
    else {
      shared.lost.add(store);
      show('lost', () => sayLost(page, isKept(), goOnAnew));
    }
  };

  const state = () => stateOf(kernel);
  const pulse = new Pulse({ ping: () => model.send({ do: 'ping' }), state, tell, window });
  store.awaited.mayAsk = async () => await state() !== 'busy';

  const leave = (/** @type {PageTransitionEvent} */ event) => {
    keep(window, 'classkit-theme', isDark(page) ? 'dark' : 'light');
    if (event.persisted || shared.left) return; // put aside: Back may bring it to its kernel again
    shared.left = true;
    const token = cookie(page, '_xsrf');
    const headers = token ? { 'X-XSRFToken': token } : {};
    void window.fetch(kernel, { method: 'DELETE', keepalive: true, headers });
  };

  model.on('msg:custom', hear);
  window.addEventListener('pagehide', leave);
  /** @type {any} */ (window).classkitEndsKernel = true; // the page's template need not see to it
  // Voila's page comes without the cookie that ending a kernel needs; the index page brings it
  if (!cookie(page, '_xsrf')) void window.fetch(`${host.baseUrl}voila/tree/`).catch(() => {});
  // before anything is shown: another match is opened, a new one is kept
  void store.send({ do: 'session', code: stored || null });

  return {
    hosted: true,
    link: () => (code ? address(window, code) : ''),
    showLink: () => sayLink(page, code ? address(window, code) : ''),
    stop() {
      pulse.stop();
      shared.lost.delete(store);
      model.off('msg:custom', hear);
      window.removeEventListener('pagehide', leave);
    },
  };
}

/**
 * Where the page's kernel is; null unless Voila made this page.
 * @param {Document} page
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

/**
 * An address without what must not be read off a projector.
 * @param {string} href
 */
export function withoutSecrets(href) {
  const url = new URL(href);
  for (const name of ['code', 'token', 'new']) url.searchParams.delete(name);
  return url.href;
}

/** @param {string} kernel @returns {Promise<string>} */
async function stateOf(kernel) {
  try {
    const answer = await fetch(kernel, { cache: 'no-store', signal: AbortSignal.timeout(4_000) });
    if (!answer.ok) return 'gone';
    return String((await answer.json()).execution_state);
  } catch {
    return 'unreachable';
  }
}

/** @param {Window} window @param {string} code */
function address(window, code) {
  const url = new URL(withoutSecrets(window.location.href));
  url.hash = '';
  if (code) url.searchParams.set('code', code);
  return url.href;
}

/** @param {Document} page @param {string} name */
function cookie(page, name) {
  const found = page.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : '';
}

// Session storage may be forbidden by the browser's settings: then the link alone remembers.

/** @param {Window} window @param {string} place @param {string} code */
function keep(window, place, code) {
  try {
    window.sessionStorage.setItem(place, code);
  } catch { /* see above */ }
}

/** @param {Window} window @param {string} place */
function recall(window, place) {
  try {
    return window.sessionStorage.getItem(place) || '';
  } catch {
    return '';
  }
}

/** @param {Window} window @param {string} place */
function forget(window, place) {
  try {
    window.sessionStorage.removeItem(place);
  } catch { /* see above */ }
}

// ── what it may have to say ────────────────────────────────────

/** @param {Document} page @param {boolean} kept @param {() => void} go */
function sayLost(page, kept, go) {
  const { host, body, dialog } = say(page, 'alertdialog', 'Connection lost');
  body.append(paragraph(page, kept
    ? 'Nothing is lost: every step was kept.'
    : 'This match was not kept on the server: if the connection does not come back by itself, Continue begins a new match.'));
  const button = pressable(page, 'Continue', go);
  body.append(button);
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  button.focus();
  return host;
}

/** @param {Document} page @param {boolean} kept @param {() => void} go @param {() => void} wait */
function sayBusy(page, kept, go, wait) {
  const { host, body, dialog } = say(page, 'alertdialog', 'The kernel is still busy');
  body.append(paragraph(page, kept
    ? 'The table has not been answered for a while. Wait for it, or continue on a fresh kernel: the match goes on '
      + 'from where it was kept last, and what the kernel is busy with is given up.'
    : 'The table has not been answered for a while. This match is not kept on the server: a fresh kernel begins a new one.'));
  const button = pressable(page, 'Wait', () => host.remove());
  body.append(pressable(page, kept ? 'Continue on a fresh kernel' : 'Begin anew on a fresh kernel', go), button);
  dialog.addEventListener('close', wait);
  button.focus();
  return host;
}

/** @param {Document} page @param {string} problem */
function sayProblem(page, problem) {
  const { host, body } = say(page, 'alertdialog', 'This match was not opened');
  const button = pressable(page, 'Play a new match', () => host.remove());
  body.append(paragraph(page, problem), button);
  button.focus();
}

/** @param {Document} page @param {string} link */
function sayLink(page, link) {
  const { host, body } = say(page, 'dialog', 'Link to this match');
  if (!link) {
    body.append(paragraph(page, 'This match is not kept on the server. Save it to a file instead.'));
    body.append(pressable(page, 'Close', () => host.remove()));
    return;
  }
  const field = page.createElement('input');
  field.readOnly = true;
  field.value = link;
  field.setAttribute('aria-label', 'Address of this match');
  const copy = pressable(page, 'Copy', async () => {
    field.select();
    try {
      await page.defaultView?.navigator.clipboard.writeText(link);
    } catch {
      page.execCommand('copy'); // plain http has no clipboard of the newer kind
    }
    copy.textContent = 'Copied';
  });
  body.append(
    paragraph(page, 'Whoever has this address can go on with the match, on any device. '
      + 'The page opened last plays; the others look on.'),
    field, copy, pressable(page, 'Close', () => host.remove()),
  );
  field.select();
}
