/** Isolation of right-to-left names in sentences. Pure functions. */

const LETTER = '\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}';
const NAME = new RegExp(`[${LETTER}](?:[\\s\\p{M}\\p{P}]*[${LETTER}])*\\p{M}*`, 'gu');
/** Unicode isolates, which protect the direction of the sentence. */
const OPEN = '\u2068', CLOSE = '\u2069';

/**
 * Return a text in which right-to-left parts do not reorder the words and numbers around them.
 * @param {string} text
 */
export const isolated = (text) => text.replace(NAME, (name) => `${OPEN}${name}${CLOSE}`);
