/** Lots: spaces of a board that states its least type. A lot has its name line by line, and a bar at one edge, in the
 * colour of a group with its buildings, or else of the owner. Nothing stands on a name. */

import { isNew, setProp, svg } from '../basics/dom.js';
import { colourOf, seatLook } from '../basics/seatlook.js';
import { breadth, LEADING, nameLines, write } from '../basics/text.js';
import { drawBadge, drawStar } from './badges.js';
import { drawEmblem } from './emblems.js';

/**
 * @typedef {import('./space.js').Around} Around
 * @typedef {{x: number, y: number, w: number, h: number}} Rect
 */

/** How large a numeral is, against the least type: it is what the last row must read. */
const NUMERAL = 1.45;

/** The foot of a space, in units of the least type: a letter stands in it. */
export const FOOT = 1.16;

/** How large a tile of strokes is. */
const TILE = 8;

/**
 * Strokes on a tile, each from here to there, by which the bars of two groups are told apart without colour.
 * @type {Record<string, Array<[number, number, number, number]>>}
 */
const STROKES = {
  diagonal: [[0, 8, 8, 0]],
  cross: [[0, 8, 8, 0], [0, 0, 8, 8]],
  sleepers: [[2, 0, 2, 8], [6, 0, 6, 8]],
  dots: [[2, 2, 2.01, 2], [6, 6, 6.01, 6]],
};

/**
 * The strokes of a whole bar, tile by tile. A pattern would be shorter here, but a browser that prints makes of each
 * bar that is filled with one a picture as large as the sheet: ten megabytes a board.
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

/** Is a space drawn as a lot? */
export function isLot(space) {
  return Boolean(space.bar || space.lines?.length);
}

/**
 * The room that the bar leaves.
 * @returns {Rect}
 */
export function roomOf(space) {
  const { x, y, w, h, bar, stand } = space;
  if (space.shape === 'circle') return { x, y, w: w * 0.84, h: h * 0.84 };
  // Where nobody owns anything, the place of the pieces is kept clear all the same, if it lies within.
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
 * Draws a lot into its space, and nothing where only what is said of it has changed: the price of every lot does with
 * inflation, and few boards write it.
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

/** How much of the depth of its place a bar takes; the rest is at the side of the name. */
const DEEP = 0.76;

/**
 * The bar at the edge where the pawns stand: of a group, else of the owner, else nothing.
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
  // It lies at the edge: what its place has more is beside the name.
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

/** A long name may be so much smaller than the least type, as long as it can be read. */
const SMALLER = 0.8;

/** How large a numeral is on a board seen from afar, and on what is lit, against the least type. */
export const FAR_NUMERAL = 1.75;
const LIT_NUMERAL = 2.3;

/** A number, perhaps with what it does: "×4" multiplies, "★ 3" moves the marker. */
const NUMBER = /^(★ )?[×+−-]?\d+$/;

/** From afar a lot has its number alone, or a short name. @param {boolean} lit */
function drawNumeral(space, around, lit) {
  const { least, small } = around;
  const text = (space.lines ?? []).find((line) => NUMBER.test(line)) ?? space.short ?? '';
  const most = NUMBER.test(text) ? least * (lit ? LIT_NUMERAL + 0.3 : FAR_NUMERAL) : small;
  return text ? writeLine(text, { x: space.x, y: space.y, size: Math.min(most, space.h * 0.72) }) : [];
}

/**
 * The name line by line, and below it the foot; a number among its lines is drawn large.
 * @param {Rect} box
 * @param {boolean} lit
 * @param {((y: number) => any[])|null} foot draws what stands below the name
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
 * The size of a name: the least type of its board, or where a line is too wide for that, as small as can still be read.
 * @param {Rect} box
 */
function nameSize(lines, box, { least, small }) {
  const wide = Math.max(0, ...lines.map((line) => breadth(line)));
  return Math.min(least, Math.max(Math.min(small || least, least), least * SMALLER, box.w / (wide || 1)));
}

/**
 * A line of a name; the star of a number is drawn, as the marker is.
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
 * The last line: whose it is, and what it costs or brings.
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
