/** Which charts take the places of a table. Pure. */

/**
 * The charts of a table in the order in which they take its places: those that wait for the prediction of the class,
 * what
 * the game is about now, and the others as it lists them.
 * @param {string[]} keys
 * @param {string[]} covered
 * @param {string[]} [first]
 */
export function inOrder(keys, covered, first = []) {
  const waiting = keys.filter((key) => covered.includes(key));
  return [...new Set([...waiting, ...first.filter((key) => keys.includes(key)), ...keys])];
}
