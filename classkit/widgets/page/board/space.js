/** One space of the board: its field, title, price and owner, and its description in words. */

import { EASE_OUT, EASE_ROLL, MOVE, move, ROLL } from '../basics/motion.js';
import { isNew, setProp, setText, svg } from '../basics/dom.js';
import { colourOf, fillSeatNames, inkOn, seatLook, seatName } from '../basics/seatlook.js';
import { breadth, CENTRAL, fit, label, shorten } from '../basics/text.js';
import { drawBadge } from './badges.js';
import { bandOf, drawCard, isCard, seenLook, stackLevel } from './card.js';
import { emblemWords } from './emblems.js';
import { drawBack, drawTile, footOf } from './group_card.js';
import { drawList, headOf, listWords } from './list.js';
import { drawLot, isLot } from './property_space.js';

/**
 * @typedef {{fixed: any, now: any, legend: Array<[string, string]>, stem: string, side: number, least: number,
 *   small: number, afar: number, gap: number, far: boolean, lit: Set<string>, width: number, covered?: boolean
 *   }} Around `small` is the smallest readable type, `afar` the same on a distant board, else 0; `gap` is the margin
 * around a space
 */

/** Animation of a card that is turned over. */
const TURNED = [{ transform: 'scaleX(0)' }, { transform: 'none' }];

/** Maximum length of a numeral that is drawn large, to be readable in the last row. */
const NUMERAL = 4;

/** Draw a space in its initial state. */
export function drawSpace(space, around) {
  const parts = /** @type {Record<string, any>} */ ({
    title: svg('title'),
    field: svg(space.shape === 'circle' ? 'ellipse' : 'rect', { class: 'ck-field', ...outline(space, around.gap) }),
    tint: svg(space.shape === 'circle' ? 'ellipse' : 'rect',
      { class: 'ck-tint', fill: 'none', ...outline(space, around.gap) }),
    words: svg('g', { class: 'ck-words' }),
    price: svg('text', { class: 'ck-price', 'text-anchor': 'middle' }),
    owner: svg('g', { class: 'ck-owner' }),
  });
  const group = svg(
    'g',
    { class: 'ck-space', 'data-space': space.id, 'data-slanted': space.slanted || null },
    ...Object.values(parts),
  );
  const priced = around.now?.board?.looks?.[space.id];
  Object.assign(group, { parts, half: Boolean(priced?.text || priced?.owner) });
  return group;
}

/** Scale of a highlighted space. */
const LIT = 1.52;

/** @param {number} gap the margin around it @param {boolean} [lit] */
function outline(space, gap, lit = false) {
  const larger = (lit ? LIT : 1) / 2;
  if (space.shape === 'circle') return { cx: space.x, cy: space.y, rx: space.w * larger, ry: space.h * larger };
  return {
    x: space.x - space.w / 2 + gap,
    y: space.y - space.h / 2 + gap,
    width: Math.max(0, space.w - gap * 2),
    height: Math.max(0, space.h - gap * 2),
    rx: Math.min(gap * 2.6, space.h / 4),
  };
}

/** Highlight a space or remove the highlight. The final state is set immediately, and then animated. */
function light(group, space, around, lit) {
  const was = group.lit;
  group.lit = lit;
  if (Boolean(was) === lit) return;
  for (const part of [group.parts.field, group.parts.tint])
    for (const [name, value] of Object.entries(outline(space, around.gap, lit))) setProp(part, name, value);
  if (lit) group.parentNode?.append(group); // above its neighbours
  const from = lit ? 1 / LIT : LIT;
  if (was !== undefined) move(group, [{ transform: `scale(${from})` }, { transform: 'none' }],
    { ms: ROLL, easing: EASE_ROLL, needed: true });
}

/**
 * Draw the title and subtitle of an otherwise empty space.
 * @param {any} words the group for the text
 * @param {boolean} half whether a price or an owner needs the lower half
 */
