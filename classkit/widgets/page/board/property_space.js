/**
 * Lots: spaces of a board that declares its smallest type. A lot shows its name line by line, and a bar at one edge in
 * the colour of its group (with buildings) or of its owner. Nothing overlaps the name.
 */

import { isNew, setProp, svg } from '../basics/dom.js';
import { colourOf, seatLook } from '../basics/seatlook.js';
import { breadth, LEADING, nameLines, write } from '../basics/text.js';
import { drawBadge, drawStar } from './badges.js';
import { drawEmblem } from './emblems.js';

/**
 * @typedef {import('./space.js').Around} Around
 * @typedef {{x: number, y: number, w: number, h: number}} Rect
 */

/** Size of a numeral relative to the smallest type; it must be readable in the last row. */
const NUMERAL = 1.45;

/** Height of a space's foot, in units of the smallest type; it contains a letter. */
export const FOOT = 1.16;

/** Size of a tile of strokes. */
const TILE = 8;

/**
 * Strokes on a tile, which distinguish the bars of two groups without colour.
 * @type {Record<string, Array<[number, number, number, number]>>}
 */
const STROKES = {
  diagonal: [[0, 8, 8, 0]],
  cross: [[0, 8, 8, 0], [0, 0, 8, 8]],
  sleepers: [[2, 0, 2, 8], [6, 0, 6, 8]],
  dots: [[2, 2, 2.01, 2], [6, 6, 6.01, 6]],
};

/**
 * Draw the strokes of a whole bar, tile by tile. A pattern would be shorter, but when printing, browsers convert each
 * bar with a pattern to an image as large as the sheet: ten megabytes per board.
 * @param {string} name
 */
export function drawStrokes(name, { x, y, w, h }) {
  const d = [];
  for (let left = 0; left < w; left += TILE) {
    for (let top = 0; top < h; top += TILE) {
      for (const [x1, y1, x2, y2] of STROKES[name] ?? []) d.push(`M${left + x1},${top + y1}L${left + x2},${top + y2}`);
    }
  }
  const look = { fill: 'none', stroke: '#17202a', 'stroke-linecap': 'round', 'stroke-opacity': 0.6 };
  return svg('svg', { class: 'ck-side-bar-strokes', x: x - w / 2, y: y - h / 2, width: w, height: h },
    svg('path', { d: d.join(''), ...look, 'stroke-width': name === 'dots' ? 2.6 : 1.4 }));
}

/** Return whether a space is drawn as a lot. */
export function isLot(space) {
  return Boolean(space.bar || space.lines?.length);
}

/**
 * Return the area not used by the bar.
 * @returns {Rect}
 */
export function roomOf(space) {
  const { x, y, w, h, bar, stand } = space;
  if (space.shape === 'circle') return { x, y, w: w * 0.84, h: h * 0.84 };
  // Without a bar, the place of the pieces is still kept clear if it is inside the space.
  const kept = bar ?? (stand && Math.abs(stand[0] - x) < w / 2 && Math.abs(stand[1] - y) < h / 2 ? stand : null);
  if (!kept) return { x, y, w, h };
  const [bx, by, bw, bh] = kept;
  const beside = h - bh < w - bw;
  const left = beside && bx < x ? bx + bw / 2 : x - w / 2;
  const right = beside && bx > x ? bx - bw / 2 : x + w / 2;
  const top = !beside && by < y ? by + bh / 2 : y - h / 2;
  const bottom = !beside && by > y ? by - bh / 2 : y + h / 2;
  return { x: (left + right) / 2, y: (top + bottom) / 2, w: right - left, h: bottom - top };
}

/**
 * Draw a lot into its space, unless only its description has changed: inflation changes the price of every lot, but
 * few boards show it.
 * @param {any} group from `drawSpace`
 */
export function drawLot(group, space, look, around) {
  const { least, far } = around;
  const { parts } = group;
  const colour = colourOf(look?.colour);
  const owner = look?.owner ?? '';
  const lit = around.lit.has(space.id);
  const hasFoot = Boolean(!far && colour && (look?.text || owner));
  const footed = hasFoot ? FOOT : 0;
  const shown = [colour, owner, hasFoot ? look?.text : '', look?.emblem, look?.count, look?.pattern, lit];
  if (!isNew(group, shown, 'body')) return;
  const room = roomOf(space);
  const air = least * 0.14;
  const box = { x: room.x, y: room.y, w: room.w - air * 2, h: room.h - footed * least };
  setProp(parts.tint, 'fill', owner ? seatLook(around.fixed, owner).colour : 'none');
  parts.words.replaceChildren(
    ...(space.bar ? drawBar(space, space.bar, look, colour, around) : []),
    ...(far
      ? drawNumeral(space, around, lit)
      : drawName(space, box, around, lit, hasFoot ? (y) => drawFoot({ ...box, y }, look, around) : null)),
  );
}

/** Share of its place's depth that a bar uses; the rest is on the side of the name. */
const DEEP = 0.76;

/**
 * The bar at the edge with the pawns: for a group, else for the owner, else none.
 * @param {[number, number, number, number]} bar
 * @param {string} colour of a group, or empty
 */
