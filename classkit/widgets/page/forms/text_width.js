/** How wide words are in the answer bar, in em, judged by their letters alone: nothing is laid out to find out. */

/** A letter, what a button has around its words, a gap. */
const LETTER = 0.5, AROUND = 1.75;
export const GAP = 0.55;

/** Options that stand side by side are set in lighter type. */
const LIGHT = 0.48, SEGMENT = 1.5;

/** A choice that is folded up shows so many letters at most; a line to type in has room for so many. */
const LONGEST = 34, TYPED = 24;

export const words = (text) => text.length * LETTER;

export const segment = (text) => text.length * LIGHT + SEGMENT;

export const button = (text) => words(text) + AROUND;

/** A list that is folded up, in which the longest of these words is chosen. */
export const folded = (texts) =>
  Math.min(LONGEST, Math.max(0, ...texts.map((text) => text.length))) * LETTER + AROUND + GAP;

/** A line to type in. */
export const typed = () => TYPED * LETTER;