function drawWords(space, words, around, half) {
  words.replaceChildren();
  if (space.title === space.id && !space.subtitle) {
    // An address, such as the id of a grid field, stays in its corner; a board that declares its type has addresses at
    // its edges.
    if (around.fixed?.board?.least || around.far) return;
    const size = around.side * 0.19;
    words.append(
      label(
        space.title,
        'ck-kind',
        { x: space.x - space.w / 2 + size * 0.35, y: space.y - space.h / 2 + size * 1.05, size },
        { 'text-anchor': null },
      ),
    );
    return;
  }
  const numeral = shortOf(space.subtitle) ? space.subtitle : shortOf(space.title) ? space.title : '';
  const other = (numeral === space.subtitle ? space.title : space.subtitle) ?? '';
  // "Income ×4" above a large ×4 would be redundant.
  const rest = numeral && other.endsWith(` ${numeral}`) ? other.slice(0, -numeral.length).trim() : other;
  const top = space.y - space.h / 2;
  const inner = space.w * (space.shape === 'circle' ? 0.84 : 0.93);
  const least = Math.max(around.side * 0.135, around.small);
  if (around.far) {
    const size = numeral ? Math.min(space.h * 0.6, (space.w * 0.84) / breadth(numeral)) : around.small;
    const shown = numeral || space.short || '';
    const place = { x: space.x, y: space.y, size };
    if (shown) words.append(label(shown, numeral ? 'ck-numeral' : 'ck-name', place, CENTRAL));
    return;
  }
  if (numeral) {
    // The rest is above in small type; the numeral is in the middle.
    const size = Math.min(space.h * 0.46, (space.w * 0.74) / (numeral.length * 0.6));
    const lift = rest ? (space.shape === 'circle' ? -0.08 : 0.07) : 0;
    words.append(label(numeral, 'ck-numeral', { x: space.x, y: space.y + space.h * lift, size }, CENTRAL));
    if (rest) {
      const low = space.shape === 'circle';
      const y = low ? space.y + space.h * 0.3 : top + space.h * 0.2;
      const small = Math.min(
        around.side * 0.19,
        Math.max(least * 0.9, (inner * (low ? 0.8 : 1)) / (rest.length * 0.53)),
      );
      words.append(label(shorten(rest, inner / small, breadth), 'ck-name', { x: space.x, y, size: small }));
    }
    return;
  }
  const height = space.h * (half ? 0.5 : 0.86);
  const most = Math.max(least, around.side * 0.21);
  const { size, lines } = fit(space.title ?? '', { width: inner, height, least, most });
  lines.forEach((line, index) =>
    words.append(label(line, 'ck-name', { x: space.x, y: top + space.h * 0.04 + size * (0.95 + index * 1.12), size })),
  );
  if (space.subtitle && lines.length * size * 1.14 < height * 0.7) {
    words.append(
      label(shorten(space.subtitle, inner / least, breadth), 'ck-kind', {
        x: space.x,
        y: top + space.h * 0.04 + size * (1 + lines.length * 1.12),
        size: least,
      }),
    );
  }
}

function shortOf(text) {
  return Boolean(text) && String(text).length <= NUMERAL && /[\d×+±★♦]/.test(String(text));
}

/**
 * Update a drawn space to its current look; unchanged parts are not touched.
 * @param {any} group from `drawSpace`
 */
export function updateSpace(group, space, look, around) {
  const lit = around.lit.has(space.id);
  if (!isNew(group, [look, around.covered, around.now?.seats?.[look?.owner ?? '']?.name, lit])) return;
  const { parts } = group;
  light(group, space, around, lit);
  const down = Boolean(look?.hidden);
  if (group.down !== undefined && group.down !== down) move(group, TURNED, { ms: MOVE, easing: EASE_OUT });
  group.down = down;
  const seen = seenLook(look, Boolean(around.covered));
  const tone = toneOf(seen?.tone || space.kind, around.legend);
  const lot = isLot(space) && !seen?.hidden;
  const fill = lot ? { field: '', ink: '' } : fillOf(seen, around.stem);
  setProp(
    group,
    'class',
    [
      `ck-space ck-tone-${tone}`,
      seen?.hidden && (seen.title ? 'ck-hidden-card' : 'ck-hidden-card ck-unknown'),
      seen?.owner && 'ck-owned',
      lot && space.bar && 'ck-has-bar',
      lit && 'ck-lit',
      fill.ink && 'ck-coloured',
    ].filter(Boolean).join(' '),
  );
  parts.field.style.fill = fill.field;
  group.style.setProperty('--ck-on', fill.ink);
  setText(parts.title, spaceWords(space, seen, around.fixed, around.now));
  if (lot) {
    drawLot(group, space, seen, around);
    return;
  }
  drawBody(group, space, seen, around);
  drawOwner(parts, space, seen, around, Boolean(fill.field));
}

