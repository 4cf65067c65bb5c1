/** One space of the board: its field, title, price and owner. */

import { setProp, setText, svg } from './dom.js';
import { toneOf } from './boardmath.js';
import { fit, shorten } from './wrap.js';
import { seatLetter, seatLook, seatName } from './seatwords.js';

/**
 * @typedef {import('./types.js').Space} Space
 * @typedef {import('./types.js').Look} Look
 * @typedef {{fixed: any, now: any, legend: Array<[string, string]>, stem: string, side: number}} Around
 */

/** A numeral this short is drawn large: it is what the last row must read. */
const NUMERAL = 4;

/**
 * Draws a space as it lies before any turn.
 * @param {Space} space
 * @param {Around} around
 * @returns {any}
 */
export function drawSpace(space, around) {
  const parts = /** @type {Record<string, any>} */ ({
    title: svg('title'),
    field: svg(space.shape === 'circle' ? 'ellipse' : 'rect', { class: 'ck-field', ...outline(space) }),
    tint: svg(space.shape === 'circle' ? 'ellipse' : 'rect', { class: 'ck-tint', fill: 'none', ...outline(space) }),
    words: svg('g', { class: 'ck-words' }),
    price: svg('text', { class: 'ck-price', 'text-anchor': 'middle' }),
    owner: svg('g', { class: 'ck-owner' }),
  });
  const group = svg('g', { class: 'ck-space', 'data-space': space.id }, ...Object.values(parts));
  Object.assign(group, { parts, look: null });
  drawWords(space, parts, around);
  return group;
}

/** @param {Space} space */
function outline(space) {
  if (space.shape === 'circle') return { cx: space.x, cy: space.y, rx: space.w / 2, ry: space.h / 2 };
  return { x: space.x - space.w / 2, y: space.y - space.h / 2, width: space.w, height: space.h, rx: Math.min(space.w, space.h) * 0.05 };
}

/**
 * @param {Space} space
 * @param {Record<string, any>} parts
 * @param {Around} around
 */
function drawWords(space, parts, around) {
  const numeral = shortOf(space.subtitle) ? space.subtitle : shortOf(space.title) ? space.title : '';
  const other = (numeral === space.subtitle ? space.title : space.subtitle) ?? '';
  // "Income ×4" above a large ×4 says the same twice.
  const rest = numeral && other.endsWith(` ${numeral}`) ? other.slice(0, -numeral.length).trim() : other;
  const top = space.y - space.h / 2;
  const inner = space.w * (space.shape === 'circle' ? 0.84 : 0.93);
  const least = around.side * 0.135;
  if (numeral) {
    // The rest goes above in small type; the numeral takes the middle.
    const size = Math.min(space.h * 0.46, (space.w * 0.74) / (numeral.length * 0.6));
    const lift = rest ? (space.shape === 'circle' ? -0.08 : 0.07) : 0;
    parts.words.append(svg('text', {
      class: 'ck-numeral', x: space.x, y: space.y + space.h * lift, 'font-size': size, 'text-anchor': 'middle', 'dominant-baseline': 'central',
    }, numeral));
    if (rest) {
      const low = space.shape === 'circle';
      const y = low ? space.y + space.h * 0.3 : top + space.h * 0.2;
      const small = Math.min(around.side * 0.19, Math.max(least * 0.9, (inner * (low ? 0.8 : 1)) / (rest.length * 0.53)));
      parts.words.append(svg('text', { class: 'ck-name', x: space.x, y, 'font-size': small, 'text-anchor': 'middle' }, shorten(rest, inner / small)));
    }
    return;
  }
  const priced = around.now?.board?.looks?.[space.id];
  const height = space.h * (priced?.text || priced?.owner ? 0.5 : 0.86);
  const { size, lines } = fit(space.title ?? '', { width: inner, height, least, most: around.side * 0.21 });
  lines.forEach((line, index) => parts.words.append(svg('text', {
    class: 'ck-name', x: space.x, y: top + space.h * 0.04 + size * (0.95 + index * 1.12), 'font-size': size, 'text-anchor': 'middle',
  }, line)));
  if (space.subtitle && lines.length * size * 1.14 < height * 0.7) {
    parts.words.append(svg('text', {
      class: 'ck-kind', x: space.x, y: top + space.h * 0.04 + size * (1 + lines.length * 1.12), 'font-size': least, 'text-anchor': 'middle',
    }, shorten(space.subtitle, inner / least)));
  }
}

