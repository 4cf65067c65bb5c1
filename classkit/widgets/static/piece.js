/** Pieces on the board: discs, squares and stars with the letter of their seat. */

import { setText, svg } from './dom.js';
import { seatLetter, seatLook, seatName } from './seatwords.js';

const STAR = 'M0,-1.15 L0.32,-0.42 L1.1,-0.36 L0.52,0.17 L0.68,0.93 L0,0.54 L-0.68,0.93 L-0.52,0.17 L-1.1,-0.36 L-0.32,-0.42 Z';

/**
 * @param {import('./types.js').Piece} piece
 * @param {any} fixed
 * @param {number} side of a typical space
 * @returns {any}
 */
export function drawPiece(piece, fixed, side) {
  const radius = side * (piece.seat ? 0.21 : 0.2);
  const look = piece.seat ? seatLook(fixed, piece.seat) : null;
  const fill = look?.colour ?? 'var(--ck-marker)';
  // A marker's label is its name, told in the title; only a short one is written on it.
  const label = piece.seat ? piece.label || seatLetter(piece.seat) : (piece.label ?? '').length > 2 ? '' : piece.label ?? '';
  const body = shapeOf(piece.shape, radius, fill);
  const group = svg('g', { class: `ck-piece${piece.seat ? '' : ' ck-neutral'}` }, svg('title'), body,
    svg('text', {
      'font-size': radius * (label.length > 2 ? 0.7 : label.length > 1 ? 0.95 : 1.3), style: `fill:${look?.ink ?? 'var(--ck-marker-ink)'}`,
      'text-anchor': 'middle', 'dominant-baseline': 'central', class: 'ck-piece-letter',
    }, label.slice(0, 3)));
  body.setAttribute('stroke-width', String(radius * 0.16));
  return group;
}

/**
 * @param {string|undefined} shape
 * @param {number} radius
 * @param {string} fill
 */
function shapeOf(shape, radius, fill) {
  if (shape === 'square') return svg('rect', { x: -radius * 0.9, y: -radius * 0.9, width: radius * 1.8, height: radius * 1.8, rx: radius * 0.25, fill });
  if (shape === 'star') return svg('path', { d: STAR, transform: `scale(${radius * 1.15})`, 'vector-effect': 'non-scaling-stroke', fill });
  return svg('circle', { r: radius, fill });
}

/**
 * Moves a piece to its place; the style lets it glide.
 * @param {any} node
 * @param {{x: number, y: number}|undefined} place
 * @param {import('./types.js').Piece} piece
 * @param {any} fixed
 * @param {any} now
 */
export function placePiece(node, place, piece, fixed, now) {
  if (!place) return;
  const at = `translate(${place.x}px, ${place.y}px)`;
  if (node.style.transform !== at) node.style.transform = at;
  setText(node.firstChild, piece.seat ? seatName(fixed, now, piece.seat) : piece.label || piece.id);
}