/**
 * The colour of a field, if the game declares one, and the ink on it.
 * @param {Look|undefined} look as it may be seen
 * @returns {{field: string, ink: string}} empty to use the theme's colours
 */
function fillOf(look, stem) {
  const colour = stackLevel(look) === null && !look?.rows ? colourOf(look?.colour) : '';
  // A card of a group uses its colour only around its emblem.
  const own = look?.mark ? '' : colour;
  if (look?.hidden) return { field: `url(#${stem}-card)`, ink: own ? inkOn(own) : look.title ? '' : '#ffffff' };
  return { field: own, ink: own ? inkOn(own) : '' };
}

/**
 * Draw the contents of the space if they changed, and the price.
 * @param {Look|undefined} look as it may be seen
 */
function drawBody(group, space, look, around) {
  const { far } = around;
  const said = look?.title ? look.subtitle : look?.subtitle || space.subtitle;
  // A price that is shown large is not repeated in small type; a distant board has no small type.
  const words = far
    ? { title: space.short ?? '', subtitle: '' }
    : { title: look?.title || space.title, subtitle: said === look?.text ? '' : said };
  const card = isCard(look);
  const { text: written, owner, ...rest } = look ?? {};
  const text = far ? '' : written;
  const { parts } = group;
  if (isNew(group, card ? [rest, text, Boolean(owner), words] : [words], 'body')) {
    group.laid = null;
    if (look?.rows) drawList(parts.words, space, look, around);
    else if (look?.mark) drawTile(parts.words, space, look, around, colourOf(look.colour));
    else if (isBack(look, around)) drawBack(parts.words, space, text ?? '', around.least);
    else if (card && look) group.laid = drawCard(parts.words, space, { ...look, text }, around, words);
    else drawWords(space, parts.words, around, group.half);
  }
  drawPrice(parts.price, space, card && !group.laid?.price ? '' : text ?? '', around, group.laid?.price ?? null);
}

/**
 * Return whether a face-down card is here, with at most one line of public text, on a board that declares its smallest
 * type.
 * @param {Look|undefined} look as it may be seen
 */
function isBack(look, around) {
  return Boolean(look?.hidden && !look.title && around.fixed?.board?.least);
}

/** @param {{x: number, y: number, size: number}|null} spot the place for the price on a card */
function drawPrice(node, space, words, around, spot) {
  setText(node, words);
  if (!words) return;
  const size = Math.min(around.side * 0.215, (space.w * 0.92) / (breadth(words) || 1));
  setProp(node, 'font-size', spot?.size ?? size);
  setProp(node, 'x', spot?.x ?? space.x);
  setProp(node, 'y', spot?.y ?? space.y + space.h * (space.shape === 'circle' ? 0.42 : 0.27));
}

/**
 * @param {Record<string, any>} parts
 * @param {boolean} filled whether the field has its own colour, which must not be tinted
 */
function drawOwner(parts, space, look, around, filled) {
  const owner = look?.owner ?? '';
  setProp(parts.tint, 'fill', owner && !filled ? seatLook(around.fixed, owner).colour : 'none');
  const name = owner && look?.rows && !around.far ? seatName(around.fixed, around.now, owner) : '';
  if (!isNew(parts.owner, [owner, name])) return;
  parts.owner.dataset.seat = owner;
  parts.owner.replaceChildren();
  if (!owner) return;
  const seat = seatLook(around.fixed, owner);
  // A nation is shown at the head of its list, an owner at the foot of a card.
  const height = look?.rows ? headOf(around.least) : look?.mark ? footOf(around.least) : bandOf(space);
  const y = look?.rows ? space.y - space.h / 2 : space.y + space.h / 2 - height;
  const { gap } = around;
  const pattern = `url(#${around.stem}-${seat.pattern})`;
  if (look?.mark) {
    parts.owner.append(...drawFlag(space, owner, { y: y - gap, height }, pattern, around));
    return;
  }
  parts.owner.append(
    svg('rect', {
      x: space.x - space.w / 2 + gap,
      y: y + (look?.rows ? gap : -gap),
      width: space.w - gap * 2,
      height,
      rx: gap,
      fill: pattern,
      class: 'ck-band',
    }),
    ...(name ? writeOwner(name, { x: space.x - space.w / 2 + gap, y: y + height / 2 + gap, height }, space.w, seat)
      : []),
    drawBadge(owner,
      { x: name ? space.x - space.w / 2 + gap + height * 0.85 : space.x,
        y: y + height / 2 + (look?.rows ? gap : -gap), radius: height * 0.56 }, around.fixed),
  );
}

