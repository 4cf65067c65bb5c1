/** Estimated width of text in the answer bar, in em, without layout. */

/** Width of a letter, of a button's padding, and of a gap. */
const LETTER = 0.5, AROUND = 1.75;
export const GAP = 0.55;

/** Width of a letter and padding of option buttons, which use lighter type. */
const LIGHT = 0.48, SEGMENT = 1.5;

/** Maximum number of letters shown in a select list, and in a text input. */
const LONGEST = 34, TYPED = 24;

export const words = (text) => text.length * LETTER;

export const segment = (text) => text.length * LIGHT + SEGMENT;

export const button = (text) => words(text) + AROUND;

/** Width of a select list whose longest option is selected. */
export const folded = (texts) =>
  Math.min(LONGEST, Math.max(0, ...texts.map((text) => text.length))) * LETTER + AROUND + GAP;

/** Width of a text input. */
export const typed = () => TYPED * LETTER;
