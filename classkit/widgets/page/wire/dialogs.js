/** Dialogs over the page, and notices over a table, about the state of the connection. */

import { h, setText } from '../basics/dom.js';

export function isDark(page) {
  return Boolean(page.querySelector('.classkit[data-theme="dark"]'));
}

/** A box in a shadow root, isolated from the page's styles. */
function shaded(content) {
  const host = h('div', { class: 'classkit-connection' });
  host.attachShadow({ mode: 'open' }).append(h('style', {}, STYLE), content);
  return host;
}

/**
 * A dialog over the page; its last control has the focus.
 * @param {...any} controls
 */
function say(role, title, words, ...controls) {
  const dialog = h(
    'dialog',
    { role, class: isDark(document) ? 'dark' : null, 'aria-labelledby': 'title', onclose: () => host.remove() },
    h('h2', { id: 'title' }, title),
    h('div', {}, h('p', {}, words), ...controls),
  );
  const host = shaded(dialog);
  document.body.append(host);
  dialog.showModal();
  controls.at(-1).focus();
  return { host, dialog };
}

const button = (words, run) => h('button', { type: 'button', onclick: run }, words);

/** A button that closes its dialog. */
const closing = (words) => button(words, ({ target }) => target.closest('dialog').close());

/** A button that copies the text of a field. @param {any} field */
export function copying(field) {
  const copy = button('Copy', async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand('copy'); // the Clipboard API is not available over plain http
    }
    setText(copy, 'Copied');
  });
  return copy;
}

/** Place it where it covers neither the sentence nor Step. @param {HTMLElement} strip */
function putUnderHead(strip) {
  const head = document.querySelector('.ck-stage > .ck-head');
  strip.style.insetBlockStart = `${Math.max(0, head?.getBoundingClientRect().bottom ?? 0)}px`;
}

/**
 * A persistent message: over the page, or at the head of a table.
 * @param {'strip'|'head'} place
 */
export function line(text, place) {
  const said = h('p', { class: place, role: 'alert' }, text);
  if (place === 'strip') putUnderHead(said);
  return shaded(said);
}

// --- Messages about the connection.

/**
 * A strip below the head of a table, which does not cover the board or charts and does not take the focus.
 * @param {boolean} kept whether the server stores the match
 * @param {() => void} go continues on a fresh kernel
 * @param {() => number} due milliseconds until the next attempt
 */
export function sayLost(kept, go, due) {
  const next = h('span', {});
  const since = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  const told = kept
    ? 'Nothing is lost: every step was stored. Continue also includes steps that were played from the link meanwhile.'
    : 'This match is not stored on the server: Continue starts a new one.';
  const strip = h(
    'div', { class: 'strip', role: 'alertdialog', 'aria-label': 'Connection lost' },
    h('p', {}, h('b', {}, `No connection since ${since}. `), next, ` ${told}`), button('Continue', go),
  );
  const host = shaded(strip);
  const tick = () => {
    const seconds = Math.ceil((due() - Date.now()) / 1000);
    next.textContent = seconds > 0 ? `Trying again in ${seconds} s.` : 'Trying again …';
    if (!host.isConnected) clearInterval(timer);
  };
  putUnderHead(strip);
  document.body.append(host);
  const timer = setInterval(tick, 1_000);
  tick();
  return host;
}

export function sayReconnecting() {
  const host = line('Reconnecting …', 'strip');
  document.body.append(host);
  return host;
}

/**
 * The network refuses the connection of this page.
 * @param {import('./probe.js').Refusal} refusal
 */
export function sayRefused({ address, reason, request }) {
  const label = 'Send this to the administrator of your network:';
  const field = h('textarea', { readonly: true, rows: 5, 'aria-label': label });
  field.value = request;
  const { host, dialog } = say(
    'alertdialog', 'A connection of this page was refused', `The connection to ${address} does not open. ${reason}`,
    h('p', {}, label), field, copying(field),
    button('Reload', () => window.location.reload()), closing('Close'),
  );
  dialog.scrollTop = 0; // on a phone, the focus has scrolled to the end
  return host;
}

export function sayBusy(kept, go, wait) {
  const { host, dialog } = say(
    'alertdialog',
    'The kernel is still busy',
    kept
      ? 'The kernel has not responded for a while. Wait, or continue on a fresh kernel: the match continues ' +
          'from the last stored step, and the current work of the kernel is lost.'
      : 'The kernel has not responded for a while. This match is not stored on the server: a fresh kernel starts a '
        + 'new one.',
    button(kept ? 'Continue on a fresh kernel' : 'Start over on a fresh kernel', go),
    closing('Wait'),
  );
  dialog.addEventListener('close', wait);
  return host;
}

export function sayProblem(problem) {
  say('alertdialog', 'This match was not opened', problem, closing('Play a new match'));
}

export function sayLink(link) {
  if (!link) {
    say(
      'dialog',
      'Link to this match',
      'This match is not stored on the server. Save it to a file instead.',
      closing('Close'),
    );
    return;
  }
  const field = h('input', { readonly: true, value: link, 'aria-label': 'Address of this match' });
  const copy = copying(field);
  say('dialog', 'Link to this match', 'Anyone who has this address can continue the match, on any device. '
    + 'The match continues in the page that was opened last, and all other pages stop. To continue in one of them, '
    + 'choose “Play on here” or reload it.', field, copy, closing('Close'));
  field.focus();
  field.select();
}

// --- Notice over a table or a standalone part, about what blocks it.

