/**
 * Which kept match a page goes on with. Its code stands in this tab's session storage, never in the address bar
 * (projectors!): `?code=` and `?token=` are taken out of it, `?new=1` forgets the code.
 */

import { sayProblem } from './dialogs.js';

/** The match of one page, wherever it is kept. */
export class KeptMatch {
  /** The code in use, as the kernel has named it; empty as long as there is none. */
  code = '';
  /** Why it cannot be kept now, which stands over the table. */
  warning = '';

  /** @param {Window} window */
  constructor(window) {
    this.window = window;
    this.place = `classkit:${window.location.pathname}`;
    const asked = new URL(window.location.href).searchParams;
    if (asked.has('new')) this.remember((storage) => storage.removeItem(this.place));
    const given = asked.get('code');
    if (given) this.keep(given); // should it fail to open now, a reload tries again
    /** With which code the page begins; empty for a new match. */
    this.wanted = given || this.recall();
    const clean = withoutSecrets(window.location.href);
    if (clean !== window.location.href) window.history.replaceState(window.history.state, '', clean);
  }

  /** Whether the match can be opened again. */
  get isKept() { return Boolean(this.last) && !this.warning; }

  /** The code in use, or that which this tab remembers. */
  get last() { return this.code || this.recall(); }

  /** Asks the kernel to go on with the match: before anything is shown another one is opened, or a new one kept. */
  greet(store) {
    return store.send({ do: 'session', code: this.wanted || null });
  }

  /** Heeds what the kernel says of the match: its code, and why it was not opened, or is not kept. */
  hear(message, store) {
    if (message?.kind !== 'session') return;
    this.code = message.code || '';
    if (this.code) this.keep(this.code);
    if (message.stopped) store.set({ stopped: true });
    const warning = String(message.warning ?? '');
    if (warning !== this.warning) store.set({ notice: warning });
    this.warning = warning;
    if (message.problem) sayProblem(String(message.problem));
  }

  keep(code) { this.remember((storage) => storage.setItem(this.place, code)); }

  recall() { return this.remember((storage) => storage.getItem(this.place)) || ''; }

  remember(ask) { return remember(this.window, ask); }
}

/** An address without what must not be read off a projector. */
export function withoutSecrets(href) {
  const url = new URL(href);
  for (const name of ['code', 'token', 'new']) url.searchParams.delete(name);
  return url.href;
}

/** Asks the session storage, which may be forbidden by the browser's settings: then the link alone remembers. */
export function remember(window, ask) {
  try {
    return ask(window.sessionStorage);
  } catch {
    return null;
  }
}