function drawBar(space, bar, look, colour, around) {
  const owner = look?.owner ?? '';
  if (!colour && !owner) return [];
  const { gap } = around;
  const [x, y, w, h] = bar;
  const upright = h > w;
  const deep = (upright ? w : h) * DEEP;
  // It is at the edge; the rest of its place is next to the name.
  const shift = ((upright ? w : h) - deep) / 2 - gap * 1.6;
  const place = {
    x: x + (upright ? Math.sign(x - space.x) * shift : 0),
    y: y + (upright ? 0 : Math.sign(y - space.y) * shift),
    w: upright ? deep : w - gap * 3.4,
    h: upright ? h - gap * 3.4 : deep,
  };
  const rect = svg('rect', {
    class: 'ck-side-bar',
    x: place.x - place.w / 2,
    y: place.y - place.h / 2,
    width: place.w,
    height: place.h,
    rx: gap * 1.2,
  });
  rect.style.fill = colour || `url(#${around.stem}-${seatLook(around.fixed, owner).pattern})`;
  const strokes = colour && look?.pattern && Object.hasOwn(STROKES, look.pattern)
    ? [drawStrokes(look.pattern, place)] : [];
  const side = Math.min(w, h);
  const count = look?.emblem ? look.count ?? 1 : 0;
  const apart = Math.min(side, Math.max(w, h) / Math.max(1, count));
  const emblems = Array.from({ length: count }, (_, at) => {
    const along = (at - (count - 1) / 2) * apart;
    return drawEmblem(look?.emblem ?? '', {
      x: place.x + (upright ? 0 : along),
      y: place.y + (upright ? along : 0),
      size: Math.min(side, apart) * 0.96,
    });
  });
  return [rect, ...strokes, ...emblems];
}

/** Minimum size of a long name relative to the smallest type, if it is readable. */
const SMALLER = 0.8;

/** Size of a numeral on a distant board and on highlighted spaces, relative to the smallest type. */
export const FAR_NUMERAL = 1.75;
const LIT_NUMERAL = 2.3;

/** A number, possibly with its effect: "×4" multiplies, "★ 3" moves the marker. */
const NUMBER = /^(★ )?[×+−-]?\d+$/;

/** On a distant board a lot shows only its number, or a short name. @param {boolean} lit */
function drawNumeral(space, around, lit) {
  const { least, small } = around;
  const text = (space.lines ?? []).find((line) => NUMBER.test(line)) ?? space.short ?? '';
  const most = NUMBER.test(text) ? least * (lit ? LIT_NUMERAL + 0.3 : FAR_NUMERAL) : small;
  return text ? writeLine(text, { x: space.x, y: space.y, size: Math.min(most, space.h * 0.72) }) : [];
}

/**
 * Draw the name line by line, with the foot below; a number among the lines is drawn large.
 * @param {Rect} box
 * @param {boolean} lit
 * @param {((y: number) => any[])|null} foot draws the contents below the name
 */
function drawName(space, box, around, lit, foot) {
  const { least } = around;
  const written = space.lines ?? [];
  const round = space.shape === 'circle';
  const numbered = written.some((line) => NUMBER.test(line));
  const own = numbered ? least * (lit ? 1 : 0.9) : nameSize(written, box, around);
  const lines = numbered
    ? written
    : nameLines(written, space.title ?? '', { width: box.w, height: box.h, least: own });
  const sizes = lines.map((line) =>
    NUMBER.test(line)
      ? numeralSize(line, box, lines.length, least,
        lit ? LIT_NUMERAL : round || line.startsWith('★') ? 1.35 : NUMERAL)
      : own);
  const tall = sizes.reduce((sum, one) => sum + one * heightOf(one, least), foot ? FOOT * least : 0);
  let top = box.y - tall / 2;
  const drawn = lines.flatMap((line, at) => {
    const high = sizes[at] * heightOf(sizes[at], least);
    top += high;
    return writeLine(line, { x: box.x, y: top - high / 2, size: sizes[at] });
  });
  return foot ? [...drawn, ...foot(top + (FOOT * least) / 2)] : drawn;
}

/**
 * Return the font size of a name: the board's smallest type or, if a line is too wide, as small as is readable.
 * @param {Rect} box
 */
function nameSize(lines, box, { least, small }) {
  const wide = Math.max(0, ...lines.map((line) => breadth(line)));
  return Math.min(least, Math.max(Math.min(small || least, least), least * SMALLER, box.w / (wide || 1)));
}

/**
 * Draw a line of a name; the star of a number is drawn like the marker.
 * @param {{x: number, y: number, size: number}} spot
 */
function writeLine(line, spot) {
  const { x, y, size } = spot;
  if (!NUMBER.test(line)) return [write(line, { x, y, size })];
  if (!line.startsWith('★')) return [write(line, { x, y, size, name: 'ck-numeral' })];
  const digits = line.slice(2);
  const radius = size * 0.4;
  const wide = radius * 2.5 + breadth(digits) * size;
  return [
    drawStar({ x: x - wide / 2 + radius, y: y + radius * 0.08, radius }),
    write(digits, { x: x + wide / 2, y, size, name: 'ck-numeral', anchor: 'end' }),
  ];
}

function heightOf(size, least) {
  return size > least ? 0.86 : LEADING;
}

/** @param {Rect} box */
function numeralSize(line, box, lines, least, most) {
  const room = (box.h - (lines - 1) * least * LEADING) / 0.92;
  return Math.max(least, Math.min(least * most, most > 2 ? Infinity : room, box.w / (breadth(line) || 1)));
}

/**
 * Draw the last line: the owner, and the cost or income.
 * @param {Rect} foot
 */
function drawFoot(foot, look, around) {
  const text = look?.text ?? '';
  const badge = look?.owner ? 1.35 : 0;
  const { least, small } = around;
  const size = Math.min(least, Math.max(Math.min(small || least, least), foot.w / (breadth(text) + badge)));
  const radius = size * 0.56;
  const wide = breadth(text) * size + badge * size;
  const left = foot.x - wide / 2;
  return [
    ...(look?.owner ? [drawBadge(look.owner, { x: left + radius, y: foot.y, radius }, around.fixed)] : []),
    ...(text ? [write(text, { x: left + wide, y: foot.y, size, name: 'ck-price', anchor: 'end' })] : []),
  ];
}
