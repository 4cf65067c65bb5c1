/** The space in question on a phone: raised between its neighbours, for any board. */

import { Badge } from '../basics/badge.js';
import { html } from '../basics/markup.js';
import { colourOf, fillSeatNames, inkOn, seatStyle } from '../basics/seatlook.js';
import { toneOf } from '../board/space.js';

/** Number of neighbours on each side; the outer ones are cut off. */
const SIDE = 3;

/** Maximum distance of neighbours, in sides of the space. */
const NEAR = 1.9;

/**
 * Return the adjacent spaces before and after a space, in board order.
 * @param {Space[]} spaces
 * @param {string} id
 * @returns {{before: Space[], space: Space, after: Space[]} | null} null for an unknown space
 */
export function neighbours(spaces, id) {
  const at = spaces.findIndex((one) => one.id === id);
  if (at < 0) return null;
  return { before: walk(spaces, at, -1).reverse(), space: spaces[at], after: walk(spaces, at, 1) };
}

/** @param {Space[]} spaces @param {number} at @param {1|-1} step */
function walk(spaces, at, step) {
  const found = [];
  let last = spaces[at];
  for (let next = at + step; found.length < SIDE; next += step) {
    const space = spaces[(next + spaces.length) % spaces.length]; // a closed track wraps around
    if (space === spaces[at] || found.includes(space) || !touch(last, space)) return found;
    found.push(space);
    last = space;
  }
  return found;
}

/** Whether two spaces are adjacent. @param {Space} one @param {Space} other */
function touch(one, other) {
  const across = Math.abs(one.x - other.x) / ((one.w + other.w) / 2);
  const down = Math.abs(one.y - other.y) / ((one.h + other.h) / 2);
  return Math.max(across, down) < NEAR && one.shape === other.shape;
}

/** @param {{fixed: Fixed, now: Now, id: string}} props */
export function Strip({ fixed, now, id }) {
  const around = neighbours(fixed.board.spaces, id);
  if (!around) return null;
  const tile = (space, raised = false) => html`
    <${Tile} key=${space.id} fixed=${fixed} now=${now} space=${space} raised=${raised} />`;
  return html`
    <div class="ck-strip" aria-hidden="true">
      <div class="ck-strip-side ck-strip-before">${around.before.map((space) => tile(space))}</div>
      ${tile(around.space, true)}
      <div class="ck-strip-side">${around.after.map((space) => tile(space))}</div>
    </div>`;
}

/** @param {{fixed: Fixed, now: Now, space: Space, raised: boolean}} props */
function Tile({ fixed, now, space, raised }) {
  const look = now.board.looks[space.id] ?? {};
  const hidden = Boolean(look.hidden);
  const colour = hidden || space.bar ? '' : colourOf(look.colour);
  const band = space.bar ? colourOf(look.colour) : '';
  const tone = toneOf(look.tone || space.kind, fixed.board.legend);
  const paint = `background: ${colour || `var(--ck-tone-${tone})`};${colour ? ` color: ${inkOn(colour)};` : ''}`;
  const owner = look.owner ?? '';
  const standing = now.board.pieces.filter((piece) => piece.space === space.id && piece.seat);
  const words = hidden ? ['face down'] : look.title ? [look.title] : space.lines?.length ? space.lines
    : [space.title || space.id];
  const starred = space.kind === 'inflation' && words.length === 1;
  const lines = starred ? words.map((line) => line.replace(/^★\s*/, '')) : words;
  return html`
    <div class=${raised ? 'ck-tile ck-tile-raised' : 'ck-tile'} style=${paint}>
      ${band && html`<span class="ck-tile-band" style=${`background: ${band}`}></span>`}
      <span class="ck-tile-words">
        ${starred && html`<span class="ck-tile-star">★</span>`}
        ${lines.map((line) => html`<span class="ck-tile-line">${fillSeatNames(line, fixed, now)}</span>`)}
      </span>
      ${standing.length > 0 && html`
        <span class="ck-tile-pieces">
          ${standing.slice(0, raised ? 4 : 2).map(({ seat, id: key }) => html`
            <${Badge} key=${key} fixed=${fixed} seat=${seat ?? ''} />`)}
        </span>`}
      ${owner && html`
        <span class="ck-tile-owner" style=${seatStyle(fixed, owner)}></span>`}
    </div>`;
}
