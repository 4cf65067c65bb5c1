/** Carries out what changed in the table's state (see `difference.py`). Pure. */

/**
 * @typedef {{is?: any, in?: Record<string, Change>, gone?: string[], splice?: Array<[number, number, any[]]>}} Change
 *   `is`: the value as it is now; `in` and `gone`: what changed inside a table; `splice`: at a place
 *   of a list, so many entries give way to these
 */

/**
 * A value after a change. Nothing is changed in place; what the change leaves out stays the very
 * same object, so that parts can compare by identity.
 * @param {any} value
 * @param {Change} change
 * @returns {any}
 */
export function after(value, change) {
  if ('is' in change) return change.is;
  if (change.splice) return change.splice.reduce((list, [at, cut, items]) => [...list.slice(0, at), ...items, ...list.slice(at + cut)], value);
  const next = { ...value };
  for (const key of change.gone ?? []) delete next[key];
  for (const [key, inside] of Object.entries(change.in ?? {})) next[key] = after(next[key], inside);
  return next;
}
