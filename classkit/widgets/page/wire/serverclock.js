/**
 * The clock of a room: seconds in which its server was awake, from any beginning. The page's own clock runs on from
 * what the server told last; after a gap the server tells it again.
 */

let ahead = 0;

/** @param {number} now seconds by the server's clock, as it has just told them */
export function heardTime(now) { ahead = now - Date.now() / 1000; }

/** The seconds by the server's clock. */
export function serverTime() { return Date.now() / 1000 + ahead; }
