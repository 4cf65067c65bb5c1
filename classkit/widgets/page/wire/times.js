/** How long a page waits for its kernel, in milliseconds; tests set `classkitTimes` to wait less. */

/**
 * @typedef {{ again: number, seldom: number, tries: number, ping: number, soon: number, rest: number, busy: number,
 *   others: number }} Times
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
  others: 2_000, // the page where Play was pressed has missed its tick: another page plays on
};

/** @returns {Times} */
export function times() {
  return { ...USUAL, .../** @type {any} */ (globalThis).classkitTimes };
}
