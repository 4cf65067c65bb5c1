/** Limits that the page shares with the kernel, which enforces them. A test checks that both are equal. */

/** Maximum length of names of seats, branches and bookmarks, in characters. */
export const LONGEST_NAME = 60;

/** Maximum number of minutes of play. */
export const MOST_MINUTES = 600;

/** Maximum length of a question to a class, and of a number as its answer, in characters. */
export const LONGEST_QUESTION = 200;
export const LONGEST_NUMBER = 24;

/** Maximum size of a record in bytes. */
export const LARGEST_RECORD = 5_000_000;

/** Maximum turn or round of a prediction question. */
export const LATEST = 1_000_000;
