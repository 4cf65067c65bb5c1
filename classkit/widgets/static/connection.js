/**
 * The bond between a hosted page, its kernel, and the match that the server keeps.
 *
 *   import { connect } from './connection.js';
 *   const connection = connect({ model, root });
 *
 * Call it once per model, with
 *   model   the widget's model (`send(content)`, `on('msg:custom', f)`);
 *   root    any element of the page, to find its document; nothing is put into it;
 *   config  for tests: { baseUrl, kernelId }; otherwise read from the page that Voila made.
 * It returns
 *   hosted        false in JupyterLab, Notebook and documents: there it does nothing at all, since
 *                 the kernel belongs to the user;
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
 * - every 5 seconds it pings; when two pings stay without any answer while the server does not
 *   report the kernel busy, "Connection lost. Nothing is lost: continue" comes up, and goes away by
 *   itself when the kernel is heard again. Pings rest after an hour without use;
 * - when the page goes, its kernel is ended, with the XSRF token of the cookie that the index page
 *   sets.
 */

const PING_EVERY = 5_000;
const REST_AFTER = 3_600_000;
const FIRST_ID = 1_000_000_000; // far from the ids of the table's own actions

/**
 * @typedef {{ baseUrl: string, kernelId: string }} Config
 * @typedef {{ send: (content: object) => void,
 *   on: (event: string, run: (content: any) => void) => void,
 *   off: (event: string, run: (content: any) => void) => void }} Model
 * @typedef {{ hosted: boolean, link: () => string, showLink: () => void, stop: () => void }} Connection
 */

/**
 * What the models of one page share: they have one kernel, so it is lost, and ended, once.
 * @type {WeakMap<Window, { lost: HTMLElement | null, left: boolean }>}
 */
const pages = new WeakMap();

/**
 * @param {{ model: Model, root: Element, config?: Config | null }} options
 * @returns {Connection}
 */
