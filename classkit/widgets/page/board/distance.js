/** Level of detail of a board: near, with names, or far, with numbers only. One drawing supports both levels. */

/** Minimum size of readable type in pixels. */
export const READABLE = 11;

/** Default font size of a board, relative to the side of a typical space. */
const TYPE = 0.2;

/**
 * Return whether a board is drawn too small for its names to be readable.
 * @param {{least: number, width: number}} plan
 * @param {number} side of a typical space
 * @param {number} wide its width in pixels; 0 if unknown
 */
export function isFar(plan, side, wide) {
  return wide > 0 && ((plan.least || side * TYPE) * wide) / plan.width < READABLE;
}
