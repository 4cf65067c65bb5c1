/** Words on a board: never cut and never below the least size; a line that is too wide is squeezed. */

import { svg } from '../basics/dom.js';
import { widthOf, wrap } from '../basics/text.js';

/** How far a line may be squeezed before its type is made smaller instead. */
const SQUEEZED = 0.7;

/** The distance of two lines, in sizes of their type. */
export const LEADING = 1.04;

/** @type {((text: string, bold: boolean) => number)|null} */
let pen = null;
/** @type {Map<string, number>} */
const known = new Map();

/**
 * Takes over what measures the page's own font.
 * @param {((text: string, bold: boolean) => number)|null} measure the width of a text in units of the font size
 */
export function measureWriting(measure) {
  pen = measure;
  known.clear();
}

/**
 * How wide a text is, in units of its font size: measured where a page can, else estimated.
 * @param {string} text
 * @param {boolean} [bold]
 * @returns {number}
 */
export function breadth(text, bold = false) {
  const key = `${bold ? 'b' : 'n'}${text}`;
  const width = known.get(key) ?? (pen ? pen(text, bold) : widthOf(text));
  if (known.size > 2000) known.clear();
  known.set(key, width);
  return width;
}

/**
 * A line of writing, squeezed where it is wider than its room.
 * @param {string} text
 * @param {{x: number, y: number, size: number, room?: number, bold?: boolean, name?: string, anchor?: string}} place `y` is the middle of its letters
 * @returns {any}
 */
export function write(text, place) {
  const { x, y, size, room = 0, bold = false, name = 'ck-name', anchor = 'middle' } = place;
  const wide = breadth(text, bold) * size;
  const tight = room && wide > room ? { textLength: round(room), lengthAdjust: 'spacingAndGlyphs' } : {};
  return svg('text', { class: name, x: round(x), y: round(y + size * 0.355), 'font-size': round(size), 'text-anchor': anchor, ...tight }, text);
}

/**
 * The lines of a name in a box, and the size of their type: the least one, unless the name is so long that nothing else helps.
 * @param {string[]} lines as an edition writes them; empty where it does not
 * @param {string} title to be wrapped then
 * @param {{width: number, height: number, least: number}} box
 * @returns {{lines: string[], size: number}}
 */
export function nameLines(lines, title, box) {
  for (let size = box.least; size > box.least * 0.5; size *= 0.94) {
    const rows = Math.max(1, Math.floor(box.height / (size * LEADING) + 0.02));
    const made = lines.length ? lines : wrap(title, box.width / (size * SQUEEZED), rows);
    const fits = made.length <= rows && made.every((line) => breadth(line) * size * SQUEEZED <= box.width + 0.01 && !line.endsWith('…'));
    if (fits) return { lines: made, size };
  }
  return { lines: lines.length ? lines : [title], size: box.least * 0.5 };
}

/**
 * A text in as many lines as it needs; a word that is too long for one keeps it to itself.
 * @param {string} text
 * @param {number} room width of a line in units of the font size
 * @param {boolean} [bold]
 * @returns {string[]}
 */
export function wrapLines(text, room, bold = false) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && breadth(longer, bold) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** @param {number} value */
export function round(value) {
  return Math.round(value * 100) / 100;
}
