/** Numbers whose digits roll when they change: each digit is a column, and the last one starts first. */

import { svg } from '../basics/dom.js';
import { EASE_ROLL, motionsOf, move, ROLL } from '../basics/motion.js';
import { breadth, round, write } from '../basics/text.js';

/** Delay between digits in milliseconds. */
const APART = 40;

/**
 * Write a right-aligned number into a group; it is correct immediately, and then rolls to its place.
 * @param {any} group
 * @param {string} text
 * @param {string} before the previous text; empty for no animation
 * @param {{x: number, y: number, size: number}} place
 */
export function roll(group, text, before, place) {
  const { x, y, size } = place;
  const changed = before && before !== text && group.animate;
  if (!changed || motionsOf(group).areUnwanted) {
    group.replaceChildren(write(text, { x, y, size, name: 'ck-price', anchor: 'end' }));
    if (changed) queueMicrotask(() => motionsOf(group).outline(group));
    return;
  }
  // Every column is as wide as its character; only digits roll.
  let right = x;
  const columns = [...text].reverse().map((letter, at) => {
    const wide = breadth(letter) * size;
    right -= wide;
    const old = [...before].reverse()[at] ?? '';
    return drawColumn(letter, old, { left: right, y, wide, size }, at);
  });
  group.replaceChildren(...columns.reverse()); // in reading order
}

/** @param {{left: number, y: number, wide: number, size: number}} place */
function drawColumn(letter, old, place, at) {
  const { left, y, wide, size } = place;
  const spot = { x: left + wide / 2, y, size, name: 'ck-price' };
  if (old === letter) return write(letter, spot);
  const high = size * 1.1;
  const gone = old ? [write(old, { ...spot, y: y - high })] : [];
  for (const one of gone) one.setAttribute('aria-hidden', 'true');
  const wheel = svg('g', { class: 'ck-wheel' }, write(letter, spot), ...gone);
  // A clip path hides the digits outside.
  const frame = { x: round(left), y: round(y - high / 2), width: round(wide), height: round(high) };
  const window = svg('svg', { ...frame, viewBox: Object.values(frame).join(' ') }, wheel);
  queueMicrotask(() => {
    const frames = [{ transform: `translateY(${round(high)}px)` }, { transform: 'none' }];
    const after = () => gone.forEach((one) => one.remove());
    move(wheel, frames, { ms: ROLL, delay: at * APART, easing: EASE_ROLL, after });
  });
  return window;
}
