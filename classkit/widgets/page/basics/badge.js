/** Badge of a seat: its letter on its colour, in the same shape as its pawn and the end of its line. */

import { html } from './markup.js';
import { SEAT_SHAPES, seatLetter, seatLook } from './seatlook.js';
import { render } from '../preact/standalone.js';

/** Vertical offset of the letter in a shape. @type {Record<string, number>} */
export const LETTERS = { 'triangle-up': 4, star: 0.8 };

/** @param {{fixed: Fixed, seat: string}} props */
export function Badge({ fixed, seat }) {
  const { colour, ink, symbol } = seatLook(fixed, seat);
  return html`
    <svg class="ck-badge" viewBox="-14 -14 28 28" aria-hidden="true" focusable="false">
      <path d=${SEAT_SHAPES[symbol]} fill=${colour} class="ck-badge-box" />
      <text x="0" y=${LETTERS[symbol] ?? 0} fill=${ink} text-anchor="middle" dominant-baseline="central"
        class="ck-badge-letter">${seatLetter(seat)}</text>
    </svg>`;
}

/** The same badge as a DOM node, for code that does not use preact. */
export function badge(fixed, seat) {
  const place = document.createElement('span');
  render(html`<${Badge} fixed=${fixed} seat=${seat} />`, place);
  return place.firstChild;
}
