/**
 * Animations that show where things came from. Everything is in its final place before the animation starts, so
 * nothing waits for it; only transform and opacity change, and the next step ends it. With reduced motion, changes are
 * outlined briefly instead.
 */

import { h } from './dom.js';

/** Durations in milliseconds and easings, as in the CSS tokens of motion. */
export const MOVE = 320;
export const ROLL = 600;
export const EASE = 'cubic-bezier(.2, 0, 0, 1)';
export const EASE_OUT = 'cubic-bezier(.16, 1, .3, 1)';
export const EASE_IN = 'cubic-bezier(.5, 0, .9, .3)';
export const EASE_ROLL = 'cubic-bezier(.3, 1.25, .5, 1)';

/** Duration of the outline with reduced motion, in milliseconds. */
const OUTLINED = 1_200;

/** Delay between the digits of a rolling number, last digit first, in milliseconds. */
const APART = 40;

/** Below this step interval in milliseconds, only needed animations run. */
const QUICK = 800;

/**
 * @typedef {object} Manner
 * @property {number} ms duration
 * @property {string} [easing]
 * @property {number} [delay]
 * @property {boolean} [needed] whether it also runs in notebook cells and during a quick Play: pieces, lines and the
 *   Number
 * @property {string} [pseudo] the pseudo-element to animate
 * @property {() => void} [after] called after the animation, or if there is none
 */

/** The animations of each table, by its element. @type {WeakMap<Element, Motions>} */
const tables = new WeakMap();

/** Return the animations of the table that contains a node. @param {Element} node */
export function motionsOf(node) {
  const root = node.closest('.classkit') ?? document.documentElement;
  const known = tables.get(root) ?? new Motions(root);
  tables.set(root, known);
  return known;
}

/**
 * Animate an element, replacing its current animation. Its style must already be the final one.
 * @param {any} node
 * @param {Keyframe[]} frames
 * @param {Manner} manner
 */
export function move(node, frames, manner) { motionsOf(node).move(node, frames, manner); }

/**
 * Roll the digits of a number to its current text. The rolling digits are drawn by styles, so the text is right
 * meanwhile.
 * @param {any} node an HTML element that contains only the number
 * @param {string} from the previous text
 * @param {Partial<Manner>} [manner]
 */
export function roll(node, from, manner = {}) { motionsOf(node).roll(node, from, manner); }

export class Motions {
  /** Functions that end each animation. @type {Map<any, () => void>} */
  running = new Map();
  /** @type {WeakMap<Element, object>} */
  pseudos = new WeakMap();
  /** The layer over the table. @type {HTMLElement|undefined} */
  over;
  /** Whether only needed animations run: in a notebook cell, or during a quick Play. */
  brief = false;

  /** @param {Element} root */
  constructor(root) { this.root = root; }

  get areUnwanted() { return Boolean(globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches); }

  /** @param {boolean} small whether the table is a cell of a notebook @param {Now} now */
  judge(small, { play }) {
    this.brief = small || Boolean(play?.running && play.speed * QUICK > 1_000);
    this.root.classList.toggle('ck-brief', this.brief); // the tint of the room then changes immediately, too
  }

  /** End all animations. */
  finish() { for (const end of [...this.running.values()]) end(); }

  /**
   * @param {any} node
   * @param {Keyframe[]} frames
   * @param {Manner} manner
   * @returns {boolean} whether it moves
   */
  move(node, frames, { ms, easing = 'linear', delay = 0, needed = false, pseudo, after = () => {} }) {
    const key = pseudo ? this.keyOf(node) : node;
    this.running.get(key)?.();
    if (!node.animate) return false;
    if (this.areUnwanted) {
      this.outline(node);
      after();
      return false;
    }
    if (this.brief && !needed) {
      after();
      return false;
    }
    const motion = node.animate(frames, { duration: ms, easing, delay, fill: 'backwards', pseudoElement: pseudo });
    const end = () => {
      if (this.running.get(key) !== end) return;
      this.running.delete(key);
      motion.finish();
      after();
    };
    this.running.set(key, end);
    motion.onfinish = end;
    return true;
  }

