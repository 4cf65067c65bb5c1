/** Badges of seats on a board: a letter on the seat's colour, in the same shape as its pawn and the end of its line. */

import { LETTERS } from '../basics/badge.js';
import { svg } from '../basics/dom.js';
import { SEAT_SHAPES, seatLetter, seatLook } from '../basics/seatlook.js';
import { label, round } from '../basics/text.js';

/** Size of a star in the coordinates of its path. */
export const STAR =
  'M0,-1.15 L0.32,-0.42 L1.1,-0.36 L0.52,0.17 L0.68,0.93 L0,0.54 L-0.68,0.93 L-0.52,0.17 L-1.1,-0.36 L-0.32,-0.42 Z';

/** Half the size of the box of badge shapes. */
const HALF = 13;

/**
 * Scale the coordinates of a path. A transform would also scale its stroke.
 * @param {string} path of straight and quadratic lines
 */
export function scalePath(path, factor) {
  return path.replace(/-?\d+(\.\d+)?/g, (number) => String(round(Number(number) * factor, 1000)));
}

/**
 * The shape of a seat, centred at 0,0.
 * @param {import('../basics/seatlook.js').SeatLook} look
 */
export function shapeOfSeat(look, radius) {
  if (look.symbol === 'circle') return svg('circle', { r: round(radius), fill: look.colour });
  return svg('path', { d: scalePath(SEAT_SHAPES[look.symbol], radius / HALF), fill: look.colour });
}

/**
 * The letter of a seat on its shape, centred at 0,0.
 * @param {string} text
 */
export function letterOn(look, text, radius, name) {
  const size = round(radius * (text.length > 2 ? 0.7 : text.length > 1 ? 0.95 : 1.2));
  const y = round(((LETTERS[look.symbol] ?? 0) / HALF) * radius + size * 0.35);
  return label(text, name, { x: 0, y, size }, { style: `fill:${look.ink}` });
}

/**
 * A seat's badge at a place.
 * @param {{x: number, y: number, radius: number}} place
 */
export function drawBadge(seat, place, fixed) {
  const { x, y, radius } = place;
  const look = seatLook(fixed, seat);
  const props = { class: 'ck-owner-badge', transform: `translate(${round(x)} ${round(y)})` };
  return svg('g', props, shapeOfSeat(look, radius), letterOn(look, seatLetter(seat), radius, 'ck-owner-letter'));
}

/** A star, the shape of the marker, at a place. @param {{x: number, y: number, radius: number}} place */
export function drawStar(place) {
  const { x, y, radius } = place;
  return svg('path', { class: 'ck-star', d: scalePath(STAR, radius), transform: `translate(${round(x)} ${round(y)})` });
}
