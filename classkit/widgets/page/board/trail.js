/** The last move: the line along which it went, in the colour of its piece, and the way that the piece walks. */

import { seatLook } from '../basics/seatlook.js';
import { svg } from '../basics/dom.js';
import { pathPoints, pathStrokes, wayPoint } from './geometry.js';

/**
 * @typedef {import('../types.js').Piece} Piece
 * @typedef {import('../types.js').Space} Space
 */

/** From so many sides on a move is a jump. */
const FAR = 2.5;

export class Trail {
  known = '';
  /** Where each piece stood before the last move. @type {Map<string, string>} */
  stood = new Map();
  colour = '';

  /**
   * @param {Map<string, Space>} spaces
   * @param {any} fixed
   * @param {number} side of a typical space
   */
  constructor(spaces, fixed, side) {
    this.spaces = spaces;
    this.fixed = fixed;
    // Strokes are as thick as the type asks for, where a board states it.
    this.side = fixed.board.least ? fixed.board.least * 3.4 : side;
    this.group = svg('g', { class: 'ck-path', 'aria-hidden': 'true' });
  }

  /**
   * The ways of the pieces that the last move led to where they are now.
   * @param {Piece[]} pieces
   * @param {string[]} path
   * @returns {Map<string, Array<{x: number, y: number}>>} piece id -> the points of its way
   */
  ways(pieces, path) {
    const found = new Map();
    this.colour = this.colourOf(path[path.length - 1], pieces);
    for (const piece of pieces) {
      const from = this.stood.get(piece.id);
      const start = from === undefined || from === piece.space ? -1 : path.indexOf(from);
      if (start < 0 || path[path.length - 1] !== piece.space) continue;
      const spaces = path.slice(start).map((id) => this.spaces.get(id)).filter((space) => space !== undefined);
      found.set(piece.id, spaces.map(wayPoint));
    }
    this.stood = new Map(pieces.map((piece) => [piece.id, piece.space]));
    return found;
  }

  /**
   * The line of a move has the colour of the piece that went along it.
   * @param {string} end where the move ended
   * @param {Piece[]} pieces
   * @returns {string} empty when nobody can tell
   */
  colourOf(end, pieces) {
    const there = pieces.filter((piece) => piece.seat && piece.space === end);
    const mover = there.find((piece) => this.stood.get(piece.id) !== end) ?? (there.length === 1 ? there[0] : null);
    return mover?.seat ? seatLook(this.fixed, mover.seat).colour : '';
  }

  /**
   * Draws the line, after `ways` has told whose it is.
   * @param {string[]} path
   */
  draw(path) {
    const side = this.side;
    this.group.style.setProperty('--ck-path', this.colour);
    const points = pathPoints(path, this.spaces, side * 0.3, side * FAR);
    const known = JSON.stringify(points);
    if (this.known === known) return;
    this.known = known;
    if (!points.length) {
      this.group.replaceChildren();
      return;
    }
    const end = points[points.length - 1];
    const before = points[points.length - 2];
    const angle = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
    const head = `translate(${end.x} ${end.y}) rotate(${angle}) scale(${side / 100})`;
    // A jump is no walk along the squares: it is seen where it leaves and where it lands.
    const { walk, jump } = pathStrokes(points, side * FAR);
    const dashes = `${side * 0.16} ${side * 0.17}`;
    this.group.replaceChildren(
      svg('path', { d: walk, class: 'ck-path-case', 'stroke-width': side * 0.13 }),
      svg('path', { d: walk, class: 'ck-path-line', 'stroke-width': side * 0.075 }),
      svg('path', { d: jump, class: 'ck-path-line ck-path-jump', 'stroke-width': side * 0.075, 'stroke-dasharray': dashes }),
      svg('circle', { cx: points[0].x, cy: points[0].y, r: side * 0.1, class: 'ck-path-start', 'stroke-width': side * 0.04 }),
      svg('path', { d: 'M-14,-12 L14,0 L-14,12 Z', transform: head, class: 'ck-path-head', 'stroke-width': 5 }),
    );
  }
}
