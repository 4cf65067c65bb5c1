/** The headline of the ask panel: what is asked now, or how the match ended. Pure. */

import { seatName } from './seatwords.js';

/**
 * @typedef {import('./types.js').Ask} Ask
 */

/**
 * @param {any} fixed
 * @param {any} now
 * @param {Ask|null} ask the question that is spoken of
 * @param {boolean} shown whether it is open, and not behind a curtain
 * @returns {string}
 */
export function headline(fixed, now, ask, shown) {
  const asks = now.asks ?? [];
  if (now.over) return overWords(fixed, now);
  if (!ask) return asks.length ? '' : 'Nothing to decide now. Press Step to go on.';
  if (shown) return ask.question;
  if (ask.kind !== 'sealed') return secretWords(ask, isSeat(fixed, ask.seat) ? seatName(fixed, now, ask.seat) : '');
  const missing = asks.filter((/** @type {Ask} */ one) => !one.answered).length;
  return `Secret answers: ${missing} of ${asks.length} still to come.`;
}

/**
 * @param {any} fixed
 * @param {any} now
 * @returns {string}
 */
function overWords(fixed, now) {
  const names = (now.winners ?? []).map((/** @type {string} */ seat) => seatName(fixed, now, seat));
  const story = `The match is over. ${now.over ?? ''}`;
  if (names.some((/** @type {string} */ name) => story.includes(name))) return story;
  return `${story} ${names.length > 1 ? `${names.join(' and ')} share the win.` : names.length ? `${names[0]} has won.` : 'Nobody has won.'}`;
}

/**
 * What is said of a question that stays behind a curtain.
 * @param {Ask} ask
 * @param {string} name of its seat; none for the dealer
 * @returns {string}
 */
function secretWords(ask, name) {
  if (ask.kind === 'draw') return name ? `${name} draws, unseen by the others.` : 'Something is drawn face-down.';
  return `${name} decides, unseen by the others.`;
}

/**
 * Whether it is a seat, and not nobody or the dealer.
 * @param {any} fixed
 * @param {string|undefined} seat
 * @returns {boolean}
 */
export function isSeat(fixed, seat) {
  return fixed.seats.some((/** @type {any} */ one) => one.id === seat);
}
