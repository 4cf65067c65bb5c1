/**
 * Current contents of a space in addition to title and price: a card with colour, sign and emblem, its back, or a
 * stack.
 */

import { colourOf } from '../basics/seatlook.js';
import { svg } from '../basics/dom.js';
import { breadth, CENTRAL, fit, label, shorten, wrap } from '../basics/text.js';
import { drawEmblem } from './emblems.js';

/**
 * @typedef {{left: number, right: number, top: number, bottom: number}} Box
 * @typedef {{face: Box, sign: Spot|null, emblems: Spot[], times: Spot|null, price: Spot|null, title: Box|null, stack:
 *   Stack|null}} Layout
 * @typedef {{x: number, wide: number, foot: number, top: number, label: Spot, name: Spot}} Stack
 */

/** Maximum number of emblems drawn individually; more are drawn as one emblem with their number. */
const MOST = 5;

/** Return the height of the owner's band; in a low space its share is larger, so that its letter is readable. */
export function bandOf(space) {
  return space.h * (space.w > space.h * 1.35 ? 0.27 : 0.2);
}

/** Return whether a space has more than a title and a price. */
export function isCard(look) {
  return Boolean(
    look &&
      (look.hidden ||
        look.title ||
        look.subtitle ||
        look.sign ||
        look.emblem ||
        look.rows ||
        stackLevel(look) !== null ||
        colourOf(look.colour)),
  );
}

/** The height of a stack, from 0 to 1, or null if there is none. */
export function stackLevel(look) {
  const level = look?.level;
  return typeof level === 'number' && Number.isFinite(level) ? Math.min(1, Math.max(0, level)) : null;
}

/**
 * Return a look with its face-down contents hidden from viewers who may not see them.
 * @param {boolean} covered whether to cover known cards, too
 * @returns {Look|undefined}
 */
export function seenLook(look, covered) {
  if (!look?.hidden || (look.title && !covered)) return look;
  const { owner, text } = look;
  // The text on an unknown card is public; on a known card it reveals the contents.
  return { hidden: true, ...(owner ? { owner } : {}), ...(text && !look.title ? { text } : {}) };
}

/**
 * Return the layout of a card.
 * @param {number} side of a typical space
 * @param {{title?: string, subtitle?: string}} words
 * @returns {Layout}
 */
export function layCard(space, look, side, words) {
  const edge = Math.min(space.w, space.h);
  const frame = look.hidden ? edge * 0.1 : 0;
  const air = frame + edge * (space.shape === 'circle' ? 0.13 : 0.045);
  const face = around(space, frame);
  const box = around(space, air);
  if (look.owner) box.bottom = Math.min(box.bottom, space.y + space.h / 2 - bandOf(space) - edge * 0.02);
  const level = stackLevel(look);
  if (look.hidden && !look.title) {
    const within = around(space, edge * 0.14);
    return {
      face,
      sign: null,
      emblems: [],
      times: null,
      price: null,
      stack: null,
      title: look.text ? { ...within, bottom: Math.min(within.bottom, box.bottom) } : null,
    };
  }
  if (level !== null) return { face, title: null, price: null, ...layStack(space, look, side, box, level) };
  const price = look.text ? spotOfPrice(look.text, side, box) : null;
  const titled = Boolean(words.title || words.subtitle);
  const pictured = Boolean(look.sign || look.emblem);
  // In a low space the picture and the price share a line.
  const low = box.right - box.left > 1.35 * (box.bottom - box.top) && box.bottom - box.top < side;
  const shared = Boolean(
    price && pictured && titled && low && breadth(look.text ?? '') * price.size < (box.right - box.left) * 0.5,
  );
  if (price && !shared) box.bottom -= price.size * 1.02;
  const wide = box.right - box.left;
  const high = box.bottom - box.top;
  const head = !pictured ? 0 : titled ? Math.min(high * 0.5, side * 0.42) : high;
  const sign = look.sign ? spotOfSign(look.sign, Math.min(head * (titled ? 0.82 : 0.5), side * 0.29), box) : null;
  const beside = sign ? breadth(look.sign ?? '') * sign.size + edge * 0.04 : 0;
  const end = price && shared ? box.right - breadth(look.text ?? '') * price.size : box.right;
  if (price && shared) Object.assign(price, { x: (end + box.right) / 2, y: box.top + head * 0.5 + price.size * 0.36 });
  const room = {
    left: box.left + (titled || !look.emblem ? beside : 0),
    right: end,
    top: box.top,
    bottom: box.top + head,
  };
  // A sign is in the corner, so a single picture can use the centre.
  const { emblems, times } = look.emblem
    ? spotsOfEmblems(look.count ?? 1, room, titled ? head * 0.98 : Math.min(high, wide) * 0.74)
    : { emblems: [], times: null };
  return { face, sign, emblems, times, price, stack: null, title: titled ? { ...box, top: box.top + head } : null };
}

