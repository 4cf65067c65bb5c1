/**
 * What all parts of the table share: a `store`, one mounting, a repaint whenever something changed.
 *
 * A part draws in one of two ways (the guide in README.md says which is for what). One that holds state has a `view`:
 * its whole picture, anew at each repaint. One that only draws has `mount` and `update`: nodes made once, brought up to
 * date by hand.
 */

import { h, setProp } from './dom.js';
import { foldUp, guardKeys } from './keys.js';
import { motionsOf } from './motion.js';
import { watchPaper } from './print_view.js';
import { Picture } from './preact_root.js';

export class Part extends HTMLElement {
  /** The page Store this part draws from: it has one before it is put into a page. @type {Store} */
  store;
  /** When a part repaints: what measures while it is drawn goes before those that only write. */
  order = 3;
  /** What ends each way of listening. @type {Array<() => void>} */
  listening = [];
  /** What `view` gives, in the page. */
  picture = new Picture(this, () => this.view());
  /** Observers, and what they observe while the part is in a page. @type {Array<[any, Element[]]>} */
  observers = [];
  mounted = false;
  alone = false;
  onPaper = false;

  get now() { return this.store.now; }

  get fixed() { return this.store.fixed; }

  connectedCallback() {
    this.listening = this.listen();
    for (const [observer, elements] of this.observers) for (const element of elements) observer.observe(element);
    this.repaint(new Set(['fixed', ...Object.keys(this.now ?? {})]));
  }

  disconnectedCallback() {
    for (const end of this.listening) end();
    for (const [observer] of this.observers) observer.disconnect();
  }

  /**
   * Listens to the Store for as long as the part is in a page. It begins before the part is drawn: nodes that `mount`
   * makes are looked for when something is heard, never here.
   * @returns {Array<() => void>}
   */
  listen() {
    return [this.store.subscribe((changed) => this.repaint(changed), this.order)];
  }

  /**
   * Observes elements for as long as the part is in a page.
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
   * Gives the part its class, its role and its name.
   * @param {...string} names of its classes
   */
  dress(role, label, ...names) {
    this.classList.add(...names);
    setProp(this, 'role', role);
    setProp(this, 'aria-label', label);
  }

  /** Whether it is only looked at, and has no controls: in the hall. */
  get looksOn() { return this.closest('classkit-hall') !== null; }

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
    this.addEventListener('keydown', (event) => this.escape(event));
  }

  /** Escape leads back, in a part alone too. */
  escape({ key, target }) {
    if (key === 'Escape') foldUp(target, this);
  }

  /** What stands alone is light on paper, and as it was afterwards. */
  goOnPaper(on) {
    this.onPaper = on;
    this.dataset.theme = on ? 'light' : this.now.theme ?? 'light';
  }

  /**
   * Makes another part of the same store.
   * @param {string} name such as "board"
   * @returns {any}
   */
  makePart(name, props = {}) {
    return Object.assign(h(`classkit-${name}`, props), { store: this.store });
  }

  /** What is done once, before it is drawn for the first time: its role and name, or the nodes of one drawn by hand. */
  mount() {}

  /**
   * What the part shows of the store as it is now, for a part that is a function of state.
   * @returns {any} made with `html`
   */
  view() { return null; }

  /** Shows `view` as it is now: for what changes in the part itself, and not in the store. */
  draw() {
    if (this.mounted && this.now) this.picture.draw();
  }

  /**
   * Brings the part up to the present. One that is drawn by hand has its own.
   * @param {Set<string>} changed keys of `now` that changed, "fixed", and "local.…"
   */
  update(changed) { this.draw(); }

  /**
   * Did any of these change?
   * @param {...string} keys
   */
  touches(changed, ...keys) {
    return keys.some((key) => changed.has(key));
  }
}

/** The page around the tables follows them: it has a class while one of them is dark. */
export function tellPage() {
  const dark = Boolean(document.querySelector('.classkit[data-theme="dark"]'));
  document.documentElement.classList.toggle('ck-dark', dark);
}
