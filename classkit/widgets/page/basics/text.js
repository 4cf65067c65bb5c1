/** Text in small boxes: measuring, wrapping, shortening with an ellipsis, and drawing. */

import { svg } from './dom.js';

/** Width of the narrow board font relative to the estimate. */
const NARROW = 0.88;

/** @type {((text: string) => number)|null} */
let pen = null;
/** What has been measured. @type {Map<string, number>} */
const known = new Map();

/**
 * Set the measuring function of the board font, and clear the cache.
 * @param {(text: string) => number} measure the width of a text in units of the font size
 */
export function measureFont(measure) {
  pen = measure;
  known.clear();
}

/** Estimate the width of a text in the page font, in units of the font size. */
export function widthOf(text) {
  let width = 0;
  for (const letter of text) {
    if (/[il.,'|!:;I ]/.test(letter)) width += 0.29;
    else if (/[mwMW@%]/.test(letter)) width += 0.86;
    else if (/[A-Z0-9&$]/.test(letter)) width += 0.64;
    else width += 0.53;
  }
  return width;
}

/** Return the width of a text in the board font, in units of the font size: measured if possible, else estimated. */
export function breadth(text) {
  const width = known.get(text) ?? (pen ? pen(text) : widthOf(text) * NARROW);
  if (known.size > 2000) known.clear();
  known.set(text, width);
  return width;
}

/**
 * Truncate a word that is too wide for a line, with an ellipsis.
 * @param {number} room in units of the font size
 * @param {(text: string) => number} [wide] measures a text
 */
export function shorten(word, room, wide = widthOf) {
  if (wide(word) <= room) return word;
  let kept = word;
  while (kept.length > 1 && wide(kept) + 0.7 > room) kept = kept.replace(/.$/su, '');
  return `${kept.replace(/[\s.,(–\u200d-]+$/, '')}…`;
}

/**
 * Wrap a title into at most `lines` lines.
 * @param {number} room width of a line in units of the font size
 * @returns {string[]} the lines; the last one ends with "…" if the text was truncated
 */
export function wrap(text, room, lines) {
  const words = text.split(/\s+/).filter(Boolean);
  const made = [];
  for (let index = 0; index < words.length; index += 1) {
    const last = made.length ? `${made[made.length - 1]} ${words[index]}` : '';
    if (made.length && breadth(last) <= room) made[made.length - 1] = last;
    else if (made.length < lines) made.push(words[index]);
    else {
      made[lines - 1] = shorten(`${made[lines - 1]} ${words.slice(index).join(' ')}`, room, breadth);
      if (!made[lines - 1].endsWith('…')) made[lines - 1] += '…';
      break;
    }
  }
  return made.map((line) => shorten(line, room, breadth));
}

/**
 * Return the largest font size between `least` and `most` at which a text fits into a box, else `least`.
 * @param {{width: number, height: number, least: number, most: number}} box
 * @returns {{size: number, lines: string[]}}
 */
export function fit(text, box) {
  for (let size = box.most; size > box.least; size -= (box.most - box.least) / 8 || 1) {
    const lines = wrap(text, box.width / size, Math.max(1, Math.floor(box.height / (size * 1.14))));
    if (!lines.some((line) => line.endsWith('…'))) return { size, lines };
  }
  const room = Math.max(1, Math.floor(box.height / (box.least * 1.14)));
  return { size: box.least, lines: wrap(text, box.width / box.least, room) };
}

// --- Text on a board, in one font size.

/** Line height in units of the font size. */
export const LEADING = 1.04;

/**
 * A text in a drawing, centred at its place.
 * @param {string} name of its class
 * @param {Record<string, any>} [more] further attributes
 */
export function label(text, name, spot, more = {}) {
  return svg(
    'text',
    { class: name, x: spot.x, y: spot.y, 'font-size': spot.size, 'text-anchor': 'middle', ...more },
    text,
  );
}

/** Attributes of a text that is vertically centred. */
export const CENTRAL = { 'dominant-baseline': 'central' };

/**
 * A line of text.
 * @param {{x: number, y: number, size: number, name?: string, anchor?: string}} spot `y` is its vertical centre
 */
export function write(text, spot) {
  const { x, y, size, name = 'ck-name', anchor = 'middle' } = spot;
  return label(text, name, { x: round(x), y: round(y + size * 0.355), size: round(size) }, { 'text-anchor': anchor });
}

/**
 * Return the lines of a name in a box: those of the edition if they fit, else the title, wrapped or truncated.
 * @param {string[]} lines lines from the edition; empty if it has none
 * @param {{width: number, height: number, least: number}} box `least` is the font size
 * @returns {string[]}
 */
export function nameLines(lines, title, box) {
  const { width, height, least } = box;
  const rows = Math.max(1, Math.floor(height / (least * LEADING) + 0.1));
  if (!lines.length) return wrap(title, width / least, rows);
  return lines.slice(0, rows).map((line) => shorten(line, width / least + 0.01, breadth));
}

/**
 * Wrap a text; a word that is too long for a line gets its own line.
 * @param {number} room width of a line in units of the font size
 */
export function wrapLines(text, room) {
  const lines = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && breadth(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

export function round(value, parts = 100) {
  return Math.round(value * parts) / parts;
}

/**
 * Names in a sentence: "Ada, Bo and Cy".
 * @param {string[]} names
 */
export function listNames(names) {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}
