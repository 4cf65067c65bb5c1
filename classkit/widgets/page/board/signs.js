/** Text between the spaces: signs that contain badges of seats, plates, and price tags that roll. */

import { isNew, setProp, svg } from '../basics/dom.js';
import { colourOf, seatName } from '../basics/seatlook.js';
import { breadth, round, shorten, write } from '../basics/text.js';
import { drawBadge } from './badges.js';
import { roll } from './rolling.js';

/**
 * @typedef {import('./space.js').Around} Around
 * @typedef {{seat: string, text: string, wide: number}} Run
 */

/** Width of a badge with its margin, in units of the font size. */
const BADGE = 1.42;

/** Size of a price on a distant board, relative to the smallest type. */
const FAR_PRICE = 2.5;
/** Size of a hero sign on a distant board: relative to its own type, and to the smallest readable type. */
const FAR_HERO = 1.3, HERO_READ = 1.1;
/** Extra spacing of numbers on a distant board, as a factor. */
const FAR_APART = 1.55;

/** Return the font size of a sign: smaller if it would be too wide, but never below the minimum. */
export function typeOf(sign, around) {
  const fixed = around.fixed?.board?.least;
  const size = (fixed || around.side * 0.3) * (sign.size ?? 1);
  const room = sign.room || around.width * 0.29;
  const wide = runsOf(sign).reduce((sum, run) => sum + run.wide, 0);
  if (fixed && !sign.room) return size;
  return Math.max(fixed || 0, Math.min(size, room / Math.max(1, wide)));
}

/**
 * Split a sign into texts and badges.
 * @returns {Run[]}
 */
export function runsOf(sign) {
  const swatch = colourOf(sign.colour) ? [{ seat: '', text: '', wide: BADGE }] : [];
  const parts = sign.text.split(/(\{[^{}]{1,3}\})/).filter(Boolean);
  return [...swatch, ...parts.map((part) => {
    const seat = /^\{(.+)\}$/.exec(part)?.[1] ?? '';
    return { seat, text: seat ? '' : part, wide: seat ? BADGE : breadth(part) };
  })];
}

/**
 * Return the signs to show: on a distant board only numbers, with more space, and signs that are large enough.
 * @param {Array<any>} signs
 * @param {Around} around
 */
export function signsSeen(signs, around) {
  if (!around.far) return signs;
  const prices = signs.filter((sign) => sign.role === 'price');
  const middle = prices.reduce((sum, sign) => sum + sign.y, 0) / (prices.length || 1);
  return signs.flatMap((sign) => {
    if (sign.role === 'price') return [{ ...sign, y: middle + (sign.y - middle) * FAR_APART }];
    const text = sign.short || sign.text;
    if (sign.role === 'hero') return [heroAfar({ ...sign, text, label: '' }, around)];
    if (sign.short) return [{ ...sign, text, label: '', size: Math.max(sign.size ?? 1, around.small / around.least) }];
    return sign.role === 'label' || typeOf(sign, around) < around.small ? [] : [{ ...sign, text, label: '' }];
  });
}

/** A hero sign on a distant board, truncated if its space is too small for readable type. */
function heroAfar(sign, around) {
  const own = around.least || around.side * 0.3;
  const size = Math.max((sign.size ?? 1) * FAR_HERO, (around.small * HERO_READ) / own);
  if (!sign.room) return { ...sign, size };
  const readable = around.small * HERO_READ;
  const fitting = Math.max(readable, Math.min(size * own, sign.room / Math.max(1, breadth(sign.text))));
  return { ...sign, size: fitting / own, text: shorten(sign.text, sign.room / fitting, breadth) };
}

