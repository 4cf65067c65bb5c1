/** What all parts of the table share: a `store`, one mounting, repaints with what changed; how they learn that the page goes to paper; and the style sheets. */

import { h, press, setText } from './dom.js';
import { guardKeys } from './keys.js';

/** @typedef {import('../wire/store.js').Store} Store */

export class Part extends HTMLElement {
  /** When a part repaints: what measures while it is drawn goes before those that only write. */
  order = 3;

  constructor() {
    super();
    /** @type {any} */
    this.kept = null;
    /** @type {(() => void)|null} */
    this.leave = null;
    this.mounted = false;
    this.alone = false;
    this.onPaper = false;
  }

  /** @returns {Store} */
  get store() { return this.kept; }

  /** The page Store this part draws from; a part begins when it has one and is in the page. */
  set store(store) {
    this.stop();
    this.kept = store;
    if (this.isConnected) this.begin();
  }

  /** @returns {Now} */
  get now() { return /** @type {Now} */ (this.store.now); }

  /** @returns {Fixed} */
  get fixed() { return /** @type {Fixed} */ (this.store.fixed); }

  connectedCallback() {
    if (this.kept) this.begin();
  }

  disconnectedCallback() {
    this.stop();
  }

  begin() {
    if (this.leave) return;
    this.leave = this.kept.subscribe((changed) => this.repaint(changed), this.order);
    if (this.kept.now) this.repaint(new Set(['fixed', ...Object.keys(this.kept.now)]));
  }

  stop() {
    this.leave?.();
    this.leave = null;
  }

  repaint(changed) {
    if (!this.kept.now) return;
    if (!this.mounted) {
      this.mounted = true;
      this.standsAlone();
      this.mount();
      this.update(new Set(['fixed', ...Object.keys(this.kept.now)]));
      return;
    }
    if (this.alone && !this.onPaper && changed.has('theme')) {
      this.dataset.theme = this.now.theme;
      tellPage();
    }
    this.update(changed);
  }

  /**
   * Is this part in an open tab, or in none? Asking the layout instead (`offsetParent`) would lay
   * out the whole table in the middle of a repaint.
   */
  looked() {
    return !this.closest('[hidden]');
  }

  /** A part outside a table brings the namespace of its style with it. */
  standsAlone() {
    if (this.parentElement?.closest('.classkit')) return;
    this.alone = true;
    this.classList.add('classkit', 'ck-alone');
    this.dataset.theme = this.now.theme ?? 'light';
    tellPage();
    this.dataset.width = 'medium';
    this.tabIndex = 0;
    guardKeys();
    watchPaper();
  }

  /** What stands alone is light on paper, and as it was afterwards. */
  goOnPaper(on) {
    this.onPaper = on;
    this.dataset.theme = on ? 'light' : this.now.theme ?? 'light';
  }

  /** Makes the nodes, once. */
  mount() {}

  /**
   * Brings the nodes up to the present.
   * @param {Set<string>} changed keys of `now` that changed, "fixed", and "local.…"
   */
  update(changed) {}

  /**
   * Did any of these change?
   * @param {...string} keys
   */
  touches(changed, ...keys) {
    return keys.some((key) => changed.has(key));
  }
}

// --- A second question, before something that a whole class would see or lose.

export class Confirm {
  /**
   * @param {string} no what is written on the button that has the focus, and changes nothing
   * @param {...any} between further buttons
   */
  constructor(title, no, yes, ...between) {
    /** @type {(() => void)|null} */
    this.run = null;
    this.words = h('p', { class: 'ck-confirm-words' });
    this.no = press('ck-quiet', () => this.node.close(), no);
    this.yes = press('ck-do', () => this.goOn(), yes);
    this.node = h('dialog', { class: 'ck-confirm', 'aria-label': title }, this.words, h('span', { class: 'ck-pair' }, this.no, ...between, this.yes));
  }

  /** @param {() => void} run what is done when the answer is yes */
  ask(question, run) {
    this.run = run;
    setText(this.words, question);
    this.node.showModal();
    this.no.focus();
  }

  goOn() {
    const { run } = this;
    this.run = null; // it may hold a record, which is large
    this.node.close();
    run?.();
  }
}

// --- Tables and parts that stand alone learn when the page goes to paper, and when it is back on the screen.

let watching = false;
let printed = false;

/** Charts are drawn for paper at this size, in pixels, and scaled to the sheet, whatever its size is. */
export const CHART_ON_PAPER = { width: 560, height: 236 };

/**
 * From now on whatever stands in this page is told to lay itself out for paper before it is printed.
 * Browsers say so before they print; a change of the medium alone says it where they do not.
 */
export function watchPaper() {
  if (watching) return;
  watching = true;
  window.addEventListener('beforeprint', () => print(true));
  window.addEventListener('afterprint', () => print(false));
  window.matchMedia('print').addEventListener('change', ({ matches }) => print(matches));
}

function print(on) {
  if (printed === on) return;
  printed = on;
  for (const part of document.querySelectorAll('.classkit')) /** @type {any} */ (part).goOnPaper?.(on);
}

// --- The style sheets, added to the page once.

/** In the order in which they build on each other. */
const SHEETS = ['themes.css', 'table.css', 'strip.css', 'board.css', 'ask.css', 'charts.css', 'panels.css', 'story.css', 'contrast.css', 'paper.css'];

/** A page is not kept waiting longer than this for its style. */
const PATIENCE = 4_000;

/**
 * Adds the style sheets of the folder `styles`. Where the modules are joined (joined.py) they have put
 * their style into the page themselves.
 * @returns {Promise<void>} when the style is there
 */
export async function styled() {
  const here = import.meta.url;
  if (!/^https?:/.test(here) || document.getElementById('classkit-style')) return;
  const version = new URL(here).search;
  const loaded = SHEETS.map((name) => {
    const id = `classkit-${name.replace('.', '-')}`;
    const known = /** @type {any} */ (document.getElementById(id));
    if (known) return known.ready;
    const link = /** @type {any} */ (document.createElement('link'));
    Object.assign(link, { id, rel: 'stylesheet', href: new URL(`../styles/${name}`, here).href + version });
    link.ready = new Promise((resolve) => { link.onload = resolve; link.onerror = resolve; });
    document.head.append(link);
    return link.ready;
  });
  await Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/** The page around the tables follows them: it has a class while one of them is dark. */
export function tellPage() {
  const dark = Boolean(document.querySelector('.classkit[data-theme="dark"]'));
  document.documentElement.classList.toggle('ck-dark', dark);
}
