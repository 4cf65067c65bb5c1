/** Texts into small boxes: wrapped at words, shortened with an ellipsis. Pure but for the font. */

const SAMPLE = 'Goal: together drill no more than 1 oil per nation.';

/** How much wider the page's font is than system fonts mostly are; 1 until it is measured. */
let wider = 1;

/**
 * Takes over how wide the page's font is, where it is wider than the estimate.
 * @param {(text: string) => number} measure the width of a text in units of the font size
 */
export function measureFont(measure) {
  wider = 1;
  wider = Math.max(1, measure(SAMPLE) / widthOf(SAMPLE)) || 1;
}

/**
 * How wide a text is, in units of its font size; near enough for system fonts.
 * @param {string} text
 * @returns {number}
 */
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
 * @param {string} word
 * @param {number} room in units of the font size
 * @returns {string}
 */
export function shorten(word, room) {
  if (widthOf(word) <= room) return word;
  let kept = word;
  while (kept.length > 1 && widthOf(kept) + 0.7 > room) kept = kept.replace(/.$/su, '');
  return `${kept.replace(/[\s.,(–\u200d-]+$/, '')}…`;
}

/**
 * Wraps a title into at most `lines` lines.
 * @param {string} text
 * @param {number} room width of a line in units of the font size
 * @param {number} lines
 * @returns {string[]} the lines; the last one ends with "…" when something was left out
 */
export function wrap(text, room, lines) {
  const words = text.split(/\s+/).filter(Boolean);
  /** @type {string[]} */
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
 * @param {string} text
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
