/** A badge: a seat's letter on its colour, in its shape: that of its pawn, and of the end of its line. */

import { html } from './markup.js';
import { seatLetter, seatLook } from './seatlook.js';
import { render } from '../preact/standalone.js';

/**
 * The shapes about 0,0 in a box of 28, by the names of plotly's markers; each leaves room for a letter.
 * @type {Record<string, string>}
 */
export const BADGE_SHAPES = {
  circle: 'M-13,0 A13,13 0 1 1 13,0 A13,13 0 1 1 -13,0 Z',
  square: 'M-12,-10 Q-12,-12 -10,-12 H10 Q12,-12 12,-10 V10 Q12,12 10,12 H-10 Q-12,12 -12,10 Z',
  diamond: 'M0,-14 L14,0 L0,14 L-14,0 Z',
  cross: 'M-7.5,-13 H7.5 V-7.5 H13 V7.5 H7.5 V13 H-7.5 V7.5 H-13 V-7.5 H-7.5 Z',
  'triangle-up': 'M0,-13 L14,12 H-14 Z',
  star: 'M0,-14 L4.9,-6.8 L13.3,-4.3 L8,2.6 L8.2,11.3 L0,8.4 L-8.2,11.3 L-8,2.6 L-13.3,-4.3 L-4.9,-6.8 Z',
  hexagon: 'M-13.4,0 L-6.7,-11.6 H6.7 L13.4,0 L6.7,11.6 H-6.7 Z',
  x: 'M-12.6,-6.6 L-6.6,-12.6 L0,-7.6 L6.6,-12.6 L12.6,-6.6 L7.6,0 '
    + 'L12.6,6.6 L6.6,12.6 L0,7.6 L-6.6,12.6 L-12.6,6.6 L-7.6,0 Z',
};

/** How far below the middle the letter of a shape stands. @type {Record<string, number>} */
export const LETTERS = { 'triangle-up': 4, star: 0.8 };

/** @param {{fixed: Fixed, seat: string}} props */
export function Badge({ fixed, seat }) {
  const { colour, ink, symbol } = seatLook(fixed, seat);
  return html`
    <svg class="ck-badge" viewBox="-14 -14 28 28" aria-hidden="true" focusable="false">
      <path d=${BADGE_SHAPES[symbol]} fill=${colour} class="ck-badge-box" />
      <text x="0" y=${LETTERS[symbol] ?? 0} fill=${ink} text-anchor="middle" dominant-baseline="central"
        class="ck-badge-letter">${seatLetter(seat)}</text>
    </svg>`;
}

/** The same as a node, for what is drawn by hand. */
export function badge(fixed, seat) {
  const place = document.createElement('span');
  render(html`<${Badge} fixed=${fixed} seat=${seat} />`, place);
  return place.firstChild;
}