/** @returns {Box} */
function around(space, air) {
  return {
    left: space.x - space.w / 2 + air,
    right: space.x + space.w / 2 - air,
    top: space.y - space.h / 2 + air,
    bottom: space.y + space.h / 2 - air,
  };
}

/** @returns {Spot} */
function spotOfPrice(text, side, box) {
  const size = Math.min(side * 0.215, ((box.right - box.left) * 0.94) / Math.max(1, breadth(text)));
  return { x: (box.left + box.right) / 2, y: box.bottom - size * 0.16, size };
}

/** @returns {Spot} */
function spotOfSign(sign, size, box) {
  const fitting = Math.min(size, ((box.right - box.left) * 0.5) / Math.max(0.6, breadth(sign)));
  return { x: box.left, y: box.top + fitting * 0.82, size: fitting };
}

/**
 * @param {Box} room
 * @param {number} most maximum size of an emblem
 * @returns {{emblems: Spot[], times: Spot|null}}
 */
function spotsOfEmblems(count, room, most) {
  const wide = room.right - room.left;
  const many = count > MOST;
  const drawn = many ? 1 : Math.max(1, Math.floor(count) || 1);
  // One row, or two if the emblems can then be larger.
  const sizes = [1, 2].map((rows) =>
    Math.min(most / (rows === 1 ? 1 : 2.04), wide / (Math.ceil(drawn / rows) * 1.04 + (many ? 1.2 : 0))),
  );
  const rows = drawn > 1 && sizes[1] > sizes[0] * 1.1 ? 2 : 1;
  const size = sizes[rows - 1];
  const across = Math.ceil(drawn / rows);
  const y = (room.top + room.bottom) / 2;
  const middle = (room.left + room.right) / 2 - (many ? size * 0.6 : 0);
  const emblems = Array.from({ length: drawn }, (_, index) => {
    const row = Math.floor(index / across);
    const inRow = row ? drawn - across : across;
    return {
      x: middle + (index - row * across - (inRow - 1) / 2) * size * 1.04,
      y: y + (row - (rows - 1) / 2) * size * 1.04,
      size,
    };
  });
  return { emblems, times: many ? { x: middle + size * 0.56, y, size: size * 0.62 } : null };
}

/** A stack is drawn between its name and its label, which have reserved space at any height. */
function layStack(space, look, side, box, level) {
  const wide = box.right - box.left;
  const type = Math.min(side * 0.21, wide * 0.24);
  const name = { x: space.x, y: box.bottom - type * 0.25, size: type };
  let foot = box.bottom - type * 1.3;
  const emblems = [];
  if (look.emblem) {
    const size = Math.min(wide * 0.5, (box.bottom - box.top) * 0.2);
    emblems.push({ x: space.x, y: foot - size / 2, size });
    foot -= size * 1.1;
  }
  const sign = look.sign ? spotOfSign(look.sign, type, box) : null;
  if (sign) box.top += sign.size; // the label of a full stack is below the sign
  const label = Math.min(side * 0.22, (wide * 0.94) / Math.max(3.3, breadth(look.text ?? '')));
  const top = foot - Math.max(0, foot - box.top - label * 1.25) * level;
  return {
    emblems,
    times: null,
    sign,
    stack: {
      x: space.x,
      wide: wide * 0.56,
      foot,
      top,
      label: { x: space.x, y: top - label * 0.28, size: label },
      name,
    },
  };
}

/**
 * Draw the contents of a space into its group, replacing the previous contents.
 * @param {Look} look as it may be seen
 * @param {{stem: string, side: number}} around
 * @param {{title?: string, subtitle?: string}} words
 * @returns {Layout}
 */
export function drawCard(group, space, look, around, words) {
  const laid = layCard(space, look, around.side, words);
  const known = !look.hidden || Boolean(look.title);
  group.replaceChildren(
    ...(look.hidden ? [drawFace(laid.face, look, known)] : []),
    ...(known && laid.stack ? drawStack(laid.stack, look, words.title ?? '', around.side) : []),
    ...(known ? laid.emblems.map((spot) => drawEmblem(look.emblem ?? '', spot)).filter(Boolean) : []),
    ...(known && laid.times
      ? [label(`×${look.count}`, 'ck-sign', laid.times, { ...CENTRAL, 'text-anchor': 'start' })]
      : []),
    ...(known && laid.sign ? [label(look.sign ?? '', 'ck-sign', laid.sign, { 'text-anchor': 'start' })] : []),
    ...(laid.title ? writeTitle(laid.title, known ? words : { title: look.text }, around.side) : []),
  );
  return laid;
}

