/** Timeouts of a page for its kernel, in milliseconds; tests set `classkitTimes` to shorten them. */

/**
 * @typedef {{ again: number, seldom: number, tries: number, ping: number, soon: number, rest: number, busy: number,
 *   others: number, refused: number, refusedAgain: number, opening: number, answer: number, fresh: number,
 *   late: number, first: number, most: number }} Times
 */

/** @type {Times} */
const USUAL = {
  again: 5_000, // a request without reply is repeated, with doubled delays,
  seldom: 30_000, // up to this delay,
  tries: 9, // this many times: three and a half minutes in total
  ping: 5_000, // delay of a ping after the last message from the kernel,
  soon: 2_000, // and of the second ping; then the kernel counts as gone: nine seconds after its last message
  rest: 3_600_000, // no more pings after this time without use of the page
  busy: 30_000, // a hosted page then offers another kernel
  answer: 5_000, // timeout for a pong after a return, and for the first message on a new connection
  fresh: 1_000, // a kernel heard within this time counts as alive
  late: 4_000, // a timer this late indicates a sleep
  first: 500, // approximate delay before another connection, doubled each time,
  most: 4_000, // up to this maximum
  refused: 4_000, // a connection that has not worked for this time is tested for a refusal by the network,
  refusedAgain: 15_000, // and again after this time
  opening: 6_000, // a hosted page whose table has not heard anything for this time is tested in the same way
  others: 2_000, // the page where Play was pressed has missed its tick, so another page takes over
};

/** @returns {Times} */
export function times() {
  return { ...USUAL, .../** @type {any} */ (globalThis).classkitTimes };
}