/** Containers whose contents are visible together: a tab, a cell. A notice is shown once in each. */
const AT_ONCE = '.widget-tab-contents > *, .jupyter-widget-Collapse, .jp-LinkedOutputView, .jp-Cell, div.cell';

/**
 * Elements of tables and parts, with their Store and a function that updates the notice.
 * @type {Map<Element, { store: Store, look: () => void }>}
 */
const places = new Map();

/** Elements that are visible together with one, in document order. @returns {Array<[Element, Store]>} */
function seenWith(el) {
  const around = (one) => one.closest(AT_ONCE) ?? places.get(one)?.store;
  const follows = (one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  return [...places].filter(([one]) => around(one) === around(el))
    .map(([one, { store }]) => /** @type {[Element, Store]} */ ([one, store]))
    .sort(([one], [other]) => (follows(one, other) ? -1 : 1));
}

/** The notice of an element; among elements visible together, only the first one shows it. */
function noticeOf(el) {
  const all = seenWith(el);
  return all[0][0] === el ? all.map(([, { local }]) => local.notice).find(Boolean) ?? '' : '';
}

const lookEverywhere = () => { for (const { look } of places.values()) look(); };

/**
 * Show the Store's `notice` above the contents of an element. It covers nothing, and is shown only by the first of
 * several parts that are visible together. While the connection is `starting`, its progress is shown at the foot of
 * the page.
 * @returns {() => void} removes it
 */
export function placeNotice(el, store) {
  let said = '';
  let shown = null;
  let start = null;
  const look = () => {
    const notice = noticeOf(el);
    if (notice === said) return;
    said = notice;
    shown?.remove();
    shown = null;
    el.style.removeProperty('--ck-notice');
    if (!notice) return;
    shown = line(notice, 'head');
    el.prepend(shown);
    el.style.setProperty('--ck-notice', `${shown.offsetHeight}px`); // reduces the height of a table
  };
  const lookAtStart = () => {
    const { starting } = store.local;
    if (!starting) {
      start?.host.remove();
      start = null;
      return;
    }
    if (!start) {
      start = startLine();
      el.append(start.host);
    }
    start.say(starting);
  };
  places.set(el, { store, look });
  lookEverywhere();
  lookAtStart();
  const leave = store.subscribe((changed) => {
    if (changed.has('local.notice')) lookEverywhere();
    if (changed.has('local.starting')) lookAtStart();
  });
  return () => {
    leave();
    shown?.remove();
    start?.host.remove();
    places.delete(el);
    lookEverywhere();
  };
}

/** Progress message while a kernel starts. */
function startLine() {
  const words = h('span', { role: 'status' });
  const bar = h('progress', { max: 1, 'aria-label': 'Progress' });
  return {
    host: shaded(h('p', { class: 'start' }, words, bar)),
    say(how) {
      words.textContent = how.words;
      bar.value = how.share;
    },
  };
}

const STYLE = `
  dialog {
    box-sizing: border-box; width: min(34rem, calc(100vw - 2rem)); padding: 1.5rem 1.75rem;
    border: 1px solid #6b7983; border-radius: 14px; background: #ffffff; color: #10202b;
    font: 17px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif;
    box-shadow: 0 18px 60px rgb(0 0 0 / 0.35);
  }
  @media (max-width: 30rem) { dialog { padding: 1rem 1.1rem; font-size: 16px; } }
  dialog::backdrop { background: rgb(10 14 20 / 0.55); }
  h2 { margin: 0 0 0.5rem; font-size: 1.35rem; }
  p { margin: 0 0 1rem; overflow-wrap: anywhere; }
  input, textarea { box-sizing: border-box; width: 100%; margin: 0 0 1rem; padding: 0.5rem 0.6rem; font: inherit;
    font-size: 0.9rem; border: 1px solid #6b7983; border-radius: 8px; background: inherit; color: inherit; }
  textarea { resize: vertical; }
  button { margin: 0 0.6rem 0.4rem 0; padding: 0.55rem 1.3rem; border: 0; border-radius: 8px; background: #10202b;
    color: #ffffff; font: inherit; font-weight: 600; cursor: pointer; }
  :focus-visible { outline: 3px solid #c2410c; outline-offset: 3px; }
  .head { z-index: 20; margin: 0; padding: 0.6rem 1.25rem; border-radius: 8px; background: #8a3600; color: #ffffff;
    font: 16px/1.4 system-ui, sans-serif; }
  .strip { position: fixed; z-index: 20; inset: 0 0 auto; margin: 0; display: flex; gap: 1rem; align-items: center;
    padding: 0.35rem 1.25rem; background: #8a3600; color: #ffffff; font: 15px/1.35 system-ui, sans-serif; }
  .strip p { flex: 1; margin: 0; }
  .strip button { flex: none; margin: 0; padding: 0.3rem 1rem; background: #ffffff; color: #7a2200; }
  .strip :focus-visible { outline-color: #ffffff; }
  .start { position: fixed; z-index: 20; inset: auto 0 4.5rem; width: fit-content; max-width: calc(100vw - 4rem);
    margin: 0 auto; padding: 0.5rem 1.1rem; border-radius: 99px; background: #10202b; color: #ffffff;
    font: 16px/1.4 system-ui, sans-serif; box-shadow: 0 4px 20px rgb(0 0 0 / 0.3); display: flex; gap: 0.8rem;
    align-items: center; pointer-events: none; }
  .start progress { width: 7rem; height: 0.5rem; accent-color: #f5c518; }
  .dark { background: #172027; color: #f0f4f6; border-color: #80909b; }
  .dark button { background: #f0f4f6; color: #10202b; }
`;
