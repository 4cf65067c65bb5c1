/**
 * The stored match that a page continues. Its code is in this tab's session storage, never in the address bar, which
 * is visible on projectors: `?code=` and `?token=` are removed from it, and `?new=1` deletes the code.
 */

import { sayProblem } from './dialogs.js';

/** The stored match of one page. */
export class KeptMatch {
  /** The current code from the kernel, or empty. */
  code = '';
  /** Why it cannot be stored now, shown over the table. */
  warning = '';

  /** @param {Window} window */
  constructor(window) {
    this.window = window;
    this.place = `classkit:${window.location.pathname}`;
    const asked = new URL(window.location.href).searchParams;
    if (asked.has('new')) this.remember((storage) => storage.removeItem(this.place));
    const given = asked.get('code');
    if (given) this.keep(given); // if opening fails, a reload tries again
    /** The code requested at startup; empty for a new match. */
    this.wanted = given || this.recall();
    const clean = withoutSecrets(window.location.href);
    if (clean !== window.location.href) window.history.replaceState(window.history.state, '', clean);
  }

  /** Whether the match can be opened again. */
  get isKept() { return Boolean(this.last) && !this.warning; }

  /** The current code, or the one remembered by this tab. */
  get last() { return this.code || this.recall(); }

  /** Ask the kernel to open the stored match, or to store a new one, before anything is shown. */
  greet(store) {
    return store.send({ do: 'session', code: this.wanted || null });
  }

  /** Handle the kernel's session message: the code, and why the match was not opened or is not stored. */
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

/** A URL without parameters that must not be visible on a projector. */
export function withoutSecrets(href) {
  const url = new URL(href);
  for (const name of ['code', 'token', 'new']) url.searchParams.delete(name);
  return url.href;
}

/** Access the session storage, which browser settings may forbid; then only the link stores the code. */
export function remember(window, ask) {
  try {
    return ask(window.sessionStorage);
  } catch {
    return null;
  }
}
