/** The time of the server, which a telephone's own clock need not have. */

let ahead = 0;

/** @param {number} now seconds since 1970 by the server's clock, as it has just told them */
export function heardTime(now) { ahead = now - Date.now() / 1000; }

/** The seconds since 1970 by the server's clock. */
export function serverTime() { return Date.now() / 1000 + ahead; }
