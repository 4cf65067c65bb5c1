/** A card of a group on its space: the emblem of its group, that of its kind with its worth, its name. Pure but for drawing. */

import { svg } from '../basics/dom.js';
import { drawEmblem } from './emblems.js';
import { breadth, LEADING, nameLines } from './writing.js';

/**
 * @typedef {import('../types.js').Space} Space
 * @typedef {import('../types.js').Look} Look
 * @typedef {{x: number, y: number, size: number}} Spot
 * @typedef {{face: {x: number, y: number, width: number, height: number}, mark: Spot, kind: Spot, worth: Spot,
 *   name: Array<Spot & {text: string}>, foot: number}} Tile
 */

/** The foot of an owned card, in units of the least type: a letter stands in it. */
const FOOT = 1.16;
/** A short name is written so much larger than the least type. */
const LARGER = 1.1;

/**
 * How high the foot of a card is on which its owner stands.
 * @param {number} least
 * @returns {number}
 */
export function footOf(least) {
  return least * FOOT;
}

/**
 * Where everything on a card has its place: pictures at the top corners, with room between them for a piece; the name below.
 * @param {Space} space
 * @param {Look} look
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
    name: written.lines.map((text, index) => ({ text, x: space.x, y: top + air + head + written.size * (0.82 + index * LEADING), size: written.size })),
    foot,
  };
}

/**
 * Draws a card into its group of words, in the place of what was there.
 * @param {any} group
 * @param {Space} space
 * @param {Look} look as it may be seen
 * @param {number} least the smallest type
 * @param {string} colour of the card, where its back lies upon it
 */
export function drawTile(group, space, look, least, colour) {
  const laid = layTile(space, look, least);
  const face = look.hidden ? svg('rect', { class: 'ck-face', ...laid.face, rx: least * 0.15 }) : null;
  if (face) face.style.fill = colour;
  const mark = svg('g', { class: 'ck-mark' }, drawEmblem(look.mark ?? '', laid.mark));
  const write = (/** @type {string} */ name, /** @type {string} */ text, /** @type {Spot} */ at) => svg('text', { class: name, x: at.x, y: at.y, 'font-size': at.size, 'text-anchor': 'middle', 'dominant-baseline': name === 'ck-sign' ? 'central' : null }, text);
  group.replaceChildren(
    ...(face ? [face] : []),
    mark,
    ...[drawEmblem(look.emblem ?? '', laid.kind)].filter(Boolean),
    ...(look.text ? [write('ck-sign', look.text, laid.worth)] : []),
    ...laid.name.map((line) => write('ck-name', line.text, line)),
  );
}

/**
 * Writes on the back of a card what everybody may know of it.
 * @param {any} group
 * @param {Space} space
 * @param {string} text
 * @param {number} least the smallest type
 */
export function drawBack(group, space, text, least) {
  const { size, lines } = nameLines([], text, { width: space.w * 0.94, height: space.h * 0.9, least });
  const top = space.y - (lines.length * size * 1.14) / 2;
  group.replaceChildren(...lines.map((line, index) => svg('text', { class: 'ck-name', x: space.x, y: top + size * (0.9 + index * 1.14), 'font-size': size, 'text-anchor': 'middle' }, line)));
}