/** Draw a sign into its group, unless it is unchanged. */
export function drawSign(group, sign, around) {
  const alone = /^\{([^{}]{1,3})\}$/.exec(sign.text)?.[1];
  if (!isNew(group, [sign, around.far, alone && seatName(around.fixed, around.now, alone)])) return;
  const { role = '', label = '' } = sign;
  setProp(group, 'class', `ck-sign-line${role ? ` ck-sign-${role}` : ''}`);
  if (role === 'price') {
    drawPrice(group, sign, around);
    return;
  }
  const size = typeOf(sign, around);
  const caption = Math.min(around.least, size);
  // A plate shows its text above its number, both centred.
  const y = sign.y + (label ? caption * 0.56 : 0);
  group.replaceChildren(
    ...(label
      ? [write(label, {
          x: sign.x, y: sign.y - size * 0.56, size: caption, name: 'ck-sign-label', anchor: anchorOf(sign),
        })]
      : []),
    ...writeRuns({ ...sign, y }, size, around),
  );
}

function anchorOf(sign) {
  return sign.anchor === 'start' ? 'start' : 'middle';
}

function writeRuns(sign, size, around) {
  const runs = runsOf(sign);
  // A single seat is shown with its name if it fits.
  if (sign.room && !sign.label && runs.length === 1 && runs[0].seat) {
    const name = seatName(around.fixed, around.now, runs[0].seat);
    const text = shorten(name, sign.room / size - BADGE - 0.4, breadth);
    runs.push({ seat: '', text, wide: breadth(text) });
    runs[0].wide += 0.4;
  }
  const wide = runs.reduce((sum, run) => sum + run.wide, 0) * size;
  let x = sign.anchor === 'start' ? sign.x : sign.x - wide / 2;
  return runs.map((run) => {
    const long = run.wide * size;
    const at = x;
    x += long;
    if (run.text) return write(run.text, { x: at, y: sign.y, size, name: 'ck-sign-words', anchor: 'start' });
    const radius = size * (BADGE / 2 - 0.07);
    return run.seat
      ? drawBadge(run.seat, { x: at + (BADGE * size) / 2, y: sign.y, radius }, around.fixed)
      : drawSwatch(sign.colour ?? '', { x: at + long / 2, y: sign.y }, size);
  });
}

/** @param {{x: number, y: number}} at */
function drawSwatch(colour, at, size) {
  const side = size * 0.86;
  const field = svg('rect', {
    class: 'ck-sign-swatch',
    x: round(at.x - side / 2 - size * 0.1),
    y: round(at.y - side / 2),
    width: round(side),
    height: round(side),
  });
  field.style.fill = colourOf(colour);
  return field;
}

/**
 * A price: a tag with text on the left or, on a distant board, a large number above the text. Changed digits roll.
 * @param {any} group
 * @param {Around} around
 */
function drawPrice(group, sign, around) {
  const { least, far } = around;
  const before = group.price;
  group.price = sign.text;
  if (far) {
    const size = least * FAR_PRICE;
    const text = sign.short || sign.text;
    const figure = svg('g', { class: 'ck-figure' });
    const x = sign.x + (breadth(text) * size) / 2;
    roll(figure, text, group.figure ?? '', { x, y: sign.y - size * 0.15, size });
    group.figure = text;
    group.replaceChildren(figure, write(sign.label ?? '', {
      x: sign.x, y: sign.y + size * 0.52, size: around.small, name: 'ck-sign-label',
    }));
    return;
  }
  const size = least * (sign.size ?? 1);
  const room = sign.room || (breadth(sign.text) + 1) * size + (breadth(sign.label ?? '') + 1) * least;
  const high = size * 1.85;
  const air = least * 0.75;
  const full = breadth(sign.text) * size + (breadth(sign.label ?? '') + 0.5) * least + air * 2 <= room;
  const figure = svg('g', { class: 'ck-figure' });
  roll(figure, full ? sign.text : sign.short || sign.text, full ? before ?? '' : '', {
    x: sign.x + room / 2 - air, y: sign.y, size,
  });
  group.replaceChildren(
    svg('rect', {
      class: 'ck-tag',
      x: round(sign.x - room / 2),
      y: round(sign.y - high / 2),
      width: round(room),
      height: round(high),
      rx: round(least * 0.5),
    }),
    write(sign.label ?? '', {
      x: sign.x - room / 2 + air, y: sign.y, size: least, name: 'ck-sign-label', anchor: 'start',
    }),
    figure,
  );
}
