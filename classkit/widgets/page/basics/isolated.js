/** Names that are written from right to left, within a sentence of the page. Pure. */

const LETTER = '\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}';
const NAME = new RegExp(`[${LETTER}](?:[\\s\\p{M}\\p{P}]*[${LETTER}])*\\p{M}*`, 'gu');
/** What stands around a name leaves the direction of the sentence as it is. */
const OPEN = '\u2068', CLOSE = '\u2069';

/**
 * A text in which what is written from right to left does not turn the words and numbers around it.
 * @param {string} text
 */
export const isolated = (text) => text.replace(NAME, (name) => `${OPEN}${name}${CLOSE}`);
