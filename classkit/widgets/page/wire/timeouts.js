/** How long a page waits for its kernel, in milliseconds; tests set `classkitTimes` to wait less. */

/**
 * @typedef {{ again: number, seldom: number, tries: number, ping: number, soon: number, rest: number, busy: number,
 *   others: number, answer: number, fresh: number, late: number, first: number, most: number }} Times
 */

/** @type {Times} */
const USUAL = {
  again: 5_000, // an answer that has not come is asked for again, and then after twice as long each time,
  seldom: 30_000, // but at least so often,
  tries: 9, // until it is given up: after three and a half minutes
  ping: 5_000, // so long after the kernel was heard it is asked whether it is there,
  soon: 2_000, // and so much later again; then it counts as gone: nine seconds after it was heard last
  rest: 3_600_000, // without use of the page nothing is asked any more
  busy: 30_000, // a hosted page then offers another kernel
  answer: 5_000, // a page that comes back waits so long for a pong, and for the first word on a new line
  fresh: 1_000, // what was heard so short a time ago is there
  late: 4_000, // a timer that is so late tells of a sleep
  first: 500, // the wait for a further line, when the first failed at once: about so long, and twice as long each time,
  most: 4_000, // but about so long at most
  others: 2_000, // the page where Play was pressed has missed its tick: another page plays on
};

/** @returns {Times} */
export function times() {
  return { ...USUAL, .../** @type {any} */ (globalThis).classkitTimes };
}
