/**
 * Texts into small boxes: how wide they are, wrapped at words, shortened with an ellipsis, or squeezed and written into
 * a drawing.
 */

import { svg } from './dom.js';

const SAMPLE = 'Goal: together drill no more than 1 oil per nation.';

/** How much wider the page's font is than system fonts mostly are; 1 until it is measured. */
let wider = 1;

/** @type {((text: string, bold: boolean) => number)|null} */
let pen = null;
/** What has been measured. @type {Map<string, number>} */
const known = new Map();

/**
 * Takes over how wide the page's own font is: for estimates where it is wider, and for what is measured.
 * @param {(text: string, weight: number) => number} measure the width of a text in units of the font size
 */
export function measureFont(measure) {
  wider = 1;
  wider = Math.max(1, measure(SAMPLE, 400) / widthOf(SAMPLE)) || 1;
  pen = (text, bold) => measure(text, bold ? 750 : 500);
  known.clear();
}

/** How wide a text is, in units of its font size; near enough for system fonts. */
export function widthOf(text) {
  let width = 0;
  for (const letter of text) {
    if (/[il.,'|!:;I ]/.test(letter)) width += 0.29;
    else if (/[mwMW@%]/.test(letter)) width += 0.86;
    else if (/[A-Z0-9&$]/.test(letter)) width += 0.64;
    else width += 0.53;
  }
  return width * wider;
}

/**
 * Cuts a word that is too wide for a line and ends it with an ellipsis.
 * @param {number} room in units of the font size
 */
export function shorten(word, room) {
  if (widthOf(word) <= room) return word;
  let kept = word;
  while (kept.length > 1 && widthOf(kept) + 0.7 > room) kept = kept.replace(/.$/su, '');
  return `${kept.replace(/[\s.,(–\u200d-]+$/, '')}…`;
}

/**
 * Wraps a title into at most `lines` lines.
 * @param {number} room width of a line in units of the font size
 * @returns {string[]} the lines; the last one ends with "…" when something was left out
 */
export function wrap(text, room, lines) {
  const words = text.split(/\s+/).filter(Boolean);
  const made = [];
  for (let index = 0; index < words.length; index += 1) {
    const last = made.length ? `${made[made.length - 1]} ${words[index]}` : '';
    if (made.length && widthOf(last) <= room) made[made.length - 1] = last;
    else if (made.length < lines) made.push(words[index]);
    else {
      made[lines - 1] = shorten(`${made[lines - 1]} ${words.slice(index).join(' ')}`, room);
      if (!made[lines - 1].endsWith('…')) made[lines - 1] += '…';
      break;
    }
  }
  return made.map((line) => shorten(line, room));
}

/**
 * The largest type between `least` and `most` at which a text fits a box without being cut, else `least`.
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

// --- Words on a board: never cut and never below the least size; a line that is too wide is squeezed.

/** How far a line may be squeezed before its type is made smaller instead. */
const SQUEEZED = 0.7;

/** The distance of two lines, in sizes of their type. */
export const LEADING = 1.04;

/** How wide a text is, in units of its font size: measured where a page can, else estimated. */
export function breadth(text, bold = false) {
  const key = `${bold ? 'b' : 'n'}${text}`;
  const width = known.get(key) ?? (pen ? pen(text, bold) : widthOf(text));
  if (known.size > 2000) known.clear();
  known.set(key, width);
  return width;
}

/**
 * A text in a drawing, in the middle of its place.
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

/** For a text whose place is the middle of its letters. */
export const CENTRAL = { 'dominant-baseline': 'central' };

/**
 * A line of writing, squeezed where it is wider than its room.
 * @param {{x: number, y: number, size: number, room?: number, bold?: boolean, name?: string, anchor?: string}} place
 *   `y` is the middle of its letters
 */
export function write(text, place) {
  const { x, y, size, room = 0, bold = false, name = 'ck-name', anchor = 'middle' } = place;
  const wide = breadth(text, bold) * size;
  const tight = room && wide > room ? { textLength: round(room), lengthAdjust: 'spacingAndGlyphs' } : {};
  return label(
    text,
    name,
    { x: round(x), y: round(y + size * 0.355), size: round(size) },
    { 'text-anchor': anchor, ...tight },
  );
}

/**
 * The lines of a name in a box, and the size of their type: the least one, unless the name is so long that nothing else
 * helps.
 * @param {string[]} lines as an edition writes them; empty where it does not
 * @param {string} title to be wrapped then
 * @param {{width: number, height: number, least: number}} box
 * @returns {{lines: string[], size: number}}
 */
export function nameLines(lines, title, box) {
  for (let size = box.least; size > box.least * 0.5; size *= 0.94) {
    const rows = Math.max(1, Math.floor(box.height / (size * LEADING) + 0.02));
    const made = lines.length ? lines : wrap(title, box.width / (size * SQUEEZED), rows);
    const fits =
      made.length <= rows &&
      made.every((line) => breadth(line) * size * SQUEEZED <= box.width + 0.01 && !line.endsWith('…'));
    if (fits) return { lines: made, size };
  }
  return { lines: lines.length ? lines : [title], size: box.least * 0.5 };
}

/**
 * A text in as many lines as it needs; a word that is too long for one keeps it to itself.
 * @param {number} room width of a line in units of the font size
 */
export function wrapLines(text, room, bold = false) {
  const lines = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && breadth(longer, bold) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

export function round(value, parts = 100) {
  return Math.round(value * parts) / parts;
}
