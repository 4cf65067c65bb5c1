/**
 * What moves: it says where something came from. All is in its place before it moves, so that nothing waits for it;
 * only transform and opacity change, and the next step ends it. For whom motion is too much nothing moves: what
 * changed has an outline for a moment.
 */

import { h } from './dom.js';

/** As the tokens of motion: how long, in milliseconds, and along which curve. */
export const MOVE = 320;
export const ROLL = 600;
export const EASE = 'cubic-bezier(.2, 0, 0, 1)';
export const EASE_OUT = 'cubic-bezier(.16, 1, .3, 1)';
export const EASE_IN = 'cubic-bezier(.5, 0, .9, .3)';
export const EASE_ROLL = 'cubic-bezier(.3, 1.25, .5, 1)';

/** What changed has an outline for so long where nothing moves, in milliseconds. */
const OUTLINED = 1_200;

/** Between the digits of a figure that rolls, the last of them first, in milliseconds. */
const APART = 40;

/** At a quicker Play, in milliseconds a step, only what is needed moves. */
const QUICK = 800;

/**
 * @typedef {object} Manner
 * @property {number} ms how long it takes
 * @property {string} [easing]
 * @property {number} [delay]
 * @property {boolean} [needed] whether it moves in a cell and at a quick Play too: pieces, lines and the Number
 * @property {string} [pseudo] the pseudo-element that moves
 * @property {() => void} [after] what is done when it has moved, or does not move
 */

/** What moves in one table: by its element. @type {WeakMap<Element, Motions>} */
const tables = new WeakMap();

/** What moves in the table around a node. @param {Element} node */
export function motionsOf(node) {
  const root = node.closest('.classkit') ?? document.documentElement;
  const known = tables.get(root) ?? new Motions(root);
  tables.set(root, known);
  return known;
}

/**
 * Sets an element in motion; what moved it before ends. Its style must say already where it ends.
 * @param {any} node
 * @param {Keyframe[]} frames
 * @param {Manner} manner
 */
export function move(node, frames, manner) { motionsOf(node).move(node, frames, manner); }

/**
 * Lets the digits of a figure roll to what stands there already. What rolls is drawn by styles, so that the text is
 * right meanwhile.
 * @param {any} node an HTML element with nothing but the figure in it
 * @param {string} from what stood there
 * @param {Partial<Manner>} [manner]
 */
export function roll(node, from, manner = {}) { motionsOf(node).roll(node, from, manner); }

export class Motions {
  /** What ends each motion. @type {Map<any, () => void>} */
  running = new Map();
  /** @type {WeakMap<Element, object>} */
  pseudos = new WeakMap();
  /** The sheet over the table. @type {HTMLElement|undefined} */
  over;
  /** Whether only what is needed moves: in the cell of a notebook, or at a quick Play. */
  brief = false;

  /** @param {Element} root */
  constructor(root) { this.root = root; }

  get areUnwanted() { return Boolean(globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches); }

  /** @param {boolean} small whether the table is a cell of a notebook @param {Now} now */
  judge(small, { play }) {
    this.brief = small || Boolean(play?.running && play.speed * QUICK > 1_000);
    this.root.classList.toggle('ck-brief', this.brief); // the tint of the room comes at once too
  }

  /** Ends all that moves. */
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

  /** What stands for the pseudo-element of a node: it moves apart from the node. @param {any} node */
  keyOf(node) {
    const key = this.pseudos.get(node) ?? {};
    this.pseudos.set(node, key);
    return key;
  }

  /** Marks what changed, where nothing moves. @param {any} node */
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

  /** A sheet over the table for what flies from one place to another. */
  get sheet() {
    this.over ??= h('div', { class: 'ck-motions', 'aria-hidden': 'true' });
    if (this.over.parentElement !== this.root) this.root.append(this.over);
    return this.over;
  }

  /**
   * Lets something fly over the table, and takes it away.
   * @param {HTMLElement} thing
   * @param {DOMRect} from
   * @param {DOMRect} to
   * @param {Manner} manner
   * @param {number} [lift] how much larger it is on its way
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
 * What passes by on the way from one letter to another: the digits between them, or only these two.
 * @param {string} from
 * @param {string} to
 * @returns {string} one below the other
 */
export function reelOf(from, to) {
  const [first, last] = [from, to].map((letter) => (/\d/.test(letter) ? Number(letter) : NaN));
  if (from === to) return to;
  if (Number.isNaN(first) || Number.isNaN(last)) return `${from === ' ' ? '\u00a0' : from}\n${to}`;
  const step = Math.sign(last - first);
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, at) => String(first + at * step)).join('\n');
}
