/** A badge: a seat's letter on its colour and pattern. */

import { svg } from './dom.js';
import { html } from './markup.js';
import { patternDefs, seatLetter, seatLook } from './seatlook.js';
import { render } from '../preact/standalone.js';

/** The patterns of all badges stand in the page once, under this id. */
const PATTERNS = 'ck-badges';

/** @param {{fixed: Fixed, seat: string}} props */
export function Badge({ fixed, seat }) {
  layPatterns();
  const { colour, ink, pattern } = seatLook(fixed, seat);
  return html`
    <svg class="ck-badge" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <rect x="1" y="1" width="26" height="26" rx="7" fill=${`url(#${PATTERNS}-${pattern})`} class="ck-badge-box" />
      <circle cx="14" cy="14" r="9" fill=${colour} />
      <text x="14" y="14" fill=${ink} text-anchor="middle" dominant-baseline="central" class="ck-badge-letter">
        ${seatLetter(seat)}
      </text>
    </svg>`;
}

/** The same as a node, for what is drawn by hand. */
export function badge(fixed, seat) {
  const place = document.createElement('span');
  render(html`<${Badge} fixed=${fixed} seat=${seat} />`, place);
  return place.firstChild;
}

function layPatterns() {
  if (document.getElementById(PATTERNS)) return;
  const hidden = { style: 'position: absolute', 'aria-hidden': 'true', width: 0, height: 0 };
  document.body.append(svg('svg', { id: PATTERNS, ...hidden }, patternDefs(PATTERNS)));
}
