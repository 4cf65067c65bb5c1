/**
 * Base class of all parts of the table: a `store`, mounting, and a repaint after each change.
 *
 * A part draws in one of two ways (the guide in README.md says which is for what). A part with state has a `view`,
 * which renders everything at each repaint. A part that only draws has `mount` and `update`, which create nodes once
 * and update them.
 */

import { addStyles } from './shadow_styles.js';
import { h, setProp } from './dom.js';
import { foldUp, guardKeys } from './keys.js';
import { motionsOf } from './motion.js';
import { watchPaper } from './print_view.js';
import { Picture } from './preact_root.js';

export class Part extends HTMLElement {
  /** The page Store of this part; set before the part is added to a page. @type {Store} */
  store;
  /** Repaint order: parts that measure the layout are repainted before parts that only write. */
  order = 3;
  /** Functions that remove the listeners. @type {Array<() => void>} */
  listening = [];
  /** The rendered output of `view`. */
  picture = new Picture(this, () => this.view());
  /** Observers, and what they observe while the part is in a page. @type {Array<[any, Element[]]>} */
  observers = [];
  mounted = false;
  alone = false;
  onPaper = false;

  get now() { return this.store.now; }

  get fixed() { return this.store.fixed; }

  connectedCallback() {
    addStyles(this);
    this.listening = this.listen();
    for (const [observer, elements] of this.observers) for (const element of elements) observer.observe(element);
    this.repaint(new Set(['fixed', ...Object.keys(this.now ?? {})]));
  }

  disconnectedCallback() {
    for (const end of this.listening) end();
    for (const [observer] of this.observers) observer.disconnect();
  }

  /**
   * Listen to the Store while the part is in a page. This is called before `mount`, so handlers must look nodes up
   * when they run.
   * @returns {Array<() => void>}
   */
  listen() {
    return [this.store.subscribe((changed) => this.repaint(changed), this.order)];
  }

  /**
   * Observe elements while the part is in a page.
   * @param {...Element} elements
   */
  observe(observer, ...elements) {
    this.observers.push([observer, elements]);
    for (const element of elements) observer.observe(element);
  }

  repaint(changed) {
    if (!this.now) return;
    if (this.alone && changed.has('step')) motionsOf(this).finish();
    if (!this.mounted) {
      this.mounted = true;
      this.standsAlone();
      this.mount();
    } else if (this.alone && !this.onPaper && changed.has('theme')) {
      this.dataset.theme = this.now.theme;
      tellPage();
    }
    this.update(changed);
  }

  /**
   * Set the part's class, role and label.
   * @param {...string} names of its classes
   */
  dress(role, label, ...names) {
    this.classList.add(...names);
    setProp(this, 'role', role);
    setProp(this, 'aria-label', label);
  }

  /** Whether the part has no controls, because it is in the hall's view. */
  get looksOn() { return this.closest('classkit-hall') !== null; }

  /**
   * Return whether this part is visible: in an open tab, or not in a tab. Checking `offsetParent` instead would force
   * a layout in the middle of a repaint.
   */
  looked() {
    return !this.closest('[hidden]');
  }

  /** Set the class that styles need if the part is outside a table. */
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
    this.addEventListener('keydown', (event) => this.escape(event));
  }

  /** Handle Escape, also in a standalone part. */
  escape({ key, target }) {
    if (key === 'Escape') foldUp(target, this);
  }

  /** Use the light theme for a standalone part while printing. */
  goOnPaper(on) {
    this.onPaper = on;
    this.dataset.theme = on ? 'light' : this.now.theme ?? 'light';
  }

  /**
   * Create another part with the same store.
   * @param {string} name such as "board"
   * @returns {any}
   */
  makePart(name, props = {}) {
    return Object.assign(h(`classkit-${name}`, props), { store: this.store });
  }

  /** Called once before the first repaint: sets role and label, or creates nodes. */
  mount() {}

  /**
   * Return the contents of the part for the current state of the store.
   * @returns {any} made with `html`
   */
  view() { return null; }

  /** Render `view` now, after a change in the part itself rather than in the store. */
  draw() {
    if (this.mounted && this.now) this.picture.draw();
  }

  /**
   * Update the part. Parts with `mount` override this.
   * @param {Set<string>} changed keys of `now` that changed, "fixed", and "local.…"
   */
  update(changed) { this.draw(); }

  /**
   * Return whether any of these keys changed.
   * @param {...string} keys
   */
  touches(changed, ...keys) {
    return keys.some((key) => changed.has(key));
  }
}

/** Set the page's class for the dark theme if a table on it is dark. */
export function tellPage() {
  const dark = Boolean(document.querySelector('.classkit[data-theme="dark"]'));
  document.documentElement.classList.toggle('ck-dark', dark);
}