/** Write the name of an owner after its badge, on the seat's plain colour. */
function writeOwner(name, { x, y, height }, room, seat) {
  const size = height * 0.72, left = height * 1.65;
  const words = shorten(name, (room - left - height) / size, breadth);
  const plate = { x, y: y - height / 2, width: left + breadth(words) * size + height * 0.5, height, fill: seat.colour };
  return [
    svg('rect', plate),
    label(words, 'ck-owner-name', { x: x + left, y, size },
      { ...CENTRAL, 'text-anchor': 'start', style: `fill:${seat.ink}` }),
  ];
}

/**
 * The flag of an owner at the foot of a card: a pole, a cloth with the seat's pattern, and its badge.
 * @param {{y: number, height: number}} foot
 */
function drawFlag(space, owner, foot, pattern, around) {
  const { y, height } = foot;
  const { gap } = around;
  const left = space.x - space.w / 2 + gap * 3;
  const right = space.x + space.w / 2 - gap * 3;
  const cloth = `M${left},${y} H${right} L${right - height * 0.5},${y + height / 2} L${right},${y + height} H${left} Z`;
  const badge = { x: left + height * 1.2, y: y + height / 2, radius: height * 0.56 };
  return [
    svg('path', { class: 'ck-band', d: cloth, fill: pattern }),
    svg('line',
      { class: 'ck-pole', x1: left, x2: left, y1: y - height * 0.2, y2: y + height, 'stroke-width': gap * 1.6 }),
    drawBadge(owner, badge, around.fixed),
  ];
}

/** The name of a place, independent of its contents. */
export function placeName(space, fixed, now) {
  return fillSeatNames(space.title || space.id, fixed, now);
}

/**
 * Return an emblem in words, unless the card's own text describes it.
 * @param {Look|undefined} look as it may be seen
 * @returns {string} "3 houses"; empty if there is nothing to add
 */
export function drawnWords(look) {
  const told = look?.title || look?.note;
  return told && (look?.count ?? 1) < 2 && look?.emblem !== 'hotel' && look?.emblem !== 'house'
    ? ''
    : emblemWords(look?.emblem, look?.count);
}

/**
 * Describe a space in one line.
 * @param {Look|undefined} look as it may be seen
 */
export function spaceWords(space, look, fixed, now) {
  const place = placeName(space, fixed, now);
  const title = look?.title && look.title !== place ? `${place}: ${look.title}` : place;
  const subtitle = look?.title ? look.subtitle : look?.subtitle || space.subtitle;
  const more = title.endsWith(subtitle ?? '') || (subtitle === look?.text && !look?.note) ? '' : subtitle;
  const owner = look?.owner && !look.rows ? `owned by ${seatName(fixed, now, look.owner)}` : '';
  const written = look?.rows ? listWords(look.rows, (seat) => seatName(fixed, now, seat)) : look?.text;
  // The rows of a list come first, because the rest is longer.
  const first = look?.rows ? [look.note || written, more] : [more, drawnWords(look), look?.note || written];
  return [title, ...first, owner, look?.hidden ? 'face down' : ''].filter(Boolean).join(' · ');
}

// --- Properties shared by all spaces of a board: tones of the legend, typical size. Pure functions.

/** Tones with their own colour in `tokens.css`. */
const TONES = ['blue', 'red', 'plain', 'sand', 'green', 'purple', 'orange', 'sky', 'gold', 'rose', 'grey', 'dark'];

/**
 * Return the tone of a word: the name of a colour is that tone, any other word gets the next colour in the order of
 * the legend.
 * @param {Array<[string, string]>} legend
 * @returns {string} one of the tones of the style
 */
export function toneOf(word, legend) {
  if (!word) return 'plain';
  const name = word === 'yellow' ? 'gold' : word;
  if (TONES.includes(name)) return name;
  const place = legend.map(([kind]) => kind).filter((kind) => !TONES.includes(kind)).indexOf(word);
  return place < 0 ? 'plain' : TONES[place % TONES.length];
}

/** The side of a typical space, which determines the size of pieces and strokes. */
export function typicalSide(spaces) {
  const sides = spaces.map((space) => Math.min(space.w, space.h)).sort((a, b) => a - b);
  return sides.length ? sides[Math.floor(sides.length / 2)] : 1;
}
