/** From how far a board is seen: near, with names, or far, with figures alone. One drawing has both levels. */

/** Writing that is smaller cannot be read: pixels. */
export const READABLE = 11;

/** The type of a board that states none, in sides of a typical space. */
const TYPE = 0.2;

/**
 * Is a board drawn so small that no name on it could be read?
 * @param {{least: number, width: number}} plan
 * @param {number} side of a typical space
 * @param {number} wide how wide it is drawn, in pixels; 0 while nobody knows
 */
export function isFar(plan, side, wide) {
  return wide > 0 && ((plan.least || side * TYPE) * wide) / plan.width < READABLE;
}
