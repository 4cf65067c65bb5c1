/**
 * Clock of a room: seconds that its server was awake, from an arbitrary start. The page's clock continues from the
 * server's last value, and is corrected after a gap.
 */

let ahead = 0;

/** @param {number} now current seconds of the server's clock */
export function heardTime(now) { ahead = now - Date.now() / 1000; }

/** The current seconds of the server's clock. */
export function serverTime() { return Date.now() / 1000 + ahead; }