/**
 * The face of a face-down card: inside its back, or covered except for one line.
 * @param {Box} face
 */
function drawFace(face, look, known) {
  const wide = face.right - face.left;
  const rect = { x: face.left, y: face.top, width: wide, height: face.bottom - face.top, rx: wide * 0.08 };
  const node = svg('rect', { class: known ? 'ck-face' : 'ck-back-line', ...rect });
  if (known) node.style.fill = colourOf(look.colour);
  return node;
}

function drawStack(stack, look, name, side) {
  const { x, wide, foot, top } = stack;
  const slab = side * 0.075;
  const column = { x1: x, x2: x, y1: foot, y2: top, 'stroke-width': wide };
  const body = svg('rect', {
    class: 'ck-stack',
    x: x - wide / 2,
    y: top,
    width: wide,
    height: Math.max(0, foot - top),
    rx: side * 0.02,
  });
  body.style.fill = colourOf(look.colour);
  return [
    svg('line', { class: 'ck-stack-foot', x1: x - wide * 0.75, x2: x + wide * 0.75, y1: foot, y2: foot }),
    body,
    svg('line', {
      class: 'ck-stack-slabs',
      ...column,
      'stroke-width': wide - side * 0.02,
      'stroke-dasharray': `${side * 0.012} ${slab}`,
      'stroke-dashoffset': -slab,
    }),
    label(look.text ?? '', 'ck-stack-label', stack.label),
    label(shorten(name, wide / 0.56 / stack.name.size, breadth), 'ck-name', stack.name),
  ];
}

/**
 * Lay out a title and the subtitle below it in the smallest type. On a large card, a long subtitle uses part of the
 * title's space.
 * @param {{title?: string, subtitle?: string}} words
 * @returns {{size: number, lines: string[], least: number, below: number, more: string[]}} `below` is where the title
 *   ends
 */
export function layTitle(box, words, side) {
  const least = side * 0.135;
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const wanted = words.subtitle ? wrap(words.subtitle, width / least, 4).length : 0;
  const whole = fit(words.title ?? '', { width, height, least, most: side * 0.2 });
  // On a small card the title needs all the space.
  const room = Math.max(height * 0.52, height - wanted * least * 1.1);
  const smaller =
    wanted > 1 && height > side * 0.6
      ? fit(words.title ?? '', { width, height: room, least, most: side * 0.2 })
      : whole;
  const { size, lines } = smaller.lines.some((line) => line.endsWith('…')) ? whole : smaller;
  const below = box.top + lines.length * size * 1.1;
  const free = Math.max(0, Math.floor((box.bottom - below + least * 0.05) / (least * 1.1)));
  return { size, lines, least, below, more: free ? wrap(words.subtitle ?? '', width / least, free) : [] };
}

/** @param {{title?: string, subtitle?: string}} words */
function writeTitle(box, words, side) {
  const { size, lines, least, below, more } = layTitle(box, words, side);
  const middle = (box.left + box.right) / 2;
  return [
    ...lines.map((line, index) =>
      label(line, 'ck-name', { x: middle, y: box.top + size * (0.92 + index * 1.1), size }),
    ),
    ...more.map((line, index) =>
      label(line, 'ck-kind', { x: middle, y: below + least * (0.95 + index * 1.1), size: least }),
    ),
  ];
}

/**
 * The pattern of card backs.
 * @param {string} stem prefix that makes the ids of this drawing unique
 * @param {number} side of a typical space
 * @returns {any} a `<defs>`
 */
export function cardDefs(stem, side) {
  const tile = svg(
    'pattern',
    {
      id: `${stem}-card`,
      width: 8,
      height: 8,
      patternUnits: 'userSpaceOnUse',
      patternTransform: `scale(${side / 56}) rotate(45)`,
    },
    svg('rect', { class: 'ck-back', width: 8, height: 8 }),
    svg('path', { class: 'ck-back-weave', d: 'M0,0 H8 M0,0 V8' }),
    svg('rect', { class: 'ck-back-knot', x: 3, y: 3, width: 2, height: 2 }),
  );
  return svg('defs', {}, tile);
}
