/** Arrow key navigation between items in a plane: spaces of a board, seats of a map. */

/** Arrow keys as directions. */
export const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});
/** Larger than any distance. */
const FAR = 1e9;

/**
 * Return the nearest item in a direction, preferring items straight ahead.
 * @template {{x: number, y: number}} Thing
 * @param {Thing[]} things the candidates
 * @param {Thing} from
 * @param {[number, number]} direction
 * @returns {Thing|null} null if there is none
 */
export function nearestAhead(things, from, direction) {
  const found = things.filter((thing) => thing !== from).map((thing) => {
    const [dx, dy] = [thing.x - from.x, thing.y - from.y];
    const ahead = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1] - dy * direction[0]);
    return { thing, ahead, cost: ahead + aside * 2 + (aside > ahead ? FAR : 0) };
  });
  const there = found.filter((one) => one.ahead > 1e-6);
  return there.length ? there.reduce((best, one) => (one.cost < best.cost ? one : best)).thing : null;
}