export function connect({ model, root, config }) {
  const page = root.ownerDocument;
  const window = /** @type {Window & typeof globalThis} */ (page.defaultView);
  const host = config ?? hostOf(page);
  if (!host) return { hosted: false, link: () => '', showLink() {}, stop() {} };

  const place = `classkit:${window.location.pathname}`;
  const kernel = `${host.baseUrl}api/kernels/${host.kernelId}`;
  const asked = new URL(window.location.href).searchParams;
  let code = '';
  let unanswered = 0;
  let lastUse = Date.now();
  let lastId = FIRST_ID;
  const shared = pages.get(window) ?? { lost: null, left: false };
  pages.set(window, shared);
  /** @type {HTMLElement | null} */
  let warned = null;

  if (asked.has('new')) forget(window, place);
  const given = asked.get('code');
  if (given) keep(window, place, given); // should it fail to open now, a reload tries again
  const stored = given || recall(window, place);
  const clean = withoutSecrets(window.location.href);
  if (clean !== window.location.href) window.history.replaceState(window.history.state, '', clean);

  const send = (/** @type {object} */ content) => {
    lastId += 1;
    try {
      model.send({ ...content, id: lastId });
    } catch {
      // a closed connection: the missing answers are what counts
    }
  };

  const hear = (/** @type {any} */ message) => {
    unanswered = 0;
    shared.lost?.remove();
    shared.lost = null;
    if (message?.kind !== 'pong') lastUse = Date.now();
    if (message?.kind !== 'session') return;
    code = message.code || '';
    if (code) keep(window, place, code);
    warned?.remove();
    warned = message.warning ? sayWarning(page, String(message.warning)) : null;
    if (message.problem) sayProblem(page, String(message.problem));
  };

  const tick = async () => {
    if (Date.now() - lastUse > REST_AFTER) {
      unanswered = 0;
      return;
    }
    if (shared.lost && !shared.lost.isConnected) shared.lost = null; // closed: it comes again
    if (unanswered >= 2 && !shared.lost) {
      const state = await stateOf(kernel);
      if (isLost(unanswered, state) && !shared.lost) {
        const link = address(window, code || recall(window, place));
        shared.lost = sayLost(page, () => window.location.assign(link));
      }
    }
    unanswered += 1;
    send({ do: 'ping' });
  };

  const used = () => {
    const rested = Date.now() - lastUse > REST_AFTER;
    lastUse = Date.now();
    if (rested) void tick();
  };

  const leave = (/** @type {PageTransitionEvent} */ event) => {
    keep(window, 'classkit-theme', isDark(page) ? 'dark' : 'light');
    if (event.persisted || shared.left) return; // put aside: Back may bring it to its kernel again
    shared.left = true;
    const token = cookie(page, '_xsrf');
    const headers = token ? { 'X-XSRFToken': token } : {};
    void window.fetch(kernel, { method: 'DELETE', keepalive: true, headers });
  };

  model.on('msg:custom', hear);
  for (const kind of ['pointerdown', 'keydown', 'wheel']) {
    page.addEventListener(kind, used, { capture: true, passive: true });
  }
  window.addEventListener('pagehide', leave);
  /** @type {any} */ (window).classkitEndsKernel = true; // the page's template need not see to it
  // Voila's page comes without the cookie that ending a kernel needs; the index page brings it
  if (!cookie(page, '_xsrf')) void window.fetch(`${host.baseUrl}voila/tree/`).catch(() => {});
  const begin = () => send({ do: 'session', code: stored || null });
  // another match is opened before anything is shown; a new one is shown first, and kept meanwhile
  if (stored) begin();
  else queueMicrotask(begin);
  const timer = window.setInterval(() => void tick(), PING_EVERY);

  return {
    hosted: true,
    link: () => (code ? address(window, code) : ''),
    showLink: () => sayLink(page, code ? address(window, code) : ''),
    stop() {
      window.clearInterval(timer);
      model.off('msg:custom', hear);
      window.removeEventListener('pagehide', leave);
      for (const kind of ['pointerdown', 'keydown', 'wheel']) {
        page.removeEventListener(kind, used, { capture: true });
      }
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

/**
 * Whether the kernel that should answer is gone.
 * @param {number} unanswered pings without any answer since
 * @param {string} state what the server says of it: 'idle', 'busy', 'starting', 'gone', 'unreachable'
 */
export function isLost(unanswered, state) {
  // a busy kernel answers later; an idle one with two unanswered pings has forgotten the table
  return unanswered >= 2 && state !== 'busy';
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

/** @param {Document} page */
function isDark(page) {
  return Boolean(page.querySelector('.classkit[data-theme="dark"]'));
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

/** @param {Document} page @param {() => void} go */
function sayLost(page, go) {
  const { host, body, dialog } = say(page, 'alertdialog', 'Connection lost');
  body.append(paragraph(page, 'Nothing is lost: every step was kept.'));
  const button = pressable(page, 'Continue', go);
  body.append(button);
  dialog.addEventListener('cancel', (event) => event.preventDefault());
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

/** @param {Document} page @param {string} warning */
function sayWarning(page, warning) {
  const host = page.createElement('div');
  host.className = 'classkit-connection';
  const shadow = host.attachShadow({ mode: 'open' });
  const style = page.createElement('style');
  style.textContent = STYLE;
  const line = paragraph(page, warning);
  line.className = 'warning';
  line.setAttribute('role', 'alert');
  shadow.append(style, line);
  page.body.append(host);
  return host;
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

/**
 * A window over the page, in a shadow root of its own so that no style of the page reaches it.
 * @param {Document} page @param {string} role @param {string} title
 */
function say(page, role, title) {
  const host = page.createElement('div');
  host.className = 'classkit-connection';
  const shadow = host.attachShadow({ mode: 'open' });
  const style = page.createElement('style');
  style.textContent = STYLE;
  const dialog = page.createElement('dialog');
  dialog.setAttribute('role', role);
  dialog.classList.toggle('dark', isDark(page));
  dialog.setAttribute('aria-labelledby', 'title');
  const heading = page.createElement('h2');
  heading.id = 'title';
  heading.textContent = title;
  const body = page.createElement('div');
  dialog.append(heading, body);
  shadow.append(style, dialog);
  page.body.append(host);
  dialog.showModal();
  dialog.addEventListener('close', () => host.remove());
  return { host, body, dialog };
}

/** @param {Document} page @param {string} text */
function paragraph(page, text) {
  const made = page.createElement('p');
  made.textContent = text;
  return made;
}

/** @param {Document} page @param {string} text @param {() => void} run */
function pressable(page, text, run) {
  const made = page.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', run);
  return made;
}

const STYLE = `
  dialog {
    box-sizing: border-box; width: min(34rem, calc(100vw - 2rem)); padding: 1.5rem 1.75rem;
    border: 1px solid #8a94a3; border-radius: 14px; background: #ffffff; color: #1a222d;
    font: 17px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif;
    box-shadow: 0 18px 60px rgb(0 0 0 / 0.35);
  }
  dialog::backdrop { background: rgb(10 14 20 / 0.55); }
  h2 { margin: 0 0 0.5rem; font-size: 1.35rem; }
  p { margin: 0 0 1rem; }
  input { box-sizing: border-box; width: 100%; margin: 0 0 1rem; padding: 0.5rem 0.6rem; font: inherit;
    font-size: 0.9rem; border: 1px solid #56606e; border-radius: 8px; background: inherit; color: inherit; }
  button { margin: 0 0.6rem 0 0; padding: 0.55rem 1.3rem; border: 0; border-radius: 8px; background: #005a8f;
    color: #ffffff; font: inherit; font-weight: 600; cursor: pointer; }
  :focus-visible { outline: 3px solid #b34700; outline-offset: 3px; }
  .warning { position: fixed; z-index: 20; inset: auto 0 0 0; margin: 0; padding: 0.6rem 1.25rem;
    background: #8a3600; color: #ffffff; font: 16px/1.4 system-ui, sans-serif; }
  .dark { background: #1b2129; color: #e9edf2; border-color: #56606e; }
  .dark button { background: #7cc4f2; color: #12161c; }
`;
