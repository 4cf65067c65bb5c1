/** Arrow keys among things that lie in a plane: spaces of a board, seats of a map. */

/** Arrow keys as directions. */
export const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});
/** Further than anything is wide. */
const FAR = 1e9;

/**
 * The nearest thing in a direction: what lies straight ahead before what lies aside, that before all else.
 * @template {{x: number, y: number}} Thing
 * @param {Thing[]} things that may be chosen
 * @param {Thing} from
 * @param {[number, number]} direction
 * @returns {Thing|null} null when nothing lies there
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