/** @param {string|undefined} text */
function shortOf(text) {
  return Boolean(text) && String(text).length <= NUMERAL && /[\d×+±★♦]/.test(String(text));
}

/**
 * Brings a drawn space up to how it looks now.
 * @param {any} group from `drawSpace`
 * @param {Space} space
 * @param {Look|undefined} look
 * @param {Around} around
 */
export function updateSpace(group, space, look, around) {
  const known = JSON.stringify([look, around.now?.seats?.[look?.owner ?? '']?.name]);
  if (group.look === known) return;
  group.look = known;
  const { parts } = group;
  const tone = toneOf(look?.tone || space.kind, around.legend);
  setProp(group, 'class', `ck-space ck-tone-${tone}${look?.hidden ? ' ck-hidden-card' : ''}${look?.owner ? ' ck-owned' : ''}`);
  setText(parts.title, spaceWords(space, look, around.fixed, around.now));
  drawPrice(parts.price, space, look, around);
  drawOwner(parts, space, look, around);
}

/**
 * @param {any} text
 * @param {Space} space
 * @param {Look|undefined} look
 * @param {Around} around
 */
function drawPrice(text, space, look, around) {
  const words = look?.text ?? '';
  setText(text, words);
  if (!words) return;
  const size = Math.min(around.side * 0.215, (space.w * 0.92) / (words.length * 0.58));
  setProp(text, 'font-size', size);
  setProp(text, 'x', space.x);
  setProp(text, 'y', space.y + space.h * (space.shape === 'circle' ? 0.42 : 0.27));
}

/**
 * @param {Record<string, any>} parts
 * @param {Space} space
 * @param {Look|undefined} look
 * @param {Around} around
 */
function drawOwner(parts, space, look, around) {
  const owner = look?.owner;
  if (parts.owner.seat === owner) return;
  parts.owner.seat = owner;
  parts.owner.replaceChildren();
  setProp(parts.tint, 'fill', owner ? seatLook(around.fixed, owner).colour : 'none');
  if (!owner) return;
  const seat = seatLook(around.fixed, owner);
  const height = space.h * 0.2;
  const y = space.y + space.h / 2 - height;
  const letter = seatLetter(owner);
  parts.owner.append(
    svg('rect', { x: space.x - space.w / 2, y, width: space.w, height, fill: `url(#${around.stem}-${seat.pattern})`, class: 'ck-band' }),
    svg('rect', { x: space.x - height * 0.75, y, width: height * 1.5, height, fill: seat.colour }),
    svg('text', {
      x: space.x, y: y + height * 0.54, style: `fill:${seat.ink}`, 'font-size': height * (letter.length > 1 ? 0.7 : 0.92), class: 'ck-owner-letter',
      'text-anchor': 'middle', 'dominant-baseline': 'central',
    }, letter));
}

/**
 * All there is to say about a space, in one line.
 * @param {Space} space
 * @param {Look|undefined} look
 * @param {any} fixed
 * @param {any} now
 * @returns {string}
 */
export function spaceWords(space, look, fixed, now) {
  if (look?.hidden) return 'Face down';
  const owner = look?.owner ? `owned by ${seatName(fixed, now, look.owner)}` : '';
  const title = space.title || space.id;
  const more = title.endsWith(space.subtitle ?? '') ? '' : space.subtitle;
  return [title, more, look?.text, owner].filter(Boolean).join(' · ');
}
