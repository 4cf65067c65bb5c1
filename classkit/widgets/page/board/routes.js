/** The way to a space that may be chosen: drawn and told while it is pointed at. */

import { svg } from '../basics/dom.js';
import { pathPoints } from './geometry.js';
import { placeName } from './space.js';

/**
 * @typedef {import('../types.js').Space} Space
 * @typedef {import('../types.js').Piece} Piece
 * @typedef {import('../forms/choices.js').Choice} Choice
 */

/**
 * The spaces of a way from where the piece of the seat stands, if it stands on the board and has one piece only.
 * @param {Choice|undefined} choice
 * @param {Piece[]} pieces
 * @returns {string[]} empty when the choice has no way
 */
export function wholeWay(choice, pieces) {
  const way = choice?.way ?? [];
  if (!way.length) return [];
  const own = pieces.filter((piece) => piece.seat && piece.seat === choice?.seat);
  return own.length === 1 && own[0].space !== way[0] ? [own[0].space, ...way] : way;
}

/**
 * @param {Choice|undefined} choice
 * @param {Map<string, Space>} spaces
 * @returns {string} "by c2, c3"; empty when the space is the next one, or there is no way
 */
export function wayWords(choice, spaces) {
  const passed = (choice?.way ?? []).slice(0, -1);
  return passed.length ? `by ${passed.map((id) => nameOfPlace(id, spaces)).join(', ')}` : '';
}

/**
 * @param {string} id
 * @param {Map<string, Space>} spaces
 */
function nameOfPlace(id, spaces) {
  const space = spaces.get(id);
  return space ? placeName(space) : id;
}

/**
 * Draws a way into its group: a line, a dot on each space passed, a ring about the last.
 * @param {any} group
 * @param {string[]} way
 * @param {Map<string, Space>} spaces
 * @param {number} side of a typical space
 */
export function drawWay(group, way, spaces, side) {
  const known = way.join(' ');
  if (group.known === known) return;
  group.known = known;
  const goal = spaces.get(way[way.length - 1]);
  if (!goal) {
    group.replaceChildren();
    return;
  }
  const points = pathPoints(way, spaces, side * 0.26);
  const d = points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x},${y}`).join(' ');
  const stops = way.slice(0, -1).map((id) => spaces.get(id)).filter((space) => space !== undefined);
  group.replaceChildren(
    ...(d ? [svg('path', { class: 'ck-way-case', d, 'stroke-width': side * 0.15 }), svg('path', { class: 'ck-way-line', d, 'stroke-width': side * 0.08 })] : []),
    ...stops.map((space) => svg('circle', { class: 'ck-way-stop', cx: space.x, cy: space.y, r: side * 0.09, 'stroke-width': side * 0.035 })),
    svg('circle', { class: 'ck-way-goal', cx: goal.x, cy: goal.y, r: side * 0.22, 'stroke-width': side * 0.06 }),
  );
}

/** Arrow keys as directions. */
export const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/**
 * The nearest space in a direction: what lies straight ahead before what lies aside, that before all else.
 * @param {Space[]} spaces that may be chosen
 * @param {Space} from
 * @param {[number, number]} direction
 * @returns {Space|null} null when nothing lies there
 */
export function nextSpace(spaces, from, direction) {
  const found = spaces.filter((space) => space !== from).map((space) => {
    const [dx, dy] = [space.x - from.x, space.y - from.y];
    const ahead = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1] - dy * direction[0]);
    return { space, ahead, cost: ahead + aside * 2 + (aside > ahead ? FAR : 0) };
  });
  const there = found.filter((one) => one.ahead > 1e-6);
  return there.length ? there.reduce((best, one) => (one.cost < best.cost ? one : best)).space : null;
}

/** Further than any board is wide. */
const FAR = 1e9;