  /** Return a key for the pseudo-element of a node, which is animated separately. @param {any} node */
  keyOf(node) {
    const key = this.pseudos.get(node) ?? {};
    this.pseudos.set(node, key);
    return key;
  }

  /** Outline a changed element, with reduced motion. @param {any} node */
  outline(node) {
    const end = () => {
      clearTimeout(timer);
      this.running.delete(node);
      node.classList.remove('ck-changed');
    };
    node.classList.add('ck-changed');
    const timer = setTimeout(end, OUTLINED);
    this.running.set(node, end);
  }

  /**
   * @param {any} node
   * @param {string} from
   * @param {Partial<Manner>} manner
   */
  roll(node, from, { ms = ROLL, needed = false }) {
    const to = node.textContent;
    if (from === to || !from || !to) return;
    if (this.areUnwanted || (this.brief && !needed)) {
      if (this.areUnwanted) this.outline(node);
      return;
    }
    const [old, letters] = [[...from.padStart(to.length)].slice(-to.length), [...to]];
    const reels = letters.map((letter, at) => h('span', { class: 'ck-reel', 'data-reel': reelOf(old[at], letter) }));
    const box = h('span', { class: 'ck-reels', 'aria-hidden': 'true' },
      ...reels.map((reel, at) => h('span', { class: 'ck-reel-window', 'data-letter': letters[at] }, reel)));
    node.classList.add('ck-rolls');
    node.append(box);
    let left = reels.length;
    const done = () => {
      left -= 1;
      if (left) return;
      box.remove();
      node.classList.remove('ck-rolls');
    };
    for (const [at, reel] of reels.entries()) {
      const rows = reel.dataset.reel.split('\n').length;
      const frames = [{ transform: 'translateY(0)' }, { transform: `translateY(${(100 * (1 - rows)) / rows}%)` }];
      reel.style.transform = frames[1].transform;
      this.move(reel, frames, {
        ms, easing: EASE_ROLL, delay: (letters.length - 1 - at) * APART, needed, after: done,
      });
    }
  }

  /** A layer over the table for flying elements. */
  get sheet() {
    this.over ??= h('div', { class: 'ck-motions', 'aria-hidden': 'true' });
    if (this.over.parentElement !== this.root) this.root.append(this.over);
    return this.over;
  }

  /**
   * Let an element fly over the table, then remove it.
   * @param {HTMLElement} thing
   * @param {DOMRect} from
   * @param {DOMRect} to
   * @param {Manner} manner
   * @param {number} [lift] its scale on the way
   */
  fly(thing, from, to, manner, lift = 1) {
    if (this.areUnwanted || this.brief) return;
    const { left, top } = this.root.getBoundingClientRect();
    const at = (box, more) => `translate(${box.x + box.width / 2 - left}px, ${box.y + box.height / 2 - top}px) `
      + `translate(-50%, -50%) scale(${more})`;
    this.sheet.append(thing);
    const frames = [
      { transform: at(from, 1), opacity: 0 },
      { transform: at(from, lift), opacity: 1, offset: 0.15 },
      { transform: at(to, lift), opacity: 1, offset: 0.85 },
      { transform: at(to, 0.6), opacity: 0 },
    ];
    thing.style.opacity = '0';
    this.move(thing, frames, { ...manner, after: () => thing.remove() });
  }
}

/**
 * Return the characters that pass by from one digit to another.
 * @param {string} from
 * @param {string} to
 * @returns {string} separated by newlines
 */
export function reelOf(from, to) {
  const [first, last] = [from, to].map((letter) => (/\d/.test(letter) ? Number(letter) : NaN));
  if (from === to) return to;
  if (Number.isNaN(first) || Number.isNaN(last)) return `${from === ' ' ? '\u00a0' : from}\n${to}`;
  const step = Math.sign(last - first);
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, at) => String(first + at * step)).join('\n');
}
