/**
 * A card of a group on its space: the group's emblem on its colour, the emblem of its kind with its value, and its
 * name.
 */

import { svg } from '../basics/dom.js';
import { breadth, CENTRAL, label, LEADING, nameLines } from '../basics/text.js';
import { drawEmblem } from './emblems.js';
import { FAR_NUMERAL, FOOT } from './property_space.js';

/**
 * @typedef {import('./space.js').Around} Around
 * @typedef {{face: {x: number, y: number, width: number, height: number}, mark: Spot, kind: Spot, worth: Spot,
 *   name: Array<Spot & {text: string}>, foot: number}} Tile
 */

/** Factor by which short names are larger than the smallest type. */
const LARGER = 1.1;

/** The height of a card's foot, which shows its owner. */
export function footOf(least) {
  return least * FOOT;
}

/**
 * Return the layout of a card: pictures in the top corners, with space between them for a piece, and the name below.
 * @param {number} least the smallest type
 * @returns {Tile}
 */
export function layTile(space, look, least) {
  // A face-down card shows its back around the parts that the viewer may see.
  const frame = look.hidden ? least * 0.12 : 0;
  const air = frame + least * 0.16;
  const left = space.x - space.w / 2;
  const top = space.y - space.h / 2;
  const foot = look.owner ? footOf(least) : frame;
  const room = { width: space.w - 2 * air, height: space.h - air - foot - least * 0.16 };
  const shown = look.lines?.length ? look.lines.join(' ') : look.title ?? '';
  const one = breadth(shown) * least;
  const written = one * LARGER <= room.width ? { lines: [shown], size: least * LARGER }
    : one <= room.width ? { lines: [shown], size: least }
    : { lines: nameLines([], shown, { width: room.width, height: room.height - least * 1.2, least }), size: least };
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
 * Return the layout of a card on a distant board: group emblem and value, without name.
 * @returns {Tile}
 */
function layFar(space, look, least) {
  const foot = look.owner ? footOf(least) : 0;
  const y = space.y - foot / 2;
  const size = Math.min((space.h - foot) * 0.8, space.w * 0.5);
  return {
    ...layTile(space, look, least),
    mark: { x: space.x - space.w * 0.22, y, size },
    kind: { x: space.x, y, size: 0 },
    worth: { x: space.x + space.w * 0.26, y, size: least * FAR_NUMERAL },
    name: [],
  };
}

/**
 * Draw a card into its group, replacing the previous contents.
 * @param {Look} look as it may be seen
 * @param {Around} around
 * @param {string} colour of its group, around the emblem
 */
export function drawTile(group, space, look, around, colour) {
  const { least, far } = around;
  const laid = far ? layFar(space, look, least) : layTile(space, look, least);
  const face = look.hidden ? svg('rect', { class: 'ck-face', ...laid.face, rx: least * 0.15 }) : null;
  const { x, y, size } = laid.mark;
  const chip = svg('rect', {
    class: 'ck-chip-box', x: x - size / 2, y: y - size / 2, width: size, height: size, rx: size * 0.18,
  });
  chip.style.fill = colour;
  const mark = svg('g', { class: 'ck-mark' }, chip, drawEmblem(look.mark ?? '', { x, y, size: size * 0.84 }));
  group.replaceChildren(
    ...(face ? [face] : []),
    mark,
    ...(laid.kind.size ? [svg('g', { class: 'ck-row-emblem' }, drawEmblem(look.emblem ?? '', laid.kind))] : []),
    ...(look.text ? [label(look.text, 'ck-sign', laid.worth, CENTRAL)] : []),
    ...laid.name.map((line) => label(line.text, 'ck-name', line)),
  );
}

/**
 * Write the public text on the back of a card.
 * @param {number} least the smallest type
 */
export function drawBack(group, space, text, least) {
  const size = least;
  const lines = nameLines([], text, { width: space.w * 0.94, height: space.h * 0.9, least });
  const top = space.y - (lines.length * size * 1.14) / 2;
  group.replaceChildren(
    ...lines.map((line, index) => label(line, 'ck-name', { x: space.x, y: top + size * (0.9 + index * 1.14), size })),
  );
}
