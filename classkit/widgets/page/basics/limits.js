/** The limits that a page shares with the kernel, which has the last word: a test holds the two equal. */

/** The longest name of a seat, a branch or a bookmark, and of a few words, in characters. */
export const LONGEST_NAME = 60;

/** The most minutes of play that a class may agree on. */
export const MOST_MINUTES = 600;

/** The longest question to a class, and the longest number that answers one, in characters. */
export const LONGEST_QUESTION = 200;
export const LONGEST_NUMBER = 24;

/** The largest record that is opened, in bytes. */
export const LARGEST_RECORD = 5_000_000;

/** The last turn or round for which a figure may be asked. */
export const LATEST = 1_000_000;
