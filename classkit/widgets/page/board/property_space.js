/** Spaces of a board that states its least type. A lot has its name line by line, and a bar at one edge, in the colour
 * of a group with its buildings, or else of the owner; a card of a group has the emblem of its group, that of its kind
 * with its worth, and its name. Nothing stands on a name. */

import { isNew, setProp, svg } from '../basics/dom.js';
import { colourOf, seatLetter, seatLook } from '../basics/seatlook.js';
import { breadth, CENTRAL, label, LEADING, nameLines, write } from '../basics/text.js';
import { drawEmblem } from './emblems.js';

/**
 * @typedef {import('./space.js').Around} Around
 * @typedef {{x: number, y: number, w: number, h: number}} Rect
 * @typedef {{face: {x: number, y: number, width: number, height: number}, mark: Spot, kind: Spot, worth: Spot,
 *   name: Array<Spot & {text: string}>, foot: number}} Tile
 */

/** How large a numeral is, against the least type: it is what the last row must read. */
const NUMERAL = 1.7;

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
function drawStrokes(name, { x, y, w, h }) {
  const d = [];
  for (let left = 0; left < w; left += TILE) {
    for (let top = 0; top < h; top += TILE) {
      for (const [x1, y1, x2, y2] of STROKES[name]) d.push(`M${left + x1},${top + y1}L${left + x2},${top + y2}`);
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
  const { least } = around;
  const { parts } = group;
  const colour = colourOf(look?.colour);
  const owner = look?.owner ?? '';
  const hasFoot = Boolean(colour && (look?.text || owner));
  if (!isNew(group, [colour, owner, hasFoot ? look?.text : '', look?.emblem, look?.count, look?.pattern], 'body'))
    return;
  const room = roomOf(space);
  const foot = hasFoot ? least * 1.16 : 0;
  const air = least * 0.14;
  const box = { x: room.x, y: room.y - foot / 2, w: room.w - air * 2, h: room.h - foot };
  setProp(parts.tint, 'fill', owner ? seatLook(around.fixed, owner).colour : 'none');
  parts.words.replaceChildren(
    ...(space.bar ? drawBar(space.bar, look, colour, around) : []),
    ...drawName(space, box, least),
    ...(foot ? drawFoot({ ...room, y: room.y + room.h / 2 - foot / 2, h: foot }, look, around) : []),
  );
}

/**
 * @param {[number, number, number, number]} bar
 * @param {string} colour of a group, or empty
 */
function drawBar(bar, look, colour, around) {
  const [x, y, w, h] = bar;
  const owner = look?.owner ?? '';
  const pattern = !colour && owner ? `url(#${around.stem}-${seatLook(around.fixed, owner).pattern})` : '';
  const rect = svg('rect', {
    class: `ck-side-bar${colour || pattern ? ' ck-side-bar-full' : ''}`,
    x: x - w / 2,
    y: y - h / 2,
    width: w,
    height: h,
  });
  if (colour || pattern) rect.style.fill = colour || pattern;
  const strokes = colour && look?.pattern && Object.hasOwn(STROKES, look.pattern)
    ? [drawStrokes(look.pattern, { x, y, w, h })] : [];
  const side = Math.min(w, h);
  const count = look?.emblem ? look.count ?? 1 : 0;
  const apart = Math.min(side, Math.max(w, h) / Math.max(1, count));
  const emblems = Array.from({ length: count }, (_, at) => {
    const along = (at - (count - 1) / 2) * apart;
    return drawEmblem(look?.emblem ?? '', {
      x: x + (w >= h ? along : 0),
      y: y + (w >= h ? 0 : along),
      size: Math.min(side, apart) * 0.96,
    });
  });
  const badge =
    !colour && owner
      ? [drawBadge(owner, { x: w >= h ? x - w / 2 + side / 2 : x, y: w >= h ? y : y - h / 2 + side / 2 }, around)]
      : [];
  return [rect, ...strokes, ...emblems, ...badge];
}

/**
 * The owner's letter on the owner's colour.
 * @param {{x: number, y: number}} at
 */
function drawBadge(owner, at, around) {
  const { least } = around;
  const seat = seatLook(around.fixed, owner);
  const letter = write(seatLetter(owner), { ...at, size: least, room: least, bold: true, name: 'ck-owner-letter' });
  letter.style.fill = seat.ink;
  return svg(
    'g',
    { class: 'ck-owner-badge' },
    svg('rect', {
      x: at.x - least * 0.57,
      y: at.y - least * 0.57,
      width: least * 1.14,
      height: least * 1.14,
      fill: seat.colour,
    }),
    letter,
  );
}

/**
 * The name line by line; a number among its lines is drawn large.
 * @param {Rect} box
 */
function drawName(space, box, least) {
  const written = space.lines ?? [];
  const { lines, size } = nameLines(written, space.title ?? '', {
    width: box.w,
    height: written.some(isNumeral) ? least * LEADING * written.length : box.h,
    least,
  });
  const sizes = lines.map((line) => (isNumeral(line) ? numeralSize(line, box, lines.length, least) : size));
  const tall = sizes.reduce((sum, one) => sum + one * heightOf(one, least), 0);
  let top = box.y - tall / 2;
  return lines.map((line, at) => {
    const high = sizes[at] * heightOf(sizes[at], least);
    top += high;
    return write(line, {
      x: box.x,
      y: top - high / 2,
      size: sizes[at],
      room: widthAt(space, box, top - high / 2, high),
      bold: isNumeral(line),
      name: isNumeral(line) ? 'ck-numeral' : 'ck-name',
    });
  });
}

function heightOf(size, least) {
  return size > least ? 0.86 : LEADING;
}

/** @param {Rect} box */
function numeralSize(line, box, lines, least) {
  const room = (box.h - (lines - 1) * least * LEADING) / 0.92;
  return Math.max(least, Math.min(least * NUMERAL, room, box.w / breadth(line, true)));
}

function isNumeral(line) {
  return /^[×+−-]?\d+$/.test(line);
}

/**
 * How wide a line may be at its height: a circle is narrower above and below.
 * @param {Rect} box
 */
function widthAt(space, box, y, high) {
  if (space.shape !== 'circle') return box.w;
  const far = Math.abs(y - space.y) + high * 0.3;
  return 2 * Math.sqrt(Math.max(0, (space.w / 2 - 2) ** 2 - far ** 2));
}

/**
 * The last line: whose it is, and what it costs or brings.
 * @param {Rect} foot
 */
function drawFoot(foot, look, around) {
  const { least } = around;
  const left = foot.x - foot.w / 2;
  const taken = look?.owner ? least * 1.22 : 0;
  const badge = look?.owner ? [drawBadge(look.owner, { x: left + least * 0.6, y: foot.y }, around)] : [];
  const text = look?.text
    ? [
        write(look.text, {
          x: foot.x + taken / 2,
          y: foot.y,
          size: least,
          room: foot.w - taken - least * 0.24,
          bold: true,
          name: 'ck-price',
        }),
      ]
    : [];
  return [...badge, ...text];
}

// --- A card of a group on its space.

/** The foot of an owned card, in units of the least type: a letter stands in it. */
const FOOT = 1.16;
/** A short name is written so much larger than the least type. */
const LARGER = 1.1;

/** How high the foot of a card is on which its owner stands. */
export function footOf(least) {
  return least * FOOT;
}

/**
 * Where everything on a card has its place: pictures at the top corners, with room between them for a piece; the name
 * below.
 * @param {number} least the smallest type
 * @returns {Tile}
 */
export function layTile(space, look, least) {
  // A card that lies face-down shows its back around what the looker may know.
  const frame = look.hidden ? least * 0.12 : 0;
  const air = frame + least * 0.08;
  const left = space.x - space.w / 2;
  const top = space.y - space.h / 2;
  const foot = look.owner ? footOf(least) : frame;
  const room = { width: space.w - 2 * air, height: space.h - air - foot - least * 0.06 };
  const shown = look.lines?.length ? look.lines.join(' ') : look.title ?? '';
  const one = breadth(shown) * least;
  const written = one * LARGER <= room.width ? { lines: [shown], size: least * LARGER }
    : one <= room.width ? { lines: [shown], size: least }
    : nameLines([], shown, { width: room.width, height: room.height - least * 1.2, least });
  const deep = written.lines.length * written.size * LEADING;
  const head = room.height - deep;
  const size = Math.min(head * 0.96, space.w * 0.33);
  const middle = top + air + head / 2;
  const worth = least * 1.1;
  const right = left + space.w - air;
  return {
    face: { x: left + frame, y: top + frame, width: space.w - 2 * frame, height: space.h - 2 * frame },
    mark: { x: left + air + size / 2, y: middle, size },
    kind: { x: right - worth * 0.7 - size * 0.4, y: middle, size: size * 0.8 },
    worth: { x: right - worth * 0.34, y: middle, size: worth },
    name: written.lines.map((text, index) => ({
      text,
      x: space.x,
      y: top + air + head + written.size * (0.82 + index * LEADING),
      size: written.size,
    })),
    foot,
  };
}

/**
 * Draws a card into its group of words, in the place of what was there.
 * @param {Look} look as it may be seen
 * @param {number} least the smallest type
 * @param {string} colour of the card, where its back lies upon it
 */
export function drawTile(group, space, look, least, colour) {
  const laid = layTile(space, look, least);
  const face = look.hidden ? svg('rect', { class: 'ck-face', ...laid.face, rx: least * 0.15 }) : null;
  if (face) face.style.fill = colour;
  const mark = svg('g', { class: 'ck-mark' }, drawEmblem(look.mark ?? '', laid.mark));
  group.replaceChildren(
    ...(face ? [face] : []),
    mark,
    ...[drawEmblem(look.emblem ?? '', laid.kind)].filter(Boolean),
    ...(look.text ? [label(look.text, 'ck-sign', laid.worth, CENTRAL)] : []),
    ...laid.name.map((line) => label(line.text, 'ck-name', line)),
  );
}

/**
 * Writes on the back of a card what everybody may know of it.
 * @param {number} least the smallest type
 */
export function drawBack(group, space, text, least) {
  const { size, lines } = nameLines([], text, { width: space.w * 0.94, height: space.h * 0.9, least });
  const top = space.y - (lines.length * size * 1.14) / 2;
  group.replaceChildren(
    ...lines.map((line, index) => label(line, 'ck-name', { x: space.x, y: top + size * (0.9 + index * 1.14), size })),
  );
}
